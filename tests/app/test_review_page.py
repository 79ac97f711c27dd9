"""The review page without a browser: it boots, decides, meets conflicts and keeps what is typed."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from annotate.review import decide, load_draft_edit
from core.clock import fresh_rng, utc_now
from core.records import KnowledgeBase
from core.store import Store, decisions, items
from tests.app.conftest import OpenPage
from tests.app.workspaces import TRICKY, add_drafts, make_workspace

Made = tuple[Store, KnowledgeBase]
ACCEPT = {"en": "Accept", "zh": "接受"}


def html_of(app: AppTest) -> str:
    """All markup the page drew by itself."""
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def click(app: AppTest, label: str) -> AppTest:
    return next(b for b in app.button if b.label == label).click().run()


def shown(app: AppTest) -> str:
    """The id of the item on screen, from the key of its button."""
    key = next(b.key for b in app.button if (b.key or "").startswith("accept-"))
    return str(key).split("-")[1]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("count", [0, 3])
def test_boots(language: str, count: int, workspace: object, open_page: OpenPage) -> None:
    make_workspace(workspace, count)  # type: ignore[arg-type]
    app = open_page("review", language, "Wang")
    assert not app.exception
    labels = [b.label for b in app.button]
    assert (ACCEPT[language] in labels) == bool(count)
    assert bool(app.info) == (not count)


def test_boots_without_a_knowledge_base(open_page: OpenPage) -> None:
    app = open_page("review", "zh", "Wang")
    assert not app.exception and app.info


def test_a_name_comes_first(made: Made, open_page: OpenPage) -> None:
    app = open_page("review")
    assert "Accept" not in [b.label for b in app.button]
    next(t for t in app.text_input if t.key == "review_name").input("Wang").run()
    assert not app.exception
    assert "Accept" in [b.label for b in app.button]


def test_an_accept_is_stored_and_moves_on(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    first = shown(app)
    click(app, "Accept")
    assert not app.exception and shown(app) != first
    stored = list(decisions.iterate(store, kb.id))
    assert [(d.verb, d.item_id, d.reviewer) for d in stored] == [("accept", first, "Wang")]
    assert stored[0].seconds is not None
    click(app, "Undo")
    assert shown(app) == first and items.get_with_status(store, first)[1] == "undecided"


def test_the_last_decision_ends_the_queue(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", "zh", "Wang")
    for _ in range(3):
        click(app, "接受")
    assert not app.exception and app.success
    assert items.counts(store, kb.id) == {"accepted": 3}


def test_a_conflict_shows_both_texts(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    item_id = shown(app)
    decide(store, item_id, 1, "edit", "Li", after={"question": "What else?"}, rng=fresh_rng(), clock=utc_now)
    click(app, "Accept")
    assert not app.exception and app.warning
    assert "What else?" in html_of(app)
    assert [d.verb for d in decisions.iterate(store, kb.id)] == ["edit"]
    click(app, "Accept all the same")
    assert [d.verb for d in decisions.iterate(store, kb.id)] == ["edit", "accept"]


def test_a_reason_goes_with_a_reject(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    app.text_input(key=f"review_comment_{shown(app)}").input("see page 3").run()
    click(click(app, "Reject"), "Duplicate")
    stored = list(decisions.iterate(store, kb.id))
    assert [(d.verb, d.reason, d.comment) for d in stored] == [("reject", "duplicate", "see page 3")]


def test_an_edit_is_kept_as_typed_then_saved_with_evidence(made: Made, open_page: OpenPage) -> None:
    store, _ = made
    app = open_page("review", reviewer="Wang")
    item_id = shown(app)
    click(app, "Edit")
    app.text_area(key=f"review_edit_{item_id}_answer").input("Fifteen days. Part-time staff get fewer.").run()
    draft = load_draft_edit(store, item_id, "Wang")
    assert draft is not None and draft.fields == {"answer": "Fifteen days. Part-time staff get fewer."}
    again = open_page("review", reviewer="Wang")
    assert again.text_area(key=f"review_edit_{item_id}_answer").value.startswith("Fifteen days.")
    click(app, "Use these claims")
    picker = next(m for m in app.multiselect if "sentences" in (m.key or ""))
    picker.select(next(o for o in picker.options if "Part-time" in o)).run()
    click(app, "Add as evidence")
    click(app, "Save, next")
    assert not app.exception
    item, status = items.get_with_status(store, item_id)
    assert status == "edited" and item.claims_confirmed and len(item.claims) == 2
    assert [e.group for e in item.evidence] == [0, 1] and item.evidence[1].quote.startswith("Part-time")
    assert load_draft_edit(store, item_id, "Wang") is None


def test_bulk_shows_first_and_is_undone_in_one_go(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    app.session_state["review_bulk"] = True
    app.run()
    click(app, "Accept these 3")
    assert not app.exception and items.counts(store, kb.id) == {"accepted": 3}
    click(app, "Undo 3")
    assert items.counts(store, kb.id) == {"undecided": 3}


def test_document_text_is_escaped_and_long_passages_fold(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    for _ in range(2):
        click(app, "Wider")
    page = html_of(app)
    assert "<script>" not in page and TRICKY.split(" ")[1] not in page
    assert "&lt;script&gt;" in page
    item = items.get(store, f"{1:012x}")
    assert "年假" in item.question
    add_drafts(store, kb, 1, first=3)
    narrow = html_of(open_page("review", reviewer="Li"))
    assert len(narrow) < 8000 and "characters…" in narrow
