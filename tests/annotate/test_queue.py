"""Queues, reservations, drafts of edits and counters."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from annotate import review
from annotate.review import derive_status
from core.clock import Clock
from core.errors import BadCall
from core.records import CheckResult, Decision, Item, KnowledgeBase
from core.store.database import Store
from core.store.items import ItemFilter

AddItem = Callable[..., Item]


def at(moment: str) -> Clock:
    return lambda: f"2025-03-01T{moment}:00.000+00:00"


def test_riskiest_first_and_named_queues(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    calm = add_item()
    risky = add_item("zh", checks=(CheckResult(check="leak", passed=False, reason="answer in question"),))
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann")] == [risky.id, calm.id]
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", "checks")] == [risky.id]
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", where=ItemFilter(language="en"))] == [calm.id]
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", where=ItemFilter(search="年假"))] == [risky.id]
    review.decide(store, calm.id, 1, "flag", "Ann", rng=rng, clock=clock)
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", "flagged")] == [calm.id]
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", "mine")] == [calm.id]
    assert review.queue(store, kb.id, "Bo", "mine") == []
    with pytest.raises(BadCall, match="undecided"):
        review.queue(store, kb.id, "Ann", "todo")


def test_an_item_stays_mine_when_others_decide_it_later(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    first, second = add_item(), add_item()
    review.decide(store, first.id, 1, "flag", "Ann", rng=rng, clock=clock)
    review.decide(store, second.id, 1, "accept", "Ann", rng=rng, clock=clock)
    review.decide(store, first.id, 1, "accept", "Bo", rng=rng, clock=clock)
    assert {i.id for i, _ in review.queue(store, kb.id, "Ann", "mine")} == {first.id, second.id}
    assert [i.id for i, _ in review.queue(store, kb.id, "Bo", "mine")] == [first.id]
    review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", "mine")] == [first.id]


def test_the_judges_doubt_orders_what_no_check_failed(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    sure = add_item(checks=(CheckResult(check="grounded", passed=True, doubt=0.05),))
    unknown = add_item()
    unsure = add_item(
        checks=(
            CheckResult(check="grounded", passed=True, doubt=1.0),
            CheckResult(check="answerable", passed=True, doubt=0.1),
        )
    )
    failed = add_item(checks=(CheckResult(check="leak", passed=False, reason="answer in question"),))
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann")] == [failed.id, unsure.id, sure.id, unknown.id]
    # Doubt alone is not a failed check.
    assert [i.id for i, _ in review.queue(store, kb.id, "Ann", "checks")] == [failed.id]


def test_a_check_without_doubt_is_stored_as_before() -> None:
    plain = CheckResult(check="leak", passed=True)
    assert plain.to_json() == '{"check": "leak", "passed": true, "reason": ""}'
    doubted = CheckResult(check="grounded", passed=True, doubt=0.4)
    assert CheckResult.model_validate_json(doubted.to_json()) == doubted


def test_next_item_passes_over_what_others_hold(store: Store, kb: KnowledgeBase, add_item: AddItem) -> None:
    first, second = add_item(), add_item()
    ann = review.next_item(store, kb.id, "Ann", clock=at("09:00"))
    bo = review.next_item(store, kb.id, "Bo", clock=at("09:01"))
    assert ann is not None and bo is not None and (ann[0].id, bo[0].id) == (first.id, second.id)
    assert review.next_item(store, kb.id, "Cy", clock=at("09:02")) is None
    again = review.next_item(store, kb.id, "Ann", clock=at("09:02"))
    assert again is not None and again[0].id == first.id
    assert review.next_item(store, kb.id, "Ann", clock=at("09:02"), skip=[first.id]) is None


def test_hold_expires_and_can_be_given_back(store: Store, kb: KnowledgeBase, add_item: AddItem) -> None:
    item = add_item()
    assert review.reserve(store, item.id, "Ann", at("09:00")).granted
    refused = review.reserve(store, item.id, "Bo", at("09:05"))
    assert (refused.granted, refused.holder) == (False, "Ann")
    assert review.holders(store, item.id, at("09:05")) == ["Ann"]
    assert review.reserve(store, item.id, "Bo", at("09:10")).granted
    review.release_hold(store, item.id, "Bo")
    assert review.reserve(store, item.id, "Ann", at("09:11")).granted


def test_overlap_slots_are_never_overshot(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random
) -> None:
    item = add_item()
    clock = at("09:00")
    assert review.reserve(store, item.id, "Ann", clock, slots=2).granted
    review.decide(store, item.id, 1, "accept", "Ann", rng=rng, clock=clock, overlap=2)
    assert review.next_item(store, kb.id, "Ann", clock=clock, overlap=2) is None
    assert review.reserve(store, item.id, "Bo", clock, slots=2).granted
    assert not review.reserve(store, item.id, "Cy", clock, slots=2).granted


def test_typed_edit_survives_and_is_cleared_by_saving(
    store: Store, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    item = add_item("zh")
    review.save_draft_edit(store, item.id, "Ann", {"answer": "写到一半"}, seen_revision=1, clock=clock)
    draft = review.load_draft_edit(store, item.id, "Ann")
    assert draft is not None and draft.fields == {"answer": "写到一半"} and not draft.outdated
    assert review.load_draft_edit(store, item.id, "Bo") is None
    review.decide(store, item.id, 1, "edit", "Bo", after={"answer": "十六天。"}, rng=rng, clock=clock)
    outdated = review.load_draft_edit(store, item.id, "Ann")
    assert outdated is not None and outdated.outdated
    review.decide(
        store, item.id, 2, "edit", "Ann", after={"answer": "写完了。"}, seen_status="edited", rng=rng, clock=clock
    )
    assert review.load_draft_edit(store, item.id, "Ann") is None
    with pytest.raises(BadCall):
        review.save_draft_edit(store, item.id, "Ann", {"id": "x"}, seen_revision=1, clock=clock)


def test_progress_counts_and_pace(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    made = [add_item(), add_item("zh"), add_item(), add_item()]
    for item, seconds in zip(made[:3], (4.0, 8.0, 4000.0), strict=True):
        review.decide(store, item.id, 1, "accept", "Ann", seconds=seconds, rng=rng, clock=clock)
    seen = review.progress(store, kb.id, "Ann")
    assert (seen.total, seen.done, seen.left, seen.by_reviewer) == (4, 3, 1, {"Ann": 3})
    assert (seen.median_seconds, seen.timed, seen.minutes_left) == (6.0, 2, 0.1)
    assert review.progress(store, kb.id, "Bo").median_seconds is None


def word(n: int, verb: str, reviewer: str = "Ann", **rest: object) -> Decision:
    return Decision.model_validate(
        {"id": str(n), "item_id": "i", "reviewer": reviewer, "verb": verb, "seen_revision": 1, "time": "t", **rest}
    )


@pytest.mark.parametrize(
    ("given", "overlap", "status"),
    [
        ([], 1, "undecided"),
        ([word(1, "accept")], 1, "accepted"),
        ([word(1, "accept"), word(2, "undo", undoes="1")], 1, "undecided"),
        ([word(1, "defer"), word(2, "reject"), word(3, "undo", undoes="2")], 1, "deferred"),
        ([word(1, "reject"), word(2, "restore")], 1, "undecided"),
        ([word(1, "accept"), word(2, "reject", "Bo")], 1, "rejected"),
        ([word(1, "accept")], 2, "undecided"),
        ([word(1, "accept"), word(2, "accept", "Bo")], 2, "accepted"),
        ([word(1, "accept"), word(2, "reject", "Bo")], 2, "disputed"),
        ([word(1, "edit"), word(2, "edit", "Bo")], 2, "disputed"),
        ([word(1, "accept"), word(2, "flag", "Bo")], 2, "flagged"),
        ([word(1, "edit"), word(2, "accept", "Bo"), word(3, "adjudicate", "Lead", after={"status": "rejected"})], 2, "rejected"),
    ],
)  # fmt: skip
def test_status_follows_from_decisions(given: list[Decision], overlap: int, status: str) -> None:
    assert derive_status(given, overlap) == status
