"""promptfoo tests (`tests: file://NAME.json`): the question as a variable, an assertion that fits the expected reply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.records import Item, Release
from release.formats.base import KEY, Format, Row, merged, need_list, quotes, read_json, rest_of, write_json

_NATIVE = ("id", "question", "answer")
_RUBRICS = {
    "correct_premise": "The reply corrects the false premise of the question.",
    "ask_back": "The reply asks the user to make the question clear.",
    "report_conflict": "The reply says that the sources contradict each other.",
}


def _write(release: Release, path: Path) -> None:
    write_json(path, [
        {
            "description": item.id,
            "vars": {"question": item.question, "reference": item.answer},
            "assert": _assertions(item),
            # Not among vars: promptfoo would make one test of each entry of a list.
            "metadata": {
                "kind": item.kind, "language": item.question_language, "reference_contexts": quotes(item),
                KEY: rest_of(item, _NATIVE, release),
            },
        }
        for item in release.items
    ])  # fmt: skip


def _assertions(item: Item) -> list[dict[str, Any]]:
    if item.expected_reply == "answer":
        return [{"type": "factuality", "value": item.answer}]
    if item.expected_reply == "refuse":
        return [{"type": "is-refusal"}]
    return [{"type": "llm-rubric", "value": f"{_RUBRICS[item.expected_reply]} {item.answer}".strip()}]


def _read(path: Path) -> list[Row]:
    rows = []
    for test in need_list(read_json(path), path, "the file"):
        given = test.get("vars") or {}
        native: Row = {
            "id": test.get("description"), "question": given.get("question", given.get("query")), "answer": given.get("reference"),
        }  # fmt: skip
        if native["answer"] is None:
            asserted = [
                a
                for a in test.get("assert") or []
                if a.get("type") in ("factuality", "equals", "icontains", "contains")
            ]
            native["answer"] = asserted[0].get("value") if asserted else None
        metadata = test.get("metadata") or {}
        rows.append(merged(native, metadata.get(KEY), metadata.get("reference_contexts")))
    return rows


FORMAT = Format(
    "promptfoo", "promptfoo tests", ".json", _NATIVE, f"metadata.{KEY}", _write, _read, "promptfoo",
    ("is-refusal recognises English refusals; for Chinese replace it by llm-rubric.",),
)  # fmt: skip
