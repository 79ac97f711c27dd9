"""The spot-check and calibration pages: without runs, with one, with constant labels, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from annotate.spot_check import decide
from core.clock import fresh_rng, utc_now
from core.records import Run, SpotCheck
from core.settings import Settings, save_settings
from core.store import Store, runs, spot_checks
from tests.app.conftest import OpenPage
from tests.app.run_scenes import POOR, copy_with_runs
from verbs.spot_checking import SUBJECTS, draw

LANGUAGES = ("en", "zh")


@pytest.fixture
def scene(workspace: Path) -> Store:
    return copy_with_runs(workspace)


def poor(store: Store) -> Run:
    return next(run for run in runs.list_all(store) if run.system == POOR)


def open_on(
    open_page: OpenPage, store: Store, language: str = "en", subject: str = "correctness", mode: str = "check"
) -> AppTest:
    app = open_page("spot_check", language, "Wang")
    app.selectbox(key="run").set_value(poor(store).id).run()
    app.button_group(key="spot_subject").set_value(subject).run()
    if mode != "check":
        app.button_group(key="spot_mode").set_value(mode).run()
    return app


def said(app: AppTest) -> str:
    return " ".join(
        str(element.value)
        for kind in (app.markdown, app.caption, app.info, app.warning, app.success)
        for element in kind
    )


def shown(app: AppTest) -> str:
    """What the page draws as markup."""
    return " ".join(str(element.proto.body) for element in app.get("html"))


def label_all(store: Store, check: SpotCheck, label: str) -> None:
    for unit in spot_checks.units(store, check.id, check.size):
        decide(store, check, unit, label, "Ann", rng=fresh_rng(), clock=utc_now)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["spot_check", "calibration"])
def test_without_a_run_the_page_says_what_it_will_show(
    open_page: OpenPage, workspace: Path, page: str, language: str
) -> None:
    Store(workspace)
    app = open_page(page, language)
    assert not app.exception and len(app.info) == 1 and len(app.markdown) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_plan_is_shown_before_the_draw(open_page: OpenPage, scene: Store, language: str, subject: str) -> None:
    app = open_on(open_page, scene, language, subject)
    assert not app.exception and not app.error
    assert spot_checks.find(scene, poor(scene).id, subject) is None  # type: ignore[arg-type]
    app.button[0].click().run()
    assert not app.exception and spot_checks.find(scene, poor(scene).id, subject) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_judges_label_is_not_on_screen_until_a_person_has_decided(
    open_page: OpenPage, scene: Store, subject: str
) -> None:
    check = draw(scene, poor(scene), subject)  # type: ignore[arg-type]
    app = open_on(open_page, scene, subject=subject)
    first = spot_checks.units(scene, check.id, 1)[0]
    assert first.claim or "Reply of the system" in shown(app)
    assert "the judge said" not in shown(app)
    button = next(b for b in app.button if b.key and b.key.startswith("spot-") and b.key.endswith(first.id))
    button.click().run()
    assert not app.exception and len(spot_checks.decisions(scene, check.id)) == 1
    assert "the judge said" in shown(app)
    undo = next(b for b in app.button if b.key == f"spot-undo-{first.id}")
    undo.click().run()
    assert not app.exception and not spot_checks.standing(scene, check.id)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("subject", "label"), [("correctness", "wrong"), ("verdict", "entailed"), ("refusal", "answered"), ("tag", "FP4")]
)
def test_the_result_with_constant_labels_explains_what_is_undefined(
    open_page: OpenPage, scene: Store, language: str, subject: str, label: str
) -> None:
    check = draw(scene, poor(scene), subject)  # type: ignore[arg-type]
    label_all(scene, check, label)
    app = open_on(open_page, scene, language, subject, "result")
    assert not app.exception and len(app.metric) == 4 and len(app.dataframe) >= 3
    assert "nan" not in str([m.value for m in app.metric]).lower()


def test_labels_enter_the_run_by_one_press(open_page: OpenPage, scene: Store) -> None:
    check = draw(scene, poor(scene), "correctness")
    right = [unit for unit in spot_checks.units(scene, check.id) if unit.label == "correct"]
    decide(scene, check, right[0], "wrong", "Ann", rng=fresh_rng(), clock=utc_now)
    app = open_on(open_page, scene, mode="result")
    before = next(s.value for s in poor(scene).scores if s.metric == "correct")
    next(b for b in app.button if "in line with the labels (" in b.label).click().run()
    assert not app.exception and "in the run" in said(app)
    after = next(s.value for s in poor(scene).scores if s.metric == "correct")
    assert before is not None and after is not None and after < before


@pytest.mark.parametrize("language", LANGUAGES)
def test_calibration_with_a_run_and_labels(open_page: OpenPage, scene: Store, language: str) -> None:
    app = open_page("calibration", language)
    assert not app.exception and len(app.info) == 3
    label_all(scene, draw(scene, poor(scene), "verdict"), "entailed")
    app = open_page("calibration", language)
    assert not app.exception and len(app.info) == 1


def test_the_planner_answers_and_says_what_cannot_be(open_page: OpenPage, workspace: Path) -> None:
    Store(workspace)
    app = open_page("calibration")
    assert "more human labels" in said(app) and "1737 items" in said(app)
    app.number_input(key="plan_differ").set_value(1).run()
    assert not app.exception and "disagree on at least" in said(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_says_how_labels_reach_a_judge(open_page: OpenPage, scene: Store, language: str) -> None:
    check = draw(scene, poor(scene), "verdict")
    label_all(scene, check, "neutral")
    app = open_on(open_page, scene, language, "verdict", "result")
    assert not app.exception
    commands = [element.value for element in app.code]
    assert (
        commands[0].startswith("cli.py evaluate --set tiny-set@1.0.0 --system answers:") and "--guidance" in commands[0]
    )
    assert commands[1] == f"cli.py judge --fit --guard calibration-verdict-{poor(scene).id[:6]}.jsonl"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("connected", [True, False])
def test_a_new_run_offers_guidance_to_a_model_judge_only(
    open_page: OpenPage, scene: Store, language: str, connected: bool
) -> None:
    label_all(scene, draw(scene, poor(scene), "verdict"), "neutral")
    if connected:
        save_settings(scene, Settings(base_url="http://127.0.0.1:9/v1", model="m"))
    app = open_page("evaluate", language)
    assert not app.exception
    assert any(toggle.key == "evaluate_guidance" for toggle in app.toggle) == connected
