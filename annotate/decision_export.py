"""Every decision of a knowledge base as rows for a file: JSON lines, CSV or XLSX, oldest first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.sheets import write_sheet
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import team
from core.store.database import Store

COLUMNS = (
    "time", "item_id", "question", "status_now", "reviewer", "verified", "verb", "reason", "comment", "seconds",
    "seen_revision", "before", "after", "undoes", "decision_id",
)  # fmt: skip
SUFFIXES = (".jsonl", ".csv", ".xlsx")
_WIDTHS = {"time": 22, "question": 50, "comment": 30, "before": 40, "after": 40}


def decision_rows(store: Store, kb_id: str) -> Iterator[dict[str, Any]]:
    """One mapping a decision, undone ones and the undoing included; `before` and `after` hold the fields changed."""
    verified = team.verified(store)
    now = {item.id: (item.question, status) for item, status in item_store.iterate_with_status(store, kb_id)}
    for one in decision_store.iterate(store, kb_id):
        question, status = now.get(one.item_id, ("", ""))
        yield {
            "time": one.time, "item_id": one.item_id, "question": question, "status_now": status,
            "reviewer": one.reviewer, "verified": one.reviewer in verified, "verb": one.verb, "reason": one.reason,
            "comment": one.comment, "seconds": one.seconds, "seen_revision": one.seen_revision, "before": one.before,
            "after": one.after, "undoes": one.undoes, "decision_id": one.id,
        }  # fmt: skip


def export_decisions(store: Store, kb_id: str, path: Path | str) -> int:
    """Write the decisions to a .jsonl, .csv or .xlsx file and return how many; BadCall for another ending."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise BadCall(f"Decisions are written to a file ending in {', '.join(SUFFIXES)}; {path.name} does not.")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() != ".jsonl":
        cells = ({name: _cell(value) for name, value in row.items()} for row in decision_rows(store, kb_id))
        return write_sheet(path, list(COLUMNS), cells, {name: _WIDTHS.get(name, 14) for name in COLUMNS})
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for row in decision_rows(store, kb_id):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
