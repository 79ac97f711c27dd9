"""Team, adjudication and audit without a browser, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from annotate.review import decide
from annotate.team import plan_overlap
from core.clock import fresh_rng, utc_now
from core.records import KnowledgeBase
from core.store import Store, decisions, items, team
from tests.app.conftest import OpenPage
from tests.app.test_review_page import click
from tests.app.workspaces import make_workspace

Made = tuple[Store, KnowledgeBase]


@pytest.fixture
def disputed(workspace: Path) -> Made:
    """Four items for two people; they differ on the first two: by an edit, and by a reject."""
    store, kb = make_workspace(workspace, 4)
    rng = fresh_rng()
    for item_id in plan_overlap(store, kb.id, 1.0, 2):
        decide(store, item_id, 1, "accept", "Wang", seconds=5.0, rng=rng, clock=utc_now)
    first, second, third, fourth = items.ids(store, kb.id)
    decide(store, first, 1, "edit", "Li", after={"answer": "Fifteen days."}, seconds=40.0, rng=rng, clock=utc_now)
    decide(store, second, 1, "reject", "Li", reason="wrong", rng=rng, clock=utc_now)
    for item_id in (third, fourth):
        decide(store, item_id, 1, "accept", "Li", rng=rng, clock=utc_now)
    return store, kb


def html_of(app: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in app.get("html"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("page", ["team", "adjudicate", "audit"])
def test_pages_boot_with_and_without_a_knowledge_base(
    page: str, language: str, workspace: Path, open_page: OpenPage
) -> None:
    assert not open_page(page, language, "Wang").exception
    make_workspace(workspace, 3)
    assert not open_page(page, language, "Wang").exception


def test_a_lead_sets_overlap_and_assigns(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("team", reviewer="Chen")
    app.text_input(key="team_name").input("Li").run()
    click(app, "Add or change")
    app.text_input(key="team_name").input("Chen").run()
    app.selectbox(key="team_role").select("lead").run()
    click(app, "Add or change")
    assert [tuple(one) for one in team.reviewers(store, kb.id)] == [("Chen", "lead"), ("Li", "reviewer")]
    click(app, "Assign 3")
    assert sum(sum(n.values()) for n in team.assigned(store, kb.id).values()) == 3
    shut = open_page("team", reviewer="Li")
    assert shut.info and next(b for b in shut.button if b.label == "Add or change").disabled


def test_names_are_hidden_until_asked_for(disputed: Made, open_page: OpenPage) -> None:
    app = open_page("adjudicate", reviewer="Chen")
    shown = html_of(app)
    assert "Reviewer 1" in shown and not re.search(r"\bLi\b", shown) and "40 s" in shown and "<ins>" in shown
    assert "Li: edit" in html_of(app.toggle(key="adjudicate_names").set_value(True).run()).replace("Edit", "edit")


def test_a_ruling_takes_one_word_and_can_be_taken_back(disputed: Made, open_page: OpenPage) -> None:
    store, kb = disputed
    first, second = items.ids(store, kb.id)[:2]
    app = open_page("adjudicate", reviewer="Chen")
    app.toggle(key="adjudicate_names").set_value(True).run()
    click(app, "Take Li")
    assert items.get_with_status(store, first)[1] == "edited" and items.get(store, first).answer == "Fifteen days."
    click(app, "Reject")
    assert items.get_with_status(store, second)[1] == "rejected" and app.success
    assert [d.verb for d in decisions.iterate(store, kb.id)][-2:] == ["adjudicate", "adjudicate"]
    click(app, "Undo")
    assert items.get_with_status(store, second)[1] == "disputed"


def test_a_ruling_may_write_the_text_anew(disputed: Made, open_page: OpenPage) -> None:
    store, kb = disputed
    first = items.ids(store, kb.id)[0]
    app = open_page("adjudicate", reviewer="Chen")
    click(app, "Write it anew")
    assert app.text_area(key=f"adjudicate_answer_{first}").value == "Fifteen days."
    app.text_area(key=f"adjudicate_answer_{first}").input("15 days a year.").run()
    click(app, "Save the ruling")
    stored, status = items.get_with_status(store, first)
    assert (stored.answer, status) == ("15 days a year.", "edited") and not stored.claims_confirmed


def test_only_experts_and_leads_rule(disputed: Made, open_page: OpenPage) -> None:
    store, kb = disputed
    team.save_reviewer(store, kb.id, "Chen", "expert", utc_now)
    assert not next(b for b in open_page("adjudicate", reviewer="Chen").button if b.label == "Reject").disabled
    shut = open_page("adjudicate", reviewer="Li")
    assert shut.info and next(b for b in shut.button if b.label == "Reject").disabled


def test_the_life_of_an_item_and_every_decision(disputed: Made, open_page: OpenPage) -> None:
    store, kb = disputed
    app = open_page("audit", reviewer="Chen")
    shown = html_of(app)
    assert "Wang" in shown and "Li" in shown and "name unverified" in shown and "<ins>" in shown
    click(app, "Make the file")
    name, body = app.session_state["audit_file"]
    assert name.endswith(".xlsx") and body[:2] == b"PK"


def test_a_typed_name_counts_for_nothing_where_sign_in_is_configured(
    made: Made, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.session.sign_in_configured", lambda: True)
    monkeypatch.setattr("screens.review.sign_in_configured", lambda: True, raising=False)
    app = open_page("review", reviewer="Wang")
    assert not app.exception and not app.get("bidi_component")
    assert "Sign in" in [b.label for b in app.button]


@pytest.mark.parametrize("page", ["team", "adjudicate", "audit"])
def test_without_a_knowledge_base_the_page_says_what_it_is_for_and_leads_on(page: str, open_page: OpenPage) -> None:
    app = open_page(page, "zh", "Chen")
    assert not app.exception and len(app.info[0].value) > len("还没有知识库。")
    assert any("knowledge_base" in str(link.proto.page) for link in app.get("page_link"))
