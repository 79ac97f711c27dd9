"""Does the embedded judge prefer the answers people prefer (ragchecker-meta): python -m bench.judge_ranking."""

from __future__ import annotations

import json
import sys

import numpy as np

from bench.judge_sets import data_folder
from core.judges.embedded import EmbeddedJudge


def f1(judge: EmbeddedJudge, query: str, answer: str, reference: str) -> float | None:
    """F1 of claim precision (answer claims in the reference) and claim recall (reference claims in the answer)."""
    ours, theirs = judge.split(answer, query), judge.split(reference, query)
    if not ours or not theirs:
        return None
    precision = np.mean([row[0].label == "entailed" for row in judge.entails(ours, [reference], query)])
    recall = np.mean([row[0].label == "entailed" for row in judge.entails(theirs, [answer], query)])
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def main() -> None:
    """Print Pearson and Spearman correlation of the difference in F1 with people's overall preference."""
    from scipy.stats import pearsonr, spearmanr

    judge, ours, people, skipped = EmbeddedJudge(), [], [], 0
    path = data_folder() / "ragchecker-meta" / "human_meta_eval_280.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        scores = [f1(judge, row["query"], row[side]["response"], row["gt_answer"]) for side in ("model1", "model2")]
        if scores[0] is None or scores[1] is None:
            skipped += 1
            continue
        ours.append(scores[1] - scores[0])
        people.append(np.mean([label["overall_label"] for label in row["human"]]))
    pearson, spearman = pearsonr(ours, people).statistic, spearmanr(ours, people).statistic
    sys.stdout.write(
        f"n={len(ours)} skipped={skipped} pearson={pearson:.3f} spearman={spearman:.3f} (peer 0.62/0.61, people 0.70/0.69)\n"
    )


if __name__ == "__main__":
    main()
