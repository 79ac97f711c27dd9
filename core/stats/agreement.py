"""How far reviewers agree: percent, Cohen's κ, Fleiss' κ, Krippendorff's α (nominal), Gwet's AC1.

Ratings come as one mapping a reviewer, item id to label; reviewers need not have seen the same items.
Intervals are percentile bootstrap over items. A coefficient that cannot be computed says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from core.records import Score
from core.stats.intervals import wilson

Ratings = Mapping[str, Mapping[str, str]]
Table = np.ndarray[Any, np.dtype[Any]]


class _Undefined(Exception):
    """Carries the sentence that explains why a coefficient has no value."""


class Coefficient(NamedTuple):
    """One declared coefficient: what it is called, what it says, and how it is computed from a count table."""

    id: str
    name: str
    sentence: str
    compute: Callable[[Table, Table], float]


def count_table(ratings: Ratings, labels: Sequence[str] = ()) -> tuple[list[str], list[str], Table]:
    """Items with at least one rating, labels in use, and how often each item got each label."""
    items = sorted({item for given in ratings.values() for item in given})
    used = sorted({label for given in ratings.values() for label in given.values()} | set(labels))
    row, column = {item: i for i, item in enumerate(items)}, {label: i for i, label in enumerate(used)}
    table = np.zeros((len(items), len(used)))
    for given in ratings.values():
        for item, label in given.items():
            table[row[item], column[label]] += 1
    return items, used, table


def agreement(ratings: Ratings, labels: Sequence[str] = (), *, seed: int = 0, repeats: int = 1000) -> list[Score]:
    """All coefficients that fit: Cohen's κ for exactly two reviewers, the others for any number.

    :param labels: every label a reviewer could have given, where some were never used (matters for AC1).
    """
    scores = [_score(coefficient, ratings, labels, seed, repeats) for coefficient in COEFFICIENTS]
    if len(ratings) == 2:
        scores.insert(1, cohen(ratings, seed=seed, repeats=repeats))
    return scores


def cohen(ratings: Ratings, *, seed: int = 0, repeats: int = 1000) -> Score:
    """Cohen's κ of two reviewers over the items both rated."""
    if len(ratings) != 2:
        reason = f"Cohen's kappa compares exactly two reviewers; here are {len(ratings)}."
        return Score(metric="cohen_kappa", value=None, reason=reason)
    first, second = (ratings[name] for name in sorted(ratings))
    shared = sorted(set(first) & set(second))
    skipped = len(set(first) | set(second)) - len(shared)
    used = sorted({g[i] for g in (first, second) for i in shared})
    pairs = np.zeros((len(shared), len(used) ** 2))
    for row, item in enumerate(shared):
        pairs[row, used.index(first[item]) * len(used) + used.index(second[item])] = 1
    return _with_interval("cohen_kappa", _cohen, pairs, skipped, seed, repeats)


def _score(coefficient: Coefficient, ratings: Ratings, labels: Sequence[str], seed: int, repeats: int) -> Score:
    _, _, table = count_table(ratings, labels)
    keep = _usable(table, coefficient.id)
    return _with_interval(coefficient.id, coefficient.compute, table[keep], int((~keep).sum()), seed, repeats)


def _usable(table: Table, coefficient: str) -> Any:
    """Which items a coefficient may use: two ratings at least, and for Fleiss the same number on each."""
    totals = table.sum(axis=1)
    several = totals >= 2
    if coefficient != "fleiss_kappa" or not several.any():
        return several
    sizes, counts = np.unique(totals[several], return_counts=True)
    return totals == sizes[counts.argmax()]


def _with_interval(
    metric: str, compute: Callable[[Table, Table], float], table: Table, skipped: int, seed: int, repeats: int
) -> Score:
    n = len(table)
    if n == 0:
        reason = "No item was rated by two reviewers, so there is nothing to compare."
        return Score(metric=metric, value=None, reason=reason, n_skipped=skipped)
    try:
        value = compute(table, np.ones(n))
    except _Undefined as why:
        return Score(metric=metric, value=None, reason=str(why), n_used=n, n_skipped=skipped)
    low, high = _bootstrap(compute, table, seed, repeats)
    name = "bootstrap over items, 95 %" if low is not None else ""
    if low is None and metric == "percent":
        (low, high), name = wilson(value * n, n), "Wilson, 95 %"
    reason = "" if low is not None else "No interval: the resamples leave the coefficient undefined, or all alike."
    return Score(
        metric=metric, value=value, reason=reason, n_used=n, n_skipped=skipped, low=low, high=high, interval=name
    )


def _bootstrap(
    compute: Callable[[Table, Table], float], table: Table, seed: int, repeats: int
) -> tuple[float | None, float | None]:
    """Percentile interval; items are drawn as weights so that the table is never copied."""
    rng = np.random.default_rng(seed)
    n = len(table)
    values = []
    for _ in range(repeats):
        try:
            values.append(compute(table, rng.multinomial(n, np.full(n, 1 / n)).astype(float)))
        except _Undefined:
            continue
    if len(values) * 2 <= repeats:
        return None, None
    low, high = np.percentile(values, [2.5, 97.5])
    # Items that are all alike cannot say how far others would differ: no width is no certainty.
    return (float(low), float(high)) if high > low else (None, None)


def _observed(table: Table, weights: Table) -> float:
    """Share of agreeing pairs of ratings within an item, averaged over items."""
    totals = table.sum(axis=1)
    per_item = (table * (table - 1)).sum(axis=1) / (totals * (totals - 1))
    return float((per_item * weights).sum() / weights.sum())


def _percent(table: Table, weights: Table) -> float:
    return _observed(table, weights)


def _fleiss(table: Table, weights: Table) -> float:
    shares = (table * weights[:, None]).sum(axis=0) / (table.sum(axis=1) * weights).sum()
    return _beyond_chance(_observed(table, weights), float((shares**2).sum()))


def _krippendorff(table: Table, weights: Table) -> float:
    """Nominal α; equals the reference definition through the coincidence matrix, for any pattern of gaps."""
    totals = table.sum(axis=1)
    n = (totals * weights).sum()
    disagree = (totals**2 - (table**2).sum(axis=1)) / (totals - 1)
    labels = (table * weights[:, None]).sum(axis=0)
    expected = n**2 - (labels**2).sum()
    if expected == 0:
        raise _Undefined("Every rating is the same label, so agreement by chance is certain and α has no value.")
    return float(1 - (n - 1) * (disagree * weights).sum() / expected)


def _gwet(table: Table, weights: Table) -> float:
    categories = table.shape[1]
    if categories < 2:
        raise _Undefined("Only one label exists in these ratings, so AC1 has no value; name the other labels.")
    shares = ((table / table.sum(axis=1, keepdims=True)) * weights[:, None]).sum(axis=0) / weights.sum()
    chance = float((shares * (1 - shares)).sum() / (categories - 1))
    return _beyond_chance(_observed(table, weights), chance)


def _cohen(pairs: Table, weights: Table) -> float:
    size = int(round(pairs.shape[1] ** 0.5))
    joint = (pairs * weights[:, None]).sum(axis=0).reshape(size, size) / weights.sum()
    return _beyond_chance(float(np.trace(joint)), float(joint.sum(axis=1) @ joint.sum(axis=0)))


def _beyond_chance(observed: float, chance: float) -> float:
    if 1 - chance < 1e-12:
        raise _Undefined("Every rating is the same label, so agreement by chance is certain and κ has no value.")
    return (observed - chance) / (1 - chance)


COEFFICIENTS: tuple[Coefficient, ...] = (
    Coefficient("percent", "Percent agreement", "Share of pairs of reviewers who gave the same label.", _percent),
    Coefficient("fleiss_kappa", "Fleiss' κ", "Agreement beyond chance, same number of ratings an item.", _fleiss),
    Coefficient("krippendorff_alpha", "Krippendorff's α", "Agreement beyond chance, gaps allowed.", _krippendorff),
    Coefficient("gwet_ac1", "Gwet's AC1", "Agreement beyond chance, steady when one label dominates.", _gwet),
)
