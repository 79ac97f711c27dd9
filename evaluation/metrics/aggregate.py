"""From values of items to one score: over what is defined, with counts and an interval."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.records import Score
from core.stats.intervals import Interval, bootstrap_mean, bootstrap_quantile, bounded_mean
from evaluation.metrics.declared import metric
from evaluation.metrics.metric import Metric, Summary
from evaluation.metrics.reasons import NO_ITEMS, is_judge_error

QUANTILES: dict[Summary, float] = {"p50": 0.5, "p95": 0.95}


def aggregate(
    metric_id: str,
    values_by_item: Mapping[str, float | None],
    reasons: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Score:
    """One metric over all items.

    Undefined items are left out and counted: as failed where the judge erred, otherwise as skipped. The interval is
    Wilson's for 0/1 values and bootstrap otherwise (seeded, independent of the order of items). Where items failed,
    the reason also says what the score would be with all of them at their worst and at their best.
    """
    declared = metric(metric_id)
    why = reasons or {}
    used = [float(value) for value in values_by_item.values() if value is not None]
    missing = [why.get(item, "") for item, value in values_by_item.items() if value is None]
    failed = sum(is_judge_error(reason) for reason in missing)
    skipped = len(missing) - failed
    if not used:
        return Score(metric=metric_id, value=None, reason=_commonest(missing), n_skipped=skipped, n_failed=failed)
    value = summarise(declared.summary, used)
    interval, name = _interval(declared, used, seed)
    return Score(
        metric=metric_id,
        value=value,
        reason=_extremes(declared, used, failed) if failed else "",
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        interval=name,
        n_used=len(used),
        n_skipped=skipped,
        n_failed=failed,
    )


def summarise(summary: Summary, values: list[float]) -> float:
    """Mean or quantile of at least one value."""
    if summary in QUANTILES:
        return float(np.quantile(values, QUANTILES[summary]))
    # Summed in order of size, so that the order of items cannot move the last digit.
    return float(np.mean(np.sort(np.asarray(values, dtype=np.float64))))


def _interval(declared: Metric, values: list[float], seed: int) -> tuple[Interval | None, str]:
    if declared.bounded:
        return bounded_mean(values, seed=seed)
    if declared.summary in QUANTILES:
        found = bootstrap_quantile(values, QUANTILES[declared.summary], seed=seed)
    else:
        found = bootstrap_mean(values, seed=seed)
    return found, "95% bootstrap" if found else ""


def _extremes(declared: Metric, used: list[float], failed: int) -> str:
    counted = f"{failed} left out after judge errors"
    low, high = declared.range
    if high is None:
        return counted
    ends = [summarise(declared.summary, [*used, *[end] * failed]) for end in (low, high)]
    return f"{counted}; {ends[0]:.3f} to {ends[1]:.3f} if all of them were lowest or highest"


def _commonest(reasons: list[str]) -> str:
    if not reasons:
        return NO_ITEMS
    return max(sorted(set(reasons)), key=reasons.count)
