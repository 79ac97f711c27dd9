"""Two runs on the same items: interval and p value of the difference, and correction for many metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.stats.intervals import Floats, Interval, Statistic, wilson

_BLOCK = 4_000_000
_EXACT_UP_TO = 12


class PairedDelta(NamedTuple):
    """b − a on the same items: the difference, its 95 % interval and the two-sided p value."""

    delta: float
    interval: Interval | None
    p: float


def mean_of(rows: Floats) -> Floats:
    """Mean over the last axis."""
    return np.asarray(rows.mean(axis=-1))


def paired_delta(
    a: Sequence[float],
    b: Sequence[float],
    statistic: Statistic = mean_of,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> PairedDelta:
    """Difference of a statistic of b and a, paired by position.

    The interval resamples pairs; the p value swaps the sides of pairs (for means: flips signs of differences), which
    assumes nothing about their distribution. Without any difference: no interval, p = 1.
    """
    left, right = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if left.shape != right.shape or left.size == 0:
        raise ValueError("a and b must hold the same items, at least one")
    delta = float(statistic(right) - statistic(left))
    if np.array_equal(left, right):
        return PairedDelta(0.0, None, 1.0)
    # The order in which items were stored must not move the result.
    order = np.lexsort((left, right))
    left, right = left[order], right[order]
    interval = _bootstrap(left, right, statistic, confidence, resamples, seed)
    return PairedDelta(delta, interval, swap_p_value(left, right, statistic, resamples, seed))


def swap_p_value(a: Floats, b: Floats, statistic: Statistic = mean_of, resamples: int = 2000, seed: int = 0) -> float:
    """Share of swaps of sides whose difference is at least as large as the observed one.

    All swaps are tried for up to 12 differing pairs, so the smallest possible p is exact; beyond that they are drawn.
    """
    observed = abs(float(statistic(b) - statistic(a)))
    differing = np.flatnonzero(a != b)
    exact = differing.size <= _EXACT_UP_TO
    swaps = _all_swaps(differing, a.size) if exact else None
    rng = np.random.default_rng(seed)
    total = 2**differing.size if exact else resamples
    hits = 0
    rows = max(1, _BLOCK // max(1, a.size))
    for first in range(0, total, rows):
        size = min(rows, total - first)
        swap = swaps[first : first + size] if swaps is not None else rng.random((size, a.size)) < 0.5
        found = statistic(np.where(swap, a, b)) - statistic(np.where(swap, b, a))
        hits += int(np.count_nonzero(np.abs(found) >= observed - 1e-12))
    return hits / total if exact else (hits + 1) / (total + 1)


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """Holm's step-down adjusted p values, in the order given; each at least the raw one and at most 1."""
    ranked = sorted(p_values, key=lambda name: p_values[name])
    adjusted: dict[str, float] = {}
    running = 0.0
    for position, name in enumerate(ranked):
        running = max(running, min(1.0, p_values[name] * (len(ranked) - position)))
        adjusted[name] = running
    return {name: adjusted[name] for name in p_values}


def _bootstrap(
    a: Floats, b: Floats, statistic: Statistic, confidence: float, resamples: int, seed: int
) -> Interval | None:
    if a.size < 2:
        return None
    if np.ptp(b - a) < 1e-12:
        return _of_equal(a, b, statistic, confidence)
    rng = np.random.default_rng(seed)
    rows = max(1, _BLOCK // a.size)
    deltas: list[Floats] = []
    for first in range(0, resamples, rows):
        picks = rng.integers(0, a.size, size=(min(rows, resamples - first), a.size))
        deltas.append(statistic(b[picks]) - statistic(a[picks]))
    tail = (1 - confidence) / 2
    low, high = np.quantile(np.concatenate(deltas), [tail, 1 - tail])
    return Interval(float(low), float(high))


def _of_equal(a: Floats, b: Floats, statistic: Statistic, confidence: float) -> Interval | None:
    """Where all pairs differ by the same, nothing can be resampled: a width of 0 would claim to know it all.

    For means of values between 0 and 1 the difference lies between -1 and 1, and Wilson's interval is the widest such
    a variable can have; elsewhere there is no bound to lean on.
    """
    if statistic is not mean_of or min(a.min(), b.min()) < 0 or max(a.max(), b.max()) > 1:
        return None
    share = (float(b[0] - a[0]) + 1) / 2
    low, high = wilson(min(1.0, max(0.0, share)) * a.size, a.size, confidence)
    return Interval(2 * low - 1, 2 * high - 1)


def _all_swaps(
    differing: np.ndarray[tuple[int], np.dtype[np.intp]], size: int
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Every choice of sides for the differing pairs, one per row."""
    rows = np.zeros((2**differing.size, size), dtype=np.bool_)
    numbers = np.arange(2**differing.size)
    for bit, position in enumerate(differing):
        rows[:, position] = (numbers >> bit) & 1
    return rows
