"""The embedded judge fitted again on five other halves of the labelled sets, each time measured on the rest: python -m bench.judge_splits."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np

from bench.fit_judge import FIT_ON, SHARES, balanced, support_findings
from bench.judge import area, best_cut, share_right, token_overlap
from bench.judge_sets import SETS, Row, data_folder, load
from bench.question_sets import across_languages, statements
from core.embeddings import encoder
from core.judges.features import NAMES, Findings
from core.judges.scorer import fit_scorer
from core.judges.vectors import Vectors
from core.judges.verdicts import decide

SEEDS = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Split:
    """One set measured with the weights of one split: balanced accuracy, AUROC, and balanced accuracy of token overlap."""

    balanced_accuracy: float
    auroc: float
    overlap: float


def in_half(row: Row, seed: int) -> bool:
    """Whether a row is fitted on in this split; rows of a group stay together."""
    digest = hashlib.sha256(f"{seed}:{row.name.split('/')[0]}:{row.group}".encode()).hexdigest()
    return int(digest, 16) % 2 == 0


def all_rows() -> list[Row]:
    """Every labelled row, and the statements made from questions that the fit also uses."""
    root = data_folder()
    return [row for name in SETS for row in load(name)] + [*statements(root), *across_languages(root)]


def measure(rows: list[Row], found: list[Findings], seed: int) -> dict[str, Split]:
    """Every set on the half not fitted on, those never fitted on whole."""
    names = np.array([row.name for row in rows])
    labels = np.array([row.supported for row in rows])
    fits = np.array([name in FIT_ON or name.startswith(("statements", "across")) for name in names])
    train = np.array([in_half(row, seed) for row in rows])
    chances = _chances(found, names, labels, train & fits)
    decisions = [decide(finding, float(chance)) for finding, chance in zip(found, chances, strict=True)]
    said = np.array([decision.label == "entailed" for decision in decisions])
    support = np.array([decision.support for decision in decisions])
    overlap = np.array([token_overlap(row) for row in rows])
    table: dict[str, Split] = {}
    for name in dict.fromkeys(map(str, names)):
        here = names == name
        test = here & (~train | ~fits)
        cut = best_cut(labels[here & train], overlap[here & train])
        table[name] = Split(
            share_right(labels[test], said[test]),
            area(labels[test], support[test]),
            share_right(labels[test], overlap[test] >= cut),
        )
    return table


def _chances(found: list[Findings], names: np.ndarray, labels: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """Chances by scorers fitted as those that ship, on the rows of `fit`."""
    rows = np.stack([finding.values for finding in found])
    kinds = np.array(["across" if f.across else "asked" if f.asked else "support" for f in found])
    sizes, chances = Counter(names[fit]), np.zeros(len(found))
    for kind in ("support", "asked", "across"):
        train = np.flatnonzero(fit & (kinds == kind))
        here = Counter(names[train])
        shares = {name: SHARES.get(name, 1.0) * here[name] / sizes[name] for name in here}
        scorer = fit_scorer(NAMES, rows[train], labels[train], balanced(list(names[train]), labels[train], shares))
        chances[kinds == kind] = scorer.probabilities(rows[kinds == kind])
    return chances


def show() -> None:
    """Print mean and range over the splits for each set."""
    rows = all_rows()
    found = support_findings(rows, Vectors(encoder()))
    tables = [measure(rows, found, seed) for seed in SEEDS]
    sys.stdout.write(f"\n{'set':28} mean of five [lowest, highest]  AUROC  overlap, same five\n")
    for name in tables[0]:
        ours = [table[name].balanced_accuracy for table in tables]
        area_mean = np.mean([table[name].auroc for table in tables])
        overlap = np.mean([table[name].overlap for table in tables])
        sys.stdout.write(
            f"{name:28} {np.mean(ours):.3f} [{min(ours):.3f}, {max(ours):.3f}]           {area_mean:.3f}  {overlap:.3f}\n"
        )


if __name__ == "__main__":
    show()
