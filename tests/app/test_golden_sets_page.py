"""Golden sets: versions listed, gates live, a release made knowingly, versions compared, exports."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.store import Store, items, knowledge_bases
from release.formats.registry import FORMATS
from release.read import load_release
from release.splits import read_splits
from tests.app.conftest import OpenPage
from tests.app.run_scenes import copy_with_runs
from tests.app.run_scenes import workspace as empty_workspace
from tests.app.test_evaluate_page import said

VIEWS = ("sets", "release", "diff", "export")
LANGUAGES = ("en", "zh")


@pytest.fixture
def scene(workspace: Path) -> Store:
    return copy_with_runs(workspace)


def view(app: AppTest, name: str) -> AppTest:
    app.session_state["golden_view"] = name
    return app.run()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_empty_states_teach(open_page: OpenPage, workspace: Path, language: str, name: str) -> None:
    empty_workspace(workspace)
    app = view(open_page("golden_sets", language), name)
    assert not app.exception and app.info
    # Every empty page has a way on.
    assert app.button or app.get("page_link")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_singular_and_languages_have_names(open_page: OpenPage, scene: Store, language: str) -> None:
    kb = knowledge_bases.list_all(scene)[0]
    first, second = list(items.iterate(scene, kb.id))[:2]
    items.replace(scene, second.model_copy(update={"question": first.question}), second.revision)
    bare = said(view(open_page("golden_sets", language), "release")).replace("\\", "")
    if language == "en":
        assert "1 pair of questions asks the same." in bare and "Questions: English 5, Chinese 2;" in bare
    else:
        assert "1 对问题问的是同一件事" in bare and "问题：英文 5，中文 2；" in bare


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_boots_with_two_versions(open_page: OpenPage, scene: Store, language: str, name: str) -> None:
    app = view(open_page("golden_sets", language), name)
    assert not app.exception and not app.error


def test_versions_are_listed_with_kinds_and_state(open_page: OpenPage, scene: Store) -> None:
    table = open_page("golden_sets").dataframe[0].value
    assert list(table["Version"]) == ["2.0.0", "1.0.0"]
    assert (table["Items"][0], table["factual"][0], table["multi-hop"][0], table["unanswerable"][0]) == (7, 4, 1, 2)
    assert table["State"][0] == "against gates"


@pytest.mark.parametrize("language", LANGUAGES)
def test_gates_are_shown_with_value_threshold_and_items(open_page: OpenPage, scene: Store, language: str) -> None:
    text = said(view(open_page("golden_sets", language), "release"))
    assert ("**7** (asked: ≥ 150)" if language == "en" else "**7**（要求：≥ 150）") in text.replace("\\", "")
    bare = text.replace("\\", "")
    assert ("143 more are needed" if language == "en" else "共 7 题，还需 143 题") in bare
    assert ("no item was decided by two people" if language == "en" else "没有由两人以上审定的题目") in bare


def test_a_missed_gate_needs_a_typed_reason(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("golden_sets"), "release")
    assert app.button(key="release_do").disabled
    app.text_input(key="release_reason").set_value("a pilot").run()
    app.button(key="release_do").click().run()
    assert not app.exception and not app.error
    made = load_release("tiny-set", [scene.golden_dir])
    assert (made.version, made.knowingly, made.parent) == ("3.0.0", "a pilot", "tiny-set@2.0.0")
    assert "tiny-set@3.0.0" in said(app).replace("\\", "")
    assert "A new first number" in said(app)


def test_a_new_name_starts_at_the_first_version_and_keeps_its_notes(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("golden_sets"), "release")
    app.text_input(key="release_name").set_value("other")
    app.selectbox(key="release_licence").set_value("CC0-1.0")
    app.text_input(key="release_personal").set_value("none")
    app.text_input(key="release_reason").set_value("a pilot")
    app.run()
    app.button(key="release_do").click().run()
    made = load_release("other", [scene.golden_dir])
    assert (made.version, made.notes) == ("1.0.0", {"licence": "CC0-1.0", "personal_data": "none"})
    assert "It is the first version." in said(app)


def test_a_small_set_with_splits_and_its_withdrawal(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("golden_sets"), "release")
    app.text_input(key="release_name").set_value("parts")
    app.toggle(key="release_small").set_value(True)
    app.slider(key="release_held_out").set_value(40)
    app.text_input(key="release_reason").set_value("a pilot").run()
    assert "asked: ≥ 50" in said(app).replace("\\", "")
    app.button(key="release_do").click().run()
    made = load_release("parts", [scene.golden_dir])
    assert not app.exception and set(read_splits(made).values()) == {"dev", "held_out"}
    app = view(open_page("golden_sets"), "sets")
    app.selectbox(key="golden_ref").set_value("parts@1.0.0").run()
    app.text_input(key="yank_parts_1.0.0").set_value("a typo").run()
    app.button(key="yank_do").click().run()
    assert not app.exception and "a typo" in said(app)


def test_a_name_that_cannot_be_a_folder_is_refused_in_one_sentence(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("golden_sets"), "release")
    app.text_input(key="release_name").set_value("a/b")
    app.text_input(key="release_reason").set_value("a pilot").run()
    app.button(key="release_do").click().run()
    assert not app.exception and "cannot name a golden set" in app.error[0].value


def test_the_difference_names_what_is_not_comparable(open_page: OpenPage, scene: Store) -> None:
    app = view(open_page("golden_sets"), "diff")
    assert not app.exception
    assert "6 of the 7 items in both versions are scored the same" in said(app)
    assert [tab.label for tab in app.tabs] == ["Changed (1)", "Added (0)", "Removed (0)"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", list(FORMATS))
def test_every_format_says_what_it_carries_and_makes_a_file(
    open_page: OpenPage, scene: Store, language: str, form: str
) -> None:
    app = view(open_page("golden_sets", language), "export")
    app.selectbox(key="golden_format").set_value(form).run()
    assert ("In its own columns" if language == "en" else "有对应字段") in said(app)
    assert bool(app.warning) == bool(FORMATS[form].notes)
    app.button(key="golden_make").click().run()
    assert not app.exception and not app.error
    name, content = app.session_state[f"golden_file_tiny-set@2.0.0_{form}"]
    assert name.startswith("tiny-set-2.0.0") and content
