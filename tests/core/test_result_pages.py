"""Results by the page: counts and filters in SQL, the light reading, and the baseline."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import BadCall
from core.records import Answer, Failure, Item, ItemResult, Passage, Run, Verdict
from core.store import Store, baselines, result_pages, runs
from core.store.result_pages import ResultFilter


def result(n: int) -> ItemResult:
    tag = "FP2" if n % 3 == 0 else ""
    name = f"i{n:05d}"
    item = Item(
        id=name,
        kb_id="kb",
        question=f"q{n}",
        question_language="en",
        kind="factual" if n % 2 else "multi_hop",
        answer="5",
    )
    return ItemResult(
        item=item, answer=Answer(item_id=name, text="t", retrieved=(Passage(id="p", text="long"),), context=("long",),
                                 error="broken" if n == 1 else ""),
        verdicts=(Verdict(claim="c", premise_hash="h", label="neutral", confidence=1.0),), values={"mrr": 0.5},
        correctness="wrong" if tag else "correct", failure=Failure(item_id=name, tag="FP2") if tag else None,
        judge_errors=("claims: no",) if n == 2 else (),
    )  # fmt: skip


def a_run(run_id: str = "r", release: str = "set@1.0.0") -> Run:
    return Run(id=run_id, kb_id="kb", release=release, release_hash="", fingerprint="", system="s", top_k=5, judge=None)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path)
    runs.save(made, a_run())
    for n in range(60):
        runs.save_result(made, "r", result(n))
    runs.save_result(made, "other", result(0))
    return made


def test_counts_by_label_tag_and_kind(store: Store) -> None:
    found = result_pages.facets(store, "r")
    assert found == (60, {"correct": 40, "wrong": 20}, {"FP2": 20}, {"factual": 30, "multi_hop": 30})
    failed = result_pages.facets(store, "r", ResultFilter(failed_only=True))
    assert (failed.total, failed.correctness) == (20, {"wrong": 20})


def test_a_page_keeps_the_order_and_passes_the_filter(store: Store) -> None:
    chosen = ResultFilter(correctness=("wrong",), kinds=("factual",))
    assert result_pages.count(store, "r", chosen) == 10
    page = result_pages.page(store, "r", chosen, 4, 4)
    assert [r.item.id for r in page] == ["i00027", "i00033", "i00039", "i00045"]
    assert page[0].answer.context == ("long",)  # a page is read whole
    assert result_pages.page(store, "r", ResultFilter(tags=("FP7",)), 5) == []


def test_counts_follow_a_rewritten_result(store: Store) -> None:
    runs.save_result(store, "r", result(0).model_copy(update={"failure": None, "correctness": "correct"}))
    assert result_pages.facets(store, "r").tags == {"FP2": 19}


def test_a_result_kept_again_stays_in_its_place(store: Store) -> None:
    before = [r.item.id for r in result_pages.page(store, "r", ResultFilter(), 60)]
    runs.save_result(store, "r", result(3).model_copy(update={"failure": Failure(item_id="i00003", tag="FP4")}))
    assert [r.item.id for r in result_pages.page(store, "r", ResultFilter(), 60)] == before
    assert [r.item.id for r in runs.results(store, "r")] == before
    assert result_pages.facets(store, "r").tags == {"FP2": 19, "FP4": 1}


def test_the_light_reading_leaves_out_what_is_heavy(store: Store) -> None:
    light = result_pages.slim(store, "r")
    assert len(light) == 60 and light[3].values == {"mrr": 0.5} and light[3].failure is not None
    assert light[3].verdicts == () and light[3].answer.retrieved is None and light[3].answer.text == "t"
    assert light[3].item.scoring_hash == result(3).item.scoring_hash


def test_trouble_counts_system_and_judge(store: Store) -> None:
    assert result_pages.troubled(store, "r") == 2
    assert result_pages.troubled(store, "r", besides="broken") == 1


def test_filters_and_counts_use_an_index(store: Store) -> None:
    with store.read() as db:
        plan = db.execute(
            "EXPLAIN QUERY PLAN SELECT correctness, tag, kind, COUNT(*) FROM results WHERE run_id='r' GROUP BY 1, 2, 3"
        ).fetchall()
    assert any("results_by_facet" in row["detail"] for row in plan)


def test_one_baseline_a_set(store: Store) -> None:
    for run in (a_run("a"), a_run("b", "set@2.0.0"), a_run("c", "else@1.0.0")):
        runs.save(store, run)
        baselines.pin(store, run)
    assert baselines.pinned(store, "kb") == {"set": "b", "else": "c"}
    baselines.unpin(store, a_run("a"))
    assert baselines.pinned(store, "kb")["set"] == "b"
    baselines.unpin(store, a_run("b", "set@2.0.0"))
    assert baselines.pinned(store, "kb") == {"else": "c"}


def test_what_the_answers_of_a_run_report_is_told_without_reading_them(store: Store) -> None:
    assert result_pages.reported(store, "r") == (True, True, True, False)
    assert result_pages.reported(store, "nobody") == (False, False, False, False)
    assert set(result_pages.reply_lengths(store, "r").values()) == {1}


def test_a_list_of_runs_leaves_their_failures_to_be_read_one_by_one(store: Store) -> None:
    runs.save(store, a_run("f").model_copy(update={"failures": (Failure(item_id="i", tag="FP2"),)}))
    listed = next(run for run in runs.list_all(store, "kb") if run.id == "f")
    assert listed.failures == () and runs.get(store, "f").failures
    assert Run.model_validate_json(runs.stored(store, "f")).failures
    with pytest.raises(BadCall, match="no run in .* is 'gone'"):
        runs.stored(store, "gone")
