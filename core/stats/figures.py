"""Means and paired changes as reports show them: value, n, what was left out, interval, and how a threshold reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.stats.intervals import Interval, bounded_mean, wilson
from core.stats.paired import paired_delta
from core.stats.reading import Side, read_threshold

Values = Mapping[str, float | None]


def mean_of(values: Values, limit: float | None = None, side: Side = "at_least", seed: int = 0) -> dict[str, Any]:
    """Mean of values between 0 and 1 over what is defined; read against a limit where one is given."""
    used = [float(v) for v in values.values() if v is not None]
    skipped = len(values) - len(used)
    if not used:
        return {"value": None, "n": 0, "skipped": skipped, "low": None, "high": None, "interval": ""}
    value, (interval, name) = sum(used) / len(used), bounded_mean(used, seed=seed)
    return {
        **_shown(value, interval, len(used)), "skipped": skipped, "interval": name, **_reading(value, interval, limit, side, len(used)),
    }  # fmt: skip


def change(
    before: Values, after: Values, limit: float | None = None, side: Side = "at_most", seed: int = 0, sign: float = 1.0
) -> dict[str, Any]:
    """Mean of `after − before` on the items that have both (times `sign`; −1 gives the drop), with its paired interval."""
    common = [k for k in before if before[k] is not None and after.get(k) is not None]
    skipped = len(set(before) | set(after)) - len(common)
    if not common:
        return {"value": None, "n": 0, "skipped": skipped, "low": None, "high": None, "p": None, "interval": ""}
    a, b = ([sign * float(v) for k in common if (v := side_[k]) is not None] for side_ in (before, after))
    found = paired_delta(a, b, seed=seed)
    # No item changed: the change may still be as large as what n items without a change leave open. All changed alike
    # (a single item among them): resampling shows no spread, and nothing between −1 and 1 can be ruled out.
    bound = wilson(0, len(common)).high if not found.delta else 1.0
    interval = found.interval or Interval(-bound, bound)
    name = (
        "95% paired bootstrap"
        if found.interval
        else "95% Wilson bound of no change"
        if not found.delta
        else "too few items"
    )
    return {
        **_shown(found.delta, interval, len(common)), "skipped": skipped, "p": round(found.p, 4), "interval": name,
        **_reading(found.delta, interval, limit, side, len(common)),
    }  # fmt: skip


def _shown(value: float, interval: Interval, n: int) -> dict[str, Any]:
    return {"value": round(value, 4), "n": n, "low": round(interval.low, 4), "high": round(interval.high, 4)}


def _reading(value: float, interval: Interval, limit: float | None, side: Side, n: int) -> dict[str, Any]:
    return {"reading": read_threshold(value, interval, limit, side, n).to_dict()} if limit is not None else {}
