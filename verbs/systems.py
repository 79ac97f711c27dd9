"""Files that describe a system under test: kept in the workspace, and shown by one example before a run is paid for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.records import Answer, Item, Release
from core.settings import Settings
from core.store import Store
from verbs.workspace import SHIPPED_GOLDEN

BASELINES = ("bm25", "dense", "hybrid", "hybrid+rerank", "perfect")
SUFFIXES = {"answers": (".jsonl", ".json"), "http": (".toml",)}


@dataclass(frozen=True)
class Preview:
    """What a file of answers holds for a golden set: how many items it answers, what is wrong, and one example."""

    answered: int
    missing: int
    notes: tuple[str, ...]
    item: Item | None
    answer: Answer | None


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


def preview_answers(release: Release, path: Path) -> Preview:
    """Read an answers file against a golden set; BadInput when no row can be used."""
    from evaluation.systems.answers_file import AnswersFile

    file = AnswersFile(path, release.items)
    missing = set(file.missing)
    item = next((item for item in release.items if item.id not in missing), None)
    answered = len(release.items) - len(missing)
    return Preview(answered, len(missing), file.notes, item, file.answer(item) if item else None)


def try_http(release: Release, path: Path) -> Preview:
    """Ask the endpoint the first question of the golden set."""
    from evaluation.systems.http import HttpSystem

    system = HttpSystem.from_file(path)
    item = release.items[0]
    answer = system.answer(item)
    return Preview(0 if answer.error else 1, 0, (), item, answer)


def estimate(settings: Settings, items: int, mode: str, system: str) -> dict[str, float] | None:
    """Calls of the connected model, seconds and cost of a run at most; None where no model would be called.

    A rough upper line: one call to answer where a baseline answers, and four to judge, of 2,500 tokens each.
    """
    if not settings.has_model or mode == "retriever":
        return None
    answering = 1 if system in BASELINES else 0
    calls = items * (answering + 4 * settings.repeats)
    tokens_in, tokens_out = calls * 2500, calls * 300
    cost = tokens_in / 1e6 * settings.price_in + tokens_out / 1e6 * settings.price_out
    return {"calls": calls, "seconds": calls * 5 / settings.concurrency, "cost": cost, "tokens": tokens_in + tokens_out}
