"""How hard unanswerable questions are: can the score of the nearest passage alone tell them from answerable ones?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.records import Record

GOAL = 0.65
Nearest = Callable[[str], tuple[float, float | None]]


class Separation(Record):
    """Top-1 scores of answerable and refused questions under one search, and how well they tell the two apart."""

    method: str
    n_answerable: int
    n_refuse: int
    mean_answerable: float | None = None
    mean_refuse: float | None = None
    auroc: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""


def nearest_of(index: Any, dense: bool) -> Nearest:
    """Top-1 BM25 score and top-1 cosine of a question, kept for the next time it is asked."""
    known: dict[str, tuple[float, float | None]] = {}

    def look(question: str) -> tuple[float, float | None]:
        if question not in known:
            words = index.search(question, "bm25", 1)
            meant = index.search(question, "dense", 1) if dense else []
            known[question] = (
                float(words[0].score) if words else 0.0,
                (float(meant[0].score) if meant else 0.0) if dense else None,
            )
        return known[question]

    return look


def separation(method: str, answerable: Sequence[float], refuse: Sequence[float]) -> Separation:
    """AUROC with the interval of Hanley and McNeil (1982); 0.5 means that the score tells nothing."""
    n, m = len(answerable), len(refuse)
    if n < 2 or m < 2:
        return Separation(method=method, n_answerable=n, n_refuse=m, reason="Fewer than two questions of a kind.")
    import numpy as np

    from core.stats.discrimination import auroc

    labels = np.array([True] * n + [False] * m)
    area = auroc(labels, np.array([*answerable, *refuse])) or 0.0
    q1, q2 = area / (2 - area), 2 * area * area / (1 + area)
    spread = math.sqrt(max(0.0, (area * (1 - area) + (n - 1) * (q1 - area**2) + (m - 1) * (q2 - area**2)) / (n * m)))
    return Separation(
        method=method, n_answerable=n, n_refuse=m, mean_answerable=round(sum(answerable) / n, 4), mean_refuse=round(sum(refuse) / m, 4),
        auroc=round(area, 4), low=round(max(0.0, area - 1.96 * spread), 4), high=round(min(1.0, area + 1.96 * spread), 4),
    )  # fmt: skip


def separations(nearest: Nearest, answerable: Sequence[str], refuse: Sequence[str]) -> tuple[Separation, ...]:
    """One row per search: words, and meaning where the base has vectors."""
    near, far = [nearest(q) for q in answerable], [nearest(q) for q in refuse]
    rows = [separation("bm25", [a for a, _ in near], [a for a, _ in far])]
    meant = ([b for _, b in near if b is not None], [b for _, b in far if b is not None])
    if meant[0] or meant[1]:
        rows.append(separation("dense", *meant))
    return tuple(rows)


@dataclass(frozen=True)
class Scale:
    """Where the answerable questions lie, to choose unanswerable ones that lie there too."""

    lexical: tuple[float, ...]
    meaning: tuple[float, ...]

    def place(self, near: tuple[float, float | None]) -> tuple[float, float]:
        """Shares of answerable questions that score below, by words and by meaning, 0 to 1 each."""
        lexical = _share_below(self.lexical, near[0])
        return lexical, _share_below(self.meaning, near[1]) if near[1] is not None and self.meaning else lexical


def scale_of(nearest: Nearest, questions: Sequence[str]) -> Scale:
    """The scores of these questions, sorted."""
    found = [nearest(q) for q in questions]
    return Scale(tuple(sorted(a for a, _ in found)), tuple(sorted(b for _, b in found if b is not None)))


def _share_below(values: Sequence[float], value: float) -> float:
    if not values:
        return 0.5
    return (sum(v < value for v in values) + 0.5 * sum(v == value for v in values)) / len(values)
