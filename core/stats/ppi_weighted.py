"""Prediction-powered inference where observations carry weights and come in groups, as claims of answers do."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from core.stats.intervals import wilson
from core.stats.ppi import FEW, Floats, Ppi, best_lambda, ppi_share, share_interval, worth_in_labels


class Observation(NamedTuple):
    """One text: the machine's label (0 or 1), the person's or None, its weight in the metric, and its group."""

    prediction: float
    label: float | None
    weight: float = 1.0
    group: Hashable = None


def ppi_weighted(observations: Sequence[Observation], *, alpha: float = 0.05) -> Ppi:
    """The weighted share of positive labels; groups count as drawn together, so a long answer is not many answers.

    The interval of `ppi_share` is widened by the design effect: the variance of the weighted estimate with groups (a
    sandwich of its influence values) over that of equal weights without groups, at least 1.
    """
    labelled = [one for one in observations if one.label is not None]
    rest = [one for one in observations if one.label is None]
    y = np.array([float(one.label or 0.0) for one in labelled])
    yhat, unknown = (np.array([one.prediction for one in part], dtype=np.float64) for part in (labelled, rest))
    plain = ppi_share(y, yhat, unknown, alpha=alpha)
    weights, far = (np.array([one.weight for one in part], dtype=np.float64) for part in (labelled, rest))
    lam = 0.0 if plain.lam == 0 or not len(rest) else best_lambda(y, yhat, unknown)
    gap = float(np.average(y - lam * yhat, weights=weights))
    level = float(np.average(unknown, weights=far)) if len(rest) else 0.0
    value = min(1.0, max(0.0, gap + lam * level))
    near = weights / weights.sum() * (y - lam * yhat - gap)
    away = lam * far / far.sum() * (unknown - level) if len(rest) else np.array([])
    groups = [one.group if one.group is not None else ("alone", n) for n, one in enumerate([*labelled, *rest])]
    effect = _design_effect(near, away, groups, weights)
    few = len(y) < FEW or np.ptp(y) == 0
    worth = max(1.0, (float(len(y)) if few else worth_in_labels(y, yhat, unknown, lam)) / effect)
    interval = wilson(value * worth, worth, 1 - alpha) if few else share_interval(value, worth, len(y), alpha)
    method = plain.method if effect < 1.005 else f"{plain.method}, design effect {effect:.2f}"
    return Ppi(value, interval, lam, len(y), len(rest), method, plain.note)


def _design_effect(near: Floats, away: Floats, groups: Sequence[Hashable], weights: Floats) -> float:
    kish = len(weights) * float((weights**2).sum()) / float(weights.sum()) ** 2
    influence = np.concatenate([near, away])
    alone = float((influence**2).sum())
    if alone == 0:
        return max(1.0, kish)
    sums: dict[Hashable, float] = {}
    for group, part in zip(groups, influence, strict=True):
        sums[group] = sums.get(group, 0.0) + float(part)
    return max(1.0, kish) * max(1.0, sum(total**2 for total in sums.values()) / alone)
