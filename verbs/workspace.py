"""Opening a workspace and making the sample knowledge bases ready in it."""

from __future__ import annotations

import os
from pathlib import Path

from core.clock import Clock, utc_now
from core.records import KnowledgeBase
from core.store import Store, knowledge_bases

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "datasets" / "samples"
SHIPPED_GOLDEN = ROOT / "datasets" / "golden"


def default_workspace() -> Path:
    """ASSAY_WORKSPACE, else the folder `workspace` where the command runs."""
    return Path(os.environ.get("ASSAY_WORKSPACE") or "workspace")


def open_workspace(path: Path | str | None = None) -> Store:
    """The store of a workspace folder, made if it is missing."""
    return Store(Path(path) if path else default_workspace()).keep_open()


def golden_dirs(store: Store, extra: Path | None = None) -> list[Path]:
    """Where releases are looked for: the folder given, the workspace's own, then those shipped."""
    return [folder for folder in (extra, store.golden_dir, SHIPPED_GOLDEN) if folder]


def sample_names() -> list[str]:
    """The sample knowledge bases that ship, by folder name."""
    if not SAMPLES.is_dir():
        return []
    return sorted(folder.name for folder in SAMPLES.iterdir() if folder.is_dir())


def sample_for(language: str) -> str:
    """The sample knowledge base of a language (`en` or `zh`)."""
    return next(name for name in sample_names() if name.endswith(f"-{language}"))


def load_sample(store: Store, name: str, clock: Clock = utc_now) -> KnowledgeBase:
    """One sample knowledge base, loaded and chunked in the workspace; quick when it is there already."""
    from verbs.prepare import load_and_chunk

    kb = knowledge_bases.find_or_create(store, name, clock)
    load_and_chunk(store, kb, SAMPLES / name, clock)
    return knowledge_bases.find(store, name)


def load_samples(store: Store, clock: Clock = utc_now) -> list[KnowledgeBase]:
    """All sample knowledge bases, ready to use."""
    return [load_sample(store, name, clock) for name in sample_names()]
