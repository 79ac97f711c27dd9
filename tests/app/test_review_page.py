"""The review page without a browser: it boots, decides, meets conflicts and keeps what is typed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from annotate.review import decide, load_draft_edit, release_hold, reserve
from core.clock import fresh_rng, utc_now
from core.records import CheckResult, KnowledgeBase, StaleReason
from core.store import Store, decisions, documents, items, notes, stale, team
from tests.app.conftest import OpenPage
from tests.app.review_presses import card_data, html_of, on_card, press
from tests.app.workspaces import EN, TRICKY, add_drafts, make_workspace

Made = tuple[Store, KnowledgeBase]
ACCEPT = {"en": "Accept", "zh": "接受"}


def click(app: AppTest, label: str) -> AppTest:
    return next(b for b in app.button if b.label == label).click().run()


@pytest.mark.parametrize(("language", "said"), [("en", "Comes early: The judge is not sure that the evidence says “15 days each year.”. Its doubt: 80%."),
                                                ("zh", "排在前面：评判器不确定证据是否说明“15 days each year.”。疑虑 80%。")])  # fmt: skip
def test_the_card_says_what_the_judge_doubts(made: Made, open_page: OpenPage, language: str, said: str) -> None:
    store, kb = made
    reason = "The judge is not sure that the evidence says “15 days each year.”."
    first = next(iter(items.iterate(store, kb.id)))
    check = CheckResult(check="grounded", passed=True, reason=reason, doubt=0.8)
    items.replace(store, first.model_copy(update={"checks": (check,)}), first.revision)
    app = open_page("review", language, "Wang")
    assert on_card(app)["id"] == first.id and said in on_card(app)["left"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("count", [0, 3])
def test_boots(language: str, count: int, workspace: object, open_page: OpenPage) -> None:
    make_workspace(workspace, count)  # type: ignore[arg-type]
    app = open_page("review", language, "Wang")
    assert not app.exception
    labels = [verb["label"] for verb in card_data(app).get("verbs", [])]
    assert (ACCEPT[language] in labels) == bool(count)
    assert bool(app.info) == (not count)


def test_boots_without_a_knowledge_base(open_page: OpenPage) -> None:
    app = open_page("review", "zh", "Wang")
    assert not app.exception and app.info


def test_a_link_to_an_item_lays_it_on_the_desk_once(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    last = items.ids(store, kb.id)[-1]
    app = open_page("review", reviewer="Wang")
    app.query_params["item"] = last
    app.run()
    assert on_card(app)["id"] == last and "item" not in app.query_params
    press(app, "accept")
    assert on_card(app)["id"] != last
    app.query_params["item"] = "no such item"
    assert not app.run().exception and on_card(app)["id"] != last


def test_tags_are_shown_in_words(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    first = items.get(store, items.ids(store, kb.id)[0])
    items.replace(store, first.model_copy(update={"tags": ("entity_swap", "own tag")}), first.revision)
    app = press(open_page("review", "zh", "Wang"), "open", id=first.id)
    app = press(app, "edit")
    tags = next(m for m in app.multiselect if m.key.endswith("_tags"))
    assert tags.value == ["entity_swap", "own tag"] and "entity_swap" not in tags.options
    assert "own tag" in tags.options


def test_a_name_comes_first(made: Made, open_page: OpenPage) -> None:
    app = open_page("review")
    assert not card_data(app)["cards"]
    next(t for t in app.text_input if t.key == "review_name").input("Wang").run()
    assert not app.exception
    assert card_data(app)["cards"]


def test_every_verb_has_one_key_of_its_own(made: Made, open_page: OpenPage) -> None:
    data = card_data(open_page("review", reviewer="Wang"))
    keys = [verb["key"] for verb in data["verbs"]]
    assert len(keys) == len(set(keys)) == 11
    assert [reason["key"] for reason in data["reasons"]] == [*"1234567", "esc"]


def test_an_accept_is_stored_and_moves_on(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    first, following = [one["id"] for one in card_data(app)["cards"][:2]]
    press(app, "accept")
    assert not app.exception and on_card(app)["id"] == following
    stored = list(decisions.iterate(store, kb.id))
    assert [(d.verb, d.item_id, d.reviewer, d.seconds) for d in stored] == [("accept", first, "Wang", 3.5)]
    press(app, "undo", undo=card_data(app)["undo"])
    assert on_card(app)["id"] == first and items.get_with_status(store, first)[1] == "undecided"


def test_an_undo_of_an_older_decision_than_the_newest_does_nothing(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = press(open_page("review", reviewer="Wang"), "accept")
    seen = card_data(app)["undo"]
    press(press(app, "accept"), "undo", undo=seen)
    assert items.counts(store, kb.id)["accepted"] == 2


def test_the_last_decision_ends_the_queue(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", "zh", "Wang")
    for _ in range(3):
        press(app, "accept")
    assert not app.exception and app.success
    assert items.counts(store, kb.id) == {"accepted": 3}


def test_a_queue_whose_items_others_hold_is_not_called_done(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    for item_id in items.ids(store, kb.id):
        assert reserve(store, item_id, "Li", utc_now).granted
    app = open_page("review", reviewer="Wang")
    assert not app.exception and not app.success and "3 items" in app.info[0].value
    for item_id in items.ids(store, kb.id):
        release_hold(store, item_id, "Li")
    click(app, "Look again")
    assert card_data(app)["cards"]


def test_a_conflict_shows_both_texts(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    item_id = on_card(app)["id"]
    decide(store, item_id, 1, "edit", "Li", after={"question": "What else?"}, rng=fresh_rng(), clock=utc_now)
    press(app, "accept")
    assert not app.exception and app.warning
    assert "What else?" in html_of(app)
    assert [d.verb for d in decisions.iterate(store, kb.id)] == ["edit"]
    click(app, "Accept all the same")
    assert [d.verb for d in decisions.iterate(store, kb.id)] == ["edit", "accept"]


def test_a_reason_and_a_comment_go_with_a_reject(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    press(open_page("review", reviewer="Wang"), "reject", reason="duplicate", comment="see page 3")
    stored = list(decisions.iterate(store, kb.id))
    assert [(d.verb, d.reason, d.comment) for d in stored] == [("reject", "duplicate", "see page 3")]


def test_a_remark_is_kept_without_deciding(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = press(open_page("review", reviewer="Wang"), "comment", comment="ask <b>Li</b>")
    assert "ask &lt;b&gt;Li&lt;/b&gt;" in html_of(app)
    assert decisions.count(store, kb.id) == 0


def test_an_edit_is_kept_as_typed_then_saved_with_evidence(made: Made, open_page: OpenPage) -> None:
    store, _ = made
    app = open_page("review", reviewer="Wang")
    item_id = on_card(app)["id"]
    press(app, "edit")
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


def unanswerable(app: AppTest) -> str:
    while "rv-near" not in on_card(app)["right"]:
        press(app, "next")
    return str(on_card(app)["id"])


def test_nearest_passages_are_waved_off_one_by_one(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    app = open_page("review", reviewer="Wang")
    item_id = unanswerable(app)
    press(app, "wave", place=2)
    assert on_card(app)["right"].count("rv-waved") == 1 and "1 of 2 waved off" in on_card(app)["right"]
    assert [one.reviewer for one in notes.waved(store, item_id)] == ["Wang"]
    press(app, "wave", place=2)
    assert notes.waved(store, item_id) == [] and decisions.count(store, kb.id) == 0


def test_a_nearest_passage_becomes_evidence_in_the_form(made: Made, open_page: OpenPage) -> None:
    store, _ = made
    app = open_page("review", reviewer="Wang")
    item_id = unanswerable(app)
    press(app, "evidence", place=1)
    app.text_area(key=f"review_edit_{item_id}_answer").input("In proportion to their hours.").run()
    click(app, "Save, next")
    item, status = items.get_with_status(store, item_id)
    assert status == "edited" and item.expected_reply == "answer" and item.kind == "factual"
    assert item.trace is not None and item.evidence[0].start == item.trace.nearest[0].start


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
        press(app, "wider")
    page = html_of(app)
    assert "<script>" not in page and TRICKY.split(" ")[1] not in page
    assert "&lt;script&gt;" in page
    add_drafts(store, kb, 1, first=3)
    narrow = html_of(open_page("review", reviewer="Li"))
    assert len(narrow) < 9000 and "characters…" in narrow


def test_similar_drafts_are_shown_and_opened(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    add_drafts(store, kb, 8, first=3)
    app = open_page("review", reviewer="Wang")
    assert "Similar drafts" in on_card(app)["more"]
    other = on_card(app)["more"].split('data-item="')[1].split('"')[0]
    press(app, "open", id=other)
    assert on_card(app)["id"] == other


def test_an_item_for_two_is_blind_until_decided(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    ids = items.ids(store, kb.id)
    team.set_slots(store, ids, 2)
    decide(store, ids[0], 1, "reject", "Zhaoyun", reason="wrong", comment="secret", rng=fresh_rng(), clock=utc_now)
    app = open_page("review", reviewer="Wang")
    while on_card(app)["id"] != ids[0]:
        press(app, "next")
    press(app, "history")
    assert "secret" not in html_of(app) and "Zhaoyun" not in html_of(app)
    press(app, "accept")
    assert items.get_with_status(store, ids[0])[1] == "disputed"


def test_a_stale_item_takes_the_new_span(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    item = next(i for i in items.iterate(store, kb.id) if i.evidence and i.evidence[0].source == EN)
    home = documents.get(store, item.evidence[0].document_id)
    new = item.evidence[0].model_copy(update={"start": 34, "end": 60, "quote": home.text[34:60]})
    reason = StaleReason(item_id=item.id, kind="moved", document_id=home.id, text_sha256=home.text_sha256, source=EN,
                         evidence=0, proposal=new, found=utc_now())  # fmt: skip
    stale.add(store, [reason])
    app = open_page("review", reviewer="Wang")
    while on_card(app)["id"] != item.id:
        press(app, "next")
    assert "Use this evidence" in on_card(app)["left"] and "Leave as it is" in on_card(app)["left"]
    press(app, "mend", place=1)
    stored, status = items.get_with_status(store, item.id)
    assert (stored.evidence[0].start, status, stale.of_item(store, item.id)) == (34, "edited", [])


def test_a_stale_item_may_be_left_as_it_is(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    item = next(i for i in items.iterate(store, kb.id) if i.evidence and i.evidence[0].source == EN)
    reason = StaleReason(item_id=item.id, kind="contradicted_now", document_id="d", text_sha256="t", source="new.md",
                         proposal=item.evidence[0], found=utc_now())  # fmt: skip
    stale.add(store, [reason])
    app = open_page("review", reviewer="Wang")
    while on_card(app)["id"] != item.id:
        press(app, "next")
    assert "new.md" in on_card(app)["left"]
    press(app, "leave", place=1)
    assert stale.of_item(store, item.id) == [] and items.get(store, item.id).revision == item.revision
    assert "new.md" not in on_card(app)["left"]


def test_evidence_for_a_refusal_opens_its_edit(made: Made, open_page: OpenPage) -> None:
    store, kb = made
    item = next(i for i in items.iterate(store, kb.id) if i.expected_reply == "refuse")
    span = next(i for i in items.iterate(store, kb.id) if i.evidence).evidence[0]
    stale.add(store, [StaleReason(item_id=item.id, kind="answered_now", document_id=span.document_id, text_sha256="t",
                                  source="new.md", proposal=span, found=utc_now())])  # fmt: skip
    app = open_page("review", reviewer="Wang")
    while on_card(app)["id"] != item.id:
        press(app, "next")
    press(app, "mend", place=1)
    draft = load_draft_edit(store, item.id, "Wang")
    assert draft is not None and draft.fields["expected_reply"] == "answer" and len(draft.fields["evidence"]) == 1
    assert stale.of_item(store, item.id) == []


def opened(app: AppTest, verb: str = "edit") -> tuple[AppTest, str]:
    """The edit form of the item on the card, and that item's id."""
    item_id = str(on_card(app)["id"])
    return press(app, verb), item_id


@pytest.mark.parametrize("label", ["Close", "Discard typing", "Save, next"])
def test_typing_and_a_button_that_arrive_together_lose_nothing(made: Made, open_page: OpenPage, label: str) -> None:
    store, _ = made
    app, item_id = opened(open_page("review", reviewer="Wang"))
    app.text_area(key=f"review_edit_{item_id}_question").set_value("What was typed last?")
    click(app, label)
    assert not app.exception
    draft = load_draft_edit(store, item_id, "Wang")
    if label == "Close":
        assert draft is not None and draft.fields["question"] == "What was typed last?"
    else:
        assert draft is None
    assert (items.get(store, item_id).question == "What was typed last?") == (label == "Save, next")


def test_an_empty_queue_says_what_it_holds_and_leads_back(made: Made, open_page: OpenPage) -> None:
    app = open_page("review", "zh", "Wang")
    app.button_group(key="review_queue").set_value("已标记").run()
    assert "需要再看" in app.info[0].value
    click(app, "看待定题目")
    assert app.session_state["review_queue"] == "undecided"
    assert on_card(app.run())["id"]


def test_a_filter_that_lets_nothing_through_says_so_and_is_cleared(made: Made, open_page: OpenPage) -> None:
    app = open_page("review", reviewer="Wang")
    app.text_input(key="review_filter_search").set_value("no such word").run()
    assert "filter" in app.info[0].value and any("0 items" in caption.value for caption in app.caption)
    click(app, "Clear the filter")
    assert app.session_state["review_filter_search"] == "" and on_card(app.run())["id"]


def test_an_item_without_an_answer_says_so_and_a_remark_is_confirmed(made: Made, open_page: OpenPage) -> None:
    store, _ = made
    app = open_page("review", "zh", "Wang")
    item = items.get(store, str(on_card(app)["id"]))
    items.replace(store, item.model_copy(update={"answer": "", "revision": 2}), 1)
    app = open_page("review", "zh", "Wang")
    assert "还没有答案" in on_card(app)["left"]
    press(app, "comment", comment="再看")
    assert "Comment kept." in card_data(app)["top"]  # a press from a test knows no language


def test_times_are_those_of_the_readers_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    from screens import local_time

    for zone, shown in (
        ("Asia/Shanghai", "2026-11-30 18:58:19"),
        (None, "2026-11-30 10:58:19"),
        ("Mars", "2026-11-30 10:58:19"),
    ):
        monkeypatch.setattr(local_time.st, "context", SimpleNamespace(timezone=zone))
        assert local_time.when("2026-11-30T10:58:19.123Z") == shown
    assert local_time.when("long ago") == "long ago"
