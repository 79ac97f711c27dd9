"""How well scores and labels tell two classes apart: balanced accuracy, AUROC, and the calibration of confidences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Labels = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


def balanced_accuracy(labels: Labels, said: Labels) -> float | None:
    """Mean of the shares right among the positive and among the negative; None where one class is missing."""
    if labels.all() or not labels.any():
        return None
    return float((said[labels].mean() + (~said[~labels]).mean()) / 2)


def auroc(labels: Labels, scores: Floats) -> float | None:
    """Chance that a positive scores above a negative, ties counted half; None where one class is missing."""
    if labels.all() or not labels.any():
        return None
    from scipy.stats import rankdata

    ranks, positive = rankdata(scores), int(labels.sum())
    negative = len(labels) - positive
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / (positive * negative))


def brier(confidences: Floats, right: Labels, weights: Floats | None = None) -> float:
    """Weighted mean square of confidence less outcome, 0 best."""
    return float(np.average((confidences - right) ** 2, weights=weights))


def calibration_error(confidences: Floats, right: Labels, weights: Floats | None = None, bins: int = 10) -> float:
    """Expected calibration error: weighted mean distance of confidence from accuracy over bins of equal width (Naeini 2015)."""
    weight = np.ones(len(confidences)) if weights is None else weights
    place = np.minimum((confidences * bins).astype(int), bins - 1)
    error = 0.0
    for number in np.unique(place):
        inside = place == number
        gap = np.average(confidences[inside], weights=weight[inside]) - np.average(
            right[inside], weights=weight[inside]
        )
        error += float(weight[inside].sum() / weight.sum() * abs(gap))
    return error
