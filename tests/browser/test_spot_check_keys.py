"""The spot-check page in a real browser: every key, blind until decided, rapid keys, a reload, two people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.records import SpotCheck
from core.store import Store, runs, spot_checks
from tests.app.run_scenes import POOR, copy_with_runs
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest, watch
from verbs.spot_checking import draw


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store, SpotCheck]]:
    folder: Path = tmp_path_factory.mktemp("spot") / "workspace"
    store = copy_with_runs(folder)
    run = next(run for run in runs.list_all(store) if run.system == POOR)
    check = draw(store, run, "correctness")
    with served_app(folder) as url:
        yield f"{url}/spot_check?run={run.id}", store, check


@pytest.fixture
def open_check(served: tuple[str, Store, SpotCheck], new_page: Callable[..., Any]) -> Callable[..., Any]:
    url, store, _ = served
    with store.write() as db:
        db.execute("DELETE FROM spot_decisions")

    def open_it(reviewer: str = "Wang", language: str = "en") -> Any:
        page = new_page(f"{url}&reviewer={reviewer}&lang={language}")
        page.locator(".rv .q").wait_for(timeout=60_000)
        at_rest(page)
        return page

    return open_it


def progress(page: Any) -> str:
    return str(page.locator(".rv .line span").first.inner_text())


def press(page: Any, key: str) -> None:
    """Press a key and wait until the line above the card has changed."""
    before = page.locator(".rv .line").inner_text()
    page.keyboard.press(key)
    page.wait_for_function("was => document.querySelector('.rv .line')?.innerText !== was", arg=before)
    at_rest(page)


def test_every_key(served: tuple[str, Store, SpotCheck], open_check: Callable[..., Any]) -> None:
    _, store, check = served
    page = open_check()
    order = spot_checks.units(store, check.id)
    assert "the judge said" not in page.locator(".stMain").inner_text()
    for key in "123":
        press(page, key)
    labels = [(d.unit_id, d.label, d.reviewer) for d in spot_checks.standing(store, check.id)]
    assert labels == [(order[n].id, label, "Wang") for n, label in enumerate(("correct", "partial", "wrong"))]
    assert "the judge said" in page.locator(".rv .line").inner_text()
    press(page, "u")
    assert len(spot_checks.standing(store, check.id)) == 2 and "no. 3" in progress(page)
    press(page, "n")
    assert "no. 4" in progress(page)
    press(page, "p")
    press(page, "p")
    assert "no. 2" in progress(page)
    # A unit that is labelled shows one's own label and no keys for others; undo is for this one.
    page.get_by_text("Your label:").wait_for()
    press(page, "u")
    assert [d.unit_id for d in spot_checks.standing(store, check.id)] == [order[0].id]


def test_rapid_presses_label_nothing_twice(
    served: tuple[str, Store, SpotCheck], open_check: Callable[..., Any]
) -> None:
    _, store, check = served
    page = open_check()
    for _ in range(6):
        page.keyboard.press("1")
    at_rest(page)
    found = spot_checks.decisions(store, check.id)
    assert found and len({d.unit_id for d in found}) == len(found)


def test_a_reload_goes_on_where_it_was_and_another_person_starts_blind(
    served: tuple[str, Store, SpotCheck], open_check: Callable[..., Any]
) -> None:
    _, store, check = served
    page = open_check("Wang", "zh")
    press(page, "1")
    page.reload()
    page.locator(".rv .q").wait_for(timeout=60_000)
    at_rest(page)
    assert "1/7" in progress(page) and "第 2 个" in progress(page)
    other = open_check_as(served, page, "Li")
    assert "0/7" in progress(other) and "评判器" not in other.locator(".rv .line").inner_text()
    assert len(spot_checks.standing(store, check.id)) == 1


def open_check_as(served: tuple[str, Store, SpotCheck], page: Any, reviewer: str) -> Any:
    """The same page for another person, in a session of its own."""
    other = watch(page.context.browser.new_context().new_page())
    other.goto(f"{served[0]}&reviewer={reviewer}&lang=zh")
    other.locator(".rv .q").wait_for(timeout=60_000)
    at_rest(other)
    return other
