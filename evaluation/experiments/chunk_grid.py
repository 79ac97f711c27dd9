"""Chunk sizes × overlaps × splitters on one golden set: at equal k and at equal context tokens, with size and seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.records import Chunk, Document, Evidence
from core.search.dense import EncoderLike
from core.stats.figures import change, mean_of
from core.store import Store
from core.text.tokens import count_tokens
from evaluation.experiments.cache import Cells
from evaluation.experiments.cell_index import CellIndex
from evaluation.experiments.measure import METRICS, Questions, measure, token_metrics

SIZES = (64, 128, 256, 512, 1024)
OVERLAPS = (0.0, 0.125)
SPLITTERS = ("markdown", "sentence", "fixed")
BUDGET = 1000
_DEEP = 60

Cut = Callable[[Document, str], list[Chunk]]


@dataclass(frozen=True)
class Grid:
    """What is swept; overlaps are shares of the size. `base` is the chunking in use, which the others are held against."""

    sizes: Sequence[int] = SIZES
    overlaps: Sequence[float] = OVERLAPS
    splitters: Sequence[str] = SPLITTERS
    method: str = "hybrid"
    budget: int = BUDGET
    base: str = "markdown:256:32"

    def chunkings(self) -> list[str]:
        """Every cell as a chunking is typed, the base among them."""
        cells = [f"{s}:{size}:{round(size * o)}" for s in self.splitters for o in self.overlaps for size in self.sizes]
        return list(dict.fromkeys([*cells, self.base]))


@dataclass(frozen=True)
class Material:
    """The documents of one knowledge base, how to cut and embed them, and where cells are kept."""

    store: Store
    kb_id: str
    fingerprint: str
    release_hash: str
    documents: Callable[[], Iterable[Document]]
    cut: Cut
    encoder: EncoderLike
    reranker: str = ""


def chunk_grid(
    material: Material, questions: Questions, grid: Grid, seed: int = 0,
    progress: Callable[[int, int, str], None] | None = None, check_stop: Callable[[], None] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """A cell per chunking, and advice; cells made earlier for the same base, set and encoder are reused."""
    kept = Cells(material.store)
    cells: list[dict[str, Any]] = []
    chunkings = grid.chunkings()
    for done, chunking in enumerate(chunkings):
        if check_stop:
            check_stop()
        if progress:
            progress(done, len(chunkings), chunking)
        make = partial(_cell, material, questions, grid, chunking)
        cells.append(kept.get(_key(material, questions, grid, chunking), make))
    if progress:
        progress(len(chunkings), len(chunkings), "done")
    return {
        "n": len(questions.items),
        "method": grid.method,
        "budget_tokens": grid.budget,
        "cells": [_shown(cell, seed) for cell in cells],
        "advice": advice(cells, grid, seed),
        "moved_evidence": moved_evidence(questions),
        "reused_cells": kept.reused,
        "notes": [*questions.notes, "Seconds of indexing leave out texts that another cell had embedded already."],
    }


def advice(cells: Sequence[dict[str, Any]], grid: Grid, seed: int = 0) -> dict[str, Any]:
    """The best chunking at equal context tokens, the ones that cannot be told from it, and what it would gain."""
    target = token_metrics(grid.budget)[0]
    # Among equals the chunking in use stays, then the smaller index wins.
    best = max(
        cells,
        key=lambda cell: (
            mean_of(cell["values"][target])["value"] or 0.0,
            cell["chunking"] == grid.base,
            -cell["chunks"],
        ),
    )
    against = {
        c["chunking"]: change(c["values"][target], best["values"][target], seed=seed) for c in cells if c is not best
    }
    same = [name for name, delta in against.items() if delta["low"] is None or delta["low"] <= 0]
    base = against.get(grid.base)
    return {
        "metric": target,
        "best": best["chunking"],
        "not_distinguishable": same,
        "gain_over_base": {"base": grid.base, **base} if base else None,
        "sentence": _sentence(best["chunking"], grid.base, target, base, len(same), len(against)),
    }


def _sentence(best: str, base: str, target: str, gain: dict[str, Any] | None, same: int, others: int) -> str:
    if gain is None:
        return f"The chunking in use, {base}, is the best of the grid by {target}."
    found = f"{best} is best by {target}: {gain['value']:+.3f} against {base} (95 % interval {gain['low']:+.3f} to {gain['high']:+.3f}, n = {gain['n']})"
    if gain["low"] is None or gain["low"] <= 0:
        return f"{found}. This does not tell it from the chunking in use: keep {base}, or add items."
    return f"{found}. {same} of {others} other chunkings cannot be told from it; it was chosen after looking, so confirm it on fresh items."


def _cell(material: Material, questions: Questions, grid: Grid, chunking: str) -> dict[str, Any]:
    started = time.monotonic()
    chunks = [chunk for document in material.documents() for chunk in material.cut(document, chunking)]
    cut = time.monotonic()
    folder = material.store.workspace / "experiments" / "index" / material.kb_id
    index = CellIndex(chunks, [c.text for c in chunks], material.encoder, folder, chunking, reranker=material.reranker)
    built = time.monotonic()
    measured = measure(index, questions, grid.method, _DEEP, METRICS, grid.budget)
    return {
        "chunking": chunking,
        "chunks": len(chunks),
        "mean_tokens": round(sum(count_tokens(c.text) for c in chunks) / len(chunks), 1),
        "index_bytes": index.size,
        "seconds": {
            "chunk": round(cut - started, 2), "index": round(built - cut, 2),
            "per_query": round(measured.seconds / max(1, measured.queries), 4),
        },
        "split_evidence": split_evidence(chunks, questions),
        "values": measured.values,
    }  # fmt: skip


def split_evidence(chunks: Sequence[Chunk], questions: Questions) -> list[dict[str, Any]]:
    """Evidence that no chunk holds whole, for a person to look at."""
    by_document: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_document.setdefault(chunk.document_id, []).append(chunk)

    def pieces(evidence: Evidence) -> int:
        near = [
            c for c in by_document.get(evidence.document_id, ()) if c.start < evidence.end and evidence.start < c.end
        ]
        return 1 if any(c.start <= evidence.start and evidence.end <= c.end for c in near) else len(near)

    return [
        {"item": item.id, "source": e.source, "quote": e.quote[:120], "pieces": count}
        for item in questions.items
        for e in questions.anchors.of(item)
        if (count := pieces(e)) != 1
    ]


def moved_evidence(questions: Questions) -> list[dict[str, Any]]:
    """Evidence of documents that changed since the release, with its place then and now, for a person to look at."""
    return [
        {"item": item.id, "source": old.source, "quote": old.quote[:120], "then": [old.start, old.end], "now": [new.start, new.end]}
        for item in questions.items
        for old, new in zip(item.evidence, questions.anchors.of(item), strict=True)
        if (old.start, old.end) != (new.start, new.end)
    ]  # fmt: skip


def _shown(cell: dict[str, Any], seed: int) -> dict[str, Any]:
    splitter, _, rest = cell["chunking"].partition(":")
    size, _, overlap = rest.partition(":")
    return {
        **{name: value for name, value in cell.items() if name != "values"},
        "splitter": splitter,
        "size": int(size) if size else None,
        "overlap": int(overlap) if overlap else 0,
        "metrics": {name: mean_of(values, seed=seed) for name, values in cell["values"].items()},
    }


def _key(material: Material, questions: Questions, grid: Grid, chunking: str) -> dict[str, Any]:
    return {
        "experiment": "chunks", "kb": material.kb_id, "fingerprint": material.fingerprint, "set": material.release_hash,
        "items": [i.id for i in questions.items], "encoder": material.encoder.name, "method": grid.method, "budget": grid.budget,
        "reranker": material.reranker if grid.method == "hybrid+rerank" else "", "chunking": chunking,
    }  # fmt: skip
