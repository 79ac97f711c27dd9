"""Evaluate: boots in both languages with and without runs, starts jobs, shows a run, compares two."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core.store import Store, runs
from screens import job_bar
from tests.app.conftest import OpenPage
from tests.app.run_scenes import answers_file, copy_with_runs, make_items, release
from tests.app.run_scenes import workspace as empty_workspace
from verbs.systems import keep_system_file

VIEWS = ("new", "results", "table", "compare")
LANGUAGES = ("en", "zh")


@pytest.fixture
def scene(workspace: Path) -> Store:
    return copy_with_runs(workspace)


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are queued and looked at; no process is started."""
    monkeypatch.setattr(job_bar.jobs, "spawn_worker", lambda workspace: None)


def view(app: AppTest, name: str) -> AppTest:
    app.session_state["evaluate_view"] = name
    return app.run()


def said(app: AppTest) -> str:
    """Everything the page says in plain elements."""
    kinds = (app.markdown, app.caption, app.info, app.success, app.warning, app.error, app.title)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_boots_with_nothing(open_page: OpenPage, workspace: Path, language: str, name: str) -> None:
    Store(workspace)
    app = view(open_page("evaluate", language), name)
    assert not app.exception and app.info


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_boots_with_runs(open_page: OpenPage, scene: Store, language: str, name: str) -> None:
    app = view(open_page("evaluate", language), name)
    assert not app.exception and not app.error


def test_a_set_without_runs_can_be_evaluated_with_one_click(open_page: OpenPage, workspace: Path) -> None:
    store, kb = empty_workspace(workspace)
    release(store, kb, make_items(store, kb))
    app = open_page("evaluate")
    app.button(key="run_bm25").click().run()
    assert not app.exception
    job = jobs.latest(store, "evaluate")[0]
    assert (job.params["set"], job.params["system"], job.params["top_k"]) == ("tiny-set@1.0.0", "bm25", 5)
    assert "bm25" in said(app)


def test_all_baselines_are_queued_by_one_click_and_without_a_reranker_that_row_says_so(
    open_page: OpenPage, scene: Store
) -> None:
    app = open_page("evaluate")
    assert app.button(key="run_hybrid+rerank").disabled
    app.button(key="run_all").click().run()
    assert [job.params["system"] for job in reversed(jobs.latest(scene, "evaluate"))] == [
        "bm25",
        "dense",
        "hybrid",
        "perfect",
    ]


def test_the_mode_and_a_sample_reach_the_job(open_page: OpenPage, scene: Store) -> None:
    app = open_page("evaluate")
    app.selectbox(key="evaluate_mode").set_value("retriever")
    app.number_input(key="evaluate_sample").set_value(4)
    app.run()
    app.number_input(key="evaluate_seed").set_value(9).run()
    app.button(key="run_dense").click().run()
    params = jobs.latest(scene, "evaluate")[0].params
    assert (params["mode"], params["sample"], params["seed"]) == ("retriever", 4, 9)


def test_a_kept_answers_file_is_shown_by_one_row_before_it_runs(
    open_page: OpenPage, scene: Store, tmp_path: Path
) -> None:
    items = runs.results(scene, runs.list_all(scene)[0].id)
    path = answers_file(tmp_path, tuple(r.item for r in items), "poor", name="mine")
    kept = keep_system_file(scene, "answers", "mine.jsonl", path.read_bytes())
    app = open_page("evaluate")
    app.session_state["evaluate_way"] = "answers"
    app.run()
    assert not app.exception
    assert "7 items have an answer in this file" in said(app)
    app.button(key="run_answers").click().run()
    job = jobs.latest(scene, "evaluate")[0]
    assert (job.params["system"], job.params["name"]) == (f"answers:{kept}", "mine")


def test_a_python_function_has_no_text_field(open_page: OpenPage, scene: Store) -> None:
    app = open_page("evaluate")
    app.session_state["evaluate_way"] = "python"
    app.run()
    assert "command line" in said(app)
    assert {field.key for field in app.text_input} == {"reviewer"}


def test_headline_metrics_carry_interval_and_n(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("evaluate"), "results")
    poor = next(run.id for run in runs.list_all(scene) if run.system == "poor")
    app.selectbox(key="run").set_value(poor).run()
    assert not app.exception
    assert {metric.label: metric.value for metric in app.metric}["Correct"] == "0.29"
    assert "0.08–0.64 · n=7" in said(app)


def test_an_undefined_metric_says_why(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("evaluate"), "results")
    silent = next(run.id for run in runs.list_all(scene) if run.system == "silent")
    app.selectbox(key="run").set_value(silent).run()
    assert "the system does not report what it retrieved" in said(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_item_is_shown_with_its_claims(open_page: OpenPage, scene: Store, language: str) -> None:
    app = view(open_page("evaluate", language), "results")
    poor = next(run for run in runs.list_all(scene) if run.system == "poor")
    app.selectbox(key="run").set_value(poor.id).run()
    app.session_state[f"items_{poor.id[:8]}_rows_1_||"] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    app.run()
    assert not app.exception
    word = {"en": "supported", "zh": "支持"}[language]
    assert f"✓ {'ground truth' if language == 'en' else '标准答案'}: {word}" in said(app)


def test_compare_names_gained_items_and_what_is_not_compared(open_page: OpenPage, scene: Store) -> None:
    by_name = {run.system: run.id for run in runs.list_all(scene)}
    app = view(open_page("evaluate"), "compare")
    app.selectbox(key="old").set_value(by_name["poor"])
    app.selectbox(key="new").set_value(by_name["right"])
    app.run()
    assert not app.exception
    assert "7 of 7 items are in both runs" in said(app)
    assert any("Gained (5)" in tab.label for tab in app.tabs)


@pytest.mark.parametrize("form", ["jsonl", "csv", "html", "md"])
def test_a_run_is_exported(open_page: OpenPage, scene: Store, form: str) -> None:
    app = view(open_page("evaluate"), "results")
    run = app.selectbox(key="run").value
    app.button(key=f"export_{run}_{form}_en_make").click().run()
    assert not app.exception and not app.error
    content = app.session_state[f"export_{run}_{form}_en"]
    assert content.startswith(b"\xef\xbb\xbf") == (form == "csv") and len(content) > 200


@pytest.mark.parametrize("by", ["expected_reply", "document", "tag", "language"])
def test_scores_are_broken_down(open_page: OpenPage, scene: Store, by: str) -> None:
    app = view(open_page("evaluate"), "results")
    app.session_state["evaluate_by"] = by
    app.run()
    assert not app.exception
    table = app.dataframe[-1].value
    assert table["n"].sum() >= 7 and table["Correct"].str.contains("n=").all()
