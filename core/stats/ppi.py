"""Prediction-powered inference (Angelopoulos et al. 2023): a share estimated from few human labels and many machine labels.

The estimate is λ·mean(machine labels of the unlabelled) + mean(human − λ·machine, on the labelled): the machine's labels
narrow the interval, the human ones keep it honest. λ = 1 is the formula of ARES, λ = 0 uses the human labels alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
import numpy.typing as npt

from core.errors import BadCall
from core.stats.intervals import Interval, wilson

Alternative = Literal["two-sided", "larger", "smaller"]
Floats = npt.NDArray[np.float64]
Numbers = Sequence[float] | Floats
# Below this many human labels the machine's cannot be weighed against them.
FEW = 10
# From here on Jeffreys' interval (where the judge adds nothing, the wider of it and Wilson's) covers within one point of
# what it says; below, Wilson's with Student's quantile covers at least that (docs/confidence.md has the simulation).
MANY = 100
# One pair of each kind, with half the weight of an observed one: a judge that was never wrong in few labels may still err.
_MADE_UP = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
_MADE_UP_WEIGHT = 0.5


@dataclass(frozen=True)
class Ppi:
    """A share between 0 and 1 with its interval; `method` names the interval, `note` says what a reader must know."""

    value: float
    interval: Interval
    lam: float
    n: int
    n_unlabelled: int
    method: str
    note: str = ""


def ppi_mean_ci(
    labels: Numbers,
    predictions: Numbers,
    unlabelled: Numbers,
    *,
    alpha: float = 0.05,
    lam: float | None = None,
    alternative: Alternative = "two-sided",
) -> Interval:
    """The interval as ppi_py's `ppi_mean_ci` gives it (not clipped), except that one-sided requests are one-sided.

    `larger` bounds the mean from below (the upper end is infinite), `smaller` from above. λ is the one that minimises the
    variance unless it is given.
    """
    y, yhat, rest = _checked(labels, predictions, unlabelled)
    weight = best_lambda(y, yhat, rest) if lam is None else lam
    value, error = _estimate(y, yhat, rest, weight)
    return _normal(value, error, alpha, alternative)


def ppi_share(
    labels: Numbers,
    predictions: Numbers,
    unlabelled: Numbers,
    *,
    alpha: float = 0.05,
    lam: float | None = None,
    alternative: Alternative = "two-sided",
) -> Ppi:
    """A share with an interval that stays within 0 and 1 and is never of width 0.

    The interval is that of a share from as many human labels as would give the same standard error without a machine:
    Jeffreys' from 100 labels on, else Wilson's with Student's quantile. With fewer than 10 labels, or all alike, it is
    Wilson's for the human labels alone.
    """
    y, yhat, rest = _checked(labels, predictions, unlabelled)
    n, count = len(y), len(rest)
    if np.ptp(y) == 0 or n < FEW:
        value = float(y.mean())
        interval = _wilson(value, float(n), alpha, alternative)
        return Ppi(value, interval, 0.0, n, count, "Wilson, human labels alone", _why_people_alone(n))
    weight = best_lambda(y, yhat, rest) if lam is None else lam
    value = min(1.0, max(0.0, _estimate(y, yhat, rest, weight)[0]))
    worth = worth_in_labels(y, yhat, rest, weight)
    name = "Jeffreys" if n >= MANY else "Wilson"
    interval = share_interval(value, worth, n, alpha, alternative)
    return Ppi(value, interval, weight, n, count, f"prediction-powered, {name} on {worth:.0f} effective labels")


def worth_in_labels(y: Floats, yhat: Floats, rest: Floats, lam: float) -> float:
    """How many human labels without a machine would give the same standard error; at most one a text."""
    n, count = len(y), len(rest)
    pairs = np.column_stack([y, yhat])
    weights = np.concatenate([np.ones(n), np.full(len(_MADE_UP), _MADE_UP_WEIGHT)])
    people, machine = np.concatenate([pairs, _MADE_UP]).T
    alone = _variance(people, weights) / n
    error = _variance(people - lam * machine, weights) / n
    if count:
        error += lam**2 * float(rest.var()) / count
    # One degree of freedom goes to the mean, one to λ.
    return min(n * alone / error * (n - 2) / n, float(n + count))


def share_interval(
    value: float, worth: float, n: int, alpha: float, alternative: Alternative = "two-sided"
) -> Interval:
    """Interval of a share known as well as from `worth` labels, where `n` labels were given."""
    from scipy import stats

    tail = alpha / 2 if alternative == "two-sided" else alpha
    if n >= MANY:
        a, b = value * worth + 0.5, (1 - value) * worth + 0.5
        whole = Interval(float(stats.beta.ppf(tail, a, b)), float(stats.beta.ppf(1 - tail, a, b)))
        if worth <= n:
            # A judge that adds nothing leaves a count of labels, whose steps let Jeffreys' interval fall short at some n.
            other = wilson(value * worth, worth, 1 - 2 * tail)
            whole = Interval(min(whole.low, other.low), max(whole.high, other.high))
    else:
        quantile = float(stats.t.ppf(1 - tail, max(1, n - 2)))
        whole = wilson(value * worth, worth, 2 * float(stats.norm.cdf(quantile)) - 1)
    whole = Interval(min(whole.low, value), max(whole.high, value))
    if alternative == "larger":
        return Interval(whole.low, 1.0)
    return Interval(0.0, whole.high) if alternative == "smaller" else whole


def _variance(values: Floats, weights: Floats) -> float:
    mean = float(np.average(values, weights=weights))
    return float(np.average((values - mean) ** 2, weights=weights))


def _checked(labels: Numbers, predictions: Numbers, unlabelled: Numbers) -> tuple[Floats, Floats, Floats]:
    y, yhat, rest = (np.asarray(row, dtype=np.float64).ravel() for row in (labels, predictions, unlabelled))
    if not len(y) or len(y) != len(yhat):
        raise BadCall(
            f"Prediction-powered inference needs a machine label for each human one: {len(y)} human, {len(yhat)} machine."
        )
    if not all(np.isfinite(row).all() for row in (y, yhat, rest)):
        raise BadCall("A label is missing or not a number: leave those rows out of all three lists and count them.")
    return y, yhat, rest


def _estimate(y: Floats, yhat: Floats, rest: Floats, lam: float) -> tuple[float, float]:
    """Point estimate and standard error."""
    if not len(rest):
        return float(y.mean()), math.sqrt(float(y.var()) / len(y))
    value = lam * float(rest.mean()) + float((y - lam * yhat).mean())
    variance = lam**2 * float(rest.var()) / len(rest) + float((y - lam * yhat).var()) / len(y)
    return value, math.sqrt(variance)


def best_lambda(y: Floats, yhat: Floats, rest: Floats) -> float:
    """λ of least variance, within 0 and 1; variance and covariance are divided as ppi_py divides them."""
    if not len(rest) or len(y) < 2:
        return 0.0
    spread = float(np.concatenate([yhat, rest]).var(ddof=1))
    if spread == 0:
        return 0.0
    together = float(((y - y.mean()) * (yhat - yhat.mean())).mean())
    return min(1.0, max(0.0, together / ((1 + len(y) / len(rest)) * spread)))


def _normal(value: float, error: float, alpha: float, alternative: Alternative) -> Interval:
    if alternative == "two-sided":
        half = NormalDist().inv_cdf(1 - alpha / 2) * error
        return Interval(value - half, value + half)
    half = NormalDist().inv_cdf(1 - alpha) * error
    return Interval(value - half, math.inf) if alternative == "larger" else Interval(-math.inf, value + half)


def _wilson(value: float, n: float, alpha: float, alternative: Alternative) -> Interval:
    """Wilson's interval for a possibly fractional number of labels; one-sided ones end at 0 or 1."""
    confidence = 1 - alpha if alternative == "two-sided" else 1 - 2 * alpha
    # `wilson` scales by n only through successes / n and n, both of which may be fractional.
    whole = wilson(value * n, n, confidence)
    if alternative == "larger":
        return Interval(whole.low, 1.0)
    return Interval(0.0, whole.high) if alternative == "smaller" else whole


def _why_people_alone(n: int) -> str:
    if n < FEW:
        return f"Too few labels ({n}; at least {FEW} are needed): the interval uses them alone and is wide."
    return f"All {n} human labels agree, so the machine's labels cannot be weighed against them: they are not used."
