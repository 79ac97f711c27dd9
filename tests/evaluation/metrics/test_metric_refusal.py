from __future__ import annotations

import pytest

from core.stats.intervals import wilson
from evaluation.metrics.aggregate import aggregate
from evaluation.metrics.refusal import Reply, refusal_scores, refusal_table, refusal_values

REPLIES = [
    *[Reply("refuse", True)] * 6,
    *[Reply("refuse", False)] * 3,
    Reply("refuse", None, error=True),
    *[Reply("answer", False)] * 8,
    *[Reply("answer", True)] * 2,
    Reply("answer", None),
    Reply("ask_back", True),
]


def test_the_table() -> None:
    table = refusal_table(REPLIES)
    assert (table.refused_rightly, table.invented, table.failed_on_refuse) == (6, 3, 1)
    assert (table.refused_wrongly, table.answered, table.unknown, table.skipped) == (2, 8, 1, 1)


def test_scores_with_intervals() -> None:
    scores = {score.metric: score for score in refusal_scores(refusal_table(REPLIES))}
    assert scores["refusal_precision"].value == pytest.approx(6 / 8)
    assert scores["refusal_recall"].value == pytest.approx(6 / 10)
    assert scores["refusal_f1"].value == pytest.approx(2 * 0.75 * 0.6 / 1.35)
    assert scores["over_refusal"].value == pytest.approx(2 / 10)
    assert scores["invented_answers"].value == pytest.approx(3 / 10)
    recall = scores["refusal_recall"]
    assert (recall.low, recall.high) == tuple(wilson(6, 10))
    assert (recall.n_used, recall.n_failed) == (10, 1)
    assert scores["refusal_f1"].low < scores["refusal_f1"].value < scores["refusal_f1"].high


def test_per_item_values_give_the_same_rates() -> None:
    scores = {score.metric: score for score in refusal_scores(refusal_table(REPLIES))}
    rows = {str(i): refusal_values(reply) for i, reply in enumerate(REPLIES)}
    for name in ("refusal_precision", "refusal_recall", "over_refusal", "invented_answers"):
        values = {i: row[name].value for i, row in rows.items()}
        found = aggregate(name, values, {i: row[name].reason for i, row in rows.items()})
        assert (found.value, found.low, found.n_used) == (scores[name].value, scores[name].low, scores[name].n_used)
        assert found.n_failed == 1


def test_without_such_items_it_is_undefined() -> None:
    scores = {score.metric: score for score in refusal_scores(refusal_table([Reply("answer", False)]))}
    assert scores["refusal_recall"].value is None
    assert scores["refusal_recall"].reason == "no item expects a refusal"
    assert scores["refusal_precision"].reason == "nothing was refused"
    assert scores["refusal_f1"].value is None
    assert scores["over_refusal"].value == 0.0
