"""A tiny workspace in both languages, and the app opened on one of its pages without a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.records import KnowledgeBase
from core.store import Store
from tests.app.workspaces import make_workspace
from tests.paths import ROOT

OpenPage = Callable[..., AppTest]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return tmp_path / "workspace"


@pytest.fixture
def made(workspace: Path) -> tuple[Store, KnowledgeBase]:
    """Two documents, three drafts."""
    return make_workspace(workspace, 3)


@pytest.fixture
def open_page(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> OpenPage:
    """Opens a page of the app on the test's workspace; `reviewer` and `language` as a person would have chosen them."""
    monkeypatch.setenv("ASSAY_WORKSPACE", str(workspace))
    monkeypatch.chdir(ROOT)

    def open_it(page: str, language: str = "en", reviewer: str = "") -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
        app.query_params["lang"] = language
        if reviewer:
            app.session_state["reviewer"] = reviewer
        app.session_state["language"] = language
        app.run()
        return app.switch_page(f"screens/{page}.py").run()

    return open_it
