"""What people leave beside an item without deciding it: comments, and nearest passages waved off."""

from __future__ import annotations

import random
from typing import NamedTuple

from core.clock import Clock, new_id
from core.store.database import Store


class Comment(NamedTuple):
    """One remark on an item."""

    reviewer: str
    time: str
    text: str


class Waved(NamedTuple):
    """A passage that a person has looked at and found to hold no answer."""

    document_id: str
    start: int
    end: int
    reviewer: str
    time: str


def add_comment(store: Store, item_id: str, reviewer: str, text: str, rng: random.Random, clock: Clock) -> None:
    """Keep a remark; the same words twice in a row by one person are one remark."""
    last = comments(store, item_id)[-1:]
    if last and (last[0].reviewer, last[0].text) == (reviewer, text):
        return
    with store.write() as db:
        db.execute("INSERT INTO item_comments VALUES (?,?,?,?,?)", [new_id(rng), item_id, reviewer, clock(), text])


def comments(store: Store, item_id: str) -> list[Comment]:
    """An item's remarks, oldest first."""
    query = "SELECT reviewer, time, text FROM item_comments WHERE item_id = ? ORDER BY time, rowid"
    with store.read() as db:
        return [Comment(*row) for row in db.execute(query, [item_id])]


def wave_off(store: Store, item_id: str, place: tuple[str, int, int], reviewer: str, clock: Clock) -> bool:
    """Note that a passage holds no answer, or take that back; says whether it is waved off now."""
    with store.write() as db:
        gone = db.execute(
            'DELETE FROM waved_passages WHERE item_id = ? AND document_id = ? AND start = ? AND "end" = ?',
            [item_id, *place],
        )
        if gone.rowcount:
            return False
        db.execute("INSERT INTO waved_passages VALUES (?,?,?,?,?,?)", [item_id, *place, reviewer, clock()])
    return True


def waved(store: Store, item_id: str) -> list[Waved]:
    """The passages of an item that were waved off."""
    query = 'SELECT document_id, start, "end", reviewer, time FROM waved_passages WHERE item_id = ? ORDER BY time'
    with store.read() as db:
        return [Waved(*row) for row in db.execute(query, [item_id])]
