"""Experiment: retrievers, chunk grid and contextual prefixes on a golden set, as one call each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.records import Chunk, Document, KnowledgeBase, Release
from core.search.dense import EncoderLike
from core.settings import Settings, load_settings
from core.store import Store, documents
from evaluation.anchor import anchor
from evaluation.experiments import EXPERIMENTS
from evaluation.experiments.chunk_grid import Grid, Material, chunk_grid
from evaluation.experiments.contextual import contextual
from evaluation.experiments.measure import Questions, questions_of
from evaluation.experiments.prefix import Prefixer, from_headings, from_model
from evaluation.experiments.retrievers import compare_retrievers
from verbs.golden_base import base_for
from verbs.opening import open_release
from verbs.prepare import Progress

_HEADINGS = "title, headings and opening of the document"


def experiment(
    workspace: Path | None,
    name: str,
    set_: str,
    *,
    golden: Path | None = None,
    seed: int = 0,
    grid: Grid | None = None,
    lines: dict[str, float] | None = None,
    model_prefixes: bool = False,
    encoder: EncoderLike | None = None,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Run `retrievers`, `chunks` or `contextual`; the machine form. Cells made earlier are reused.

    `lines` replaces the starting lines, `grid` the chunk grid; `model_prefixes` lets the connected model write the prefixes
    of `contextual` (one call per chunk) in place of headings.
    """
    from verbs.workspace import open_workspace

    if name not in EXPERIMENTS:
        raise BadCall(f"Unknown experiment {name!r}; choose one of {', '.join(EXPERIMENTS)}.")
    store = open_workspace(workspace)
    release = open_release(store, set_, golden)
    kb = base_for(store, release)
    release = open_release(store, set_, golden)
    settings = load_settings(store)
    questions = questions_of(release, anchor(store, kb.id, release.items))
    head = {
        "experiment": name, "set": f"{release.name}@{release.version}", "knowledge_base": kb.name, "chunking": settings.chunking,
        "seed": seed,
    }  # fmt: skip
    chosen = encoder or _encoder(settings)
    head["encoder"] = chosen.name
    if name == "retrievers":
        found = _retrievers(store, kb, settings, questions, chosen, lines, seed, progress)
    else:
        material = _material(store, kb, release, settings, chosen)
        if name == "chunks":
            grid = grid or Grid(base=settings.chunking)
            found = chunk_grid(material, questions, grid, seed, progress, check_stop)
        else:
            prefixer, by = _prefixer(store, settings, model_prefixes)
            found = contextual(material, questions, settings.chunking, prefixer, by, seed, progress, check_stop)
    return {**head, **found}


def _retrievers(
    store: Store, kb: KnowledgeBase, settings: Settings, questions: Questions, encoder: EncoderLike,
    lines: dict[str, float] | None, seed: int, progress: Progress | None,
) -> dict[str, Any]:  # fmt: skip
    from core.search import SearchIndex
    from verbs.prepare import chunk

    chunk(store, kb, settings.chunking)
    index = SearchIndex.build(store, kb.id, settings.chunking, encoder, reranker=settings.reranker)
    return {
        "reranker": settings.reranker,
        **compare_retrievers(index, questions, settings.reranker, lines, seed, progress),
    }


def _material(store: Store, kb: KnowledgeBase, release: Release, settings: Settings, encoder: EncoderLike) -> Material:
    from builder.chunk import chunk_text

    def all_documents() -> Iterable[Document]:
        return documents.iterate(store, kb.id)

    def cut(document: Document, chunking: str) -> list[Chunk]:
        return chunk_text(document, chunking)

    return Material(store, kb.id, kb.fingerprint, release.content_hash, all_documents, cut, encoder, settings.reranker)


def _prefixer(store: Store, settings: Settings, model: bool) -> tuple[Prefixer, str]:
    from core.model.connect import client_from_settings

    if not model:
        return from_headings, _HEADINGS
    client = client_from_settings(settings, store)
    if client is None:
        raise BadCall(
            "Prefixes by a model need a connected model: set one in Settings, or leave the option off to use headings."
        )
    return from_model(client), client.model


def _encoder(settings: Settings) -> EncoderLike:
    from core.embeddings import encoder

    return encoder(settings.encoder)
