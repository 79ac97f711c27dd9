"""Prediction-powered inference (Angelopoulos et al. 2023): a share estimated from few human labels and many machine labels.

The estimate is λ·mean(machine labels of the unlabelled) + mean(human − λ·machine, on the labelled): the machine's labels
narrow the interval, the human ones keep it honest. λ = 1 is the formula of ARES, λ = 0 uses the human labels alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

from core.errors import BadCall
from core.stats.intervals import Interval, wilson

Alternative = Literal["two-sided", "larger", "smaller"]
Floats = npt.NDArray[np.float64]
# Below this many human labels, or of the rarer label among them, no interval from normal theory covers as it says.
FEW = 10
RARE = 5


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
    labels: Sequence[float],
    predictions: Sequence[float],
    unlabelled: Sequence[float],
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
    weight = _best_lambda(y, yhat, rest) if lam is None else lam
    value, error = _estimate(y, yhat, rest, weight)
    return _normal(value, error, alpha, alternative)


def ppi_share(
    labels: Sequence[float],
    predictions: Sequence[float],
    unlabelled: Sequence[float],
    *,
    alpha: float = 0.05,
    lam: float | None = None,
    alternative: Alternative = "two-sided",
) -> Ppi:
    """A share with an interval that stays within 0 and 1 and is never of width 0.

    The interval is Wilson's for the number of labels that would give the same standard error without a machine: it covers
    better than the normal one near 0 and 1. With few labels, or few of the rarer one, the human labels alone are used.
    """
    y, yhat, rest = _checked(labels, predictions, unlabelled)
    n, count = len(y), len(rest)
    rarer = min(float(y.sum()), float(n - y.sum()))
    if np.ptp(y) == 0 or n < FEW or rarer < RARE:
        note = _why_people_alone(y, n)
        interval = _wilson(float(y.mean()), float(n), alpha, alternative)
        return Ppi(float(y.mean()), interval, 0.0, n, count, "Wilson, human labels alone", note)
    weight = _best_lambda(y, yhat, rest) if lam is None else lam
    value, error = _estimate(y, yhat, rest, weight)
    value = min(1.0, max(0.0, value))
    # One degree of freedom goes to the mean, one to λ.
    error *= math.sqrt(n / (n - 2))
    alone = max(value * (1 - value), 1e-12)
    worth = alone / error**2 if error > 0 else float(n + count)
    # The machine cannot be worth more labels than there are texts.
    interval = _wilson(value, min(worth, float(n + count)), alpha, alternative)
    return Ppi(value, interval, weight, n, count, "PPI, Wilson on the effective number of labels")


def _checked(
    labels: Sequence[float], predictions: Sequence[float], unlabelled: Sequence[float]
) -> tuple[Floats, Floats, Floats]:
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


def _best_lambda(y: Floats, yhat: Floats, rest: Floats) -> float:
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
        half = float(stats.norm.ppf(1 - alpha / 2)) * error
        return Interval(value - half, value + half)
    half = float(stats.norm.ppf(1 - alpha)) * error
    return Interval(value - half, math.inf) if alternative == "larger" else Interval(-math.inf, value + half)


def _wilson(value: float, n: float, alpha: float, alternative: Alternative) -> Interval:
    """Wilson's interval for a possibly fractional number of labels; one-sided ones end at 0 or 1."""
    confidence = 1 - alpha if alternative == "two-sided" else 1 - 2 * alpha
    # `wilson` scales by n only through successes / n and n, both of which may be fractional.
    whole = wilson(value * n, n, confidence)  # type: ignore[arg-type]
    if alternative == "larger":
        return Interval(whole.low, 1.0)
    return Interval(0.0, whole.high) if alternative == "smaller" else whole


def _why_people_alone(y: Floats, n: int) -> str:
    if n < FEW:
        return f"Too few labels ({n}; at least {FEW} are needed): the interval uses them alone and is wide."
    if np.ptp(y) == 0:
        return f"All {n} human labels agree, so the machine's labels cannot be weighed against them: they are not used."
    return f"Fewer than {RARE} of the {n} human labels are of the rarer kind: the machine's labels are not used."
