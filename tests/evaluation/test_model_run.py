"""A whole run with a model as judge, over the loopback server: few calls, none when run again, stops at the budget."""

from __future__ import annotations

import re

import pytest

from core.judges.model import ModelJudge
from core.model import BudgetSpent, ModelClient
from core.settings import Settings
from core.store import Store, runs
from tests.evaluation.stand_ins import CountingSystem
from tests.evaluation.test_evaluate_run import ITEMS, run_it
from tests.loopback import Loopback, good, html


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
    return ModelJudge(
        ModelClient(Settings(base_url=server.url, model="m", concurrency=4, **more), store, sleep=lambda s: None)
    )


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
        run = run_it(store, judge=judge(server, store))
        assert run.status == "done" and {s.metric: s for s in run.scores}["answer_recall"].n_failed == 6
        assert "web page" in runs.results(store, run.id)[0].judge_errors[0]
