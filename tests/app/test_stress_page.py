"""The pages of stress tests and experiments: cards with estimates, reports in both languages, and what is missing said."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import jobs
from core.store import Store, reports, runs
from screens import job_bar
from tests.app.conftest import OpenPage
from tests.app.run_scenes import ScriptedJudge, answers_file, make_items, release, run_of
from tests.app.run_scenes import workspace as empty_workspace
from tests.app.test_evaluate_page import said
from tests.evaluation.small_world import Letters
from verbs.experimenting import ExperimentOrder, experiment
from verbs.stressing import stress

LANGUAGES = ("en", "zh")
SET = "tiny-set@1.0.0"


@pytest.fixture
def scene(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The tiny set released; jobs are queued, no worker starts."""
    store, kb = empty_workspace(workspace)
    release(store, kb, make_items(store, kb))
    monkeypatch.setattr(job_bar.jobs, "spawn_worker", lambda store: None)
    return store


def stressed(store: Store, test: str) -> dict[str, object]:
    return stress(store.workspace, "bm25", test, set_=SET, judge=ScriptedJudge())


def tried(store: Store, name: str, **options: object) -> dict[str, object]:
    return experiment(store.workspace, ExperimentOrder(name, SET, **options), encoder=Letters())


@pytest.mark.parametrize("page", ["stress", "experiments"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_golden_set_the_pages_lead_on(open_page: OpenPage, workspace: Path, page: str, language: str) -> None:
    Store(workspace)
    app = open_page(page, language)
    assert not app.exception and len(app.info) == 1


def test_a_click_queues_the_test_with_what_was_chosen(open_page: OpenPage, scene: Store) -> None:
    app = open_page("stress")
    assert "5 items" in said(app) and "2 items" in said(app) and "no cost" in said(app)
    app.number_input(key="stress_sample").set_value(3).run()
    app.button(key="stress_noise").click().run()
    assert not app.exception
    job = jobs.latest(scene, "stress")[0]
    assert job.params == {"target": "hybrid", "test": "noise", "set": SET, "top_k": 5, "sample": 3, "seed": 0}
    assert any("Noise and contradiction" in m.value and "hybrid" in m.value for m in app.markdown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("test", ["noise", "refusal", "position", "paraphrase", "perfect", "none"])
def test_each_report_is_shown_in_both_languages(open_page: OpenPage, scene: Store, language: str, test: str) -> None:
    report = stressed(scene, test)
    app = open_page("stress", language)
    assert not app.exception and not app.error
    assert app.selectbox(key="stress_report").value == report["report"]
    if language == "zh" and test != "none":
        assert "items left out" not in said(app)
    # Three documents hold too few other passages for the position test, and nothing is known without a context.
    rows = {"noise": 5, "paraphrase": 7, "refusal": 2}.get(test)
    assert rows is None or len(app.dataframe[0].value) == rows


def test_an_item_opens_with_its_reply_in_every_group(open_page: OpenPage, scene: Store) -> None:
    report = stressed(scene, "noise")
    app = open_page("stress")
    app.session_state[f"stress_items_{report['report']}"] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    app.run()
    assert not app.exception
    assert any("**evidence alone**" in m.value for m in app.markdown)
    assert any("contradicting**" in m.value for m in app.markdown)


def test_stress_runs_stay_out_of_the_ordinary_lists(open_page: OpenPage, scene: Store, tmp_path: Path) -> None:
    from verbs.evaluating import list_runs

    stressed(scene, "perfect")
    assert len(runs.list_all(scene)) == 1 and list_runs(scene.workspace, None) == []
    app = open_page("evaluate")
    app.button_group(key="evaluate_view").set_value("results").run()
    assert not app.exception and len(app.info) == 1


def test_recorded_answers_leave_refusal_only(open_page: OpenPage, scene: Store, tmp_path: Path) -> None:
    kb_items = make_items(scene, _kb(scene))
    made = run_of(scene, _release(scene), answers_file(tmp_path, kb_items, "poor"))
    app = open_page("stress")
    app.selectbox(key="stress_target").set_value(made.id).run()
    assert not app.exception
    disabled = {test: app.button(key=f"stress_{test}").disabled for test in ("noise", "refusal", "paraphrase")}
    assert disabled == {"noise": True, "refusal": False, "paraphrase": True}
    assert "cannot be asked anew" in said(app) and "2 stored replies are judged" in said(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_set_without_refusals_says_so_on_the_card(open_page: OpenPage, workspace: Path, language: str) -> None:
    store, kb = empty_workspace(workspace)
    release(store, kb, make_items(store, kb)[:5])
    app = open_page("stress", language)
    assert (
        not app.exception and app.button(key="stress_refusal").disabled and not app.button(key="stress_noise").disabled
    )
    assert ("no item that expects a refusal" in said(app)) if language == "en" else "没有“应拒答”的题目" in said(app)
    with pytest.raises(Exception, match="no item that expects a refusal.*still be run on it: noise"):
        stress(workspace, "bm25", "refusal", set_=SET, judge=ScriptedJudge())


def test_a_stopped_job_offers_to_go_on(open_page: OpenPage, scene: Store) -> None:
    app = open_page("stress")
    app.button(key="stress_refusal").click().run()
    job = jobs.latest(scene, "stress")[0]
    jobs.stop(scene, job.id)
    app = open_page("stress")
    app.button(key=f"resume-{job.id}").click().run()
    assert not app.exception and jobs.status(scene, job.id).status == "queued"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["retrievers", "chunks", "contextual"])
def test_each_experiment_is_shown_in_both_languages(
    open_page: OpenPage, scene: Store, language: str, name: str
) -> None:
    report = tried(
        scene, name, **({"sizes": (16, 64), "overlaps": (0.0,), "splitters": ("sentence",)} if name == "chunks" else {})
    )
    app = open_page("experiments", language)
    app.button_group(key="experiments_view").set_value(name).run()
    assert not app.exception and not app.error
    assert app.selectbox(key=f"experiments_report_{name}").value == report["report"]
    if language == "zh":
        assert "not run" not in said(app) and "chunking in use" not in said(app)


def test_a_start_queues_the_lines_and_the_grid(open_page: OpenPage, scene: Store) -> None:
    app = open_page("experiments")
    app.number_input(key="experiments_line_mrr").set_value(0.5).run()
    app.button(key="experiments_start_retrievers").click().run()
    first = jobs.latest(scene, "experiment")[0]
    assert first.params["lines"] == {"hit_rate@5": 0.85, "mrr": 0.5, "ndcg@10": 0.6}
    app.button_group(key="experiments_view").set_value("chunks").run()
    app.button_group(key="experiments_sizes").set_value([64, 128]).run()
    app.button(key="experiments_start_chunks").click().run()
    assert not app.exception
    assert jobs.latest(scene, "experiment")[0].params["sizes"] == [64, 128]


def test_prefixes_by_a_model_need_one(open_page: OpenPage, scene: Store) -> None:
    app = open_page("experiments")
    app.button_group(key="experiments_view").set_value("contextual").run()
    app.radio(key="experiments_prefix").set_value("model").run()
    assert app.button(key="experiments_start_contextual").disabled and "No model is connected" in said(app)


def test_the_worker_keeps_a_report_and_a_second_job_uses_its_runs(
    scene: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    import random

    from verbs import stressing
    from verbs.jobs import HANDLERS

    monkeypatch.setattr(stressing, "judge_from_settings", lambda settings, store: ScriptedJudge())
    params = {"target": "bm25", "test": "noise", "set": SET, "top_k": 5, "sample": 0, "seed": 0}
    for turn in (1, 2):
        job_id = jobs.enqueue(scene, "stress", params, random.Random(turn))
        assert jobs.run_next(scene, HANDLERS) == job_id
        done = jobs.status(scene, job_id)
        assert done.status == "done" and done.done == done.total == 4 * 5, done.error
        assert len(reports.kept(scene, "stress", SET)) == turn and len(runs.list_all(scene)) <= 3


def _kb(store: Store):  # type: ignore[no-untyped-def]
    from core.store import knowledge_bases

    return knowledge_bases.find(store)


def _release(store: Store):  # type: ignore[no-untyped-def]
    from verbs.opening import open_release

    return open_release(store, SET)
