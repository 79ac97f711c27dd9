"""What `judge --fit` on the sample knowledge bases does to labels by people it has not seen: python -m bench.judge_fit_effect."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bench.fit_judge import FIT_ON, question_features, support_findings
from bench.judge import share_right
from bench.judge_sets import Row, data_folder, load
from bench.question_sets import Question, questions
from core.embeddings import encoder
from core.judges.features import NAMES, Findings
from core.judges.passages import NAMES as PASSAGE_NAMES
from core.judges.refit import GUARDED, MadeRow, refit
from core.judges.scorer import Scorer, load_scorers
from core.judges.vectors import Vectors
from core.judges.verdicts import decide
from core.settings import load_settings
from core.store import knowledge_bases
from verbs.loading import load as load_documents
from verbs.made_rows import make_rows
from verbs.prepare import chunk
from verbs.workspace import open_workspace

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples"
BASES = ("ostrevane-en", "xulan-zh")
SETS = ("begin-wow", "halueval-qa", "uhgeval/keywords", "faithbench", "rgb", "ocnli")
DRAWS = 1000
# Labels by people that a user might have: so many rows of the fitting halves, drawn with a seed.
GUARD_ROWS = 400
Weights = Mapping[str, Any]


def rows_of(name: str, folder: Path) -> list[MadeRow]:
    """The rows that a fit to a sample base makes."""
    load_documents(folder, name, SAMPLES / name)
    store = open_workspace(folder)
    kb = knowledge_bases.find(store, name)
    chunking = load_settings(store).chunking
    chunk(store, kb, chunking)
    return make_rows(store, kb.id, chunking, 0)


def guard_rows() -> list[MadeRow]:
    """Rows of the fitting halves, as labels that people gave."""
    rows = [row for name in FIT_ON[:2] + ("uhgeval/keywords", "faithbench") for row in load(name) if row.train]
    drawn = np.random.default_rng(0).choice(len(rows), GUARD_ROWS, replace=False)
    return [MadeRow("support", r.claim, r.premise, r.supported, True, r.question) for r in (rows[i] for i in drawn)]


def supported(weights: Weights, found: list[Findings]) -> np.ndarray:
    """What the judge calls entailed with these weights."""
    table = np.stack([finding.values for finding in found])
    chances = {kind: Scorer.from_dict(weights[kind], NAMES).probabilities(table) for kind in ("support", "asked", "across")}  # fmt: skip
    kinds = ["across" if f.across else "asked" if f.asked else "support" for f in found]
    return np.array([decide(f, float(chances[k][i])).label == "entailed" for i, (f, k) in enumerate(zip(found, kinds, strict=True))])  # fmt: skip


def change(labels: np.ndarray, before: np.ndarray, after: np.ndarray) -> str:
    """Balanced accuracy before and after, and the 95 % bootstrap interval of the difference, drawn within each label."""
    rng = np.random.default_rng(5)
    gain = [(after[part] == side).astype(float) - (before[part] == side) for part, side in ((labels, True), (~labels, False))]  # fmt: skip
    means = sum(rng.choice(part, size=(DRAWS, len(part))).mean(axis=1) for part in gain) / 2
    low, high = np.quantile(means, [0.025, 0.975])
    return f"n={len(labels):4}  {share_right(labels, before):.3f} → {share_right(labels, after):.3f}  change [{low:+.3f}, {high:+.3f}]"


def show_support(rows: list[Row], found: list[Findings], shipped: Weights, fitted: Weights) -> None:
    """One line a set; rows on which the shipped weights were fitted are left out."""
    names, labels = np.array([row.name for row in rows]), np.array([row.supported for row in rows])
    before, after = supported(shipped, found), supported(fitted, found)
    for name in dict.fromkeys(map(str, names)):
        here = names == name
        sys.stdout.write(f"    {name:26} {change(labels[here], before[here], after[here])}\n")


def show_passages(rows: list[Question], table: np.ndarray, shipped: Weights, fitted: Weights) -> None:
    """The same for the relevance of passages and for whether they answer."""
    for field, kind in (("relevant", "relevant"), ("answered", "answers")):
        before, after = (Scorer.from_dict(w[kind], PASSAGE_NAMES).probabilities(table) >= 0.5 for w in (shipped, fitted))  # fmt: skip
        for name in dict.fromkeys(row.name for row in rows):
            here = np.array([row.name == name and getattr(row, field) is not None for row in rows])
            labels = np.array([bool(getattr(row, field)) for row in rows])[here]
            if labels.any() and not labels.all():
                sys.stdout.write(f"    {field}: {name:16} {change(labels, before[here], after[here])}\n")


def main() -> None:
    """Print, for each sample base, the effect with faithfulness let through, with a guard, and on passages."""
    vectors, shipped = Vectors(encoder()), load_scorers()
    rows = [row for name in SETS for row in load(name) if name not in FIT_ON or not row.train]
    found = support_findings(rows, vectors)
    asked = [row for row in questions(data_folder()) if not row.train or row.name.startswith(("ares", "rgb"))]
    table, guard = question_features(asked, vectors), guard_rows()
    for base in BASES:
        with tempfile.TemporaryDirectory() as folder:
            made = rows_of(base, Path(folder))
        through, _ = refit(shipped, made, vectors, guarded=())
        sys.stdout.write(f"{base}: {len(made)} rows\n  faithfulness, were every fit let through\n")
        show_support(rows, found, shipped, through)
        _, report = refit(shipped, made, vectors, guard)
        sys.stdout.write(f"  with {len(guard)} labels by people as a guard\n")
        for name in GUARDED:
            sys.stdout.write(f"    {name}: used {report[name]['used']}, {report[name].get('guard')}\n")
        plain, _ = refit(shipped, made, vectors)
        sys.stdout.write("  passages, as --fit leaves them\n")
        show_passages(asked, table, shipped, plain)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
