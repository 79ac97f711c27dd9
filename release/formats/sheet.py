"""CSV and XLSX: columns for people, and the complete item as JSON in the last ones so that nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.records import Item, Release
from core.sheets import comparable, fits, read_sheet, untouched, write_sheet
from release.formats.base import KEY, Format, Row, unplaced

COLUMNS = (
    "id", "question", "question_language", "kind", "subkind", "expected_reply", "answer", "claims", "evidence", "sources",
    "expected_format", "tags",
)  # fmt: skip
_BREAK = "\n---\n"
# Below the 32,767 characters of a cell, with room for an apostrophe.
_PART = 30_000


def _cells(row: Mapping[str, Any]) -> dict[str, str]:
    """An item-like row as texts for people. Bare digits would come back as a number, hence the # before an id."""
    evidence = row.get("evidence") or []
    plain = {name: str(row.get(name) or "") for name in COLUMNS}
    return {
        **plain, "id": f"#{row['id']}" if row.get("id") else "", "claims": "\n".join(row.get("claims") or []),
        "evidence": _BREAK.join(e["quote"] for e in evidence), "tags": ", ".join(row.get("tags") or []),
        "sources": "\n".join(dict.fromkeys(e["source"] for e in evidence)),
    }  # fmt: skip


def _parts(item: Item) -> list[str]:
    # Escaped where XML cannot carry a character, so that XLSX keeps it.
    text = "".join(c if c.isprintable() or c == " " else json.dumps(c)[1:-1] for c in item.to_json())
    return [text[at : at + _PART] for at in range(0, len(text), _PART)]


def _write(release: Release, path: Path) -> None:
    parts = max((len(_parts(item)) for item in release.items), default=1)
    names = [KEY, *[f"{KEY}_{n}" for n in range(2, parts + 1)]]

    def rows() -> Iterator[dict[str, str]]:
        for item in release.items:
            yield {**_cells(item.model_dump(mode="json")), **dict(zip(names, _parts(item), strict=False))}

    write_sheet(path, [*COLUMNS, *names], rows(), {"question": 50, "answer": 60, "evidence": 60})


def _read(path: Path) -> list[Row]:
    sheet = read_sheet(path)
    if "question" not in sheet.header:
        raise BadInput(f"{path} has no column question (found: {', '.join(sheet.header)}).")
    extra = sorted((n for n in sheet.header if n == KEY or n.startswith(f"{KEY}_")), key=lambda n: (len(n), n))
    problems: list[str] = []
    rows = []
    for number, cells in sheet.rows:
        packed = "".join(cells[name] for name in extra)
        try:
            row: Row = json.loads(packed) if packed else {}
        except ValueError:
            problems.append(f"row {number}: the column {KEY} was changed and is no longer JSON")
            continue
        exported = _cells(row)
        changed = [n for n in COLUMNS if n in cells and n != "sources" and not untouched(cells[n], exported[n])]
        problems += [f"row {number}: {n} is too long to be edited in a cell" for n in changed if not fits(exported[n])]
        rows.append({**row, **{n: _value(n, comparable(cells[n])) for n in changed}})
    if problems:
        raise BadInput(f"{path} has {len(problems)} bad rows:", problems)
    return rows


def _value(name: str, text: str) -> Any:
    """What a person typed into a cell; an untouched cell leaves the exact text of the JSON in force."""
    if name == "claims":
        return [line for line in text.split("\n") if line.strip()]
    if name == "tags":
        return [tag.strip() for tag in text.replace("，", ",").split(",") if tag.strip()]
    if name == "evidence":
        return [unplaced(quote.strip()) for quote in text.split(_BREAK.strip("\n")) if quote.strip()]
    return text.lstrip("#") if name == "id" else text


_NATIVE = tuple(name for name in COLUMNS if name != "sources")
CSV = Format("csv", "CSV (UTF-8 with BOM)", ".csv", _NATIVE, f"column {KEY}", _write, _read)
XLSX = Format("xlsx", "Excel", ".xlsx", _NATIVE, f"column {KEY}", _write, _read, "openpyxl")
