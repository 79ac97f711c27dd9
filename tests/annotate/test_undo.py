"""Undo chains restore what stood before, one decision a step."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotate import review
from core.clock import Clock
from core.errors import BadCall
from core.records import Item, KnowledgeBase
from core.store import decisions, items, team
from core.store.database import Store

AddItem = Callable[..., Item]


def test_chain_of_undo_restores_text_and_status(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    first, second = add_item(), add_item("zh")
    review.decide(store, first.id, 1, "accept", "Ann", rng=rng, clock=clock)
    changed = review.decide(store, second.id, 1, "edit", "Ann", after={"answer": "二十天。"}, rng=rng, clock=clock)
    review.decide(store, second.id, changed.revision, "reject", "Ann", rng=rng, clock=clock)

    (back,) = review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert (back.answer, items.get_with_status(store, second.id)[1]) == ("二十天。", "edited")
    (back,) = review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert (back.answer, back.claims) == (second.answer, second.claims)
    assert back.scoring_hash == second.scoring_hash and back.revision == 3
    assert items.get_with_status(store, second.id)[1] == "undecided"
    review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert items.get_with_status(store, first.id)[1] == "undecided"
    with pytest.raises(BadCall, match="no decision left"):
        review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert [d.verb for d in decisions.iterate(store, kb.id)] == ["accept", "edit", "reject", "undo", "undo", "undo"]


def test_undo_then_the_same_press_again_counts(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    item = add_item()
    for _ in range(2):
        review.decide(store, item.id, 1, "accept", "Ann", rng=rng, clock=clock)
        assert items.get_with_status(store, item.id)[1] == "accepted"
        review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert items.get_with_status(store, item.id)[1] == "undecided"


def test_undo_does_not_touch_what_another_decided_since(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    item = add_item()
    review.decide(store, item.id, 1, "accept", "Ann", rng=rng, clock=clock)
    review.decide(store, item.id, 1, "reject", "Bo", seen_status="accepted", rng=rng, clock=clock)
    with pytest.raises(review.ReviewConflict):
        review.undo(store, kb.id, "Ann", rng=rng, clock=clock)
    assert items.get_with_status(store, item.id)[1] == "rejected"


def test_bulk_accept_leaves_decided_items_and_is_undone_in_one_go(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    made = [add_item() for _ in range(5)]
    review.decide(store, made[0].id, 1, "reject", "Bo", rng=rng, clock=clock)
    preview = review.preview_all(store, kb.id)
    bulk = review.accept_all(store, kb.id, "Ann", rng=rng, clock=clock)
    assert bulk == preview and len(bulk.applied) == 4 and bulk.left_out == {"rejected": 1}
    review.undo(store, kb.id, "Ann", steps=len(bulk.applied), rng=rng, clock=clock)
    assert items.counts(store, kb.id) == {"rejected": 1, "undecided": 4}


def test_bulk_accept_leaves_items_for_several_people_alone(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    made = [add_item() for _ in range(3)]
    team.set_slots(store, [made[0].id], 2)
    review.decide(store, made[0].id, 1, "accept", "Ann", rng=rng, clock=clock)
    preview = review.preview_all(store, kb.id)
    bulk = review.accept_all(store, kb.id, "Ann", rng=rng, clock=clock)
    # What is said to be undone in one go is exactly what was written.
    assert bulk == preview and len(bulk.applied) == 2 and bulk.left_out == {"several": 1}
    review.undo(store, kb.id, "Ann", steps=len(bulk.applied), rng=rng, clock=clock)
    assert [d.verb for d in decisions.of_item(store, made[0].id)] == ["accept"]


def test_too_many_steps_undo_nothing(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    item = add_item()
    review.decide(store, item.id, 1, "accept", "Ann", rng=rng, clock=clock)
    with pytest.raises(BadCall):
        review.undo(store, kb.id, "Ann", steps=2, rng=rng, clock=clock)
    assert items.get_with_status(store, item.id)[1] == "accepted"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["accept", "reject", "edit", "defer", "flag"]), min_size=1, max_size=8))
def test_undoing_everything_gives_the_first_text_back(
    store: Store, kb: KnowledgeBase, add_item: AddItem, clock: Clock, verbs: list[str]
) -> None:
    rng, item = random.Random(3), None
    made = add_item("zh", id=f"{random.Random().getrandbits(48):012x}")
    item = made
    for n, verb in enumerate(verbs):
        after = {"answer": f"第{n}版。"} if verb == "edit" else None
        rng = random.Random()
        item = review.decide(
            store, item.id, item.revision, verb, "Ann", after=after, comment=str(n), rng=rng, clock=clock
        )
    review.undo(store, kb.id, "Ann", steps=len(verbs), rng=random.Random(), clock=clock)
    stored, status = items.get_with_status(store, made.id)
    assert status == "undecided" and review.content(stored) == review.content(made)
    history = decisions.of_item(store, made.id)
    assert review.content(review.at_revision(stored, history, 1)) == review.content(made)
