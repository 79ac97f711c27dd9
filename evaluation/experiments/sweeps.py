"""Top-k, weight of the two searches and similarity threshold: each swept, with the knee beyond which little is gained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.search.fuse import fuse
from core.search.index import FUSION_DEPTH, Hit
from core.stats.figures import mean_of
from evaluation.experiments.cell_index import Searcher
from evaluation.experiments.measure import Questions, item_values

KS = (1, 2, 3, 5, 7, 10, 15, 20)
WEIGHTS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)
THRESHOLDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
_LISTED = 20


def sweeps(index: Searcher, questions: Questions) -> dict[str, Any]:
    """The three sweeps from two searches per question."""
    lists = {
        i.id: (index.search(i.question, "bm25", FUSION_DEPTH), index.search(i.question, "dense", FUSION_DEPTH))
        for i in questions.items
    }
    return {
        "top_k": _top_k(questions, lists),
        "dense_weight": _weights(questions, lists),
        "similarity": _thresholds(questions, lists),
    }


def knee(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """The x of the point farthest above the line from the first to the last; None when nothing rises."""
    if len(xs) < 3 or ys[-1] <= ys[0]:
        return None
    heights = [(y - ys[0]) / (ys[-1] - ys[0]) - (x - xs[0]) / (xs[-1] - xs[0]) for x, y in zip(xs, ys, strict=True)]
    best = max(range(len(xs)), key=lambda i: heights[i])
    return xs[best] if heights[best] > 0 else None


def _top_k(questions: Questions, lists: dict[str, tuple[list[Hit], list[Hit]]]) -> dict[str, Any]:
    """Recall at each k of the hybrid list."""
    specs = tuple(f"recall@{k}" for k in KS)
    per_item = {
        i.id: item_values(weighted(*lists[i.id], 0.5), questions.anchors.of(i), questions, specs)
        for i in questions.items
    }
    rows = [{"k": k, "recall": mean_of({item: found[f"recall@{k}"] for item, found in per_item.items()})} for k in KS]
    return {"rows": rows, "knee": knee(KS, [row["recall"]["value"] or 0.0 for row in rows])}  # type: ignore[index]


def _weights(questions: Questions, lists: dict[str, tuple[list[Hit], list[Hit]]]) -> dict[str, Any]:
    """nDCG@10 by the weight of embeddings in the fusion; BM25 has the rest."""
    rows: list[dict[str, Any]] = []
    for weight in WEIGHTS:
        values = {
            i.id: item_values(weighted(*lists[i.id], weight), questions.anchors.of(i), questions, ("ndcg@10",))[
                "ndcg@10"
            ]
            for i in questions.items
        }
        rows.append({"dense_weight": weight, "ndcg@10": mean_of(values)})
    best = max(rows, key=lambda row: row["ndcg@10"]["value"] or 0.0)
    return {"rows": rows, "best": best["dense_weight"]}


def _thresholds(questions: Questions, lists: dict[str, tuple[list[Hit], list[Hit]]]) -> dict[str, Any]:
    """Recall and passages left when embeddings below a similarity are dropped from the first twenty."""
    rows: list[dict[str, Any]] = []
    for limit in THRESHOLDS:
        kept = {i.id: [hit for hit in lists[i.id][1][:_LISTED] if hit.score >= limit] for i in questions.items}
        values = {
            i.id: item_values(kept[i.id], questions.anchors.of(i), questions, (f"recall@{_LISTED}",))[
                f"recall@{_LISTED}"
            ]
            for i in questions.items
        }
        size = sum(map(len, kept.values())) / len(kept)
        rows.append({"similarity": limit, "recall": mean_of(values), "passages": round(size, 1)})
    # Fewer passages for little loss: the curve is read from the strictest limit to the loosest.
    ordered = sorted(rows, key=lambda row: row["passages"])
    at = knee([row["passages"] for row in ordered], [row["recall"]["value"] or 0.0 for row in ordered])
    return {"rows": rows, "knee": next((row["similarity"] for row in ordered if row["passages"] == at), None)}


def weighted(lexical: Sequence[Hit], dense: Sequence[Hit], dense_weight: float, k: int = _LISTED) -> list[Hit]:
    """Reciprocal rank fusion of the two lists with these weights."""
    lists = [(ranking, w) for ranking, w in ((lexical, 1 - dense_weight), (dense, dense_weight)) if w > 0]
    chunks = {hit.chunk.id: hit.chunk for ranking, _ in lists for hit in ranking}
    # BM25 comes first among equals, as in the index.
    rows = {chunk_id: row for row, chunk_id in enumerate(chunks)}
    ids = list(rows)
    fused = fuse([[rows[hit.chunk.id] for hit in ranking] for ranking, _ in lists], weights=[w for _, w in lists])
    return [Hit(chunks[ids[row]], score, rank) for rank, (row, score) in enumerate(fused[:k], start=1)]
