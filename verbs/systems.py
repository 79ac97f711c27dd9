"""Files that describe a system under test: kept in the workspace, and shown by one example before a run is paid for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from core.records import Answer, Item, Release
from core.store import Store
from verbs.workspace import SHIPPED_GOLDEN

if TYPE_CHECKING:
    from evaluation.systems.http import Exchange

BASELINES = ("bm25", "dense", "hybrid", "hybrid+rerank", "perfect")
SUFFIXES = {"answers": (".jsonl", ".json", ".txt", ".trec", ".run"), "http": (".toml",)}
# What a column of a foreign file can stand for, by the name our own format has for it.
TARGETS = ("item_id", "question", "text", "retrieved", "context")
_CARRIED = ("latency", "cost", "error", "top_k")
_SHOWN = 6000


@dataclass(frozen=True)
class Preview:
    """What a recorded file holds for a golden set: its format, how many items it answers, what is wrong, one example.

    `raw` is the example as it stands in the file; `columns` are the names its rows carry (none for a TREC run), and
    `read_as` says which of them was taken for what.
    """

    format: str
    answered: int
    missing: int
    notes: tuple[str, ...]
    item: Item | None
    answer: Answer | None
    raw: str = ""
    columns: tuple[str, ...] = ()
    read_as: dict[str, str] = field(default_factory=dict)


def keep_system_file(store: Store, kind: str, name: str, content: bytes) -> Path:
    """Keep an uploaded file under its name and a digest of its content, so that a resumed run reads the same file."""
    bare = PurePosixPath(name.replace("\\", "/"))
    folder = store.workspace / "systems" / kind
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{bare.stem or 'file'}-{hashlib.sha256(content).hexdigest()[:8]}{bare.suffix}"
    if not target.exists():
        part = target.with_suffix(target.suffix + ".part")
        part.write_bytes(content)
        part.replace(target)
    return target


def system_files(store: Store, kind: str, release: Release) -> list[Path]:
    """Files of this kind kept earlier, newest first, then the recorded answers that ship with the golden set."""
    folder = store.workspace / "systems" / kind
    kept = [path for path in folder.glob("*") if path.suffix in SUFFIXES[kind]] if folder.is_dir() else []
    shipped = sorted((SHIPPED_GOLDEN / release.name / "answers").glob("*.jsonl")) if kind == "answers" else []
    return [*sorted(kept, key=lambda path: -path.stat().st_mtime), *shipped]


def label_of(path: Path) -> str:
    """The name a file was uploaded under, without the digest."""
    stem, _, digest = path.stem.rpartition("-")
    return stem if stem and len(digest) == 8 and all(c in "0123456789abcdef" for c in digest) else path.stem


def preview_recorded(store: Store, release: Release, path: Path) -> Preview:
    """Read a recorded file against a golden set; BadInput when it cannot be of this set."""
    from evaluation.systems.trec_run import TrecRun
    from verbs.answering import find_kb, open_system

    file: Any = open_system(store, f"answers:{path}", release, find_kb(store, release, None), 1)
    missing = set(file.missing)
    items = [item for item in release.items if item.id not in missing]
    item = items[0] if items else None
    rows = {} if isinstance(file, TrecRun) else file.rows
    example = rows.get(item.id, {}) if item else {}
    columns = tuple(dict.fromkeys(str(key) for row in rows.values() for key in row))
    raw = json.dumps(example, ensure_ascii=False, indent=2) if rows else _head(path)
    return Preview(
        file.format, len(items), len(missing), file.notes, item, file.answer(item) if item else None, raw[:_SHOWN],
        columns, _read_as(columns),
    )  # fmt: skip


def columns_of(path: Path) -> tuple[tuple[str, ...], str]:
    """The names that the rows of a file carry, whether or not they can be used, and its first row as JSON."""
    from evaluation.systems.recorded import read_recorded

    rows = [row for _, row in read_recorded(path).rows[:50] if isinstance(row, Mapping)]
    first = json.dumps(rows[0], ensure_ascii=False, indent=2)[:_SHOWN] if rows else ""
    return tuple(dict.fromkeys(str(key) for row in rows for key in row)), first


def keep_mapped(store: Store, path: Path, mapping: Mapping[str, str]) -> Path:
    """The file's rows in our own format, each of `TARGETS` taken from the column named, kept beside the original."""
    from evaluation.systems.recorded import read_recorded

    made = []
    for _, row in read_recorded(path).rows:
        if not isinstance(row, Mapping):
            continue
        taken = {target: row[column] for target, column in mapping.items() if column and row.get(column) is not None}
        made.append({**taken, **{name: row[name] for name in _CARRIED if row.get(name) is not None}})
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made)
    return keep_system_file(store, "answers", f"{label_of(path)}-mapped.jsonl", text.encode())


def keep_endpoint(store: Store, name: str, values: Mapping[str, Any]) -> Path:
    """The description of an endpoint as a TOML file of the workspace; BadInput names what is wrong with it."""
    from evaluation.systems.http_config import as_toml, checked_config, compiled_paths

    config = checked_config(values, "This description of an endpoint")
    compiled_paths(config.response)
    return keep_system_file(store, "http", f"{name or 'endpoint'}.toml", as_toml(config).encode())


def try_http(release: Release, path: Path, mode: str = "end_to_end") -> tuple[Item, Exchange]:
    """Ask the endpoint the first answerable question of the golden set; with its golden context in generator mode."""
    from evaluation.systems.base import perfect_context
    from evaluation.systems.http import HttpSystem

    item = next((one for one in release.items if one.expected_reply == "answer"), release.items[0])
    system = HttpSystem.from_file(path)
    try:
        return item, system.examine(item, perfect_context(item) if mode == "generator" else ())
    finally:
        system.close()


def _read_as(columns: Sequence[str]) -> dict[str, str]:
    """Which column is taken for what, by the order in which names are tried."""
    from evaluation.systems.rows import ID_FIELDS, QUESTION_FIELDS, RETRIEVED_FIELDS, TEXT_FIELDS

    tried = (ID_FIELDS, QUESTION_FIELDS, TEXT_FIELDS, RETRIEVED_FIELDS, ("context",))
    return {
        target: next((name for name in names if name in columns), "")
        for target, names in zip(TARGETS, tried, strict=True)
    }


def _head(path: Path) -> str:
    """The first lines of a file."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        return "".join(line for line, _ in zip(lines, range(12), strict=False))
