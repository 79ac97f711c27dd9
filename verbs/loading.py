"""Load, chunk and sample from the command line: names to stores, steps that are missing first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from core.clock import utc_now
from core.errors import BadInput
from core.records import LoadReport
from core.settings import load_settings, save_settings
from core.store import Store, documents, knowledge_bases
from verbs.prepare import Progress, chunk, load_and_chunk
from verbs.workspace import open_workspace

if TYPE_CHECKING:
    from builder.sample import Strategy


def load(
    workspace: Path | None, kb_name: str | None, folder: Path, progress: Progress | None = None
) -> list[LoadReport]:
    """Load a folder (or one file); the knowledge base is named after the folder unless a name is given."""
    from builder.load import require_documents

    store = open_workspace(workspace)
    if not folder.exists():
        raise BadInput(f"{folder} does not exist: give a folder of documents, or one document.")
    if not folder.is_file():
        require_documents(folder)  # before a knowledge base is made for it
    name = kb_name or _default_name(folder, [kb.name for kb in knowledge_bases.list_all(store)])
    kb = knowledge_bases.find_or_create(store, name, utc_now)
    return load_and_chunk(store, kb, folder, utc_now, progress)


def rechunk(
    workspace: Path | None, kb_name: str | None, chunking: str, progress: Progress | None = None
) -> dict[str, Any]:
    """Chunk the knowledge base; a chunking given becomes the workspace's own."""
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    settings = load_settings(store)
    report = chunk(store, kb, chunking or settings.chunking, progress)
    if chunking:
        save_settings(store, settings.model_copy(update={"chunking": chunking}))
    return {**asdict(report), "chunking": str(report.chunking)} if hasattr(report, "chunking") else asdict(report)


def sample(workspace: Path | None, kb_name: str | None, n: int, strategy: str, seed: int) -> dict[str, Any]:
    """The seeded sample that drafting would draw, with what was left out."""
    from builder.sample import chunk_meta, sample_chunks
    from core.store import chunks as chunk_store

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    chunking = load_settings(store).chunking
    chunk(store, kb, chunking)
    sources = {stamp[0]: source for source, stamp in documents.stamps(store, kb.id).items()}
    cards = (chunk_meta(c, sources[c.document_id]) for c in chunk_store.iterate(store, kb.id, chunking))
    ids, report = sample_chunks(cards, n, seed, cast("Strategy", strategy), vectors=_vectors(store))
    rows = [
        {"id": c.id, "source": sources[c.document_id], "start": c.start, "end": c.end, "headings": list(c.headings)}
        for c in chunk_store.get_many(store, ids)
    ]
    return {"chunks": rows, "report": report.model_dump(mode="json")}


def _vectors(store: Store) -> Callable[[Sequence[str]], Any]:
    """Embeddings of chunk ids, for the strategies that look at topics."""
    from core.embeddings import encoder
    from core.store import chunks as chunk_store

    def vectors(ids: Sequence[str]) -> Any:
        return encoder(load_settings(store).encoder).encode([c.text for c in chunk_store.get_many(store, ids)])

    return vectors


def _default_name(folder: Path, existing: list[str]) -> str:
    """The only knowledge base there is, else one named after the folder."""
    if len(existing) == 1:
        return existing[0]
    return (folder.resolve().name if folder.is_dir() else folder.resolve().parent.name) or "default"
