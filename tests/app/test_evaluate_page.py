"""Evaluate: boots in both languages with and without runs, starts jobs, shows a run, compares two."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core.store import Store, result_pages, runs
from screens import job_bar
from tests.app.conftest import OpenPage
from tests.app.run_scenes import answers_file, copy_with_runs, make_items, release
from tests.app.run_scenes import workspace as empty_workspace
from verbs.guiding import save_lines
from verbs.systems import keep_system_file

VIEWS = ("new", "results", "table", "compare", "trend")
PARTS = ("items", "metrics", "breakdown", "guide", "exports")
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
    row = next(n for n, r in enumerate(runs.results(scene, poor.id)) if r.answer_claims and r.correctness == "correct")
    app.session_state[f"items_{poor.id[:8]}_rows_1_||"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_runs_that_share_no_item_are_not_called_equal(open_page: OpenPage, scene: Store, language: str) -> None:
    poor = next(run for run in runs.list_all(scene) if run.system == "poor")
    other = poor.model_copy(update={"id": "7" * 12, "release": "other@1.0.0", "system": "elsewhere", "started": "2999"})
    runs.save(scene, other)
    for result in runs.results(scene, poor.id)[:1]:
        item = result.item.model_copy(update={"id": "foreign"})
        runs.save_result(scene, other.id, result.model_copy(update={"item": item}))
    app = view(open_page("evaluate", language), "compare")
    assert app.selectbox(key="new").value != other.id, "the newest run that can be compared comes first"
    app.selectbox(key="new").set_value(other.id).run()
    assert not app.exception and len(app.warning) == 1 and not app.info


@pytest.mark.parametrize("form", ["jsonl", "csv", "html", "md"])
def test_a_run_is_exported(open_page: OpenPage, scene: Store, form: str) -> None:
    app = open_page("evaluate")
    app.session_state["run_part"] = "exports"
    app = view(app, "results")
    run = app.selectbox(key="run").value
    app.button(key=f"export_{run}_{form}_en_make").click().run()
    assert not app.exception and not app.error
    content = app.session_state[f"export_{run}_{form}_en"]
    assert content.startswith(b"\xef\xbb\xbf") == (form == "csv") and len(content) > 200


@pytest.mark.parametrize("by", ["expected_reply", "document", "tag", "language"])
def test_scores_are_broken_down(open_page: OpenPage, scene: Store, by: str) -> None:
    app = view(open_page("evaluate"), "results")
    app.session_state["run_part"] = "breakdown"
    app.session_state["evaluate_by"] = by
    app.run()
    assert not app.exception
    table = app.dataframe[-1].value
    assert table["n"].str.extract(r"(\d+)")[0].astype(int).sum() >= 7 and table["Correct"].str.contains("n=").all()
    assert table["n"].str.contains("⚠").all()  # seven items are few


def by_name(scene: Store) -> dict[str, str]:
    return {run.system: run.id for run in runs.list_all(scene)}


def compared(app: AppTest, scene: Store, old: str = "poor", new: str = "right") -> AppTest:
    app = view(app, "compare")
    app.selectbox(key="old").set_value(by_name(scene)[old])
    app.selectbox(key="new").set_value(by_name(scene)[new])
    return app.run()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_run_is_shown(open_page: OpenPage, scene: Store, language: str, part: str) -> None:
    app = open_page("evaluate", language)
    app.session_state["run_part"] = part
    app = view(app, "results")
    app.selectbox(key="run").set_value(by_name(scene)["poor"]).run()
    assert not app.exception and not app.error


def test_the_guide_names_causes_with_numbers_and_opens_an_item(open_page: OpenPage, scene: Store) -> None:
    app = open_page("evaluate")
    app.session_state["run_part"] = "guide"
    app = view(app, "results")
    app.selectbox(key="run").set_value(by_name(scene)["poor"]).run()
    lines = app.dataframe[0].value.set_index("Metric")
    assert lines.loc["Correct", "Line"] == "≥ 0.8" and lines.loc["Correct", "Reading"] == "✗ missed"
    assert "items below full marks" in said(app)
    button = next(b for b in app.button if str(b.key).startswith("guide_"))
    button.click().run()
    assert not app.exception


def test_lines_can_be_changed_and_put_back(open_page: OpenPage, scene: Store) -> None:
    save_lines(scene, {"correct": 0.1})
    app = open_page("evaluate")
    app.session_state["run_part"] = "guide"
    app = view(app, "results")
    assert list(app.dataframe[0].value["Line"]) == ["≥ 0.1"]
    app.button(key="lines_reset").click().run()
    assert len(app.dataframe[0].value) > 3 and not app.exception


def test_a_pinned_run_is_what_others_are_compared_with(open_page: OpenPage, scene: Store) -> None:
    poor = by_name(scene)["poor"]
    app = view(open_page("evaluate"), "results")
    app.selectbox(key="run").set_value(poor).run()
    app.button(key=f"pin_{poor}").click().run()
    assert "Baseline of tiny" in said(app).replace("\\", "")
    app = view(open_page("evaluate"), "compare")
    assert app.selectbox(key="old").value == poor


def test_the_plain_rule_is_shown_with_its_false_alarms(open_page: OpenPage, scene: Store) -> None:
    app = compared(open_page("evaluate"), scene, "right", "poor")
    app.session_state["compare_rule"] = "plain"
    app.run()
    assert "The plain rule is broken" in said(app) and "by chance" in said(app)
    assert not app.exception


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["items", "movement", "unlike"])
def test_every_part_of_a_comparison_is_shown(open_page: OpenPage, scene: Store, language: str, part: str) -> None:
    app = open_page("evaluate", language)
    app.session_state["compare_part"] = part
    app = compared(app, scene)
    assert not app.exception and not app.error


def test_a_lost_item_opens_with_both_answers(open_page: OpenPage, scene: Store) -> None:
    old, new = by_name(scene)["right"], by_name(scene)["poor"]
    app = open_page("evaluate")
    app.session_state[f"moved_lost_{old[:6]}_{new[:6]}_1"] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    app = compared(app, scene, "right", "poor")
    assert not app.exception
    assert "Before: right" in said(app) and "After: poor" in said(app)


def test_items_are_read_a_page_at_a_time(open_page: OpenPage, scene: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("all results were read")

    monkeypatch.setattr(runs, "results", never)
    monkeypatch.setattr(result_pages, "slim", never)
    app = view(open_page("evaluate"), "results")
    assert not app.exception and "7 of 7 items" in said(app)
