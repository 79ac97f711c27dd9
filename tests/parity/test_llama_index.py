"""LlamaIndex's retrieval metrics on lists without duplicates; its nDCG only where its ideal is cut like ours."""

from __future__ import annotations

import random

import pytest
from llama_index.core.evaluation.retrieval.metrics import MRR, NDCG, AveragePrecision, HitRate, Precision, Recall

from evaluation.metrics.average_precision import average_precision
from evaluation.metrics.hits import hit_rate, mrr
from evaluation.metrics.ndcg import ndcg
from evaluation.metrics.precision_recall import precision, recall
from evaluation.metrics.ranking import ranking_of_ids


def test_random_lists() -> None:
    rng = random.Random(9)
    pairs = [
        (HitRate(), hit_rate),
        (MRR(), mrr),
        (Precision(), precision),
        (Recall(), recall),
        (AveragePrecision(), average_precision),
    ]
    for _ in range(100):
        documents = [f"d{i}" for i in range(12)]
        gold, listed = (rng.sample(documents, rng.randint(1, 10)) for _ in range(2))
        ranking = ranking_of_ids(dict.fromkeys(gold, 1), listed)
        checked = [*pairs, (NDCG(), ndcg)] if len(listed) >= len(gold) else pairs
        for theirs, ours in checked:
            expected = theirs.compute(expected_ids=gold, retrieved_ids=listed).score
            assert ours(ranking).value == pytest.approx(expected, abs=1e-9), theirs.metric_name
