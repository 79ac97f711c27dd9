"""Decisions on many items at once: shown before, written in one transaction, undone in one go."""

from __future__ import annotations

import random
from dataclasses import dataclass

from annotate.decide import decide_within
from annotate.press import make_press
from core.clock import Clock
from core.records import Status
from core.store import items as item_store
from core.store import team
from core.store.database import Store
from core.store.items import ItemFilter


@dataclass(frozen=True)
class Bulk:
    """What a bulk verb did; `undo(steps=len(applied))` takes all of it back."""

    applied: tuple[str, ...]
    left_out: dict[str, int]


# Why items for several people are left out: each of them is to give a word of their own.
SEVERAL = "several"
# A bulk verb never overrules a person.
_OPEN: tuple[Status, ...] = ("undecided", "deferred")


def preview_all(store: Store, kb_id: str, where: ItemFilter | None = None) -> Bulk:
    """Which items a bulk verb would touch, and how many it leaves out by status or because several people decide."""
    applied, left_out = [], dict[str, int]()
    several = team.overlapping(store, kb_id)
    for item, status in item_store.iterate_with_status(store, kb_id, where):
        if status in _OPEN and item.id not in several:
            applied.append(item.id)
        else:
            _leave(left_out, SEVERAL if status in _OPEN else status)
    return Bulk(tuple(applied), left_out)


def decide_all(
    store: Store, kb_id: str, verb: str, reviewer: str, where: ItemFilter | None = None,
    *, reason: str = "", comment: str = "", rng: random.Random, clock: Clock,
) -> Bulk:  # fmt: skip
    """One verb on every undecided or deferred item that passes the filter, all or none."""
    chosen = preview_all(store, kb_id, where)
    applied: list[str] = []
    with store.write() as db:
        for item_id in chosen.applied:
            item, status = item_store.get_within(db, item_id)
            if status not in _OPEN or team.slots_within(db, item_id) > 1:  # changed between preview and lock
                _leave(chosen.left_out, SEVERAL if status in _OPEN else status)
                continue
            press = make_press(
                item_id, item.revision, verb, reviewer, None, reason=reason, comment=comment, seen_status=status
            )
            decide_within(db, press, rng, clock)
            applied.append(item_id)
    return Bulk(tuple(applied), chosen.left_out)


def _leave(left_out: dict[str, int], why: str) -> None:
    left_out[why] = left_out.get(why, 0) + 1


def accept_all(
    store: Store, kb_id: str, reviewer: str, where: ItemFilter | None = None,
    *, comment: str = "", rng: random.Random, clock: Clock,
) -> Bulk:  # fmt: skip
    """Accept every undecided or deferred item that passes the filter."""
    return decide_all(store, kb_id, "accept", reviewer, where, comment=comment, rng=rng, clock=clock)
