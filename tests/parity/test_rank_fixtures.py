"""Fixtures on which trec_eval, ranx and ir_measures agree, and the tie rule on which they do not."""

from __future__ import annotations

import pytest

from evaluation.metrics.average_precision import average_precision
from evaluation.metrics.hits import mrr
from evaluation.metrics.metric import MetricValue
from evaluation.metrics.ndcg import ndcg
from evaluation.metrics.precision_recall import f1, precision, recall
from evaluation.metrics.ranking import ranking_of_ids
from evaluation.trec import trec_order

FORMULAS = {
    "AP": lambda r: average_precision(r),
    "AP@3": lambda r: average_precision(r, 3),
    "nDCG": lambda r: ndcg(r),
    "nDCG@3": lambda r: ndcg(r, 3),
    "nDCG@10": lambda r: ndcg(r, 10),
    "nDCG exponential": lambda r: ndcg(r, None, "exponential"),
    "nDCG@3 exponential": lambda r: ndcg(r, 3, "exponential"),
    "RR": lambda r: mrr(r),
    "P@5": lambda r: precision(r, 5),
    "R@5": lambda r: recall(r, 5),
    "f1@5": lambda r: f1(r, 5),
    "set_P": lambda r: precision(r),
    "set_F": lambda r: f1(r),
}
FIXTURES = [
    (
        {"a": 1, "b": 1},
        "xayb",
        {"AP": 0.5, "nDCG": 0.650921, "nDCG@3": 0.386853, "RR": 0.5, "P@5": 0.4, "R@5": 1, "AP@3": 0.25}
        | {"f1@5": 0.571429, "set_P": 0.5, "set_F": 0.666667},
    ),
    (
        {"a": 3, "b": 1},
        "bxa",
        {"nDCG@3": 0.688529, "nDCG@3 exponential": 0.589705, "AP": 0.833333, "RR": 1, "P@5": 0.4, "set_F": 0.8},
    ),
    (
        dict.fromkeys("abcde", 1),
        "ab",
        {"P@5": 0.4, "R@5": 0.4, "AP": 0.4, "nDCG@3": 0.765361, "nDCG@10": 0.553146, "set_P": 1},
    ),
    ({"a": 1, "b": -1}, "ba", {"nDCG": 0.63093, "AP": 0.5, "RR": 0.5, "set_P": 0.5}),
    ({"a": 1, "b": 2}, "ab", {"nDCG": 0.859719, "nDCG exponential": 0.796708}),
]


@pytest.mark.parametrize(("gold", "listed", "expected"), FIXTURES)
def test_fixture(gold: dict[str, int], listed: str, expected: dict[str, float]) -> None:
    ranking = ranking_of_ids(gold, list(listed))
    found = {name: FORMULAS[name](ranking).value for name in expected}
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("gold", "by_trec", "by_insertion"), [("a", (1 / 3, 0.5), (1.0, 1.0)), ("c", (1.0, 1.0), (1 / 3, 0.5))]
)
def test_equal_scores(gold: str, by_trec: tuple[float, float], by_insertion: tuple[float, float]) -> None:
    tied = trec_order([("a", 1.0), ("b", 1.0), ("c", 1.0)])
    assert tied == ["c", "b", "a"]
    for order, expected in ((tied, by_trec), (["a", "b", "c"], by_insertion)):
        ranking = ranking_of_ids({gold: 1}, order)
        assert (mrr(ranking).value, ndcg(ranking).value) == pytest.approx(expected)


def test_a_query_missing_from_the_run_counts_as_zero() -> None:
    perfect, missing = ranking_of_ids({"a": 1}, ["a"]), ranking_of_ids({"a": 1}, [])
    for name, formula in FORMULAS.items():
        mean = (formula(perfect).value + formula(missing).value) / 2
        assert mean == pytest.approx({"P@5": 0.1, "f1@5": 1 / 6}.get(name, 0.5)), name


def test_no_gold_is_undefined_and_not_zero() -> None:
    for formula in FORMULAS.values():
        assert formula(ranking_of_ids({}, ["a"])) == MetricValue(None, "no gold evidence")


@pytest.mark.parametrize("gold", [{"a": 1}, {"a": 2, "b": 1}])
def test_repeats_never_lift_a_score(gold: dict[str, int]) -> None:
    once, repeated = ranking_of_ids(gold, ["x", "a"]), ranking_of_ids(gold, ["x", "x", "a", "a", "a"])
    for formula in FORMULAS.values():
        assert formula(once) == formula(repeated)
    assert repeated.repeats == 3
