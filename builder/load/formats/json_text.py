"""JSON and JSON lines: a record a row; rows of id and text are taken as passages with their ids."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.sniff import suffix_of
from builder.load.tables import record_text

EXTRACTOR = "json-1"
TEXT_KEYS = ("text", "content", "contents", "page_content", "passage", "body")
ID_KEYS = ("id", "_id", "chunk_id", "doc_id", "docid", "pid")
TITLE_KEYS = ("title", "heading", "name")


def read(raw: RawFile) -> Extracted:
    """Records as text; what is not valid JSON is loaded as the plain text it is."""
    found = decode(raw.data, raw.source)
    text = found.text.lstrip("\ufeff")
    rows, bad = values_of(text)
    if bad and (not rows or len(bad) > len(rows) or suffix_of(raw.source) not in ("jsonl", "ndjson", "json")):
        note = "is not valid JSON; loaded as plain text"
        return Extracted([Part(found.text)], EXTRACTOR, markdown=False, warnings=(*found.warnings, note))
    return Extracted(list(_parts(rows)), EXTRACTOR, markdown=False, warnings=(*found.warnings, *_bad_rows(bad)))


def first_of(row: dict[str, Any], keys: tuple[str, ...]) -> str:
    """The first non-empty value among these keys, as a string."""
    return next((str(row[key]) for key in keys if row.get(key) not in (None, "")), "")


def flatten(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Path and value of each leaf, in order."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        if all(isinstance(inner, (str, int, float)) for inner in value):
            yield path, ", ".join(map(str, value))
        else:
            for n, inner in enumerate(value, 1):
                yield from flatten(inner, f"{path}[{n}]" if path else f"[{n}]")
    elif value is not None:
        yield path, str(value)


def values_of(text: str) -> tuple[list[Any], list[int]]:
    """The values of one JSON list or of JSON lines, and the numbers of the lines that are neither."""
    try:
        value = json.loads(text)
        return (value if isinstance(value, list) else [value]), []
    except (ValueError, RecursionError):
        pass
    rows: list[Any] = []
    bad: list[int] = []
    for n, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError):
            bad.append(n)
    return rows, bad


def _bad_rows(bad: list[int]) -> tuple[str, ...]:
    if not bad:
        return ()
    shown = ", ".join(map(str, bad[:10])) + (f" and {len(bad) - 10} more" if len(bad) > 10 else "")
    return (f"lines {shown} are not valid JSON and were left out",)


def _parts(rows: list[Any]) -> Iterator[Part]:
    for n, row in enumerate(rows, 1):
        label = f"row {n}" if len(rows) > 1 else ""
        if isinstance(row, dict):
            body, title = first_of(row, TEXT_KEYS), first_of(row, TITLE_KEYS)
            name = first_of(row, ID_KEYS)
            if body and name and label:
                label = f"row {name}"
            if body:
                yield Part(f"{title}\n{body}" if title and not body.startswith(title) else body, label)
                continue
        yield Part(record_text((path or "value", value) for path, value in flatten(row)), label)
