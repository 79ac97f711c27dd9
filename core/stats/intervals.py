"""Intervals for proportions and means, clipped to where the value can lie and never of width 0 by accident."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Statistic = Callable[[Floats], Floats]
_BLOCK = 4_000_000


class Interval(NamedTuple):
    """Lower and upper bound."""

    low: float
    high: float


def wilson(successes: float, n: float, confidence: float = 0.95) -> Interval:
    """Wilson score interval of a proportion, within 0 and 1; (0, 1) without observations.

    `successes` may be fractional: the interval then is that of a 0/1 variable with the same mean, which is the widest
    a variable between 0 and 1 can have. So may `n`, where it counts what observations are worth.
    """
    if n <= 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    p = successes / n
    scale = 1 + z * z / n
    middle = (p + z * z / (2 * n)) / scale
    half = z * math.sqrt(max(0.0, p * (1 - p) / n + z * z / (4 * n * n))) / scale
    # At the ends rounding could leave the observed proportion outside its own interval.
    return Interval(max(0.0, min(middle - half, p)), min(1.0, max(middle + half, p)))


def clopper_pearson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Exact binomial interval of a proportion: never covers less than asked; (0, 1) without observations."""
    if n <= 0:
        return Interval(0.0, 1.0)
    from scipy import stats

    tail = (1 - confidence) / 2
    low = 0.0 if successes == 0 else float(stats.beta.ppf(tail, successes, n - successes + 1))
    high = 1.0 if successes == n else float(stats.beta.ppf(1 - tail, successes + 1, n - successes))
    return Interval(low, high)


def bootstrap_mean(
    values: Sequence[float], confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> Interval | None:
    """Percentile bootstrap interval of the mean; None for fewer than two values or when all are equal."""
    return bootstrap(values, _mean, confidence, resamples, seed)


def bootstrap_quantile(
    values: Sequence[float], q: float, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> Interval | None:
    """Percentile bootstrap interval of the q-quantile; None as for the mean."""
    return bootstrap(values, lambda rows: np.quantile(rows, q, axis=-1), confidence, resamples, seed)


def bootstrap(
    values: Sequence[float], statistic: Statistic, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> Interval | None:
    """Percentile bootstrap interval of a statistic over the last axis.

    The same values in another order give the same interval. Equal values carry no spread to resample: the caller
    has to say what else is known (a bound, as `bounded_mean` does) or show no interval.
    """
    data = np.sort(np.asarray(values, dtype=np.float64))
    if data.size < 2 or data[0] == data[-1]:
        return None
    estimates = _resampled(data, statistic, resamples, seed)
    tail = (1 - confidence) / 2
    low, high = np.quantile(estimates, [tail, 1 - tail])
    return Interval(float(low), float(high))


def bounded_mean(
    values: Sequence[float], confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> tuple[Interval, str]:
    """Interval of the mean of values between 0 and 1, and its name.

    Wilson for 0/1 values and for values that are all equal, else bootstrap, clipped to 0 and 1.
    """
    if not values or set(values) <= {0.0, 1.0} or min(values) == max(values):
        return wilson(sum(values), len(values), confidence), f"{confidence:.0%} Wilson"
    found = bootstrap_mean(values, confidence, resamples, seed)
    assert found is not None
    return Interval(max(0.0, found.low), min(1.0, found.high)), f"{confidence:.0%} bootstrap"


def _mean(rows: Floats) -> Floats:
    return np.asarray(rows.mean(axis=-1))


def _resampled(data: Floats, statistic: Statistic, resamples: int, seed: int) -> Floats:
    """The statistic of each resample, drawn in blocks so that memory stays bounded."""
    rng = np.random.default_rng(seed)
    rows = max(1, _BLOCK // data.size)
    done: list[Floats] = []
    for first in range(0, resamples, rows):
        picks = rng.integers(0, data.size, size=(min(rows, resamples - first), data.size))
        done.append(statistic(data[picks]))
    return np.concatenate(done)
