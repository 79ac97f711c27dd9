"""Reading a file of recorded answers: which format it is in by its content, and its rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.files import read_input_text
from evaluation.systems.rows import ID_FIELDS, QUESTION_FIELDS, first_of

FORMATS = ("assay", "ragas", "ragchecker", "llama_index", "trec")
_TREC_COLUMNS = (5, 6)


@dataclass(frozen=True)
class Recorded:
    """What a file holds. `ordered`: its rows carry neither an id nor a question, so only their order tells them apart.

    `rows` are (place in the file, value as read); `bad` names the lines that are no JSON.
    """

    format: str
    rows: tuple[tuple[str, Any], ...] = ()
    bad: tuple[str, ...] = field(default=())
    ordered: bool = False


def read_recorded(path: Path) -> Recorded:
    """Rows and format of a file; BadInput for one that holds questions instead of answers."""
    text = read_input_text(path)
    if is_trec(text):
        return Recorded("trec")
    whole = _whole(text)
    if whole is not None:
        return _document(path, whole)
    rows: list[tuple[str, Any]] = []
    bad: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append((f"line {number}", json.loads(line)))
        except ValueError as error:
            bad.append(f"line {number}: not JSON ({error})")
    return Recorded(_format_of_rows([row for _, row in rows]), tuple(rows), tuple(bad))


def is_trec(text: str) -> bool:
    """Whether the first lines are those of a TREC run: `topic Q0 document rank score tag`."""
    lines = [line.split() for line in text[:4000].splitlines() if line.strip()][:5]
    if not lines or lines[0][0][0] in "{[":
        return False
    return all(len(parts) in _TREC_COLUMNS and _is_number(parts[3]) and _is_number(parts[4]) for parts in lines[:3])


def _document(path: Path, whole: Any) -> Recorded:
    """A file that is one JSON document."""
    if isinstance(whole, list):
        return Recorded(_format_of_rows(whole), _numbered(whole))
    assert isinstance(whole, dict)
    if isinstance(whole.get("results"), list):
        return Recorded("ragchecker", _numbered(whole["results"]))
    if isinstance(whole.get("predictions"), list):
        rows = whole["predictions"]
        return Recorded("llama_index", _numbered(rows), ordered=not any(map(_named, rows)))
    if isinstance(whole.get("samples"), list):
        return Recorded("ragas", _numbered(whole["samples"]))
    if isinstance(whole.get("examples"), list):
        raise BadInput(
            f"{path} holds the questions of a LabelledRagDataset, not predictions: give the file that "
            "make_predictions_with(…).save_json(…) wrote."
        )
    # LlamaIndex's BatchEvalRunner gives one list of EvaluationResult for each evaluator; all hold the same answers.
    lists = [value for value in whole.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
    if lists and "query" in lists[0][0]:
        return Recorded("llama_index", _numbered(lists[0]))
    return Recorded(_format_of_rows([whole]), _numbered([whole]))


def _whole(text: str) -> Any:
    """A file that is one JSON list or object; None for lines."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, list | dict) else None


def _numbered(rows: Sequence[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((f"row {number}", row) for number, row in enumerate(rows, 1))


def _format_of_rows(rows: Sequence[Any]) -> str:
    """By the names only one tool writes; without any of them, our own."""
    keys = {str(key) for row in rows[:20] if isinstance(row, Mapping) for key in row}
    if keys & {"user_input", "retrieved_contexts", "reference_contexts"}:
        return "ragas"
    if keys & {"gt_answer", "retrieved_context", "response_claims"}:
        return "ragchecker"
    if {"query", "response"} <= keys and keys & {"contexts", "passing", "feedback", "invalid_result"}:
        return "llama_index"
    return "assay"


def _named(row: Any) -> bool:
    return isinstance(row, Mapping) and first_of(row, (*ID_FIELDS, *QUESTION_FIELDS)) is not None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
