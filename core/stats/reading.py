"""A threshold read by the interval: met, missed or undecided, with the number of observations that would decide it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from core.stats.intervals import Interval
from core.stats.paired import n_to_decide

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
    return Reading("undecided", limit, side, n_to_decide(value - limit, interval, n) if n else None)
