"""RAGChecker inputs: query, reference answer, and empty places for a system's response and passages."""

from __future__ import annotations

from pathlib import Path

from core.errors import BadInput
from core.records import Release
from release.formats.base import KEY, Format, Row, merged, need_list, read_json, rest_of, write_json

_NATIVE = ("id", "question", "answer")


def _write(release: Release, path: Path) -> None:
    write_json(path, {"results": [
        {
            "query_id": item.id, "query": item.question, "gt_answer": item.answer, "response": "", "retrieved_context": [],
            KEY: rest_of(item, _NATIVE, release),
        }
        for item in release.items
    ]})  # fmt: skip


def _read(path: Path) -> list[Row]:
    value = read_json(path)
    if not isinstance(value, dict) or "results" not in value:
        raise BadInput(f"{path} is not in this format: expected an object with results.")
    return [
        merged({"id": row.get("query_id"), "question": row.get("query"), "answer": row.get("gt_answer")}, row.get(KEY))
        for row in need_list(value["results"], path, "results")
    ]


FORMAT = Format(
    "ragchecker", "RAGChecker inputs", ".json", _NATIVE, f"extra key {KEY} on each result", _write, _read, "ragchecker",
    ("RAGChecker has no place for reference passages and ignores the extra key; it must be kept for the way back.",
     "Items to be refused have an empty gt_answer, on which its recall is not defined."),
)  # fmt: skip
