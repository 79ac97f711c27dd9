"""Adjudication by keys in a real browser, and a comment typed on the review card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from annotate.review import decide
from annotate.team import plan_overlap
from core.clock import fresh_rng, utc_now
from core.store import decisions, items, notes
from tests.app.workspaces import make_workspace
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest


def test_a_dispute_is_settled_by_a_key_and_a_comment_kept_by_enter(
    tmp_path: Path, new_page: Callable[..., Any]
) -> None:
    store, kb = make_workspace(tmp_path / "w", 3)
    [first, *_] = plan_overlap(store, kb.id, 1.0, 2)
    decide(store, first, 1, "accept", "Wang", rng=fresh_rng(), clock=utc_now)
    decide(store, first, 1, "reject", "Li", reason="wrong", rng=fresh_rng(), clock=utc_now)
    with served_app(tmp_path / "w") as url:
        page = new_page(f"{url}/adjudicate?reviewer=Chen")
        page.get_by_text("1 disputed").wait_for(timeout=30_000)
        page.get_by_placeholder("Reason, recorded with the ruling").wait_for()
        at_rest(page)
        page.keyboard.press("x")
        page.get_by_text("No item is disputed.").wait_for()
        assert items.get_with_status(store, first)[1] == "rejected"
        at_rest(page)
        page.keyboard.press("u")
        page.get_by_text("1 disputed").wait_for()
        at_rest(page)
        assert [d.verb for d in decisions.of_item(store, first)] == ["accept", "reject", "adjudicate", "undo"]

        page.goto(f"{url}/review?reviewer=Chen&lang=zh")
        page.locator(".rv .q").wait_for(timeout=30_000)
        at_rest(page)
        shown = page.locator(".rv .q").inner_text()
        page.locator(".rv-note").fill("请核对原文 a")
        page.locator(".rv-note").press("Enter")
        page.get_by_text("备注（1）").wait_for()
        assert page.locator(".rv .q").inner_text() == shown
        item_id = f"{int(shown.split(']')[0].lstrip('[')):012x}"
        assert [c.text for c in notes.comments(store, item_id)] == ["请核对原文 a"]
