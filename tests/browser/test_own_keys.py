"""Own keys chosen on the page, in a real browser: they decide, the usual ones no longer do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from annotate.key_map import keys_of
from core.store import decisions
from tests.app.workspaces import add_drafts, make_workspace
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest


def test_own_keys_are_chosen_shown_and_obeyed(tmp_path: Path, new_page: Callable[..., Any]) -> None:
    store, kb = make_workspace(tmp_path / "workspace", 0)
    add_drafts(store, kb, 3)
    with served_app(store.workspace) as url:
        page = new_page(f"{url}/review?reviewer=Wang&lang=en")
        page.locator(".rv .q").wait_for(timeout=30_000)
        page.locator(".st-key-review_more button").first.click()
        page.get_by_role("button", name="Keys", exact=True).click()
        accept = page.get_by_label("Accept", exact=True)
        accept.fill("e")
        accept.press("Enter")
        page.get_by_text("E means two things: “Accept” and “Edit”").wait_for()
        accept.fill("j")
        accept.press("Enter")
        page.get_by_text("means two things").wait_for(state="detached")
        at_rest(page)
        page.locator(".st-key-keys-save button:enabled").click()
        page.locator(".rv-button[data-verb=accept] kbd", has_text="J").wait_for()
        at_rest(page)
        page.keyboard.press("a")
        page.keyboard.press("j")
        page.wait_for_function("() => !window.assayReview.queue.length && window.assayReview.n === 1", timeout=60_000)
    assert keys_of(store, "Wang")["accept"] == "j" and keys_of(store, "Lin")["accept"] == "a"
    assert [d.verb for d in decisions.iterate(store, kb.id)] == ["accept"]
