"""Load, chunk, sample and coverage: names to stores, steps that are missing first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from core.clock import utc_now
from core.errors import BadCall, BadInput
from core.records import Document, KnowledgeBase, LoadReport
from core.settings import load_settings, save_settings
from core.store import Store, documents, knowledge_bases
from verbs.prepare import Progress, chunk, load_and_chunk, open_index
from verbs.workspace import open_workspace

if TYPE_CHECKING:
    from builder.coverage import Coverage
    from builder.sample import Strategy

_BATCH = 400
# Bars of a distribution of lengths.
_STEPS = 10


def load(
    workspace: Path | None,
    kb_name: str | None,
    folder: Path,
    progress: Progress | None = None,
    *,
    rows: bool = False,
    password: str = "",
) -> list[LoadReport]:
    """Load a folder (or one file); the knowledge base is named after the folder unless a name is given.

    With `rows` the file holds passages chunked elsewhere: their ids are kept, and the workspace's chunking becomes "own".
    """
    from builder.load import require_documents

    store = open_workspace(workspace)
    if not folder.exists():
        raise BadInput(f"{folder} does not exist: give a folder of documents, or one document.")
    if not folder.is_file():
        require_documents(folder)  # before a knowledge base is made for it
    name = kb_name or _default_name(folder, [kb.name for kb in knowledge_bases.list_all(store)])
    if rows:
        return _load_rows(store, name, folder, progress)
    kb = knowledge_bases.find_or_create(store, name, utc_now)
    return load_and_chunk(store, kb, folder, utc_now, progress, password=password)


def _load_rows(store: Store, name: str, file: Path, progress: Progress | None) -> list[LoadReport]:
    from builder.load.rows import rows_of

    if not file.is_file():
        raise BadCall(f"{file} is a folder: rows of passages are one JSON, JSONL, CSV, TSV or XLSX file.")
    rows_of(file)  # before a knowledge base is made for it
    return load_passages(store, knowledge_bases.find_or_create(store, name, utc_now), [file], progress)


def load_passages(
    store: Store, kb: KnowledgeBase, files: Sequence[Path], progress: Progress | None = None
) -> list[LoadReport]:
    """Load files of passages cut elsewhere, ids kept; the workspace's chunking becomes "own"."""
    from builder.load import load_rows
    from builder.load.rows import rows_of
    from verbs.upkeep import look_after

    reports = [report for file in files for report in load_rows(store, kb, rows_of(file), file.name)]
    save_settings(store, load_settings(store).model_copy(update={"chunking": "own"}))
    chunk(store, kb, "own", progress)
    look_after(store, kb, utc_now, progress)
    return reports


def rechunk(
    workspace: Path | None, kb_name: str | None, chunking: str, progress: Progress | None = None
) -> dict[str, Any]:
    """Chunk the knowledge base; a chunking given becomes the workspace's own."""
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    settings = load_settings(store)
    report = chunk(store, kb, chunking or settings.chunking, progress)
    if chunking:
        # As it was understood, not as it was typed: chunks are looked up by this name.
        save_settings(store, settings.model_copy(update={"chunking": report.chunking}))
    return asdict(report)


def preview_chunks(workspace: Path | None, kb_name: str | None, source: str, chunking: str) -> dict[str, Any]:
    """Where a chunking would cut one document, and how long its chunks would be; nothing is stored."""
    from builder.chunk import Chunking, preview
    from builder.chunk.units import measure

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    document = _document_named(store, kb, source)
    chunking = str(Chunking.parse(chunking or load_settings(store).chunking))
    made = preview(document, chunking)
    rows = [
        {"start": c.start, "end": c.end, "tokens": measure(c.text), "headings": list(c.headings), "text": c.text}
        for c in made.chunks
    ]
    counts = [row["tokens"] for row in rows]
    return {
        "source": document.source, "chunking": chunking, "characters": len(document.text), "chunks": rows,
        "tokens": asdict(made.tokens), "distribution": _distribution(cast("list[int]", counts)),
    }  # fmt: skip


def _document_named(store: Store, kb: KnowledgeBase, source: str) -> Document:
    """The document of this source, or the only one whose source ends so."""
    found = documents.by_source(store, kb.id, source)
    if found is not None:
        return found
    sources = sorted(documents.stamps(store, kb.id))
    like = [s for s in sources if s.endswith(f"/{source}")] or [s for s in sources if source in s]
    if len(like) == 1:
        return documents.get(store, documents.stamps(store, kb.id)[like[0]][0])
    said = f"several documents match: {', '.join(like[:5])}" if like else f"there are {len(sources)}, such as {', '.join(sources[:3])}"  # fmt: skip
    raise BadCall(
        f"No one document of {kb.name!r} is called {source!r}; {said}. Give its source as `cli.py load` names it."
    )


def _distribution(counts: list[int]) -> list[dict[str, int]]:
    """How many chunks have so many tokens, in at most ten steps of equal width."""
    if not counts:
        return []
    step = max(1, -(-(max(counts) + 1) // _STEPS))
    return [
        {"from": low, "to": low + step - 1, "chunks": sum(low <= c < low + step for c in counts)}
        for low in range(min(counts) // step * step, max(counts) + 1, step)
    ]


def sample(
    workspace: Path | None, kb_name: str | None, n: int, strategy: str, seed: int, pick: Sequence[str] = ()
) -> dict[str, Any]:
    """The seeded sample that drafting would draw, with what was left out."""
    from builder.card_source import cards_of, encoded
    from builder.sample import sample_chunks
    from core.embeddings import encoder
    from core.store import chunks as chunk_store

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    settings = load_settings(store)
    chunk(store, kb, settings.chunking)
    ids, report = sample_chunks(
        cards_of(store, kb.id, settings.chunking), n, seed, cast("Strategy", strategy), pick=pick,
        vectors=lambda wanted: encoded(store, encoder(settings.encoder))(wanted),
    )  # fmt: skip
    sources = {stamp[0]: source for source, stamp in documents.stamps(store, kb.id).items()}
    rows = [
        {"id": c.id, "source": sources[c.document_id], "start": c.start, "end": c.end, "headings": list(c.headings)}
        for begin in range(0, len(ids), _BATCH)
        for c in chunk_store.get_many(store, ids[begin : begin + _BATCH])
    ]
    return {"chunks": rows, "report": report.model_dump(mode="json")}


def coverage_of(store: Store, kb: KnowledgeBase, seed: int = 0) -> Coverage:
    """What the items cover of the documents, their sections and topics; the index is made first where it is missing."""
    from builder.card_source import cards_of, texts_of
    from builder.coverage import coverage as picture

    index = open_index(store, kb)
    cards = cards_of(store, kb.id, load_settings(store).chunking)
    return picture(cards, index.vectors, partial(texts_of, store), seed)


def coverage(workspace: Path | None, kb_name: str | None, seed: int) -> dict[str, Any]:
    """The machine form of the picture of coverage, with what has passages and no item."""
    store = open_workspace(workspace)
    found = coverage_of(store, knowledge_bases.find(store, kb_name), seed)
    lacking = {
        "documents": [place.name for place in found.lacking(found.documents)],
        "sections": [{"source": p.name, "heading": p.heading} for p in found.lacking(found.sections)],
        "topics": [place.name for place in found.lacking(found.topics)],
    }
    return {**found.model_dump(mode="json"), "lacking": lacking}


def _default_name(folder: Path, existing: list[str]) -> str:
    """The only knowledge base there is, else one named after the folder."""
    if len(existing) == 1:
        return existing[0]
    return (folder.resolve().name if folder.is_dir() else folder.resolve().parent.name) or "default"
