"""Argilla records as its `records.to_json` writes them; the rest travels as text in a metadata field."""

from __future__ import annotations

from pathlib import Path

from core.records import Release
from release.formats.base import KEY, Format, Row, merged, need_list, quotes, read_json, rest_text, write_json

_NATIVE = ("id", "question", "answer")
_BREAK = "\n\n---\n\n"


def _write(release: Release, path: Path) -> None:
    write_json(path, [
        {
            "id": item.id, "fields": {"question": item.question, "answer": item.answer, "evidence": _BREAK.join(quotes(item))},
            "metadata": {"kind": item.kind, "language": item.question_language, KEY: rest_text(item, _NATIVE, release)},
            "suggestions": {}, "responses": {}, "vectors": {},
        }
        for item in release.items
    ])  # fmt: skip


def _read(path: Path) -> list[Row]:
    rows = []
    for record in need_list(read_json(path), path, "the file"):
        fields = record.get("fields") or {}
        native = {"id": record.get("id"), "question": fields.get("question"), "answer": fields.get("answer")}
        row = merged(native, (record.get("metadata") or {}).get(KEY))
        shown = fields.get("evidence")
        if shown is not None and shown != _BREAK.join(e["quote"] for e in row.get("evidence", [])):
            row = merged(row, None, [text for text in shown.split(_BREAK) if text.strip()])
        rows.append(row)
    return rows


FORMAT = Format(
    "argilla", "Argilla records", ".json", _NATIVE, f"metadata.{KEY}", _write, _read, "argilla",
    ("The dataset's settings must allow extra metadata.",),
)  # fmt: skip
