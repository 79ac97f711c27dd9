"""Documents and chunks made ready: the steps that every later verb needs first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.clock import Clock
from core.errors import BadCall
from core.records import KnowledgeBase, LoadReport
from core.search import SearchIndex
from core.settings import Settings, load_settings
from core.store import Store, documents, knowledge_bases

Progress = Callable[[int, int, str], None]


def load_and_chunk(
    store: Store,
    kb: KnowledgeBase,
    folder: Path,
    clock: Clock,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
    password: str = "",
) -> list[LoadReport]:
    """Load a folder (or one file) into a knowledge base and chunk what is new; one report per file."""
    from builder.load import load_file, load_folder
    from verbs.upkeep import look_after

    if folder.is_file():
        reports = load_file(store, kb, folder, password=password)
    else:
        reports = list(load_folder(store, kb, folder, clock, progress, check_stop, password))
    knowledge_bases.refresh_fingerprint(store, kb.id)
    if documents.count(store, kb.id):
        chunk(store, kb, load_settings(store).chunking, progress, check_stop)
        look_after(store, kb, clock, progress, check_stop)
    return reports


def chunk(
    store: Store,
    kb: KnowledgeBase,
    chunking: str,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> Any:
    """Chunk every document that has no chunks of this chunking yet; the report gives counts and lengths."""
    from builder.chunk import chunk_documents

    nothing = documents.no_text(store, kb.id)
    if nothing:
        raise BadCall(f"Knowledge base {kb.name!r}: {nothing}")
    if not documents.count(store, kb.id):
        raise BadCall(
            f"The knowledge base {kb.name!r} holds no documents yet: load a folder first (cli.py load DIR --kb {kb.name})."
        )
    return chunk_documents(store, kb.id, chunking, progress=progress, check_stop=check_stop)


def open_index(
    store: Store,
    kb: KnowledgeBase,
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SearchIndex:
    """The search index under the workspace's chunking, made first if it is missing."""
    from core.embeddings import encoder

    settings = settings or load_settings(store)
    chunk(store, kb, settings.chunking)
    return SearchIndex.build(
        store, kb.id, settings.chunking, encoder(settings.encoder), reranker=settings.reranker, progress=progress
    )
