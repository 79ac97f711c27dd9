"""Does the embedded judge prefer the answers people prefer (ragchecker-meta): python -m bench.judge_ranking."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence

import numpy as np

from bench.judge_sets import data_folder
from core.judges.embedded import EmbeddedJudge
from core.records import Verdict

Measure = Callable[[Sequence[Verdict]], float]


def by_labels(verdicts: Sequence[Verdict]) -> float:
    """Share of claims entailed, as the metrics count them; 0 without claims."""
    return float(np.mean([v.label == "entailed" for v in verdicts])) if verdicts else 0.0


def graded(verdicts: Sequence[Verdict]) -> float:
    """Mean chance that a claim is entailed, read from the confidence of its label; 0 without claims."""
    chances = {"entailed": lambda c: c, "neutral": lambda c: 1 - c, "contradicted": lambda c: 0.0}
    return float(np.mean([chances[v.label](v.confidence) for v in verdicts])) if verdicts else 0.0


def columns(judge: EmbeddedJudge, query: str, answer: str, reference: str) -> tuple[list[Verdict], list[Verdict]]:
    """Claims of the answer against the reference, and the other way round, as an evaluation asks for them.

    A refusal states nothing.
    """
    ours = [] if judge.refuses(query, answer) else judge.split(answer, query)
    theirs = judge.split(reference, query)
    return judge.states(ours, reference, query), judge.states(theirs, answer, query)


def f1(precision: float, recall: float) -> float:
    """Harmonic mean; 0 when both are."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def main() -> None:
    """Print Pearson and Spearman correlation of differences in F1, precision and recall with people's preference."""
    from scipy.stats import pearsonr, spearmanr

    judge, people = EmbeddedJudge(), []
    ours: dict[str, list[float]] = {}
    path = data_folder() / "ragchecker-meta" / "human_meta_eval_280.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        people.append(float(np.mean([label["overall_label"] for label in row["human"]])))
        both = [columns(judge, row["query"], row[side]["response"], row["gt_answer"]) for side in ("model1", "model2")]
        for name, measure in (("labels", by_labels), ("graded", graded)):
            parts = [(measure(mine), measure(theirs)) for mine, theirs in both]
            for metric, values in (
                ("f1", [f1(*part) for part in parts]),
                ("precision", [p for p, _ in parts]),
                ("recall", [r for _, r in parts]),
            ):
                ours.setdefault(f"{metric} by {name}", []).append(values[1] - values[0])
    sys.stdout.write(
        f"n={len(people)} (F1 of the peer with a model judge 0.62/0.61, people among each other 0.70/0.69)\n"
    )
    for name, differences in ours.items():
        pearson, spearman = pearsonr(differences, people).statistic, spearmanr(differences, people).statistic
        sys.stdout.write(f"{name:22} pearson={pearson:.3f} spearman={spearman:.3f}\n")


if __name__ == "__main__":
    main()
