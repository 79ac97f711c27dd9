"""The metrics that speak for a run, in the order every screen, report and comparison shows them."""

from __future__ import annotations

from core.records import Run, Score

HEADLINE = (
    "correct", "faithfulness", "answer_f1", "claim_recall", "hit_rate@5", "recall@5", "mrr", "ndcg@10",
    "refusal_recall", "over_refusal",
)  # fmt: skip

# Below so many items an interval is wider than about ±20 points: the number is shown, and marked.
SMALL_N = 20


def headline(run: Run) -> list[Score]:
    """The headline metrics that this run has, in fixed order."""
    found = {score.metric: score for score in run.scores}
    return [found[name] for name in HEADLINE if name in found]
