"""Fit the embedded judge's three scorers on the training half of the labelled sets: python -m bench.fit_judge."""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from bench.judge_sets import Row, data_folder, load
from bench.question_sets import Question, across_languages, questions, statements
from core.embeddings import encoder
from core.judges.features import NAMES, Findings, features
from core.judges.passages import NAMES as PASSAGE_NAMES
from core.judges.passages import passage_features
from core.judges.premises import PremiseView, view_premises
from core.judges.scorer import WEIGHTS_FILE, Scorer, fit_scorer
from core.judges.vectors import Vectors

# Whole sets left out of fitting: ares-gold, ocnli, rgb, nomiracl, ragchecker-meta, and the handmade pairs.
FIT_ON = ("begin-wow", "halueval-qa", "uhgeval", "uhgeval/keywords", "faithbench")
ROWS_PER_SET = 400.0
# Labels by people weigh more than statements made from questions and answers.
SHARES = {"halueval-qa": 7.0, "begin-wow": 2.0, "faithbench": 2.0, "uhgeval/keywords": 2.0}


def see(texts: list[str], vectors: Vectors) -> dict[str, PremiseView]:
    """Views of the distinct texts."""
    unique = list(dict.fromkeys(texts))
    return dict(zip(unique, view_premises(unique, vectors), strict=True))


def support_findings(rows: list[Row], vectors: Vectors) -> list[Findings]:
    """What the judge sees of claims against premises."""
    views = see([row.premise for row in rows], vectors)
    vectors.add([row.claim for row in rows])
    return [features(row.claim, views[row.premise], vectors, row.question) for row in rows]


def question_features(rows: list[Question], vectors: Vectors) -> np.ndarray:
    """Features of questions against passages."""
    views = see([row.passage for row in rows], vectors)
    return np.stack([passage_features(row.question, views[row.passage], vectors) for row in rows])


def balanced(names: list[str], labels: np.ndarray, share: dict[str, float] | None = None) -> np.ndarray:
    """Weights that give each set the same say, and its two labels the same within it."""
    groups: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for position, (name, label) in enumerate(zip(names, labels, strict=True)):
        groups[name, bool(label)].append(position)
    weights = np.zeros(len(labels))
    for (name, _), positions in groups.items():
        weights[positions] = (share or {}).get(name, 1.0) * ROWS_PER_SET / 2 / len(positions)
    return weights


def fit_support(vectors: Vectors) -> dict[str, Scorer]:
    """The scorers of support: of statements, of answers to a question, and across languages.

    Rows go to the scorer that would judge them; each set is weighted within its scorer.
    """
    root = data_folder()
    rows = [row for name in FIT_ON for row in load(name)] + [*statements(root), *across_languages(root)]
    rows = [row for row in rows if row.train]
    found = support_findings(rows, vectors)
    parts: dict[str, list[int]] = {"support": [], "asked": [], "across": []}
    for position, finding in enumerate(found):
        parts["across" if finding.across else "asked" if finding.asked else "support"].append(position)
    sizes = Counter(row.name for row in rows)
    return {name: _fit_part([rows[i] for i in part], [found[i] for i in part], sizes) for name, part in parts.items()}


def _fit_part(rows: list[Row], found: list[Findings], sizes: Counter[str]) -> Scorer:
    labels = np.array([row.supported for row in rows])
    # A set that mostly goes to another scorer has as little say here as it has rows.
    here = Counter(row.name for row in rows)
    shares = {name: SHARES.get(name, 1.0) * here[name] / sizes[name] for name in here}
    weights = balanced([row.name for row in rows], labels, shares)
    return fit_scorer(NAMES, np.stack([finding.values for finding in found]), labels, weights)


def fit_passages(vectors: Vectors) -> tuple[Scorer, Scorer]:
    """The scorers of relevance and of answering."""
    rows = [row for row in questions(data_folder()) if row.train and not row.name.startswith(("ares", "rgb"))]
    table = question_features(rows, vectors)
    found = []
    for field in ("relevant", "answered"):
        labels = np.array([bool(getattr(row, field)) for row in rows])
        found.append(fit_scorer(PASSAGE_NAMES, table, labels, balanced([row.name for row in rows], labels)))
    return found[0], found[1]


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    out = parser.parse_args().out
    vectors = Vectors(encoder())
    relevant, answers = fit_passages(vectors)
    scorers = fit_support(vectors) | {"relevant": relevant, "answers": answers}
    stored = {name: scorer.to_dict() for name, scorer in scorers.items()}
    out.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
