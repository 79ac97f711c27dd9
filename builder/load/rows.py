"""Passages that were chunked elsewhere: rows of id and text, grouped into documents, ids kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from builder.load.extracted import Extracted, Part
from builder.load.formats.json_text import ID_KEYS, TEXT_KEYS, TITLE_KEYS, first_of, values_of
from builder.load.read import known, to_document
from builder.load.store_files import Loader
from core.errors import BadInput
from core.files import read_input_text
from core.records import KnowledgeBase, LoadReport
from core.sheets import read_sheet
from core.store.database import Store
from core.store.knowledge_bases import refresh_fingerprint

EXTRACTOR = "rows-1"
ROW = "row "
_DOCUMENT_KEYS = ("document", "source", "doc", "file", "filename", "url")


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON, JSONL, CSV, TSV or XLSX file of passages; BadInput names the lines that are no JSON object."""
    if path.suffix.lower() in (".csv", ".tsv", ".xlsx"):
        return [dict(row) for _, row in read_sheet(path).rows]
    rows, bad = values_of(read_input_text(path))
    odd = [f"line {n} is not valid JSON" for n in bad]
    odd += [f"row {n} is no JSON object" for n, row in enumerate(rows, 1) if not isinstance(row, dict)]
    if odd:
        raise BadInput(f"{path} cannot be read as rows of passages; expected a JSON object a line.", odd)
    return rows


def load_rows(store: Store, kb: KnowledgeBase, rows: Iterable[Mapping[str, Any]], source: str) -> list[LoadReport]:
    """Load rows as documents whose chunks are the rows (chunking "own"); all bad rows are named at once.

    A row needs a text (`text`, `content`, …) and an id (`id`, `_id`, `chunk_id`, …); rows that name a `document` (or
    `source`, `url`) are put together under it, the others under `source`.
    """
    groups, titles = _grouped([dict(row) for row in rows], source)
    loader = Loader.open(store, kb.id)
    found: list[LoadReport] = []
    for name, parts in groups.items():
        data = json.dumps([[part.label, part.text] for part in parts], ensure_ascii=False).encode("utf-8", "replace")
        file = known(data, name)
        stamp = loader.stamps.get(file.raw.source)
        if stamp and stamp[1:] == (file.sha256, EXTRACTOR):
            found.append(LoadReport(source=name, status="skipped", reason="unchanged"))
            continue
        document = to_document(Extracted(parts, EXTRACTOR, titles.get(name, ""), markdown=False), file, kb.id)
        found.append(loader.save(document.model_copy(update={"warnings": ()}), replaced=stamp is not None))
    refresh_fingerprint(store, kb.id)
    return found


def _grouped(rows: list[dict[str, Any]], source: str) -> tuple[dict[str, list[Part]], dict[str, str]]:
    groups: dict[str, list[Part]] = {}
    titles: dict[str, str] = {}
    problems: list[str] = []
    seen: dict[str, int] = {}
    for n, row in enumerate(rows, 1):
        text, name = first_of(row, TEXT_KEYS), first_of(row, ID_KEYS)
        if not text.strip():
            problems.append(
                f"row {n}: no text (expected one of {', '.join(TEXT_KEYS)}; found {', '.join(row) or 'nothing'})"
            )
        elif not name:
            problems.append(f"row {n}: no id (expected one of {', '.join(ID_KEYS)})")
        elif name in seen:
            problems.append(f"row {n}: the id {name!r} was used by row {seen[name]} already")
        else:
            seen[name] = n
            place = first_of(row, _DOCUMENT_KEYS) or source
            groups.setdefault(place, []).append(Part(text, ROW + name))
            titles.setdefault(place, first_of(row, TITLE_KEYS))
    if problems or not groups:
        raise BadInput(
            f"{source}: {len(problems)} of {len(rows)} rows cannot be loaded; mend them and load again.", problems
        )
    return groups, titles
