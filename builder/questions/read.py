"""Which kind of file questions came in, and its reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.questions.found import Found
from builder.questions.logs import read_log
from builder.questions.multihop_rag import read_multihop_rag
from builder.questions.rgb import read_rgb
from builder.questions.squad import read_squad
from builder.questions.table import guess_mapping, rows_from_table
from builder.questions.traces import read_traces
from core.errors import BadCall, BadInput
from core.files import read_input_text
from core.sheets import read_sheet

TABLES = (".csv", ".tsv", ".xlsx", ".xls")


@dataclass(frozen=True)
class Source:
    """One kind of file: `production` means asked by users (personal data masked, the same question kept once)."""

    id: str
    production: bool
    read: Callable[[Path, Mapping[str, str] | None], Found]


def detect(path: Path) -> str:
    """The kind of a file by its content: a table of questions, SQuAD, RGB, LlamaIndex, traces, a log, `assay`; a folder is BEIR."""
    if path.is_dir():
        return "beir"
    if path.suffix.lower() in TABLES:
        return "traces" if _traced(set(read_sheet(path).header)) else "table"
    text = read_input_text(path)
    value = _json(text)
    if value is None:
        lines = [line for line in text.splitlines() if line.strip()][:20]
        rows = [row for line in lines if isinstance(row := _json(line), dict)]
        if len(rows) * 2 <= len(lines):
            return "log"
        value = rows
    if isinstance(value, dict) and ("resourceSpans" in value or "traces" in value or "spans" in value):
        return "traces"
    if isinstance(value, dict) and {"queries", "corpus", "relevant_docs"} <= set(value):
        return "llamaindex-qa"
    if isinstance(value, dict) and isinstance(value.get("examples"), list):
        return "llamaindex-rag"
    if isinstance(value, dict) and isinstance(value.get("data"), list):
        value = value["data"]
    first: Any = value[0] if isinstance(value, list) and value else value
    keys = set(first) if isinstance(first, dict) else set()
    if {"external_id", "question", "kind"} <= keys:
        return "assay"
    if {"positive", "query"} <= keys:
        return "rgb"
    if {"evidence_list", "query"} <= keys:
        return "multihop-rag"
    if (
        "paragraphs" in keys
        or {"context", "question", "answers"} <= keys
        or {"context", "question", "is_impossible"} <= keys
    ):
        return "squad"
    return "traces" if _traced(keys) else "table"


def _traced(names: set[str]) -> bool:
    """Whether these are the fields or columns of exported traces."""
    return {"input", "output"} <= names or any("trace" in n.lower() or n.startswith("attributes") for n in names)


def columns(path: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """Column names and rows of a table of questions; rows that are no JSON object are left to `read_source`."""
    names, rows = _numbered(path)
    return names, [row for _, row in rows]


def _numbered(path: Path) -> tuple[list[str], list[tuple[int, dict[str, Any]]]]:
    """Column names and rows, each with the number a spreadsheet program shows beside it, or its place in the file."""
    if path.suffix.lower() in TABLES:
        sheet = read_sheet(path)
        return list(sheet.header), [(number, dict(row)) for number, row in sheet.rows]
    rows, _ = _objects(path)
    return list(dict.fromkeys(key for row in rows for key in row)), list(enumerate(rows, start=1))


def source_named(name: str) -> Source | None:
    """The reader of that name, None where it is a format of `convert` instead."""
    return _SOURCES.get(name)


def _table(path: Path, mapping: Mapping[str, str] | None) -> Found:
    names, rows = _numbered(path)
    chosen = dict(mapping or guess_mapping(names))
    unknown = sorted(set(chosen.values()) - set(names))
    if unknown or "question" not in chosen:
        what = f"there is no column {unknown[0]!r}" if unknown else "no column looks like the question"
        raise BadCall(
            f"{path}: {what}; columns are {', '.join(map(repr, names))}. Say which one holds the question (--column question=COLUMN)."
        )
    found = rows_from_table(rows, chosen, path.name)
    if path.suffix.lower() not in TABLES:
        found.refused += _objects(path)[1]
    return found


def _objects(path: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """JSON lines, or one JSON list of objects; lines that are neither are named."""
    text = read_input_text(path)
    whole = _json(text)
    if isinstance(whole, list):
        return [row for row in whole if isinstance(row, dict)], []
    rows, bad = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        row = _json(line) if line.strip() else {}
        if isinstance(row, dict):
            rows += [row] if row else []
        else:
            bad.append(f"line {number} of {path.name}: expected a JSON object, found “{line[:60]}”.")
    return rows, bad


def _whole(path: Path) -> Any:
    value = _json(read_input_text(path))
    return value if value is not None else _objects(path)[0]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _squad(path: Path, mapping: Mapping[str, str] | None) -> Found:
    return _guarded(lambda: read_squad(_whole(path), path.name), path, "squad")


def _rgb(path: Path, mapping: Mapping[str, str] | None) -> Found:
    rows, bad = _objects(path)
    found = _guarded(lambda: read_rgb(rows, path.name), path, "rgb")
    found.refused += bad
    return found


def _multihop_rag(path: Path, mapping: Mapping[str, str] | None) -> Found:
    rows, bad = _objects(path)
    found = _guarded(lambda: read_multihop_rag(rows, path.name), path, "multihop-rag")
    found.refused += bad
    return found


def _traces(path: Path, mapping: Mapping[str, str] | None) -> Found:
    if path.suffix.lower() in TABLES:
        return _guarded(lambda: read_traces(columns(path)[1], path.name), path, "traces")
    return _guarded(lambda: read_traces(_whole(path), path.name), path, "traces")


def _log(path: Path, mapping: Mapping[str, str] | None) -> Found:
    return read_log(read_input_text(path), path.name)


def _guarded(read: Callable[[], Found], path: Path, name: str) -> Found:
    try:
        return read()
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        # Files of other tools may have any shape; whatever a reader stumbles over is the file's fault.
        raise BadInput(
            f"{path} is not in the format {name} ({type(error).__name__}: {error}): check it, or name another format."
        ) from error


_SOURCES = {
    source.id: source
    for source in (
        Source("table", False, _table),
        Source("squad", False, _squad),
        Source("rgb", False, _rgb),
        Source("multihop-rag", False, _multihop_rag),
        Source("traces", True, _traces),
        Source("log", True, _log),
    )
}
SOURCES: Sequence[str] = tuple(_SOURCES)
