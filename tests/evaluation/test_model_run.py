"""A whole run with a model as judge, over the loopback server: few calls, none when run again, stops at the budget."""

from __future__ import annotations

import re

import pytest

from core.judges.model import ModelJudge
from core.model import BudgetSpent, ModelClient
from core.settings import Settings
from core.store import Store, runs
from evaluation.patience import GaveUp
from tests.evaluation.stand_ins import CountingSystem
from tests.evaluation.test_evaluate_run import ITEMS, run_it
from tests.loopback import Loopback, failing, good, html


def model(body):
    """A model that finds everything entailed."""
    text = body["messages"][-1]["content"]
    if '"texts"' in text:
        return good(
            {"texts": [["Annual leave is 25 days a year."]] * int(re.search(r"Texts \((\d+)\)", text).group(1))}
        )
    if '"statements"' in text:
        claims, passages = (int(n) for n in re.findall(r"(?:Statements|Passages) \((\d+)\)", text))
        return good(
            {"statements": [{"number": n, "labels": ["E"] * passages, "quotes": {}} for n in range(1, claims + 1)]}
        )
    if '"passages"' in text:
        return good({"passages": [{"about": 8, "answers": 8}] * int(re.search(r"Passages \((\d+)\)", text).group(1))})
    return good({"questions": ["How many days?"]}) if '"questions"' in text else good({"kind": "answer"})


def judge(server, store, **more):
    settings = Settings(base_url=server.url, model="m", **{"concurrency": 4, **more})
    return ModelJudge(ModelClient(settings, store, sleep=lambda s: None))


def test_few_calls_and_none_when_run_again(tmp_path):
    store = Store(tmp_path)
    with Loopback(default=model) as server:
        run = run_it(store, judge=judge(server, store), concurrency=4)
        first = len(server.requests)
        # Per answered item: claims, verdicts, ratings, reverse questions; items with equal texts share calls.
        assert first <= 4 * len(ITEMS) and run.status == "done"
        scores = {s.metric: s.value for s in run.scores}
        assert (
            scores["correct"] == 1.0
            and scores["answer_relevancy"] is not None
            and scores["context_relevance"] == pytest.approx(0.8)
        )
        again = run_it(store, judge=judge(server, store), concurrency=4)
        assert len(server.requests) == first and again.scores == run.scores


def test_spent_budget_stops_the_run_and_a_raised_one_goes_on(tmp_path):
    store = Store(tmp_path)
    with Loopback(default=model) as server:
        with pytest.raises(BudgetSpent, match="Raise max_calls"):
            run_it(store, judge=judge(server, store, max_calls=3), resume="00000000000b")
        stopped = runs.get(store, "00000000000b")
        assert stopped.status == "stopped" and "budget" in stopped.notes[-1]
        run = run_it(store, judge=judge(server, store), system=CountingSystem(), resume="00000000000b")
        assert run.status == "done" and len(runs.results(store, run.id)) == len(ITEMS)


def test_an_endpoint_that_sends_web_pages_fails_rows_not_the_run(tmp_path):
    store = Store(tmp_path)
    with Loopback(default=html()) as server:
        # More items at once than there are: none of them can be a second try.
        run = run_it(store, judge=judge(server, store, concurrency=8), concurrency=8)
        assert run.status == "done" and {s.metric: s for s in run.scores}["answer_recall"].n_failed == 6
        assert any("web page" in error for result in runs.results(store, run.id) for error in result.judge_errors)


@pytest.mark.parametrize("reply", [html(), failing(500), failing(401)])
def test_a_model_that_always_fails_ends_the_run_early_and_a_mended_one_goes_on(tmp_path, reply):
    store = Store(tmp_path)
    with Loopback(default=reply) as server:
        with pytest.raises(GaveUp, match="5 items in a row, so the run was stopped and is kept"):
            run_it(store, judge=judge(server, store), resume="00000000000c")
        stopped = runs.get(store, "00000000000c")
        assert stopped.status == "stopped" and "in a row" in stopped.notes[-1]
        server.default = model
        run = run_it(store, judge=judge(server, store), resume="00000000000c", retry_failed=True)
        assert run.status == "done" and not any("in a row" in note for note in run.notes)
        assert not any(result.judge_errors for result in runs.results(store, run.id))


def test_repeats_show_how_far_each_metric_moves(tmp_path):
    """One of three repeats finds nothing entailed."""
    store = Store(tmp_path)
    seen = {}

    def moody(body):
        text = body["messages"][-1]["content"]
        if '"statements"' not in text:
            return model(body)
        seen[text] = seen.get(text, 0) + 1
        if seen[text] != 2:
            return model(body)
        claims, passages = (int(n) for n in re.findall(r"(?:Statements|Passages) \((\d+)\)", text))
        return good({"statements": [{"number": n, "labels": ["N"] * passages} for n in range(1, claims + 1)]})

    with Loopback(default=moody) as server:
        settings = Settings(base_url=server.url, model="m", concurrency=1)
        run = run_it(store, judge=ModelJudge(ModelClient(settings, store, sleep=lambda s: None), repeats=3))
    judging = run.judging
    assert judging.voters == ("1", "2", "3") and judging.voted == judging.verdicts > 0
    assert 0 < judging.unstable <= judging.voted
    values = judging.by_voter["faithfulness"]
    # Which of three calls for the same text comes second is the threads' affair; that one of them differed is seen.
    assert len(values) == 3 and min(values) < 1.0
    assert {s.metric: s.value for s in run.scores}["faithfulness"] == 1.0
