"""One reviewer's way through a queue: next, previous, decided, wrapped round, and never onto another's item."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from annotate.desk import Desk
from annotate.review import decide, undo
from core.clock import Clock
from core.records import Item, KnowledgeBase, Status
from core.store import items as item_store
from core.store.database import Store


@pytest.fixture
def drafts(add_item: Callable[..., Item]) -> list[Item]:
    return [add_item() for _ in range(4)]


def accept(store: Store, desk: Desk, rng: random.Random, clock: Clock) -> str:
    item_id = desk.current
    assert item_id is not None
    decide(store, item_id, 1, "accept", desk.reviewer, rng=rng, clock=clock)
    desk.decided(item_id, store, clock)
    return item_id


def test_decisions_walk_the_whole_queue(
    store: Store, kb: KnowledgeBase, drafts: list[Item], rng: random.Random, clock: Clock
) -> None:
    desk = Desk(kb.id, "wang")
    desk.forward(store, clock)
    assert [accept(store, desk, rng, clock) for _ in drafts] == [d.id for d in drafts]
    assert desk.current is None and desk.back() == drafts[-1].id


def test_a_repeated_press_does_not_move_on_twice(
    store: Store, kb: KnowledgeBase, drafts: list[Item], rng: random.Random, clock: Clock
) -> None:
    desk = Desk(kb.id, "wang")
    desk.forward(store, clock)
    first = accept(store, desk, rng, clock)
    desk.decided(first, store, clock)
    desk.decided(first, store, clock)
    assert desk.current == drafts[1].id


def test_passing_over_comes_round_again(store: Store, kb: KnowledgeBase, drafts: list[Item], clock: Clock) -> None:
    desk = Desk(kb.id, "wang")
    seen = [desk.forward(store, clock) for _ in range(6)]
    ids = [d.id for d in drafts]
    assert seen == [*ids, ids[0], ids[1]]
    assert desk.back() == ids[0] and desk.forward(store, clock) == ids[1]


def test_back_and_decide_goes_on_where_it_was(
    store: Store, kb: KnowledgeBase, drafts: list[Item], rng: random.Random, clock: Clock
) -> None:
    desk = Desk(kb.id, "wang")
    for _ in range(3):
        desk.forward(store, clock)
    desk.back()
    assert accept(store, desk, rng, clock) == drafts[1].id
    assert desk.current == drafts[2].id
    accept(store, desk, rng, clock)
    assert desk.current == drafts[3].id
    accept(store, desk, rng, clock)
    assert desk.current == drafts[0].id


def test_an_undone_item_is_decided_again_and_the_queue_goes_on(
    store: Store, kb: KnowledgeBase, drafts: list[Item], rng: random.Random, clock: Clock
) -> None:
    desk = Desk(kb.id, "wang")
    desk.forward(store, clock)
    first = accept(store, desk, rng, clock)
    desk.put(undo(store, kb.id, "wang", rng=rng, clock=clock)[0].id)
    assert desk.current == first
    accept(store, desk, rng, clock)
    assert desk.current == drafts[1].id


def test_two_people_do_not_meet(store: Store, kb: KnowledgeBase, drafts: list[Item], clock: Clock) -> None:
    wang, li = Desk(kb.id, "wang"), Desk(kb.id, "li")
    assert {wang.forward(store, clock), li.forward(store, clock)} == {drafts[0].id, drafts[1].id}
    assert Desk(kb.id, "li", "all").forward(store, clock) == drafts[0].id
    wang.forward(store, clock)
    # What Wang let go comes up when Li's round begins again.
    assert [li.forward(store, clock), li.forward(store, clock)] == [drafts[3].id, drafts[0].id]


def test_only_one_left_stays_on_the_desk(
    store: Store, kb: KnowledgeBase, add_item: Callable[..., Item], clock: Clock
) -> None:
    only = add_item()
    desk = Desk(kb.id, "wang")
    assert [desk.forward(store, clock) for _ in range(3)] == [only.id] * 3
    assert desk.trail == [only.id]


def test_deferred_items_leave_the_open_queue_but_not_the_whole(
    store: Store, kb: KnowledgeBase, drafts: list[Item], rng: random.Random, clock: Clock
) -> None:
    desk = Desk(kb.id, "wang", "all")
    desk.forward(store, clock)
    for expected in drafts:
        assert accept(store, desk, rng, clock) == expected.id
    assert desk.current == drafts[0].id


def test_an_item_decided_since_its_row_was_read_is_not_laid_on_the_desk(
    store: Store,
    kb: KnowledgeBase,
    drafts: list[Item],
    rng: random.Random,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = item_store.states

    def slowly(*asked: object, **more: object) -> list[tuple[str, int, Status]]:
        rows = read(*asked, **more)  # type: ignore[arg-type]
        if rows and rows[0][0] == drafts[0].id:
            decide(store, drafts[0].id, 1, "accept", "li", rng=rng, clock=clock)
        return rows

    monkeypatch.setattr(item_store, "states", slowly)
    assert Desk(kb.id, "wang").forward(store, clock) == drafts[1].id
