"""Failures: the table, the advice, one failure with its proof, a person's word, and pages that say what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.records import text_hash
from core.store import Store, rulings, runs
from core.store import items as item_store
from screens import failure_gold, long_reading
from tests.app.conftest import OpenPage
from tests.app.run_scenes import RIGHT, ScriptedJudge, answers_file, copy_with_runs, make_items, release, run_of
from tests.app.run_scenes import workspace as empty_workspace
from tests.app.test_evaluate_page import said
from verbs.evaluating import EvaluationOrder, evaluate

LANGUAGES = ("en", "zh")


@pytest.fixture
def scene(workspace: Path) -> Store:
    return copy_with_runs(workspace)


def run_id(store: Store, system: str) -> str:
    return next(run.id for run in runs.list_all(store) if run.system == system)


def choose(app: AppTest, store: Store, system: str) -> AppTest:
    return app.selectbox(key="run").set_value(run_id(store, system)).run()


def open_failure(app: AppTest, store: Store, row: int) -> AppTest:
    app.session_state[f"failures_{run_id(store, 'poor')[:8]}_rows_1_||"] = {
        "selection": {"rows": [row], "columns": [], "cells": []}
    }
    return app.run()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_run_the_page_says_what_it_will_show(open_page: OpenPage, workspace: Path, language: str) -> None:
    Store(workspace)
    app = open_page("failures", language)
    assert not app.exception and len(app.info) == 1 and len(app.markdown) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", ["poor", "right", "silent"])
def test_boots_on_every_run(open_page: OpenPage, scene: Store, language: str, system: str) -> None:
    app = choose(open_page("failures", language), scene, system)
    assert not app.exception and not app.error


def test_the_table_has_a_row_for_each_tag_with_share_and_interval(open_page: OpenPage, scene: Store) -> None:
    app = choose(open_page("failures"), scene, "poor")
    table = app.table[0].value
    assert list(table["Failure"].str.strip("*").str[:3]) == ["FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7"]
    assert "did not enter the top K" in table["Failure"][1], "a tag that occurred says what it means"
    assert list(table["Count"]) == ["1", "1", "1", "1", "0", "0", "1"]
    assert table["Share (95 %)"][0] == "14% (3%–51%)"
    assert table["Typical examples"][1] == "How many days of annual leave are there?"


def test_all_right_says_so_and_what_can_still_be_told(open_page: OpenPage, scene: Store) -> None:
    app = choose(open_page("failures"), scene, RIGHT)
    assert "All 7 judged answers are correct" in app.success[0].value
    assert "What can still be told" in said(app)


def test_answers_without_contexts_say_what_cannot_be_told(open_page: OpenPage, scene: Store) -> None:
    app = choose(open_page("failures"), scene, "silent")
    warnings = " ".join(warning.value for warning in app.warning)
    assert "did not report what it retrieved" in warnings and "FP3 cannot be told" in warnings


def test_a_set_without_refusals_is_named(open_page: OpenPage, workspace: Path, tmp_path: Path) -> None:
    store, kb = empty_workspace(workspace)
    items = make_items(store, kb)[:5]
    made = release(store, kb, items)
    run_of(store, made, answers_file(tmp_path, items, "poor"))
    app = open_page("failures")
    assert any("no question that should be refused" in warning.value for warning in app.warning)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", range(5))
def test_each_failure_opens_with_four_questions(open_page: OpenPage, scene: Store, language: str, row: int) -> None:
    app = open_failure(choose(open_page("failures", language), scene, "poor"), scene, row)
    assert not app.exception
    asked = "\n".join([*(e.label for e in app.expander), *(c.value for c in app.caption)])
    assert all(f"{number}. " in asked for number in (1, 2, 3, 4))


def test_a_ruling_needs_a_name_and_then_moves_the_tag(open_page: OpenPage, scene: Store) -> None:
    app = open_failure(choose(open_page("failures"), scene, "poor"), scene, 0)
    poor = run_id(scene, "poor")
    key = f"rule_{poor[:8]}_item00000000"
    assert app.button(key=f"{key}_do").disabled
    app = open_failure(choose(open_page("failures", reviewer="Ann"), scene, "poor"), scene, 0)
    app.selectbox(key=f"{key}_tag").set_value("FP4")
    app.text_input(key=f"{key}_why").set_value("the passage is there")
    app.run()
    app.button(key=f"{key}_do").click().run()
    assert not app.exception
    ruling = rulings.all_for(scene, ["item00000000"])[0]
    assert (ruling.subject, ruling.label, ruling.person, ruling.comment) == (
        "tag",
        "FP4",
        "Ann",
        "the passage is there",
    )
    failure = next(f for f in runs.get(scene, poor).failures if f.item_id == "item00000000")
    assert (failure.tag, failure.by) == ("FP4", "person")


def test_a_ruling_shows_at_once_on_the_same_item_and_can_be_taken_back(open_page: OpenPage, scene: Store) -> None:
    poor = run_id(scene, "poor")
    app = open_failure(choose(open_page("failures", reviewer="Ann"), scene, "poor"), scene, 0)
    key = f"rule_{poor[:8]}_item00000000"
    machine = app.selectbox(key=f"{key}_tag").value
    app.selectbox(key=f"{key}_tag").set_value("FP7").run()
    app = open_failure(app.button(key=f"{key}_do").click().run(), scene, 0)
    assert app.selectbox(key=f"{key}_tag").value == "FP7"
    app = open_failure(app.button(key=f"{key}_undo").click().run(), scene, 0)
    assert not app.exception and not [b for b in app.button if b.key == f"{key}_undo"]
    failure = next(f for f in runs.get(scene, poor).failures if f.item_id == "item00000000")
    assert (failure.tag, failure.by) == (machine, "rule")


def test_filtering_by_tag_narrows_the_list(open_page: OpenPage, scene: Store) -> None:
    app = choose(open_page("failures"), scene, "poor")
    app.button_group(key=f"failures_{run_id(scene, 'poor')[:8]}_tags").set_value(["FP2"]).run()
    assert not app.exception
    assert "1 of 5 items" in said(app)


def test_failures_by_kind_document_and_tag_say_how_many_of_how_many(open_page: OpenPage, scene: Store) -> None:
    app = choose(open_page("failures"), scene, "poor")
    kinds = app.dataframe[0].value
    assert dict(zip(kinds["Kind"], kinds["Failed / judged"], strict=True)) == {
        "factual": "3 / 4", "multi-hop": "1 / 1", "unanswerable": "1 / 2",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_that_may_be_incomplete_is_shown_and_an_offer_that_fails_says_why(
    open_page: OpenPage, workspace: Path, tmp_path: Path, language: str
) -> None:
    store, kb = empty_workspace(workspace)
    items = make_items(store, kb)
    item_store.add(store, items[0], status="accepted")
    made = release(store, kb, items)
    path = answers_file(tmp_path, items, "poor")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    text = "Note: Annual leave is 25 days, as ever."
    rows[0]["retrieved"], rows[0]["context"] = [{"id": "a", "text": text, "source": "travel.md"}], [text]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    run = run_of(store, made, path)
    app = open_page("failures", language, reviewer="Ann")
    shown = [e.label for e in app.expander if "may be incomplete" in e.label or "可能不全" in e.label]
    assert len(shown) == 1 and "1" in shown[0]
    app.button(key=f"offer_{run.id[:8]}_{items[0].id}").click().run()
    assert not app.exception and "travel" in app.error[0].value


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_of_only_errors_says_that_the_system_is_to_be_mended(
    open_page: OpenPage, scene: Store, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "dead.toml"
    path.write_text('url = "http://127.0.0.1:9/"\nretries = 0\ntimeout = 1\n', encoding="utf-8")
    order = EvaluationOrder(set="tiny-set@1.0.0", system=f"http:{path}", name="dead")
    evaluate(scene, order, judge=ScriptedJudge())
    app = choose(open_page("failures", language), scene, "dead")
    assert not app.exception and not app.error
    assert ("System error × 7" if language == "en" else "系统出错 × 7") in said(app)
    answers = str(app.dataframe[-1].value.to_dict())
    assert ("nothing answers at" if language == "en" else "没有响应") in answers


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_run_is_searched_for_incomplete_gold_only_when_asked(
    open_page: OpenPage, scene: Store, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(failure_gold, "_AT_ONCE", 1)
    app = choose(open_page("failures", language), scene, "poor")
    look = [button for button in app.button if button.key and button.key.startswith("button gold")]
    assert len(look) == 1
    app = look[0].click().run()
    assert not app.exception
    assert not [button for button in app.button if button.key and button.key.startswith("button gold")]


def test_a_long_reading_that_was_stopped_says_so_and_can_go_on(open_page: OpenPage, scene: Store) -> None:
    app = open_page("failures")
    state = text_hash(runs.stored(scene, run_id(scene, "poor")))
    key = f"slim {scene.path} {run_id(scene, 'poor')} {state}"
    long_reading._kept().pop(key, None)
    app.session_state[f"stopped {key}"] = True
    app = choose(app, scene, "poor")
    assert not app.exception and "Reading was stopped" in said(app) and not app.table
    app = app.button(key=f"again {key}").click().run()
    assert len(app.table) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_of_the_generator_alone_is_not_blamed_for_lists_it_was_never_asked_for(
    open_page: OpenPage, scene: Store, language: str
) -> None:
    silent = runs.get(scene, run_id(scene, "silent"))
    alone = silent.model_copy(update={"id": "9" * 12, "mode": "generator", "system": "hybrid"})
    runs.save(scene, alone)
    for result in runs.results(scene, silent.id):
        runs.save_result(scene, alone.id, result)
    app = choose(open_page("failures", language), scene, "hybrid")
    assert not app.exception
    asked, lists = ("Only the generator", "no list") if language == "en" else ("只评测生成", "没有给出检索结果")
    assert asked in said(app) and lists not in " ".join(one.value for one in app.warning)
    label = next(one for one in app.selectbox(key="run").options if "999999" in one)
    assert label.startswith("Hybrid · " if language == "en" else "混合 · "), "a built-in system is named in words"
