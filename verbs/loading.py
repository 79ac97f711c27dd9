"""Load, chunk and sample from the command line: names to stores, steps that are missing first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.clock import utc_now
from core.errors import BadInput
from core.records import LoadReport
from core.settings import load_settings, save_settings
from core.store import documents, knowledge_bases
from verbs.prepare import Progress, chunk, load_and_chunk
from verbs.workspace import open_workspace


def load(
    workspace: Path | None, kb_name: str | None, folder: Path, progress: Progress | None = None
) -> list[LoadReport]:
    """Load a folder (or one file); the knowledge base is named after the folder unless a name is given."""
    store = open_workspace(workspace)
    if not folder.exists():
        raise BadInput(f"{folder} does not exist: give a folder of documents, or one document.")
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
    return dict(report.model_dump(mode="json"))


def sample(workspace: Path | None, kb_name: str | None, n: int, strategy: str, seed: int) -> dict[str, Any]:
    """The seeded sample that drafting would draw, with what was left out."""
    from builder.sample import sample_from_store

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    chunking = load_settings(store).chunking
    chunk(store, kb, chunking)
    chosen, report = sample_from_store(store, kb.id, chunking, n, seed=seed, strategy=strategy)
    rows = [
        {
            "id": c.id,
            "source": documents.get(store, c.document_id).source,
            "start": c.start,
            "end": c.end,
            "headings": list(c.headings),
        }
        for c in chosen
    ]
    return {"chunks": rows, "report": report.model_dump(mode="json")}


def _default_name(folder: Path, existing: list[str]) -> str:
    """The only knowledge base there is, else one named after the folder."""
    if len(existing) == 1:
        return existing[0]
    return (folder.resolve().name if folder.is_dir() else folder.resolve().parent.name) or "default"
