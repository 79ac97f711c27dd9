"""Real runs: the numbers of trec_eval (through pytrec_eval), of ir_measures, and published ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import ir_measures
import pytest

from core.errors import BadInput
from evaluation.trec import TREC_METRICS, read_qrels, read_run, score_trec

Find = Callable[[str], Path]
FILES = {
    "trec_eval/results.test": ("trec_eval/qrels.test", "trec_eval/results.test"),
    "ir_measures/compat.run": ("ir_measures/compat.qrels", "ir_measures/compat.run"),
    **{
        f"robust03/{name}": ("robust03/qrels.txt", f"robust03/run.{name}.txt")
        for name in ("pircRBa1", "SABIR03BASE", "THUIRr0301", "uwmtCR0", "rutcor03100")
    },
}
THEIRS = {"hit_rate": "success", "precision": "P", "recall": "recall", "ndcg": "ndcg_cut"}
WHOLE = {"mrr": "recip_rank", "map": "map", "ndcg": "ndcg"}


def their_name(name: str) -> str:
    base, _, k = name.partition("@")
    return f"{THEIRS[base]}_{k}" if k else WHOLE[base]


@pytest.mark.parametrize("name", FILES)
def test_every_query_agrees_with_trec_eval(data: Find, name: str) -> None:
    qrels, run = (data(f"trec-runs/{path}") for path in FILES[name])
    expected = json.loads(data("trec-runs/expected_pytrec_eval.json").read_text(encoding="utf-8"))["expected"][name]
    found = score_trec(qrels, run, per_item=True)
    checked = 0
    for query, values in expected["per_query"].items():
        for metric in (name for name in TREC_METRICS if not name.startswith("ndcg_exp")):  # trec_eval has no such gain
            if their_name(metric) in values:
                assert found["per_item"][query][metric] == pytest.approx(values[their_name(metric)], abs=1e-6)
                checked += 1
    assert checked >= 15 * expected["num_queries_evaluated"]


@pytest.mark.parametrize("name", FILES)
def test_means_agree_with_ir_measures(data: Find, name: str) -> None:
    qrels, run = (data(f"trec-runs/{path}") for path in FILES[name])
    measures = {
        "ndcg@10": ir_measures.nDCG @ 10,
        "ndcg": ir_measures.nDCG,
        "map": ir_measures.AP,
        "mrr": ir_measures.RR,
        "precision@5": ir_measures.P @ 5,
        "recall@20": ir_measures.R @ 20,
        "hit_rate@3": ir_measures.Success @ 3,
    }
    judged = [ir_measures.Qrel(q, d, int(g)) for q, row in read_qrels(qrels).items() for d, g in row.items()]
    scored = [ir_measures.ScoredDoc(q, d, s) for q, row in read_run(run).items() for d, s in row]
    theirs = ir_measures.calc_aggregate(list(measures.values()), judged, scored)
    ours = score_trec(qrels, run)
    for name_here, measure in measures.items():
        assert ours[name_here]["value"] == pytest.approx(theirs[measure], abs=1e-9), name_here


def test_queries_without_results_count_as_zero(data: Find) -> None:
    found = score_trec(data("nfcorpus/qrels.test.tsv"), data("nfcorpus/run.bm25s.top50.txt.gz"))
    assert found["ndcg@10"]["value"] == pytest.approx(0.3064, abs=1e-4)
    assert found["ndcg@10"]["n_used"] == 323
    assert found["ndcg@10"]["n_skipped"] == 0


def test_bad_lines_are_reported_together(tmp_path: Path) -> None:
    run = tmp_path / "run.txt"
    run.write_text("q1 Q0 d1 1 0.5 me\nq1 Q0 d2\nq1 Q0 d3 3 high me\n", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_run(run)
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["line 2", "line 3"]


def test_contradicting_judgments_are_reported(tmp_path: Path) -> None:
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("q1 0 d1 1\nq1 0 d1 2\nq1 0 d2 x\n", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_qrels(qrels)
    assert len(caught.value.problems) == 2


def test_unjudged_queries_are_skipped_and_repeats_count_once(tmp_path: Path) -> None:
    qrels, run = tmp_path / "qrels.txt", tmp_path / "run.txt"
    qrels.write_text("q1 0 a 1\nq1 0 b 1\n", encoding="utf-8")
    run.write_text("q1 Q0 a 1 3 me\nq1 Q0 a 2 2 me\nq1 Q0 b 3 1 me\nq9 Q0 a 1 3 me\n", encoding="utf-8")
    found = score_trec(qrels, run)
    assert found["map"] == {"value": 1.0, "n_used": 1, "n_skipped": 1}


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_run(tmp_path / "none.txt")
