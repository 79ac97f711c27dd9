"""Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""

from __future__ import annotations

from collections.abc import Sequence

RRF_K = 60


def fuse(
    rankings: Sequence[Sequence[int]], k: int = RRF_K, weights: Sequence[float] | None = None
) -> list[tuple[int, float]]:
    """Rows of several rankings by the sum of weight / (k + rank), best first; ties by row number."""
    scores: dict[int, float] = {}
    for number, ranking in enumerate(rankings):
        weight = weights[number] if weights else 1.0
        for rank, row in enumerate(ranking, start=1):
            scores[row] = scores.get(row, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
