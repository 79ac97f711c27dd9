"""Rows of cells as text a person can read and a sentence splitter keeps whole: Markdown tables, or records."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from statistics import median

from builder.load.extracted import Part

_SPACE = re.compile(r"\s+")
_LONG_CELL = 150


def cell_text(value: object, number_format: str = "") -> str:
    """A cell as it reads on screen: no trailing .0, ISO dates, percent where the format says so."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)) and "%" in number_format:
        return f"{value * 100:.10g}%"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time(0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    return str(value)


def trim(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """Rows without empty rows and without columns that are empty everywhere."""
    kept = [list(row) for row in rows if any(cell.strip() for cell in row)]
    width = max((len(row) for row in kept), default=0)
    padded = [row + [""] * (width - len(row)) for row in kept]
    used = [i for i in range(width) if any(row[i].strip() for row in padded)]
    return [[row[i] for i in used] for row in padded]


def markdown_table(rows: Sequence[Sequence[str]], headed: bool = True) -> str:
    """A Markdown table; its head is the first row, or empty where no row names the columns."""
    if not rows:
        return ""
    rows = rows if headed else [[""] * len(rows[0]), *rows]
    lines = ["| " + " | ".join(_in_row(cell) for cell in row) + " |" for row in rows]
    rule = "|" + " --- |" * len(rows[0])
    return "\n".join([lines[0], rule, *lines[1:]])


def rows_to_parts(rows: Sequence[Sequence[str]], label: str = "", first_row: int = 2) -> list[Part]:
    """A table where rows are short; a record of "header: value" lines a row where cells hold paragraphs."""
    if len(rows) < 2 or len(rows[0]) < 2 or not _has_long_rows(rows):
        if rows and len(rows[0]) == 1:
            return [Part("\n\n".join(row[0].strip() for row in rows), label)]
        return [Part(markdown_table(rows), label)] if rows else []
    header = [_SPACE.sub(" ", cell).strip() or f"column {i}" for i, cell in enumerate(rows[0], 1)]
    where = f"{label}, row" if label else "row"
    return [
        Part(record_text(zip(header, row, strict=False)), f"{where} {n}") for n, row in enumerate(rows[1:], first_row)
    ]


def record_text(pairs: Iterable[tuple[str, str]]) -> str:
    """One record as "name: value" lines; a value of several lines starts on a line of its own."""
    lines: list[str] = []
    for name, value in pairs:
        value = value.strip()
        if value:
            lines.append(f"{name}:\n{value}" if "\n" in value else f"{name}: {value}")
    return "\n".join(lines)


def _has_long_rows(rows: Sequence[Sequence[str]]) -> bool:
    body = rows[1:200]
    paragraphs = sum(any("\n" in cell.strip() for cell in row) for row in body)
    return median(max(map(len, row)) for row in body) > _LONG_CELL or paragraphs > 0.2 * len(body)


def _in_row(cell: str) -> str:
    return _SPACE.sub(" ", cell).strip().replace("|", "\\|")
