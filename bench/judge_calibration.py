"""Is the embedded judge as sure as it should be: reliability on labelled rows, and whether Platt or isotonic scaling helps.

python -m bench.judge_calibration
"""

from __future__ import annotations

import sys

import numpy as np

from bench.fit_judge import FIT_ON, support_findings
from bench.judge_sets import Row, data_folder, load
from bench.question_sets import statements
from core.embeddings import encoder
from core.judges.features import NAMES, Findings
from core.judges.scorer import Scorer, load_scorers
from core.judges.vectors import Vectors
from core.judges.verdicts import decide
from core.stats.discrimination import brier, calibration_error

PEOPLE = ("begin-wow", "halueval-qa", "uhgeval/keywords", "faithbench")
LEFT_OUT = ("rgb/en", "rgb/zh", "ocnli")


def judged(found: list[Findings]) -> tuple[np.ndarray, np.ndarray]:
    """Labels and confidences as the judge gives them."""
    stored = load_scorers()
    scorers = {name: Scorer.from_dict(stored[name], NAMES) for name in ("support", "asked", "across")}
    rows = np.stack([finding.values for finding in found])
    chances = {name: scorer.probabilities(rows) for name, scorer in scorers.items()}
    decisions = [
        decide(finding, float(chances["across" if finding.across else "asked" if finding.asked else "support"][place]))
        for place, finding in enumerate(found)
    ]
    return np.array([d.label for d in decisions]), np.array([min(1.0, d.confidence) for d in decisions])


def rescaled(
    kind: str, labels: np.ndarray, sure: np.ndarray, right: np.ndarray, fit: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """Confidences put through Platt or isotonic scaling, fitted on the rows of `fit`, each label by itself."""
    from sklearn.isotonic import IsotonicRegression
    from sklearn.linear_model import LogisticRegression

    found = sure.copy()
    clipped = np.clip(sure, 0.01, 0.99)
    logits = np.log(clipped / (1 - clipped))[:, None]
    for label in ("entailed", "neutral", "contradicted"):
        here, train = labels == label, (labels == label) & fit
        if kind == "isotonic":
            model = IsotonicRegression(out_of_bounds="clip", y_min=0.02, y_max=0.98)
            found[here] = model.fit(sure[train], right[train], weights[train]).predict(sure[here])
        else:
            scale = weights[train] / weights[train].sum() * train.sum()
            found[here] = LogisticRegression().fit(logits[train], right[train], scale).predict_proba(logits[here])[:, 1]
    return found


def even(names: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Weights that give each set the same say."""
    weights = np.zeros(len(names))
    for name in np.unique(names[where]):
        inside = where & (names == name)
        weights[inside] = 1 / inside.sum()
    return weights


def main() -> None:
    """Print ECE and Brier of three groups of rows as given and rescaled, and the reliability table."""
    rows: list[Row] = [row for name in (*FIT_ON, "rgb", "ocnli") for row in load(name)] + list(
        statements(data_folder())
    )
    labels, sure = judged(support_findings(rows, Vectors(encoder())))
    names, held = np.array([row.name for row in rows]), np.array([not row.train for row in rows])
    right = (labels == "entailed") == np.array([row.supported for row in rows])
    made = np.char.startswith(names, "statements") | np.char.startswith(names, "across")
    fit = ~held & (np.isin(names, PEOPLE) | made)
    groups = {
        "labels by people": held & np.isin(names, PEOPLE), "statements made from questions": held & made, "sets left out": np.isin(names, LEFT_OUT),
    }  # fmt: skip
    write = sys.stdout.write
    for kind in ("as given", "Platt", "isotonic"):
        found = sure if kind == "as given" else rescaled(kind, labels, sure, right, fit, even(names, fit))
        for group, where in groups.items():
            weights = even(names, where)[where]
            error, score = (
                calibration_error(found[where], right[where], weights),
                brier(found[where], right[where], weights),
            )
            write(f"{kind:9} {group:30} n={where.sum():5}  ECE {error:.3f}  Brier {score:.3f}\n")
    write("\nconfidence   n  mean confidence  right (labels by people)\n")
    where = groups["labels by people"]
    for low in np.arange(0.5, 1.0, 0.1):
        inside = where & (sure >= low) & (sure < low + 0.1 + (low > 0.85))
        if inside.any():
            write(
                f"{low:.1f}–{low + 0.1:.1f}  {inside.sum():5}  {sure[inside].mean():.3f}            {right[inside].mean():.3f}\n"
            )


if __name__ == "__main__":
    main()
