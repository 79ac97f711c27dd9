"""Decisions: one transaction, one decision a press, nothing overwritten unseen."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest

from annotate import review
from core.clock import Clock
from core.errors import BadCall
from core.records import Item, KnowledgeBase
from core.store import decisions, items
from core.store.database import Store

AddItem = Callable[..., Item]


@pytest.fixture
def press(store: Store, rng: random.Random, clock: Clock) -> Callable[..., Item]:
    def do(item: Item, verb: str, reviewer: str = "Ann", **rest: object) -> Item:
        return review.decide(store, item.id, item.revision, verb, reviewer, rng=rng, clock=clock, **rest)  # type: ignore[arg-type]

    return do


@pytest.mark.parametrize(
    ("verb", "status"),
    [("accept", "accepted"), ("reject", "rejected"), ("defer", "deferred"), ("flag", "flagged")],
)
def test_verb_gives_status(store: Store, add_item: AddItem, press: Callable[..., Item], verb: str, status: str) -> None:
    item = add_item()
    after = press(item, verb, reason="duplicate", comment="see 2", seconds=3.5)
    assert items.get_with_status(store, item.id) == (after, status)
    (kept,) = decisions.of_item(store, item.id)
    assert (kept.verb, kept.reviewer, kept.reason, kept.comment, kept.seconds) == (
        verb,
        "Ann",
        "duplicate",
        "see 2",
        3.5,
    )
    assert after.revision == item.revision


@pytest.mark.parametrize(
    ("language", "answer", "claims"),
    [("en", "Staff get 20 days. Carry-over ends in March.", 2), ("zh", "员工享有二十天年假。结转截至三月底。", 2)],
)
def test_edit_proposes_claims_for_a_changed_answer(
    store: Store, add_item: AddItem, press: Callable[..., Item], language: str, answer: str, claims: int
) -> None:
    item = add_item(language)
    after = press(item, "edit", after={"answer": answer})
    assert after.revision == 2 and after.answer == answer
    assert len(after.claims) == claims and not after.claims_confirmed and after.splitter
    assert items.get_with_status(store, item.id)[1] == "edited"
    (kept,) = decisions.of_item(store, item.id)
    assert kept.before == {"answer": item.answer, "claims": list(item.claims), "splitter": "", "status": "undecided"}
    assert kept.after is not None and kept.after["answer"] == answer


def test_given_claims_are_confirmed_and_never_split_again(add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item()
    after = press(item, "edit", after={"answer": "15 or 20 days.", "claims": ["It is 15 days.", "Or 20 days."]})
    assert after.claims == ("It is 15 days.", "Or 20 days.") and after.claims_confirmed
    again = press(after, "edit", after={"tags": ["leave"]})
    assert again.claims == after.claims and again.claims_confirmed


def test_changed_question_gets_its_language(add_item: AddItem, press: Callable[..., Item]) -> None:
    assert press(add_item(), "edit", after={"question": "年假有几天？"}).question_language == "zh"


def test_saving_an_untouched_edit_is_an_accept(store: Store, add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item()
    assert press(item, "edit", after={"answer": item.answer}).revision == 1
    assert items.get_with_status(store, item.id)[1] == "accepted"
    press(item, "edit", after={"answer": item.answer})
    assert len(decisions.of_item(store, item.id)) == 1


def test_repeated_press_is_one_decision(store: Store, add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item()
    for _ in range(10):
        press(item, "accept")
    edited = [press(item, "edit", after={"answer": "新答案。"}) for _ in range(10)]
    assert {one.revision for one in edited} == {2}
    assert [d.verb for d in decisions.of_item(store, item.id)] == ["accept", "edit"]


def test_second_edit_of_an_old_text_is_not_taken_for_a_repeat(add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item()
    press(item, "edit", after={"answer": "A."})
    with pytest.raises(review.ReviewConflict):
        press(item, "edit", after={"answer": "A.", "question": "Another question?"})
    with pytest.raises(review.ReviewConflict):
        press(item, "edit", after={"answer": "B."})


def test_two_reviewers_on_one_text(store: Store, add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item("zh")
    press(item, "edit", "Ann", after={"answer": "十六天。"})
    with pytest.raises(review.ReviewConflict) as caught:
        press(item, "edit", "老王", after={"answer": "十七天。"})
    assert "十六天。" in str(caught.value) and "十七天。" in str(caught.value) and "Ann" in str(caught.value)
    assert caught.value.stored.answer == "十六天。" and caught.value.mine == {"answer": "十七天。"}
    assert items.get(store, item.id).answer == "十六天。"
    assert len(decisions.of_item(store, item.id)) == 1


def test_another_reviewers_word_is_overruled_only_knowingly(
    store: Store, add_item: AddItem, press: Callable[..., Item]
) -> None:
    item = add_item()
    press(item, "accept", "Ann")
    with pytest.raises(review.ReviewConflict):
        press(item, "reject", "Bo")
    press(item, "reject", "Bo", seen_status="accepted")
    assert items.get_with_status(store, item.id)[1] == "rejected"


def test_same_reviewer_may_change_their_mind(store: Store, add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item()
    press(item, "accept")
    press(item, "reject")
    assert items.get_with_status(store, item.id)[1] == "rejected"


def test_crash_inside_the_transaction_leaves_nothing(
    store: Store, add_item: AddItem, press: Callable[..., Item], monkeypatch: pytest.MonkeyPatch
) -> None:
    item = add_item()
    review.save_draft_edit(
        store, item.id, "Ann", {"answer": "typed"}, seen_revision=1, clock=lambda: "2025-01-01T00:00:00.000+00:00"
    )

    def broken(*_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr("annotate.decide.item_store.replace_within", broken)
        with pytest.raises(RuntimeError):
            press(item, "edit", after={"answer": "typed"})
    assert items.get_with_status(store, item.id) == (item, "undecided")
    assert decisions.of_item(store, item.id) == []
    assert review.load_draft_edit(store, item.id, "Ann") is not None
    assert press(item, "edit", after={"answer": "typed"}).answer == "typed"


@pytest.mark.parametrize(
    ("verb", "reviewer", "after"),
    [
        ("approve", "Ann", None),
        ("undo", "Ann", None),
        ("accept", " ", None),
        ("accept", "Ann", {"answer": "x"}),
        ("edit", "Ann", {"id": "x"}),
        ("edit", "Ann", {"question": "  "}),
        ("edit", "Ann", {"kind": "riddle"}),
        ("adjudicate", "Ann", {"status": "flagged"}),
    ],
)
def test_bad_presses_are_one_sentence(
    store: Store, add_item: AddItem, press: Callable[..., Item], verb: str, reviewer: str, after: dict[str, str] | None
) -> None:
    item = add_item()
    with pytest.raises(BadCall):
        press(item, verb, reviewer, after=after)
    assert decisions.of_item(store, item.id) == []


def test_restore_starts_afresh(store: Store, add_item: AddItem, press: Callable[..., Item]) -> None:
    item = add_item()
    press(item, "reject")
    press(item, "restore")
    assert items.get_with_status(store, item.id)[1] == "undecided"


def test_overlap_edits_are_proposals_until_adjudicated(
    store: Store, add_item: AddItem, press: Callable[..., Item]
) -> None:
    item = add_item()
    press(item, "accept", "Ann", overlap=2)
    assert items.get_with_status(store, item.id)[1] == "undecided"
    press(item, "edit", "Bo", after={"answer": "16 days."}, overlap=2)
    assert items.get_with_status(store, item.id) == (item, "disputed")
    settled = press(item, "adjudicate", "Lead", after={"answer": "16 days."}, overlap=2)
    assert settled.answer == "16 days." and settled.revision == 2
    assert items.get_with_status(store, item.id)[1] == "edited"


def test_many_reviewers_at_once_never_lose_or_double_a_decision(
    store: Store, kb: KnowledgeBase, add_item: AddItem, clock: Clock
) -> None:
    for _ in range(40):
        add_item()
    confirmed: list[str] = []
    lock = threading.Lock()

    def work(name: str) -> None:
        own = random.Random(name)
        while (found := review.next_item(store, kb.id, name, clock=clock)) is not None:
            item, _ = found
            review.decide(store, item.id, item.revision, "accept", name, rng=own, clock=clock)
            with lock:
                confirmed.append(item.id)

    threads = [threading.Thread(target=work, args=(f"reviewer {i}",)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(confirmed) == sorted(items.ids(store, kb.id))
    assert decisions.count(store, kb.id) == 40
    assert review.progress(store, kb.id).by_status == {"accepted": 40}
