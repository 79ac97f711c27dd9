"""A run from start to end, stopped, killed, resumed, retried and corrected by people."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from core.errors import BadCall, Stopped
from core.records import Ruling
from core.store import Store, rulings, runs
from evaluation.rescore import rescore
from evaluation.run import evaluate
from tests.evaluation.stand_ins import CountingSystem, WordJudge, answer_item, refuse_item, release_of
from tests.paths import ROOT

ITEMS = [answer_item(n) for n in range(6)] + [refuse_item(6), refuse_item(7)]
RELEASE = release_of(*ITEMS)


class NoEncoder:
    name = "none"

    def encode(self, texts):
        import numpy as np

        return np.ones((len(texts), 2), dtype=np.float32) / 2**0.5


def run_it(store, system=None, judge=None, release=RELEASE, **more):
    return evaluate(
        store, release, system or CountingSystem(), judge or WordJudge(), encoder=NoEncoder(), rng=random.Random(1),
        clock=lambda: "2026-01-01T00:00:00.000+00:00", **more,
    )  # fmt: skip


def score(run, name):
    return next(s for s in run.scores if s.metric == name)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "ws")


def test_all_right(store):
    run = run_it(store)
    assert run.status == "done" and run.top_k == 2 and run.cost == pytest.approx(0.08)
    assert (score(run, "correct").value, score(run, "correct").n_used) == (1.0, 8)
    assert (score(run, "recall@5").value, score(run, "recall@5").n_used, score(run, "recall@5").n_skipped) == (
        1.0,
        6,
        2,
    )
    assert score(run, "faithfulness").value == 1.0 and score(run, "refusal_recall").value == 1.0
    assert score(run, "answer_relevancy").value is None and "connect a model" in score(run, "answer_relevancy").reason
    assert run.metric_versions["faithfulness"] >= 1 and run.settings["correctness"]["rule"]


def test_every_score_has_counts_that_add_up(store):
    for one in run_it(store, CountingSystem(errors=["item1"])).scores:
        assert one.n_used + one.n_skipped + one.n_failed == len(ITEMS), one.metric
        assert (one.value is None) == (one.n_used == 0) and (one.value is not None or one.reason)


def test_wrong_partial_invented_and_missing(store):
    two = answer_item(
        0,
        claims=("Annual leave is 25 days a year", "Overtime is paid at 150 percent"),
        answer=ITEMS[0].answer + " Overtime is paid at 150 percent.",
    )
    release = release_of(two, *ITEMS[1:])
    replies = {
        "item0": "Annual leave is 25 days a year.", "item1": "Annual leave is 30 days a year.", "item2": "The material does not say.",
        "item6": "Yes, there is a gym.",
    }  # fmt: skip
    run = run_it(store, CountingSystem(replies, errors=["item3"]), release=release)
    labels = {r.item.id: r.correctness for r in runs.results(store, run.id)}
    assert labels == {
        "item0": "partial",
        "item1": "wrong",
        "item2": "wrong",
        "item3": "wrong",
        "item4": "correct",
        "item5": "correct",
        "item6": "wrong",
        "item7": "correct",
    }
    assert score(run, "over_refusal").value == pytest.approx(1 / 6)
    assert score(run, "invented_answers").value == 0.5 and score(run, "error_rate").value == pytest.approx(1 / 8)
    missing = next(r for r in runs.results(store, run.id) if r.item.id == "item3")
    assert missing.values["recall@5"] == 0.0 and missing.values["answer_recall"] == 0.0


def test_judge_error_is_left_out_and_counted(store):
    run = run_it(store, judge=WordJudge(fails_on=["Question 2"]))
    correct = score(run, "correct")
    assert (correct.n_used, correct.n_failed) == (7, 1)
    assert "lowest or highest" in correct.reason
    broken = next(r for r in runs.results(store, run.id) if r.item.id == "item2")
    assert broken.judge_errors == ("verdicts: the judge is ill",) and broken.correctness == "undefined"
    again = run_it(
        store, judge=(healthy := WordJudge()), system=(system := CountingSystem()), resume=run.id, retry_failed=True
    )
    assert score(again, "correct").n_failed == 0 and healthy.asked == 1 and system.asked == []


def test_stop_and_resume_does_only_the_rest(store):
    first, done = CountingSystem(), []

    def stop_after_three():
        if len(done) == 3:
            raise Stopped("stopped")

    with pytest.raises(Stopped):
        run_it(
            store,
            first,
            progress=lambda n, total, message: done.append(n),
            check_stop=stop_after_three,
            resume="0123456789ab",
        )
    assert runs.get(store, "0123456789ab").status == "stopped" and len(first.asked) == 3
    second, judge = CountingSystem(), WordJudge()
    run = run_it(store, second, judge, resume="0123456789ab")
    assert sorted(first.asked + second.asked) == sorted(i.id for i in ITEMS)
    assert run.status == "done" and len(runs.results(store, run.id)) == len(ITEMS) and judge.asked <= 5


def test_killed_process_loses_only_the_unit_in_flight(store, tmp_path):
    script = tmp_path / "slow.py"
    script.write_text(
        "import sys, time\n"
        "from core.store import Store\n"
        "from tests.evaluation.test_evaluate_run import run_it\n"
        "from tests.evaluation.stand_ins import CountingSystem\n"
        "class Slow(CountingSystem):\n"
        "    def answer(self, item):\n"
        "        time.sleep(0.3)\n"
        "        return super().answer(item)\n"
        "run_it(Store(sys.argv[1]), Slow(), resume='00000000000a')\n",
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [sys.executable, str(script), str(store.workspace)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    deadline = time.monotonic() + 60
    while len(runs.answers(store, "00000000000a")) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = set(runs.answers(store, "00000000000a"))
    assert 3 <= len(kept) < len(ITEMS)
    system = CountingSystem()
    run = run_it(store, system, resume="00000000000a")
    assert kept.isdisjoint(system.asked) and len(system.asked) == len(ITEMS) - len(kept)
    assert run.status == "done" and len(runs.results(store, run.id)) == len(ITEMS)


def test_retry_failed_only(store):
    run = run_it(store, CountingSystem(errors=["item1", "item4"]))
    system = CountingSystem()
    again = run_it(store, system, resume=run.id, retry_failed=True)
    assert sorted(system.asked) == ["item1", "item4"] and score(again, "error_rate").value == 0.0


def test_resume_refuses_what_would_mix(store):
    run = run_it(store)
    other = CountingSystem()
    other.name = "another"
    with pytest.raises(BadCall, match="system was 'counting' and is now 'another'"):
        run_it(store, other, resume=run.id)
    with pytest.raises(BadCall, match="content of the golden set"):
        run_it(store, release=release_of(*ITEMS[:3]), resume=run.id)


def test_threads_give_the_same_scores(store):
    quick = CountingSystem()
    quick.concurrency = 4
    judge = WordJudge()
    judge.concurrency = 4
    assert run_it(store, quick, judge, concurrency=4).scores == run_it(store).scores


def test_sample_is_seeded_and_keeps_proportions(store):
    run = run_it(store, sample=4, seed=3)
    kinds = [r.item.kind for r in runs.results(store, run.id)]
    assert len(kinds) == 4 and kinds.count("unanswerable") == 1
    again = run_it(store, sample=4, seed=3)
    assert {r.item.id for r in runs.results(store, run.id)} == {r.item.id for r in runs.results(store, again.id)}


def test_retriever_alone_asks_no_judge(store):
    judge = WordJudge()
    run = run_it(store, judge=judge, mode="retriever")
    assert judge.asked == 0 and run.judge is None and score(run, "recall@5").value == 1.0
    assert not {"faithfulness", "correct"} & {s.metric for s in run.scores}


def test_generator_alone_gets_the_golden_evidence(store):
    class Generator(CountingSystem):
        def answer_from(self, item, context):
            from core.records import Answer

            return Answer(item_id=item.id, text=" ".join(context) or "The material does not say.")

    run = run_it(store, Generator(), mode="generator")
    assert score(run, "correct").value == 1.0 and "recall@5" not in {s.metric for s in run.scores}
    assert score(run, "faithfulness").value == 1.0
    with pytest.raises(BadCall, match="takes no context"):
        run_it(store, CountingSystem(), mode="generator")


def test_rulings_win_where_the_answer_is_the_same(store):
    replies = {"item1": "Annual leave is 30 days a year.", "item6": "No gym is known to me."}
    run = run_it(store, CountingSystem(replies))
    results = {r.item.id: r for r in runs.results(store, run.id)}
    assert results["item1"].correctness == results["item6"].correctness == "wrong"
    for n, (item, subject, label) in enumerate([("item1", "correctness", "correct"), ("item6", "refusal", "refused")]):
        ruling = Ruling(
            id=f"r{n}",
            subject=subject,
            item_id=item,
            answer_hash=results[item].answer.hash,
            label=label,
            person="Ada",
            time="2026-01-01",
        )
        rulings.append(store, ruling)
    again = rescore(store, run.id, encoder=NoEncoder())
    assert score(again, "correct").value == 1.0
    later = run_it(store, CountingSystem(replies))
    assert score(later, "correct").value == 1.0
    other = run_it(store, CountingSystem({"item1": "Annual leave is 31 days a year."}))
    assert score(other, "correct").value == pytest.approx(7 / 8)


def test_verdict_ruling(store):
    from core.records import text_hash

    run = run_it(store, CountingSystem({"item1": "Leave: 25 d."}))
    result = next(r for r in runs.results(store, run.id) if r.item.id == "item1")
    assert result.correctness == "wrong"
    ruling = Ruling(
        id="r", subject="verdict", item_id="item1", answer_hash=result.answer.hash, claim_hash=text_hash(ITEMS[1].claims[0]),
        premise_hash=text_hash(result.answer.text), label="entailed", person="Ada", time="2026-01-01",
    )  # fmt: skip
    rulings.append(store, ruling)
    rescore(store, run.id, encoder=NoEncoder())
    assert next(r for r in runs.results(store, run.id) if r.item.id == "item1").correctness == "correct"


@pytest.mark.parametrize(
    ("expected", "text", "right"),
    [
        ("ask_back", "Which model do you mean, the X200 or the X210?", True),
        ("ask_back", "请问您指的是哪一款网关？", True),
        ("ask_back", "It is 25 days.", False),
        ("correct_premise", "There is no such allowance; the premise is not correct.", True),
        ("correct_premise", "公司并没有这项补贴。", True),
        ("correct_premise", "The allowance is 40 EUR.", False),
        ("report_conflict", "The two documents disagree: one says 25 days, the other 30.", True),
        ("report_conflict", "两份文件规定不一致，一份写25天，另一份写30天。", True),
        ("report_conflict", "It is 25 days.", False),
    ],
)
def test_other_expected_replies(store, expected, text, right):
    item = answer_item(0, expected_reply=expected, answer="", claims=(), evidence=())
    run = run_it(store, CountingSystem({"item0": text}), release=release_of(item))
    result = runs.results(store, run.id)[0]
    assert result.correctness == ("correct" if right else "wrong") and "confidence" in result.reasons["correctness"]


def test_right_in_the_wrong_form_is_partial(store):
    item = answer_item(0, expected_format="json")
    run = run_it(store, release=release_of(item))
    result = runs.results(store, run.id)[0]
    assert result.correctness == "partial" and "not in the form asked for" in result.reasons["correctness"]


def test_the_systems_own_top_k_is_scored_beside_the_usual_cut_offs(store):
    system = CountingSystem()
    system.top_k = 7
    run = run_it(store, system)
    assert {"recall@5", "recall@7", "ndcg@7", "span_recall@7"} <= {s.metric for s in run.scores}
