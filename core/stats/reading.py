"""A threshold read by the interval: met, missed or undecided, with the number of observations that would decide it."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple

from core.stats.intervals import Interval, wilson

_Z2 = 1.959964**2  # of a 95 % interval

Side = Literal["at_least", "at_most"]
Verdict = Literal["met", "missed", "undecided"]


class Reading(NamedTuple):
    """A value held against a limit; `n_to_decide` is None where it is decided or nothing can be said."""

    verdict: Verdict
    limit: float
    side: Side
    n_to_decide: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The reading as JSON takes it."""
        return self._asdict()


def read_threshold(value: float | None, interval: Interval | None, limit: float, side: Side, n: int = 0) -> Reading:
    """Met or missed only when the whole interval lies on one side of the limit; `n` observations made the interval."""
    if value is None or interval is None:
        return Reading("undecided", limit, side)
    good, bad = interval.low >= limit, interval.high < limit
    if side == "at_most":
        good, bad = interval.high <= limit, interval.low > limit
    if good or bad:
        return Reading("met" if good else "missed", limit, side)
    return Reading("undecided", limit, side, _n_to_decide(value, interval, limit, n) if n else None)


def _n_to_decide(value: float, interval: Interval, limit: float, n: int) -> int | None:
    """About how many observations would take the limit out of the interval if the value stays; more than there are.

    For a share: the n at which Wilson's interval ends at the limit, less as the interval at hand is narrower than
    Wilson's. Near 0 and 1 its two sides differ, so half of the whole width would promise too much.
    """
    if value == limit:
        return None
    if 0 <= value <= 1 and 0 < limit < 1:
        widest = wilson(value * n, n)
        narrower = (interval.high - interval.low) / (widest.high - widest.low)
        needed = _Z2 * limit * (1 - limit) / (value - limit) ** 2 * narrower**2
    else:
        facing = value - interval.low if value > limit else interval.high - value
        needed = n * (facing / (value - limit)) ** 2
    return max(n + 1, math.ceil(needed))
