"""What to review next: named queues, paging in SQL, and reservations so that two people do not meet on one item."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from core.clock import Clock
from core.errors import BadCall
from core.records import Item, Status
from core.store import items as item_store
from core.store.database import Store
from core.store.items import ItemFilter

QUEUES: dict[str, ItemFilter] = {
    "undecided": ItemFilter(status=("undecided",), order="risk"),
    "assigned": ItemFilter(status=("undecided", "deferred"), order="risk"),
    "mine": ItemFilter(order="newest"),
    "flagged": ItemFilter(status=("flagged",), order="risk"),
    "deferred": ItemFilter(status=("deferred",), order="risk"),
    "disputed": ItemFilter(status=("disputed",), order="risk"),
    "checks": ItemFilter(status=("undecided",), failed_check=True, order="risk"),
    "stale": ItemFilter(stale=True),
    "all": ItemFilter(),
}
HOLD_MINUTES = 10.0


class Reservation(NamedTuple):
    """Whether the reviewer may work on the item, who holds it otherwise, until when, and whether it had moved."""

    granted: bool
    holder: str = ""
    until: str = ""
    moved: bool = False


def queue_filter(name: str, reviewer: str = "", where: ItemFilter | None = None) -> ItemFilter:
    """A named queue narrowed by the fields set in `where` (kind, document, tag, language, search, …)."""
    if name not in QUEUES:
        raise BadCall(f"There is no queue {name!r}: choose one of {', '.join(QUEUES)}.")
    base = QUEUES[name]
    if name == "mine":
        base = replace(base, decided_by=reviewer)
    if name == "assigned":
        base = replace(base, assigned_to=reviewer)
    plain = ItemFilter()
    given = {k: v for k, v in vars(where or plain).items() if v != getattr(plain, k)}
    return replace(base, **given)


def queue(
    store: Store,
    kb_id: str,
    reviewer: str,
    name: str = "undecided",
    where: ItemFilter | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[tuple[Item, Status]]:
    """One page of a queue, riskiest first."""
    return item_store.page(store, kb_id, queue_filter(name, reviewer, where), limit, offset)


def next_item(
    store: Store,
    kb_id: str,
    reviewer: str,
    name: str = "undecided",
    where: ItemFilter | None = None,
    *,
    clock: Clock,
    skip: Collection[str] = (),
    overlap: int = 1,
) -> tuple[Item, Status] | None:
    """The first item of the queue that nobody else holds, now held by this reviewer; None when there is none left.

    `skip` holds items passed over in this session. With `overlap` above 1 up to that many reviewers may hold
    an item, and one who has decided it is not shown it again.
    """
    chosen = queue_filter(name, reviewer, where)
    while True:
        found, moved = _first_free(store, kb_id, reviewer, chosen, clock, skip, overlap)
        # A queue that shrank while it was paged through may have slid unseen items past: look again.
        if found is not None or not moved:
            return found


def _first_free(
    store: Store, kb_id: str, reviewer: str, where: ItemFilter, clock: Clock, skip: Collection[str], overlap: int
) -> tuple[tuple[Item, Status] | None, bool]:
    """The first item that could be held, and whether any item was decided by others during the look."""
    step, offset, moved = 20, 0, False
    while rows := item_store.page(store, kb_id, where, step, offset):
        for item, status in rows:
            if item.id in skip or (overlap > 1 and has_decided(store, item.id, reviewer)):
                continue
            held = reserve(store, item.id, reviewer, clock, slots=overlap, seen=(item.revision, status))
            if held.granted:
                return (item, status), moved
            moved = moved or held.moved
        offset += step
    return None, moved


def reserve(
    store: Store,
    item_id: str,
    reviewer: str,
    clock: Clock,
    *,
    minutes: float = HOLD_MINUTES,
    slots: int = 1,
    seen: tuple[int, Status] | None = None,
) -> Reservation:
    """Hold an item for a while; a second call by the same reviewer prolongs it, an expired hold is taken over.

    With `seen` (revision and status) it is held only if it still stands so: whoever decided it first let it go.
    """
    now = clock()
    until = _later(now, minutes)
    with store.write() as db:
        if seen is not None and not _stands(db, item_id, seen):
            return Reservation(False, moved=True)
        db.execute("DELETE FROM reservations WHERE item_id = ? AND until <= ?", [item_id, now])
        held = db.execute(
            "SELECT reviewer, until FROM reservations WHERE item_id = ? AND reviewer != ? ORDER BY until",
            [item_id, reviewer],
        ).fetchall()
        taken = len(held) + (_deciders(db, item_id, reviewer) if slots > 1 else 0)
        if taken >= slots:
            return Reservation(False, *held[0]) if held else Reservation(False)
        db.execute("INSERT OR REPLACE INTO reservations VALUES (?, ?, ?)", [item_id, reviewer, until])
    return Reservation(True, reviewer, until)


def release_hold(store: Store, item_id: str, reviewer: str) -> None:
    """Give an item back to the queue before the hold expires."""
    with store.write() as db:
        db.execute("DELETE FROM reservations WHERE item_id = ? AND reviewer = ?", [item_id, reviewer])


def holders(store: Store, item_id: str, clock: Clock) -> list[str]:
    """Who is working on the item now."""
    with store.read() as db:
        rows = db.execute("SELECT reviewer FROM reservations WHERE item_id = ? AND until > ?", [item_id, clock()])
        return sorted(row["reviewer"] for row in rows)


def has_decided(store: Store, item_id: str, reviewer: str) -> bool:
    """Whether the reviewer has a standing decision on the item."""
    from annotate.status import standing
    from core.store import decisions as decision_store

    return any(d.reviewer == reviewer for d in standing(decision_store.of_item(store, item_id)))


def _deciders(db: sqlite3.Connection, item_id: str, reviewer: str) -> int:
    """How many other reviewers have decided already: a decided slot stays taken, so overlap is never overshot."""
    from annotate.status import standing
    from core.store import decisions as decision_store

    return len({d.reviewer for d in standing(decision_store.of_item_within(db, item_id))} - {reviewer})


def _stands(db: sqlite3.Connection, item_id: str, seen: tuple[int, Status]) -> bool:
    row = db.execute("SELECT revision, status FROM items WHERE id = ?", [item_id]).fetchone()
    return row is not None and (row["revision"], row["status"]) == seen


def _later(now: str, minutes: float) -> str:
    moment = datetime.datetime.fromisoformat(now) + datetime.timedelta(minutes=minutes)
    return moment.isoformat(timespec="milliseconds")
