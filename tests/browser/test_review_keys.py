"""The review page in a real browser: every key, typing, rapid keys, reload in mid-edit, two people on one item."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotate.review import load_draft_edit
from core.alignment import make_evidence
from core.clock import utc_now
from core.records import Decision, KnowledgeBase, StaleReason
from core.store import Store, decisions, documents, items, stale
from tests.app.workspaces import add_drafts, make_workspace
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest

COUNT = 14


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store, KnowledgeBase]]:
    folder: Path = tmp_path_factory.mktemp("review") / "workspace"
    store, kb = make_workspace(folder, 0)
    with served_app(folder) as url:
        yield url, store, kb


@pytest.fixture
def app(served: tuple[str, Store, KnowledgeBase]) -> tuple[str, Store, KnowledgeBase]:
    """A fresh set of drafts for each test on the same server."""
    _, store, kb = served
    with store.write() as db:
        for table in ("items", "item_tags", "decisions", "reservations", "edit_drafts", "waved_passages"):
            db.execute(f"DELETE FROM {table}")
    add_drafts(store, kb, COUNT)
    return served


@pytest.fixture
def open_review(app: tuple[str, Store, KnowledgeBase], new_page: Callable[..., Any]) -> Callable[..., Any]:
    def open_it(reviewer: str = "Wang", language: str = "en") -> Any:
        page = new_page(f"{app[0]}/review?reviewer={reviewer}&lang={language}")
        page.locator(".rv .q").wait_for(timeout=30_000)
        return page

    return open_it


def number(page: Any) -> int:
    """Which draft is on screen."""
    return int(page.locator(".rv .q").inner_text().split("]")[0].lstrip("["))


def press(page: Any, key: str, was: int) -> int:
    """Press a key that moves on, and wait for another item; the page is at rest before and after, buttons included."""
    at_rest(page)
    page.keyboard.press(key)
    page.wait_for_function(
        f"() => {{ const q = document.querySelector('.rv .q'); return q && !q.innerText.startsWith('[{was}]') }}"
    )
    at_rest(page)
    return number(page)


def all_decisions(store: Store, kb: KnowledgeBase) -> list[Decision]:
    return list(decisions.iterate(store, kb.id))


def wait_for_decisions(page: Any, store: Store, kb: KnowledgeBase, count: int) -> list[Decision]:
    for _ in range(1200):
        found = all_decisions(store, kb)
        if len(found) >= count:
            return found
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(all_decisions(store, kb))} decisions, expected {count}")


def test_every_key(app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]) -> None:
    _, store, kb = app
    page = open_review()
    first = number(page)
    second = press(page, "a", first)
    third = press(page, "d", second)
    fourth = press(page, "f", third)
    page.keyboard.press("x")
    page.get_by_role("button", name="Answer wrong").wait_for()
    fifth = press(page, "2", fourth)
    found = all_decisions(store, kb)
    assert [(d.verb, int(d.item_id, 16)) for d in found] == [
        ("accept", first), ("defer", second), ("flag", third), ("reject", fourth),
    ]  # fmt: skip
    assert found[3].reason == "wrong" and {d.reviewer for d in found} == {"Wang"}
    sixth = press(page, "n", fifth)
    assert press(page, "p", sixth) == fifth
    assert press(page, "u", fifth) == fourth
    assert items.get_with_status(store, f"{fourth:012x}")[1] == "undecided"
    assert len(all_decisions(store, kb)) == 5
    cut = page.locator(".rv .cut").count()
    page.keyboard.press("h")
    page.get_by_text("Made by").wait_for()
    for _ in range(2):
        page.keyboard.press("w")
        at_rest(page)
    assert page.locator(".rv .cut").count() <= cut
    assert page.evaluate("document.querySelector('.stMain').scrollHeight <= window.innerHeight + 2")


def test_ctrl_enter_while_typing_saves_what_was_typed(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, kb = app
    page = open_review("Li", "zh")
    first = number(page)
    page.keyboard.press("e")
    box = page.get_by_label("问题", exact=True)
    box.wait_for()
    at_rest(page)
    box.click()
    page.keyboard.press("End")
    page.keyboard.type("（banana）")
    page.keyboard.press("Control+Enter")
    # The stored decision is what counts; on a busy machine the next item may take longer to be drawn.
    found = wait_for_decisions(page, store, kb, 1)
    page.wait_for_function(
        f"() => {{ const q = document.querySelector('.rv .q'); return q && !q.innerText.startsWith('[{first}]') }}",
        timeout=60_000,
    )
    assert [d.verb for d in found] == ["edit"]
    item, status = items.get_with_status(store, f"{first:012x}")
    assert item.question.endswith("（banana）") and status == "edited" and item.revision == 2


def test_escape_keeps_the_last_letters_and_closes_a_list_before_the_form(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, _ = app
    page = open_review("Li", "zh")
    item_id = f"{number(page):012x}"
    page.keyboard.press("e")
    box = page.get_by_label("问题", exact=True)
    box.wait_for()
    at_rest(page)
    page.get_by_role("combobox", name="题型").click()
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("option").first.wait_for(state="detached")
    at_rest(page)
    assert box.is_visible()
    box.click()
    page.keyboard.press("End")
    page.keyboard.type("甲乙丙")
    page.keyboard.press("Escape")
    page.locator(".rv .q").wait_for(timeout=60_000)
    draft = load_draft_edit(store, item_id, "Li")
    assert draft is not None and draft.fields["question"].endswith("甲乙丙")


def test_the_language_chosen_goes_along_to_another_page_and_through_a_reload(
    app: tuple[str, Store, KnowledgeBase], new_page: Callable[..., Any]
) -> None:
    page = new_page(f"{app[0]}/?reviewer=Wang")
    page.get_by_text("中文", exact=True).click()
    page.get_by_role("button", name=f"审核 {COUNT} 道题").click()
    accept = page.locator("[data-verb=accept]")
    accept.wait_for(timeout=60_000)
    assert accept.inner_text().startswith("接受")
    at_rest(page)
    page.reload()
    accept.wait_for(timeout=60_000)
    assert accept.inner_text().startswith("接受")


def test_a_stale_item_is_settled_by_a_key(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, _ = app
    page = open_review()
    item_id = f"{number(page):012x}"
    item = items.get(store, item_id)
    for document_id in ("gone-1", "gone-2"):
        stale.add(store, [StaleReason(item_id=item_id, kind="gone", document_id=document_id, text_sha256="t",
                                      source=item.question_language, found=utc_now())])  # fmt: skip
    page.reload()
    page.locator("[data-verb=leave]").first.wait_for(timeout=60_000)
    at_rest(page)
    page.keyboard.press("l")
    at_rest(page)
    assert len(stale.of_item(store, item_id)) == 1 and page.locator("[data-verb=leave] kbd").inner_text() == "L"


def test_the_new_span_of_a_stale_item_is_taken_by_a_key(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, kb = app
    page = open_review()
    first = items.get(store, next(i for i in items.ids(store, kb.id) if items.get(store, i).evidence))
    old = first.evidence[0]
    document = documents.get(store, old.document_id)
    span = make_evidence(document, old.start + 4, old.end, old.group)
    stale.add(store, [StaleReason(item_id=first.id, kind="moved", document_id=old.document_id, text_sha256="t", evidence=0,
                                  source=document.source, proposal=span, similarity=96.0, found=utc_now())])  # fmt: skip
    page.goto(f"{app[0]}/review?reviewer=Wang&lang=en&item={first.id}")
    page.locator("[data-verb=mend]").wait_for(timeout=60_000)
    assert page.locator("[data-verb=mend] kbd").inner_text() == "M"
    at_rest(page)
    page.keyboard.press("m")
    found = wait_for_decisions(page, store, kb, 1)
    stored, status = items.get_with_status(store, first.id)
    assert [(d.verb, d.item_id, d.reason) for d in found] == [("edit", first.id, "stale: moved")]
    assert (stored.evidence[0].start, status) == (old.start + 4, "edited")
    at_rest(page)
    assert stale.of_item(store, first.id) == []


def test_ten_presses_a_second_are_ten_decisions_at_most_and_none_is_lost(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, kb = app
    page = open_review()
    seen = []
    for _ in range(10):
        shown = page.locator(".rv .q")
        if shown.count():
            seen.append(number(page))
        page.keyboard.press("a")
        page.wait_for_timeout(80)
    page.wait_for_function("() => window.assayReview.queue.length === 0")
    found = all_decisions(store, kb)
    taken = page.evaluate("() => window.assayReview.n")
    assert len(found) == taken >= 5
    assert len({d.item_id for d in found}) == len(found) and {int(d.item_id, 16) for d in found} <= set(seen)
    assert items.counts(store, kb.id)["accepted"] == len(found)


def test_a_key_held_down_is_one_press(app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]) -> None:
    _, store, kb = app
    page = open_review()
    for _ in range(5):
        page.keyboard.down("a")
    page.keyboard.up("a")
    page.wait_for_function("() => window.assayReview.n > 0 && window.assayReview.queue.length === 0")
    assert len(all_decisions(store, kb)) == 1


def test_decisions_made_without_a_connection_arrive_when_it_is_back(
    app: tuple[str, Store, KnowledgeBase], chromium: Any
) -> None:
    url, store, kb = app
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    lost = {"now": False}
    lines: list[Any] = []

    def pass_on(socket: Any) -> None:
        server = socket.connect_to_server()
        lines.append(socket)
        socket.on_message(lambda message: None if lost["now"] else server.send(message))

    page.route_web_socket("**/_stcore/stream*", pass_on)
    page.goto(f"{url}/review?reviewer=Wang")
    page.locator(".rv .q").wait_for(timeout=30_000)
    at_rest(page)
    lost["now"] = True
    first = number(page)
    page.keyboard.press("a")
    second = number(page)
    page.keyboard.press("d")
    page.get_by_text("Not connected: 2 decisions").wait_for(timeout=15_000)
    assert first != second and all_decisions(store, kb) == []
    lost["now"] = False
    lines[-1].close()
    found = wait_for_decisions(page, store, kb, 2)
    page.wait_for_function("() => window.assayReview.queue.length === 0")
    assert [(d.verb, int(d.item_id, 16)) for d in found] == [("accept", first), ("defer", second)]
    context.close()


def test_a_reload_before_the_server_answered_sends_the_decision_again(
    app: tuple[str, Store, KnowledgeBase], chromium: Any
) -> None:
    url, store, kb = app
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    lost = {"now": False}

    def pass_on(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if lost["now"] else server.send(message))

    page.route_web_socket("**/_stcore/stream*", pass_on)
    page.goto(f"{url}/review?reviewer=Wang")
    page.locator(".rv .q").wait_for(timeout=30_000)
    at_rest(page)
    lost["now"] = True
    first = number(page)
    page.keyboard.press("f")
    lost["now"] = False
    page.reload()
    found = wait_for_decisions(page, store, kb, 1)
    assert [(d.verb, int(d.item_id, 16)) for d in found] == [("flag", first)]
    context.close()


def test_nearest_passages_by_key(app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]) -> None:
    page = open_review()
    while not page.locator(".rv-near").count():
        press(page, "n", number(page))
    page.keyboard.press("2")
    page.locator(".rv-near.rv-waved").wait_for()
    page.get_by_text("1 of 2 waved off").wait_for()
    page.keyboard.press("Shift+1")
    page.get_by_text("Change the evidence").wait_for()


def test_reload_in_mid_edit_keeps_what_was_typed(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, _ = app
    page = open_review()
    second = press(page, "n", number(page))
    page.keyboard.press("e")
    page.get_by_label("Answer", exact=True).wait_for()
    at_rest(page)
    page.get_by_label("Answer", exact=True).click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" half a sentence")
    page.get_by_text("What you typed is kept").wait_for()
    page.keyboard.type(" and the rest")
    for _ in range(600):
        kept = load_draft_edit(store, f"{second:012x}", "Wang")
        if kept is not None and kept.fields["answer"].endswith("and the rest"):
            break
        page.wait_for_timeout(50)
    # The focus never left the box while the text was kept.
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    draft = load_draft_edit(store, f"{second:012x}", "Wang")
    assert draft is not None and draft.fields["answer"].endswith("half a sentence and the rest")
    page.reload()
    box = page.get_by_label("Answer", exact=True)
    box.wait_for(timeout=30_000)
    assert box.input_value().endswith("half a sentence and the rest")
    assert page.get_by_label("Question", exact=True).input_value().startswith(f"[{second}]")


def test_two_people_on_one_item(app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]) -> None:
    _, store, kb = app
    first = open_review("Wang")
    second = open_review("Li")
    mine, theirs = number(first), number(second)
    assert mine != theirs
    # Li opens Wang's item by name through the queue of everything.
    second.get_by_text("All", exact=True).click()
    at_rest(second)
    for _ in range(COUNT):
        if number(second) == mine:
            break
        press(second, "n", number(second))
    second.get_by_text("Also on the desk of Wang").wait_for()
    second.keyboard.press("e")
    second.get_by_label("Answer", exact=True).wait_for()
    at_rest(second)
    second.get_by_label("Answer", exact=True).click()
    press(first, "a", mine)
    second.keyboard.type("Mine. ")
    second.keyboard.press("Control+Enter")
    second.get_by_text("Stored now").wait_for()
    assert [d.verb for d in all_decisions(store, kb)] == ["accept"]
    second.get_by_role("button", name="Edit all the same").click()
    assert [d.verb for d in wait_for_decisions(second, store, kb, 2)] == ["accept", "edit"]


def test_two_tabs_of_one_reviewer_decide_once(
    app: tuple[str, Store, KnowledgeBase], open_review: Callable[..., Any]
) -> None:
    _, store, kb = app
    first, second = open_review("Wang"), open_review("Wang", "zh")
    shared = number(first)
    assert number(second) == shared
    press(first, "a", shared)
    press(second, "a", shared)
    assert [int(d.item_id, 16) for d in all_decisions(store, kb)] == [shared]


def test_documents_are_never_markup(open_review: Callable[..., Any]) -> None:
    page = open_review()
    for _ in range(COUNT):
        if page.locator(".rv mark").first.inner_text().startswith("Full-time"):
            break
        press(page, "n", number(page))
    page.keyboard.press("w")
    page.get_by_text("<b>bold</b> <script>alert(1)</script> **stars**").wait_for()
    assert page.locator(".rv b").count() == 0 and page.locator(".rv script").count() == 0
