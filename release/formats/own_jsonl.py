"""Assay's own JSON lines: one complete item a line."""

from __future__ import annotations

from pathlib import Path

from core.records import Release
from release.formats.base import FIELDS, Format, Row, read_lines


def _write(release: Release, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(item.to_json() + "\n" for item in release.items)


def _read(path: Path) -> list[Row]:
    return read_lines(path)


FORMAT = Format("jsonl", "Assay JSON lines", ".jsonl", FIELDS, "", _write, _read)
