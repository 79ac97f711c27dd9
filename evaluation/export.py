"""The items of a run as files for other programs: JSONL with everything, CSV with one row an item."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from core.records import ItemResult
from core.sheets import cell_text

_COLUMNS: dict[str, Callable[[ItemResult], str]] = {
    "item_id": lambda r: r.item.id,
    "question": lambda r: r.item.question,
    "kind": lambda r: r.item.kind,
    "expected_reply": lambda r: r.item.expected_reply,
    "language": lambda r: r.item.question_language,
    "tags": lambda r: "; ".join(r.item.tags),
    "documents": lambda r: "; ".join(sorted({e.source or e.document_id for e in r.item.evidence})),
    "correctness": lambda r: r.correctness,
    "failure": lambda r: r.failure.tag if r.failure else "",
    "subtype": lambda r: r.failure.subtype if r.failure else "",
    "answer": lambda r: r.answer.text,
    "reference": lambda r: r.item.answer,
    "refused": lambda r: "" if r.refused is None else str(r.refused).lower(),
    "error": lambda r: r.answer.error,
    "judge_errors": lambda r: "; ".join(r.judge_errors),
}


def jsonl(results: Iterable[ItemResult]) -> str:
    """Everything that is known of each item, one object a line."""
    return "".join(result.to_json() + "\n" for result in results)


def csv_table(results: Sequence[ItemResult]) -> str:
    """One row per item with all values; cells that a spreadsheet would run as formulas are disarmed.

    A value that is undefined leaves its cell empty.
    """
    names = list(dict.fromkeys(name for result in results for name in result.values))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*_COLUMNS, *names])
    for result in results:
        values = [result.values.get(name) for name in names]
        texts = (cell_text(text(result)) for text in _COLUMNS.values())
        writer.writerow([*texts, *("" if v is None else repr(v) for v in values)])
    return out.getvalue()
