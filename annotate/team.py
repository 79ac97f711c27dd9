"""Planning the work of several reviewers: who may do what, who gets which items, and which items several decide."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Literal

from core.errors import BadCall
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import team
from core.store.database import Store
from core.store.items import ItemFilter, Outline

ROLES = ("reviewer", "expert", "lead")
By = Literal["stratum", "document", "block"]
MOST_SLOTS = 5


def role_of(store: Store, kb_id: str, name: str) -> str:
    """A person's role; who is not on the team reviews."""
    return next((one.role for one in team.reviewers(store, kb_id) if one.name == name), "reviewer")


def may_lead(store: Store, kb_id: str, name: str) -> bool:
    """Whether this person plans the work; anyone may until the team has a lead."""
    people = team.reviewers(store, kb_id)
    return not any(one.role == "lead" for one in people) or role_of(store, kb_id, name) == "lead"


def may_adjudicate(store: Store, kb_id: str, name: str) -> bool:
    """Whether this person settles disputes: leads and experts do; anyone may until the team has one of them."""
    people = team.reviewers(store, kb_id)
    able = {one.name for one in people if one.role in ("lead", "expert")}
    return not able or name in able


def overlap_sample(store: Store, kb_id: str, share: float, seed: int) -> list[str]:
    """A seeded share (0 to 1) of the items nobody has decided, the same share in each kind and language."""
    if not 0 <= share <= 1:
        raise BadCall(f"The share of items for several reviewers is a number from 0 to 1, not {share:g}.")
    rng = random.Random(seed)
    chosen: list[str] = []
    for _, ids in sorted(_strata(_open(store, kb_id), _stratum).items()):
        rng.shuffle(ids)
        whole, rest = divmod(share * len(ids), 1)
        chosen += ids[: int(whole) + (rng.random() < rest)]
    return sorted(chosen)


def plan_overlap(store: Store, kb_id: str, share: float, slots: int, seed: int = 0) -> list[str]:
    """Have `slots` people decide each item of a seeded share; items decided already keep what they have."""
    if not 1 <= slots <= MOST_SLOTS:
        raise BadCall(f"From 1 to {MOST_SLOTS} people decide an item, not {slots}.")
    touched = {item.id for item in _open(store, kb_id)}
    earlier = [item_id for item_id in team.overlapping(store, kb_id) if item_id in touched]
    chosen = overlap_sample(store, kb_id, share, seed)
    team.set_slots(store, earlier, 1)
    team.set_slots(store, chosen, slots)
    return chosen


def plan_assignment(store: Store, kb_id: str, names: Sequence[str], by: By, seed: int = 0) -> list[tuple[str, str]]:
    """(item id, name) for every open item that nobody has yet, shared out evenly.

    By stratum everyone gets the same mix of kinds and languages, by document a document stays with one person, by block
    each gets a stretch of the list. Items that several decide go to as many different people.
    """
    people = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    if not people:
        raise BadCall("Name at least one person to give items to.")
    given = _given(store, kb_id)
    waiting = [item for item in _open(store, kb_id) if item.id not in given]
    slots = team.overlapping(store, kb_id)
    load = dict.fromkeys(people, 0)
    pairs: list[tuple[str, str]] = []
    for group in _groups(waiting, by, len(people), random.Random(seed)):
        owner = min(people, key=lambda name: load[name])
        for item_id in group:
            for name in _several(people, owner, slots.get(item_id, 1), load):
                pairs.append((item_id, name))
                load[name] += 1
    return pairs


def ratings(store: Store, kb_id: str) -> dict[str, dict[str, str]]:
    """What each person said of the items that several decide (accept, edit or reject), for agreement."""
    from annotate.adjudicate import first_words

    given: dict[str, dict[str, str]] = {}
    for item_id in team.overlapping(store, kb_id):
        for name, verb in first_words(decision_store.of_item(store, item_id)).items():
            given.setdefault(name, {})[item_id] = verb
    return given


def _open(store: Store, kb_id: str) -> list[Outline]:
    touched = decision_store.touched(store, kb_id)
    waiting = item_store.outlines(store, kb_id, ItemFilter(status=("undecided",)))
    return [item for item in waiting if item.id not in touched]


def _given(store: Store, kb_id: str) -> set[str]:
    query = "SELECT DISTINCT item_id FROM assignments JOIN items ON items.id = item_id WHERE kb_id = ?"
    with store.read() as db:
        return {row["item_id"] for row in db.execute(query, [kb_id])}


def _stratum(item: Outline) -> tuple[str, str]:
    return item.kind, item.language


def _home(item: Outline) -> str:
    return item.document_id


def _strata(items: Sequence[Outline], key: Callable[[Outline], object]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item in items:
        found.setdefault(repr(key(item)), []).append(item.id)
    return found


def _groups(items: Sequence[Outline], by: By, people: int, rng: random.Random) -> list[list[str]]:
    """Items that belong to one person, the largest groups first so that the shares come out even."""
    if by == "block":
        size = max(1, -(-len(items) // people))
        return [[item.id for item in items[at : at + size]] for at in range(0, len(items), size)]
    if by == "document":
        return sorted(_strata(items, _home).values(), key=len, reverse=True)
    singles: list[list[str]] = []
    for _, ids in sorted(_strata(items, _stratum).items()):
        rng.shuffle(ids)
        singles += [[item_id] for item_id in ids]
    return singles


def _several(people: list[str], owner: str, slots: int, load: dict[str, int]) -> list[str]:
    others = sorted((name for name in people if name != owner), key=lambda name: load[name])
    return [owner, *others[: slots - 1]]
