"""Contextual retrieval: every chunk searched with and without a prefix that says where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from core.records import Chunk
from core.stats.figures import change, mean_of
from core.text.tokens import count_tokens
from evaluation.experiments.cache import Cells
from evaluation.experiments.cell_index import CellIndex
from evaluation.experiments.chunk_grid import Material
from evaluation.experiments.measure import Questions, Values, measure
from evaluation.experiments.prefix import Prefixer
from evaluation.experiments.retrievers import NO_RERANKER

KS = (5, 10, 20)
# Reductions of the failure rate at 20 against plain embeddings, as published in September 2024 by Anthropic.
PUBLISHED = {"embeddings": 0.35, "embeddings + BM25": 0.49, "embeddings + BM25 + rerank": 0.67}
METHODS = {
    "BM25": "bm25",
    "embeddings": "dense",
    "embeddings + BM25": "hybrid",
    "embeddings + BM25 + rerank": "hybrid+rerank",
}
RERANKED = 150
FEW_FAILURES = 10
_RESAMPLES = 2000


def contextual(
    material: Material, questions: Questions, chunking: str, prefixer: Prefixer, prefix_by: str, seed: int = 0,
    progress: Callable[[int, int, str], None] | None = None, check_stop: Callable[[], None] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Failure rates (1 − recall at k) with and without prefixes, and the reduction against plain embeddings."""
    kept = Cells(material.store)
    sides: dict[str, dict[str, Any]] = {}
    for number, side in enumerate(("without", "with")):
        tick = partial(_tick, number, side, progress, check_stop)
        tick(0, 1)
        sides[side] = kept.get(
            _key(material, questions, chunking, prefix_by if side == "with" else ""),
            partial(_side, material, questions, chunking, prefixer if side == "with" else None, tick),
            keep=lambda made: not made["notes"],
        )
    if progress:
        progress(2, 2, "done")
    return {
        "n": len(questions.items),
        "chunking": chunking,
        "chunks": sides["with"]["chunks"],
        "prefix": {"by": prefix_by, **sides["with"]["prefixes"]},
        "rows": [_row(name, sides, seed) for name in METHODS],
        "published": {
            "at": 20,
            "reductions": PUBLISHED,
            "source": "Contextual Retrieval, Anthropic, 2024-09-19; 5.7 % → 3.7, 2.9, 1.9 %",
        },
        "reranked": RERANKED if material.reranker else None,
        "seconds": {side: found["seconds"] for side, found in sides.items()},
        "notes": [*questions.notes, *sides["with"]["notes"], *_notes(sides)],
    }


def reduction(plain: Values, other: Values, seed: int = 0) -> dict[str, Any]:
    """By how much the failure rate falls, as a share of the plain one, with a bootstrap interval over items."""
    common = [k for k in plain if plain[k] is not None and other.get(k) is not None]
    a, b = (np.array([side[k] for k in common], dtype=np.float64) for side in (plain, other))
    if not len(common) or not a.sum():
        return {
            "value": None,
            "n": len(common),
            "low": None,
            "high": None,
            "reason": "plain embeddings fail on no item",
        }
    if a.sum() < FEW_FAILURES:
        # Resampling a handful of failures shows far less spread than there is.
        reason = f"plain embeddings fail on {a.sum():g} items, too few for an interval"
        return {
            "value": round(float(1 - b.sum() / a.sum()), 4),
            "n": len(common),
            "low": None,
            "high": None,
            "reason": reason,
        }
    picks = np.random.default_rng(seed).integers(0, len(common), size=(_RESAMPLES, len(common)))
    before, after = a[picks].sum(axis=1), b[picks].sum(axis=1)
    ratios = 1 - after[before > 0] / before[before > 0]
    low, high = np.quantile(ratios, [0.025, 0.975])
    return {
        "value": round(float(1 - b.sum() / a.sum()), 4),
        "n": len(common),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
    }


def _tick(
    number: int, side: str, progress: Callable[[int, int, str], None] | None, check_stop: Callable[[], None] | None, done: int, total: int
) -> None:  # fmt: skip
    """Progress within one of the two sides as progress of both."""
    if check_stop:
        check_stop()
    if progress:
        progress(number * total + done, 2 * total, f"{side} prefixes")


def _side(
    material: Material, questions: Questions, chunking: str, prefixer: Prefixer | None, tick: Callable[[int, int], None]
) -> dict[str, Any]:
    chunks: list[Chunk] = []
    texts: list[str] = []
    tokens: list[int] = []
    held = list(material.documents())
    steps = len(held) + len(METHODS) * len(questions.items)
    for done, document in enumerate(held):
        tick(done, steps)
        cut = material.cut(document, chunking)
        prefixes = prefixer.write(document, cut) if prefixer else [""] * len(cut)
        chunks += cut
        texts += [f"{prefix}\n\n{c.text}" if prefix else c.text for prefix, c in zip(prefixes, cut, strict=True)]
        tokens += [count_tokens(prefix) for prefix in prefixes]
    folder = material.store.workspace / "experiments" / "index" / material.kb_id
    name = f"{chunking}-contextual" if prefixer else chunking
    index = CellIndex(chunks, texts, material.encoder, folder, name, reranker=material.reranker, rerank_depth=RERANKED)
    failures: dict[str, dict[str, Values]] = {}
    seconds: dict[str, float] = {}
    for number, (shown, method) in enumerate(METHODS.items()):
        if method == "hybrid+rerank" and not material.reranker:
            continue
        before = len(held) + number * len(questions.items)
        found = measure(
            index, questions, method, max(KS), tuple(f"recall@{k}" for k in KS),
            tick=partial(_searched, tick, before, steps),
        )  # fmt: skip
        failures[shown] = {str(k): _failed(found.values[f"recall@{k}"]) for k in KS}
        seconds[shown] = round(found.seconds / found.queries, 4)
    mean = round(sum(tokens) / len(tokens), 1) if tokens else 0.0
    sizes = {"mean_tokens": mean, "least_tokens": min(tokens, default=0), "most_tokens": max(tokens, default=0)}
    notes = prefixer.notes if prefixer else []
    return {"chunks": len(chunks), "prefixes": sizes, "failures": failures, "seconds": seconds, "notes": notes}


def _searched(tick: Callable[[int, int], None], before: int, steps: int, at: int, total: int, what: str) -> None:
    tick(before + at, steps)


def _failed(recall: Values) -> Values:
    return {item: None if value is None else 1.0 - value for item, value in recall.items()}


def _row(name: str, sides: dict[str, dict[str, Any]], seed: int) -> dict[str, Any]:
    without, with_ = sides["without"]["failures"].get(name), sides["with"]["failures"].get(name)
    if without is None or with_ is None:
        return {"method": name, "status": NO_RERANKER}
    plain = sides["without"]["failures"]["embeddings"]
    return {
        "method": name,
        "status": "run",
        "failure_rate": {
            k: {
                "without": mean_of(without[k]),
                "with": mean_of(with_[k]),
                "fall": change(without[k], with_[k], seed=seed, sign=-1.0),
            }
            for k in map(str, KS)
        },
        "reduction_against_plain_embeddings": {k: reduction(plain[k], with_[k], seed) for k in map(str, KS)}
        if name in PUBLISHED
        else {},
        "published_reduction_at_20": PUBLISHED.get(name),
    }


def _notes(sides: dict[str, dict[str, Any]]) -> Sequence[str]:
    plain = sides["without"]["failures"]["embeddings"]["20"].values()
    failing = sum(value for value in plain if value is not None)
    notes = []
    if failing < FEW_FAILURES:
        notes.append(
            f"Plain embeddings fail on {failing:g} items at 20, too few to compare a reduction with the published ones; the rates at 5 and 10 tell more."
        )
    return notes


def _key(material: Material, questions: Questions, chunking: str, prefix_by: str) -> dict[str, Any]:
    return {
        "experiment": "contextual", "kb": material.kb_id, "fingerprint": material.fingerprint, "set": material.release_hash,
        "items": [i.id for i in questions.items], "encoder": material.encoder.name, "reranker": material.reranker,
        "chunking": chunking, "prefix": prefix_by,
    }  # fmt: skip
