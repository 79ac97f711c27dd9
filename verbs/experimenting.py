"""Experiment: retrievers, chunk grid and contextual prefixes on a golden set, as one call each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.clock import Clock, utc_now
from core.errors import BadCall
from core.records import Chunk, Document, KnowledgeBase, Release
from core.search.dense import EncoderLike
from core.search.index import METHODS as SEARCHES
from core.settings import Settings, load_settings
from core.store import Store, documents, reports
from evaluation.anchor import anchor
from evaluation.experiments import EXPERIMENTS
from evaluation.experiments.cache import Cells
from evaluation.experiments.chunk_grid import BUDGET, OVERLAPS, SIZES, SPLITTERS, Grid, Material, chunk_grid
from evaluation.experiments.contextual import contextual
from evaluation.experiments.measure import METRICS, STARTING_LINES, Questions, questions_of
from evaluation.experiments.prefix import FromHeadings, FromModel, Prefixer
from evaluation.experiments.retrievers import compare_retrievers
from verbs.golden_base import base_for
from verbs.opening import open_release
from verbs.prepare import Progress

TOPIC = "experiment"
_HEADINGS = "title, headings and opening of the document"


@dataclass(frozen=True)
class ExperimentOrder:
    """What an experiment is to do; what is left empty is the default of the experiment or of the settings.

    `lines` are the starting lines of `retrievers`; `sizes` (tokens), `overlaps` (shares of the size), `splitters`, `method`
    and `budget` (tokens) are the grid of `chunks`; `model_prefixes` lets the connected model write the prefixes of
    `contextual`, one call per chunk, in place of headings. `encoder` and `reranker` are names or folders of models.
    """

    name: str
    set: str
    seed: int = 0
    sample: int = 0
    lines: dict[str, float] | None = None
    sizes: Sequence[int] = ()
    overlaps: Sequence[float] = ()
    splitters: Sequence[str] = ()
    method: str = ""
    budget: int = 0
    model_prefixes: bool = False
    encoder: str = ""
    reranker: str = ""

    def grid(self, base: str) -> Grid:
        """The chunk grid, held against the chunking in use."""
        return Grid(
            self.sizes or SIZES, self.overlaps or OVERLAPS, self.splitters or SPLITTERS, self.method or "hybrid",
            self.budget or BUDGET, base,
        )  # fmt: skip


def experiment(
    workspace: Path | None,
    order: ExperimentOrder,
    *,
    golden: Path | None = None,
    encoder: EncoderLike | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Run `retrievers`, `chunks` or `contextual`; the machine form, which is kept. What was measured earlier is reused."""
    from verbs.workspace import open_workspace

    _check(order)
    store = open_workspace(workspace)
    release = open_release(store, order.set, golden)
    kb = base_for(store, release)
    release = open_release(store, order.set, golden)
    settings = load_settings(store)
    settings = settings.model_copy(
        update={name: given for name in ("encoder", "reranker") if (given := getattr(order, name))}
    )
    questions = _questions(store, kb, release, order)
    chosen = encoder or _encoder(settings)
    head = {
        "experiment": order.name, "set": f"{release.name}@{release.version}", "knowledge_base": kb.name,
        "chunking": settings.chunking, "seed": order.seed, "sample": order.sample, "encoder": chosen.name,
    }  # fmt: skip
    material = _material(store, kb, release, settings, chosen)
    if order.name == "retrievers":
        found = _retrievers(material, kb, settings, questions, order, progress, check_stop)
    elif order.name == "chunks":
        found = chunk_grid(material, questions, order.grid(settings.chunking), order.seed, progress, check_stop)
    else:
        prefixer, by = _prefixer(store, settings, order.model_prefixes)
        found = contextual(material, questions, settings.chunking, prefixer, by, order.seed, progress, check_stop)
    return reports.keep(store, TOPIC, f"{release.name}@{release.version}", clock(), {**head, **found})


def starting_lines(typed: Sequence[str]) -> dict[str, float] | None:
    """Lines typed as METRIC=VALUE over the defaults; None when none was typed."""
    lines = dict(STARTING_LINES)
    for one in typed:
        name, _, value = one.partition("=")
        try:
            lines[name.strip()] = float(value)
        except ValueError:
            raise BadCall(f"A starting line is typed as METRIC=VALUE, for example mrr=0.7, not {one!r}.") from None
    return lines if typed else None


def _check(order: ExperimentOrder) -> None:
    if order.name not in EXPERIMENTS:
        raise BadCall(f"Unknown experiment {order.name!r}; choose one of {', '.join(EXPERIMENTS)}.")
    unknown = [name for name in order.lines or {} if name not in METRICS]
    if unknown:
        raise BadCall(f"No starting line can be drawn for {unknown[0]!r}; choose from {', '.join(METRICS)}.")
    if order.method and order.method not in SEARCHES:
        raise BadCall(f"{order.method!r} is not a search method; choose one of {', '.join(SEARCHES)}.")
    bad = [share for share in order.overlaps if not 0 <= share < 1]
    if bad:
        raise BadCall(f"An overlap is a share of the chunk size from 0 to below 1, not {bad[0]:g}.")


def _questions(store: Store, kb: KnowledgeBase, release: Release, order: ExperimentOrder) -> Questions:
    from evaluation.sampling import sample_items

    found = questions_of(release, anchor(store, kb.id, release.items))
    if not order.sample or order.sample >= len(found.items):
        return found
    chosen = tuple(sample_items(found.items, order.sample, order.seed))
    note = f"A sample of {len(chosen)} of {len(found.items)} items with evidence (seed {order.seed})."
    return replace(found, items=chosen, notes=(*found.notes, note))


def _retrievers(
    material: Material, kb: KnowledgeBase, settings: Settings, questions: Questions, order: ExperimentOrder,
    progress: Progress | None, check_stop: Callable[[], None] | None,
) -> dict[str, Any]:  # fmt: skip
    from core.search import SearchIndex
    from verbs.prepare import chunk

    store = material.store
    chunk(store, kb, settings.chunking)
    index = SearchIndex.build(store, kb.id, settings.chunking, material.encoder, reranker=settings.reranker)
    kept = Cells(store)

    def keep(method: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        key = {
            "experiment": "retrievers", "kb": kb.id, "fingerprint": kb.fingerprint, "set": material.release_hash,
            "items": [i.id for i in questions.items], "encoder": material.encoder.name, "chunking": settings.chunking,
            "reranker": settings.reranker if method == "hybrid+rerank" else "", "method": method,
        }  # fmt: skip
        return kept.get(key, make)

    def tick(done: int, total: int, what: str) -> None:
        if check_stop:
            check_stop()
        if progress:
            progress(done, total, what)

    found = compare_retrievers(index, questions, settings.reranker, order.lines, order.seed, tick, keep)
    return {"reranker": settings.reranker, **found, "reused_cells": kept.reused}


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
        return FromHeadings(), _HEADINGS
    client = client_from_settings(settings, store)
    if client is None:
        raise BadCall(
            "Prefixes by a model need a connected model: set one in Settings, or leave the option off to use headings."
        )
    return FromModel(client), client.model


def _encoder(settings: Settings) -> EncoderLike:
    from core.embeddings import encoder

    return encoder(settings.encoder)
