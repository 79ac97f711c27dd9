"""Values of RAGAS's first generation and of DeepEval, without their epsilons, and the worked examples of the docs."""

from __future__ import annotations

import pytest

from evaluation.metrics.average_precision import context_precision
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.claims_ragas import (
    answer_correctness,
    answer_relevancy,
    context_recall,
    factual_correctness,
    semantic_similarity,
)
from evaluation.metrics.claims_ragchecker import claim_recall, faithfulness
from evaluation.metrics.hits import mrr
from evaluation.metrics.nonllm import best_similarity, nonllm_context_precision, nonllm_context_recall
from evaluation.metrics.precision_recall import precision, recall
from evaluation.metrics.ranking import ranking_of_ids

YES, NO = "entailed", "neutral"


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([1], 1.0),
        ([1, 0, 1], 0.833333333333),
        ([0, 0, 1, 1], 0.416666666667),
        ([0, 1, 1], 0.583333333333),
        ([1, 0, 0, 1, 1], 0.7),
        ([0, 0], 0.0),
    ],
)
def test_context_precision(verdicts: list[int], expected: float) -> None:
    assert context_precision([bool(v) for v in verdicts]).value == pytest.approx(expected, abs=1e-9)


def test_context_precision_of_nothing_is_undefined() -> None:
    assert context_precision([]).reason == "no passages were retrieved"
    assert context_precision([True, None]).reason == "judge error: 1 of 2 verdicts missing"


def test_sets_by_id() -> None:
    assert precision(ranking_of_ids(dict.fromkeys("abc", 1), list("axbyc"))).value == pytest.approx(3 / 5)
    assert recall(ranking_of_ids(dict.fromkeys("abcd", 1), list("axbyc"))).value == pytest.approx(3 / 4)
    assert precision(ranking_of_ids({"7": 1}, [" 7"])).value == 1.0


def test_reciprocal_rank() -> None:
    assert mrr(ranking_of_ids({"a": 1}, list("abcde"))).value == 1.0
    assert mrr(ranking_of_ids({"e": 1}, list("abcde"))).value == pytest.approx(0.2)


def test_claim_recall_and_context_recall() -> None:
    matrix = ClaimMatrix(reference_vs_answer=[NO, NO], reference_vs_passages=[[NO, YES], [NO, NO]], passages=["p", "q"])
    assert claim_recall(matrix).value == 0.5
    joined = ClaimMatrix(reference_vs_answer=[NO] * 4, reference_vs_context=[YES, YES, YES, NO])
    assert context_recall(joined).value == 0.75


@pytest.mark.parametrize(("supported", "expected"), [([YES, NO], 0.5), ([YES, NO, NO, NO, "contradicted"], 0.2)])
def test_faithfulness(supported: list[str], expected: float) -> None:
    matrix = ClaimMatrix(answer_vs_reference=[NO] * len(supported), answer_vs_context=supported)
    assert faithfulness(matrix).value == pytest.approx(expected)


def test_answer_correctness() -> None:
    assert answer_correctness(2, 1, 1, 0.8).value == pytest.approx(0.7, abs=1e-9)
    assert answer_correctness(0, 0, 3, 0.4).value == pytest.approx(0.1)
    assert answer_correctness(0, 0, 0, 0.9).value is None
    assert answer_correctness(1, 0, 0, None).reason == "no embedding"
    assert answer_correctness(1, 0, 1, None, weights=(1.0, 0.0)).value == pytest.approx(2 / 3)


def test_factual_recall_counts_reference_claims() -> None:
    # One long answer claim states all three reference claims: recall is 1, not 1 / (1 + 0) by luck of the split.
    matrix = ClaimMatrix(answer_vs_reference=[YES, NO], reference_vs_answer=[YES, YES, YES])
    assert factual_correctness(matrix).value == pytest.approx(2 * 0.5 / 1.5)


def test_answer_relevancy() -> None:
    assert answer_relevancy([0.9, 0.8, 0.7], [False, True, False]).value == pytest.approx(0.8)
    assert answer_relevancy([0.9, 0.8], [True, True]).value == 0.0
    assert answer_relevancy([-0.2], [False]).value == pytest.approx(-0.2)
    assert answer_relevancy([], []).value is None


def test_semantic_similarity() -> None:
    assert semantic_similarity([1, 0], [1, 1]).value == pytest.approx(0.7071068)
    assert semantic_similarity([0, 0], [1, 1]).value is None
    assert semantic_similarity(None, [1, 1]).value is None


def test_spelling() -> None:
    gold = "The quick brown fox jumps over the lazy dog and runs away."
    assert best_similarity(gold, [gold]) == 1.0
    assert best_similarity(gold, [gold[: len(gold) // 2]]) == pytest.approx(0.5, abs=0.01)
    assert nonllm_context_precision(["zzz", gold, gold], [gold]).value == pytest.approx(0.5)
    assert nonllm_context_recall([gold], [gold, "完全不同的文本内容"]).value == 0.5
    assert nonllm_context_recall([], [gold]).value == 0.0
    assert nonllm_context_precision([gold], []).reason == "no gold evidence"
