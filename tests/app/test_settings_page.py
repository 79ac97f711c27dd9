"""The settings page: connecting a model, choosing a judge, an endpoint on this machine offered but never used unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.model import connect
from core.model.connect import Probe
from core.settings import Settings, load_settings, save_settings
from core.store import Store
from tests.app.conftest import OpenPage
from tests.loopback import Loopback, failing, good

LOCAL = Probe("http://127.0.0.1:11434/v1", ("small", "large"), server="Ollama")


@pytest.fixture(autouse=True)
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> list[Probe]:
    """What answers on this machine, as the test wants it."""
    found: list[Probe] = []
    monkeypatch.setattr(connect, "find_local", lambda: list(found))
    return found


def press(app: AppTest, label: str) -> AppTest:
    return next(b for b in app.button if b.label == label).click().run()


def shown(app: AppTest) -> str:
    parts = [*app.markdown, *app.success, *app.error, *app.info, *app.caption]
    return "\n".join([*(str(one.value) for one in parts), *(str(t.value) for t in app.table)])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_says_what_is_in_use(open_page: OpenPage, workspace: Path, language: str) -> None:
    save_settings(
        Store(workspace), Settings(base_url="http://127.0.0.1:9/v1", model="first", panel=("second",), repeats=3)
    )
    app = open_page("settings", language)
    assert not app.exception and "first + second" in shown(app)


def test_a_panel_with_cheap_first_is_saved_and_nonsense_is_not(open_page: OpenPage, workspace: Path) -> None:
    store = Store(workspace)
    save_settings(store, Settings(base_url="http://127.0.0.1:9/v1", model="first"))
    app = open_page("settings")
    app.text_area[0].set_value("second\nthird @ nowhere")
    save = next(b for b in app.button if b.key == "save_judge")
    app = save.click().run()
    assert "expected MODEL" in app.error[0].value and load_settings(store).panel == ()
    app.text_area[0].set_value("second\nthird @ http://127.0.0.1:8/v1")
    app.toggle[0].set_value(True)
    app = next(b for b in app.button if b.key == "save_judge").click().run()
    assert not app.exception and not app.error
    found = load_settings(store)
    assert found.panel == ("second", "third @ http://127.0.0.1:8/v1") and found.cheap_first and found.model == "first"


def test_the_connection_test_asks_every_member(open_page: OpenPage, workspace: Path) -> None:
    with Loopback(good("yes")) as one, Loopback(default=failing(401)) as two:
        save_settings(
            Store(workspace),
            Settings(base_url=one.url, model="first", panel=(f"second @ {two.url}",), key_variable="ASSAY_TEST_KEY"),
        )
        app = press(open_page("settings"), "Test the connection")
        assert "first answered in" in app.success[0].value
        assert "asks for a key" in app.error[0].value.replace("\\", "") and len(one.requests) == 1


def test_a_model_found_here_is_offered_and_only_used_when_taken(
    open_page: OpenPage, workspace: Path, nothing_here: list[Probe]
) -> None:
    nothing_here.append(LOCAL)
    store = Store(workspace)
    app = open_page("settings")
    assert "not used unless you say so" in shown(app) and not load_settings(store).has_model
    next(s for s in app.selectbox if s.label == "Model").set_value("large")
    app = press(app, "Use it")
    found = load_settings(store)
    assert (found.base_url, found.model) == (LOCAL.base_url, "large")
