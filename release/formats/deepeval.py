"""DeepEval goldens as JSON; its CSV would tear passages apart at every | and is not written."""

from __future__ import annotations

from pathlib import Path

from core.records import Release
from release.formats.base import KEY, Format, Row, merged, need_list, quotes, read_json, rest_of, write_json

_NATIVE = ("id", "question", "answer")


def _write(release: Release, path: Path) -> None:
    write_json(path, [
        {
            "input": item.question, "actual_output": None, "expected_output": item.answer, "retrieval_context": None,
            "context": quotes(item), "name": item.id, "comments": None,
            "source_file": item.evidence[0].source if item.evidence else None, "tools_called": None, "expected_tools": None,
            "additional_metadata": {KEY: rest_of(item, _NATIVE, release)}, "custom_column_key_values": None,
        }
        for item in release.items
    ])  # fmt: skip


def _read(path: Path) -> list[Row]:
    rows = []
    for golden in need_list(read_json(path), path, "the file"):
        native = {"id": golden.get("name"), "question": golden.get("input"), "answer": golden.get("expected_output")}
        context = golden.get("context")
        texts = context.split("|") if isinstance(context, str) else context
        rows.append(merged(native, (golden.get("additional_metadata") or {}).get(KEY), texts))
    return rows


FORMAT = Format(
    "deepeval", "DeepEval goldens", ".json", _NATIVE, f"additional_metadata.{KEY}", _write, _read, "deepeval",
    ("Items to be refused have an empty expected_output.",
     "Older versions of DeepEval drop name and metadata when they save again: keep this file."),
)  # fmt: skip
