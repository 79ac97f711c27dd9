"""Random rankings against pytrec_eval, and the conventions where its answer is not ours."""

from __future__ import annotations

import math
import random

import ir_measures
import pytest
import pytrec_eval

from evaluation.metrics.ndcg import ndcg_exponential
from evaluation.metrics.precision_recall import f1, precision, recall
from evaluation.metrics.ranking import ranking_of_ids
from evaluation.trec import query_values, trec_ranking

PAIRS = {
    "success_1": "hit_rate@1",
    "success_5": "hit_rate@5",
    "recip_rank": "mrr",
    "map": "map",
    "ndcg": "ndcg",
    "ndcg_cut_3": "ndcg@3",
    "ndcg_cut_10": "ndcg@10",
    "P_1": "precision@1",
    "P_5": "precision@5",
    "recall_5": "recall@5",
    "recall_10": "recall@10",
}
MEASURES = {"success.1,5", "recip_rank", "map", "ndcg", "ndcg_cut.3,10", "P.1,5", "recall.5,10"}


def test_a_thousand_random_lists() -> None:
    rng = random.Random(7)
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number in range(1000):
        documents = [f"d{i}" for i in range(rng.randint(1, 30))]
        judged = rng.sample(documents, rng.randint(1, len(documents)))
        listed = rng.sample(documents, rng.randint(1, len(documents)))
        qrels[f"q{number}"] = {d: rng.choice((-1, 0, 1, 1, 2, 3)) for d in judged}
        run[f"q{number}"] = {d: rng.choice((rng.random(), 0.5, 1.0)) for d in listed}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, MEASURES).evaluate(run)
    assert len(theirs) == 1000
    for query, values in theirs.items():
        ours = query_values(qrels[query], list(run[query].items()))
        for their_name, our_name in PAIRS.items():
            assert ours[our_name] == pytest.approx(values[their_name], abs=1e-9), (query, our_name)


def test_whole_list_sets() -> None:
    rng = random.Random(8)
    for _ in range(200):
        documents = [f"d{i}" for i in range(12)]
        judged = {d: 1 for d in rng.sample(documents, rng.randint(1, 8))}
        scores = {d: rng.random() for d in rng.sample(documents, rng.randint(1, 12))}
        evaluator = pytrec_eval.RelevanceEvaluator({"q": judged}, {"set_P", "set_recall", "set_F"})
        theirs = evaluator.evaluate({"q": scores})["q"]
        ranking = trec_ranking(judged, list(scores.items()))
        assert precision(ranking).value == pytest.approx(theirs["set_P"], abs=1e-9)
        assert recall(ranking).value == pytest.approx(theirs["set_recall"], abs=1e-9)
        assert f1(ranking).value == pytest.approx(theirs["set_F"], abs=1e-9)


def test_a_thousand_lists_with_repeats_and_absences_against_ir_measures() -> None:
    """A document listed twice counts at its best rank, a query without results counts 0: what ir_measures gives then."""
    rng = random.Random(11)
    measures = {
        "ndcg@10": ir_measures.nDCG @ 10, "map": ir_measures.AP, "mrr": ir_measures.RR, "precision@5": ir_measures.P @ 5,
        "recall@20": ir_measures.R @ 20, "hit_rate@3": ir_measures.Success @ 3,
    }  # fmt: skip
    qrels: list[ir_measures.Qrel] = []
    scored: list[ir_measures.ScoredDoc] = []
    ours: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(1000):
        documents = [f"d{i}" for i in range(rng.randint(2, 25))]
        judged = {d: float(rng.choice((0, 1, 1, 2, 3))) for d in rng.sample(documents, rng.randint(1, len(documents)))}
        judged[documents[0]] = 1.0
        listed = {} if rng.random() < 0.1 else {d: rng.choice((rng.random(), 0.5)) for d in rng.sample(documents, 2)}
        repeated = [*listed.items(), *((d, score - 1.0) for d, score in listed.items() if rng.random() < 0.5)]
        qrels += [ir_measures.Qrel(str(number), d, int(grade)) for d, grade in judged.items()]
        scored += [ir_measures.ScoredDoc(str(number), d, score) for d, score in listed.items()]
        values = query_values(judged, repeated)
        for name in measures:
            ours[name].append(values[name])
    theirs = ir_measures.calc_aggregate(list(measures.values()), qrels, scored)
    for name, measure in measures.items():
        assert sum(ours[name]) / 1000 == pytest.approx(theirs[measure], abs=1e-9), name


def test_exponential_gains_against_the_formula() -> None:
    rng = random.Random(12)
    for _ in range(200):
        judged = {f"d{i}": float(rng.choice((0, 1, 2, 3))) for i in range(10)} | {"d0": 2.0}
        listed = rng.sample(list(judged), 8)
        gains = [2 ** judged[d] - 1 for d in listed][:5]
        ideal = sorted((2**grade - 1 for grade in judged.values()), reverse=True)[:5]
        dcg, best = (sum(g / math.log2(rank + 2) for rank, g in enumerate(row)) for row in (gains, ideal))
        found = ndcg_exponential(ranking_of_ids(judged, listed), 5).value
        assert found == pytest.approx(dcg / best, abs=1e-9)
