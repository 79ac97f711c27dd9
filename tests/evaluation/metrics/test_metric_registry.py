from __future__ import annotations

import random
from typing import get_args

import pytest

from core.errors import BadCall
from core.stats.intervals import wilson
from evaluation.metrics.aggregate import aggregate
from evaluation.metrics.declared import METRICS, metric, metric_versions
from evaluation.metrics.metric import Family, Need
from evaluation.metrics.reasons import reason_in

ASKED = """context_precision context_precision_set context_precision_chunks context_recall claim_recall answer_precision
answer_recall answer_f1 context_utilization noise_sensitivity_relevant noise_sensitivity_irrelevant hallucination
self_knowledge faithfulness answer_relevancy answer_correctness factual_correctness semantic_similarity
context_relevance hit_rate@k mrr map ndcg@k precision@k recall@k f1@k all_groups_recall@k span_recall@k
span_precision@k span_iou@k duplicate_rate refusal_precision refusal_recall refusal_f1 over_refusal invented_answers
exact_match token_f1 rouge_l chrf bleu latency_p50 latency_p95 cost context_tokens error_rate ndcg_exp@k map_retrieved
context_recall_set context_f1_set context_precision_id context_recall_id context_precision_no_reference
nonllm_context_precision nonllm_context_recall document_hit_rate@k document_recall@k document_mrr document_ndcg@k
premise_corrected asked_back conflict_reported off_topic refusal_detector_accuracy correct""".split()
LOWER = """noise_sensitivity_relevant noise_sensitivity_irrelevant hallucination self_knowledge over_refusal cost
invented_answers duplicate_rate latency_p50 latency_p95 context_tokens error_rate off_topic""".split()


def test_every_metric_is_declared_in_full() -> None:
    assert set(ASKED) <= set(METRICS)
    for key, declared in METRICS.items():
        assert key == declared.id
        assert declared.family in get_args(Family)
        assert declared.needs and set(declared.needs) <= set(get_args(Need))
        for words in (declared.names, declared.sentence, declared.undefined):
            assert set(words) == {"en", "zh"} and all(words.values())
        assert declared.sentence["en"].endswith(".") and declared.sentence["zh"].endswith("。")
        assert declared.citation and declared.version >= 1
        assert (declared.direction == "lower") == (key in LOWER)


def test_ids_as_typed() -> None:
    assert (metric("ndcg@10").id, metric("ndcg@10").k, metric("ndcg@10").names["zh"][-3:]) == ("ndcg@10", 10, "@10")
    assert (metric("ndcg").id, metric("ndcg").k) == ("ndcg", None)
    assert metric("mrr@10").k == 10
    assert metric("faithfulness") is METRICS["faithfulness"]
    assert metric_versions(["ndcg@10"]) == {"ndcg@10": 1}


@pytest.mark.parametrize("spec", ["nonsense", "ndcg@0", "ndcg@x", "faithfulness@3", "", "ndcg@-1"])
def test_unknown_ids_are_refused(spec: str) -> None:
    with pytest.raises(BadCall, match="metric|Metric"):
        metric(spec)


def test_means_count_what_they_leave_out() -> None:
    values = {"a": 1.0, "b": 0.5, "c": None, "d": None}
    reasons = {"c": "no gold evidence", "d": "judge error: 1 of 3 verdicts missing"}
    score = aggregate("faithfulness", values, reasons)
    assert score.value == 0.75
    assert (score.n_used, score.n_skipped, score.n_failed) == (2, 1, 1)
    assert score.reason == "1 left out after judge errors; 0.500 to 0.833 if all of them were lowest or highest"


def test_nothing_defined_is_undefined_with_the_commonest_reason() -> None:
    score = aggregate("recall@5", {"a": None, "b": None}, {"a": "no gold evidence", "b": "no gold evidence"})
    assert (score.value, score.low, score.reason, score.n_skipped) == (None, None, "no gold evidence", 2)
    assert aggregate("recall@5", {}).reason == "no items"


def test_intervals_fit_the_values() -> None:
    binary = aggregate("hit_rate@5", {str(i): float(i < 8) for i in range(10)})
    assert (binary.low, binary.high, binary.interval) == (*wilson(8, 10), "95% Wilson")
    perfect = aggregate("faithfulness", {str(i): 1.0 for i in range(10)})
    assert perfect.high == 1.0 and perfect.low < 0.8
    graded = aggregate("ndcg@10", {str(i): i / 10 for i in range(11)})
    assert graded.interval == "95% bootstrap" and 0 < graded.low < 0.5 < graded.high < 1


def test_time_is_summarised_by_quantiles() -> None:
    values = {str(i): float(i) for i in range(101)}
    assert aggregate("latency_p50", values).value == 50.0
    assert aggregate("latency_p95", values).value == 95.0
    alike = aggregate("cost", {"a": 2.0, "b": 2.0})
    assert (alike.value, alike.low, alike.interval) == (2.0, None, "")


def test_order_of_items_does_not_matter() -> None:
    rng = random.Random(1)
    values = {str(i): rng.random() for i in range(30)}
    shuffled = dict(rng.sample(list(values.items()), 30))
    assert aggregate("ndcg@10", values) == aggregate("ndcg@10", shuffled)


def test_reasons_in_chinese() -> None:
    assert reason_in("no gold evidence", "zh") == "没有标准证据"
    assert reason_in("judge error: 1 of 2 verdicts missing", "zh").startswith("评判出错")
    assert reason_in("no gold evidence", "en") == "no gold evidence"
