"""Roles, overlap, assignment, blind slots and adjudication."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from annotate.adjudicate import rule, words_on
from annotate.desk import Desk
from annotate.queue import queue, reserve
from annotate.review import decide, undo
from annotate.team import may_adjudicate, may_lead, overlap_sample, plan_assignment, plan_overlap, ratings
from core.clock import Clock
from core.errors import BadCall
from core.records import Item, KnowledgeBase
from core.stats.agreement import agreement
from core.store import items, team
from core.store.database import Store

AddItem = Callable[..., Item]


@pytest.fixture
def many(store: Store, kb: KnowledgeBase, add_item: AddItem) -> list[Item]:
    return [add_item("en" if n % 2 else "zh", kind="unanswerable" if n % 5 == 0 else "factual") for n in range(40)]


def test_roles_decide_who_may_do_what(store: Store, kb: KnowledgeBase, clock: Clock) -> None:
    assert may_lead(store, kb.id, "Ann") and may_adjudicate(store, kb.id, "Ann")
    for name, role in (("Ann", "reviewer"), ("Bo", "expert"), ("Cy", "lead")):
        team.save_reviewer(store, kb.id, name, role, clock)
    assert [may_lead(store, kb.id, n) for n in ("Ann", "Bo", "Cy", "Di")] == [False, False, True, False]
    assert [may_adjudicate(store, kb.id, n) for n in ("Ann", "Bo", "Cy", "Di")] == [False, True, True, False]
    team.save_reviewer(store, kb.id, "Ann", "lead", clock)
    team.remove_reviewer(store, kb.id, "Cy")
    assert [tuple(one) for one in team.reviewers(store, kb.id)] == [("Ann", "lead"), ("Bo", "expert")]


def test_the_overlap_sample_is_seeded_and_keeps_the_mix(store: Store, kb: KnowledgeBase, many: list[Item]) -> None:
    once, again, other = (overlap_sample(store, kb.id, 0.5, seed) for seed in (3, 3, 4))
    assert once == again != other
    languages = Counter(items.get(store, i).question_language for i in once)
    assert 18 <= len(once) <= 22 and abs(languages["en"] - languages["zh"]) <= 2
    assert overlap_sample(store, kb.id, 0, 1) == [] and len(overlap_sample(store, kb.id, 1, 1)) == 40
    with pytest.raises(BadCall, match="from 0 to 1"):
        overlap_sample(store, kb.id, 20, 1)


def test_a_new_plan_replaces_the_old_one_except_for_items_begun(
    store: Store, kb: KnowledgeBase, many: list[Item], rng: random.Random, clock: Clock
) -> None:
    first = plan_overlap(store, kb.id, 0.5, 3, 1)
    decide(store, first[0], 1, "accept", "Ann", rng=rng, clock=clock)
    second = plan_overlap(store, kb.id, 0.2, 2, 2)
    stands = team.overlapping(store, kb.id)
    assert stands == {**dict.fromkeys(second, 2), first[0]: 3}
    with pytest.raises(BadCall, match="From 1 to 5"):
        plan_overlap(store, kb.id, 0.5, 9)


@pytest.mark.parametrize("by", ["stratum", "document", "block"])
def test_assignment_gives_every_item_to_as_many_people_as_it_needs(
    by: str, store: Store, kb: KnowledgeBase, many: list[Item]
) -> None:
    double = set(plan_overlap(store, kb.id, 0.5, 2, 1))
    pairs = plan_assignment(store, kb.id, ["Ann", "Bo", "Cy"], by)  # type: ignore[arg-type]
    people = {i: {n for j, n in pairs if j == i} for i, _ in pairs}
    assert {i: len(n) for i, n in people.items()} == {i.id: 2 if i.id in double else 1 for i in many}
    if by == "stratum":
        loads = Counter(name for _, name in pairs)
        assert max(loads.values()) - min(loads.values()) <= 2
    assert team.assign(store, pairs) == len(pairs) and team.assign(store, pairs) == 0
    assert plan_assignment(store, kb.id, ["Di"], by) == []  # type: ignore[arg-type]
    mine = queue(store, kb.id, "Ann", "assigned", limit=100)
    assert {item.id for item, _ in mine} == {i for i, n in pairs if n == "Ann"}
    assert team.unassign_all(store, kb.id) == len(pairs)


def test_nobody_to_assign_to(store: Store, kb: KnowledgeBase, many: list[Item]) -> None:
    with pytest.raises(BadCall, match="at least one person"):
        plan_assignment(store, kb.id, ["  "], "block")


def test_slots_are_taken_at_the_claim_and_never_overshot(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    item = add_item()
    team.set_slots(store, [item.id], 2)
    assert (
        reserve(store, item.id, "Ann", clock, slots=2).granted and reserve(store, item.id, "Bo", clock, slots=2).granted
    )
    assert Desk(kb.id, "Cy").forward(store, clock) is None
    decide(store, item.id, 1, "accept", "Ann", rng=rng, clock=clock)
    assert Desk(kb.id, "Ann").forward(store, clock) is None
    assert Desk(kb.id, "Cy").forward(store, clock) is None
    assert Desk(kb.id, "Bo").forward(store, clock) == item.id


def test_edits_of_several_are_proposals_until_a_ruling(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock
) -> None:
    item = add_item()
    team.set_slots(store, [item.id], 2)
    decide(store, item.id, 1, "edit", "Ann", after={"answer": "Fifteen.", "claims": ["Fifteen."]}, rng=rng, clock=clock)
    decide(store, item.id, 1, "accept", "Bo", seconds=4.0, rng=rng, clock=clock)
    assert items.get_with_status(store, item.id) == (item, "disputed")
    said = words_on(store, item.id)
    assert [(w.reviewer, w.verb, w.fields.get("answer")) for w in said] == [
        ("Ann", "edit", "Fifteen."),
        ("Bo", "accept", None),
    ]
    ruled = rule(store, item, "Cy", "edit", fields=said[0].fields, reason="shorter", rng=rng, clock=clock)
    assert ruled.answer == "Fifteen." and items.get_with_status(store, item.id)[1] == "edited"
    assert words_on(store, item.id) == []
    assert ratings(store, kb.id) == {"Ann": {item.id: "edit"}, "Bo": {item.id: "accept"}}
    undo(store, kb.id, "Cy", rng=rng, clock=clock)
    stored, status = items.get_with_status(store, item.id)
    assert (stored.answer, status) == (item.answer, "disputed")
    with pytest.raises(BadCall, match="does not settle"):
        rule(store, stored, "Cy", "defer", rng=rng, clock=clock)


def test_agreement_comes_from_what_was_said_blind(
    store: Store, kb: KnowledgeBase, many: list[Item], rng: random.Random, clock: Clock
) -> None:
    for n, item_id in enumerate(plan_overlap(store, kb.id, 0.5, 2, 1)):
        item = items.get(store, item_id)
        decide(store, item_id, 1, "accept", "Ann", rng=rng, clock=clock)
        decide(store, item_id, 1, "reject" if n % 4 == 0 else "accept", "Bo", rng=rng, clock=clock)
        if n % 4 == 0:
            rule(store, item, "Cy", "accept", rng=rng, clock=clock)
    scores = {s.metric: s for s in agreement(ratings(store, kb.id), ("accept", "edit", "reject"), repeats=50)}
    n = scores["percent"].n_used
    assert n >= 18 and scores["percent"].value == pytest.approx(1 - -(-n // 4) / n)
    assert items.counts(store, kb.id).get("disputed", 0) == 0
