"""The language is changed in a real browser: choices made stay, in words of the other language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.clock import utc_now
from core.store import Store, knowledge_bases
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest
from verbs.prepare import load_and_chunk

LONG = 40_000


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "leave.md").write_text("# Leave\n\nStaff have 26 days of leave.\n", encoding="utf-8")
    store = Store(tmp_path / "workspace")
    load_and_chunk(store, knowledge_bases.create(store, "house", utc_now), tmp_path / "docs", utc_now)
    with served_app(tmp_path / "workspace") as url:
        yield url


def test_choices_outlive_a_change_of_language(served: str, new_page: Callable[..., Any]) -> None:
    page = new_page(f"{served}/drafts?lang=en")
    page.get_by_text("Spread passages over").wait_for(timeout=LONG)
    at_rest(page)
    page.get_by_role("combobox", name="Spread passages over").click()
    page.get_by_role("option", name="topics", exact=True).click()
    at_rest(page)
    page.get_by_text("中文", exact=True).click()
    chosen = page.get_by_role("combobox", name="段落抽样方式")
    chosen.wait_for(timeout=LONG)
    page.wait_for_function("box => box.value === '按主题分层'", arg=chosen.element_handle(), timeout=LONG)
    at_rest(page)
    page.get_by_text("English", exact=True).click()
    again = page.get_by_role("combobox", name="Spread passages over")
    again.wait_for(timeout=LONG)
    page.wait_for_function("box => box.value === 'topics'", arg=again.element_handle(), timeout=LONG)
