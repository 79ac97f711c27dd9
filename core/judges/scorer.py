"""Logistic scorers in plain numpy: weights kept as JSON beside this file, fitted without any library."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadInput

WEIGHTS_FILE = Path(__file__).with_name("weights.json")


@dataclass(frozen=True)
class Scorer:
    """A logistic model over named features: probability = 1 / (1 + exp(-(bias + weights · scaled features)))."""

    names: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        """One probability per row of features."""
        scaled = (rows - np.array(self.mean)) / np.array(self.scale)
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scaled @ np.array(self.weights) + self.bias, -30, 30))))

    def to_dict(self) -> dict[str, Any]:
        """As stored in the weights file, rounded so that the file is readable and stable."""
        columns = zip(self.names, self.mean, self.scale, self.weights, strict=True)
        rows = {name: [round(mean, 5), round(scale, 5), round(weight, 5)] for name, mean, scale, weight in columns}
        return {"bias": round(self.bias, 5), "features": rows}

    @classmethod
    def from_dict(cls, stored: dict[str, Any], names: tuple[str, ...]) -> Scorer:
        """Read a stored scorer; its features must be the ones this version computes."""
        if tuple(stored["features"]) != names:
            raise BadInput(
                f"The judge's weights are for features {list(stored['features'])}, this version computes {list(names)}; "
                "fit them again with `python -m bench.fit_judge`."
            )
        columns = list(zip(*stored["features"].values(), strict=True))
        return cls(names, tuple(columns[0]), tuple(columns[1]), tuple(columns[2]), float(stored["bias"]))


def load_scorers(path: Path = WEIGHTS_FILE) -> dict[str, Any]:
    """The stored scorers by name, not yet checked against the features of this version."""
    stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return stored


def fit_scorer(
    names: tuple[str, ...], rows: np.ndarray, labels: np.ndarray, sample_weights: np.ndarray, penalty: float = 5.0
) -> Scorer:
    """Fit by Newton's method with an L2 penalty on all weights but the bias."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale < 1e-4, 1.0, scale)  # a feature that never varies here says nothing
    design = np.hstack([(rows - mean) / scale, np.ones((len(rows), 1))])
    ridge = np.diag([penalty] * len(names) + [1e-6])
    weights = np.zeros(design.shape[1])
    for _ in range(50):
        chances = 1.0 / (1.0 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (sample_weights * (labels - chances)) - ridge @ weights
        curvature = (design * (sample_weights * chances * (1 - chances) + 1e-9)[:, None]).T @ design + ridge
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < 1e-6:
            break
    return Scorer(names, tuple(mean), tuple(scale), tuple(weights[:-1]), float(weights[-1]))
