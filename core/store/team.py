"""The review team of a knowledge base: who is in it, who is to decide what, and how many people an item needs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from core.clock import Clock
from core.store.database import Store


class Reviewer(NamedTuple):
    """One person of the team; the role is `expert`, `reviewer` or `lead`."""

    name: str
    role: str


class Guidelines(NamedTuple):
    """What reviewers of a knowledge base are asked to look for, and who wrote it when."""

    text: str
    author: str = ""
    time: str = ""


def save_reviewer(store: Store, kb_id: str, name: str, role: str, clock: Clock) -> None:
    """Add a person or change the role."""
    with store.write() as db:
        db.execute(
            "INSERT INTO reviewers VALUES (?,?,?,?) ON CONFLICT (kb_id, name) DO UPDATE SET role = excluded.role",
            [kb_id, name, role, clock()],
        )


def remove_reviewer(store: Store, kb_id: str, name: str) -> None:
    """Take a person off the team, with the items assigned; decisions stay."""
    with store.write() as db:
        db.execute("DELETE FROM reviewers WHERE kb_id = ? AND name = ?", [kb_id, name])
        db.execute(
            "DELETE FROM assignments WHERE reviewer = ? AND item_id IN (SELECT id FROM items WHERE kb_id = ?)",
            [name, kb_id],
        )


def reviewers(store: Store, kb_id: str) -> list[Reviewer]:
    """The team, by name."""
    with store.read() as db:
        rows = db.execute("SELECT name, role FROM reviewers WHERE kb_id = ? ORDER BY name", [kb_id])
        return [Reviewer(row["name"], row["role"]) for row in rows]


def assign(store: Store, pairs: Iterable[tuple[str, str]]) -> int:
    """Give items to people, as (item id, name), and return how many assignments are new."""
    with store.write() as db:
        return sum(db.execute("INSERT OR IGNORE INTO assignments VALUES (?, ?)", pair).rowcount for pair in pairs)


def unassign_all(store: Store, kb_id: str) -> int:
    """Forget every assignment of a knowledge base."""
    with store.write() as db:
        query = "DELETE FROM assignments WHERE item_id IN (SELECT id FROM items WHERE kb_id = ?)"
        return db.execute(query, [kb_id]).rowcount


def assigned(store: Store, kb_id: str) -> dict[str, dict[str, int]]:
    """For each person how many assigned items there are by status."""
    query = (
        "SELECT a.reviewer AS name, i.status AS status, COUNT(*) AS n FROM assignments a JOIN items i ON i.id = a.item_id "
        "WHERE i.kb_id = ? GROUP BY 1, 2 ORDER BY 1, 2"
    )
    found: dict[str, dict[str, int]] = {}
    with store.read() as db:
        for row in db.execute(query, [kb_id]):
            found.setdefault(row["name"], {})[row["status"]] = row["n"]
    return found


def set_slots(store: Store, item_ids: Iterable[str], slots: int) -> None:
    """How many people decide each of these items; 1 is the rule for all others."""
    with store.write() as db:
        if slots <= 1:
            db.executemany("DELETE FROM overlaps WHERE item_id = ?", [[i] for i in item_ids])
        else:
            db.executemany("INSERT OR REPLACE INTO overlaps VALUES (?, ?)", [[i, slots] for i in item_ids])


def slots_within(db: sqlite3.Connection, item_id: str) -> int:
    """How many people decide this item, inside a transaction of the caller's."""
    row = db.execute("SELECT slots FROM overlaps WHERE item_id = ?", [item_id]).fetchone()
    return int(row["slots"]) if row else 1


def slots_of(store: Store, item_id: str) -> int:
    """As `slots_within`, with a connection of its own."""
    with store.read() as db:
        return slots_within(db, item_id)


def overlapping(store: Store, kb_id: str) -> dict[str, int]:
    """Items that need more than one person, with how many."""
    query = "SELECT item_id, slots FROM overlaps JOIN items ON items.id = item_id WHERE kb_id = ? ORDER BY position, item_id"
    with store.read() as db:
        return {row["item_id"]: row["slots"] for row in db.execute(query, [kb_id])}


def guidelines(store: Store, kb_id: str) -> Guidelines:
    """The guidelines written for a knowledge base; empty when none were."""
    with store.read() as db:
        row = db.execute("SELECT text, author, time FROM guidelines WHERE kb_id = ?", [kb_id]).fetchone()
    return Guidelines(*row) if row else Guidelines("")


def save_guidelines(store: Store, kb_id: str, text: str, author: str, clock: Clock) -> None:
    """Write the guidelines anew; an empty text brings the built-in ones back."""
    with store.write() as db:
        if text.strip():
            db.execute("INSERT OR REPLACE INTO guidelines VALUES (?,?,?,?)", [kb_id, text.strip(), author, clock()])
        else:
            db.execute("DELETE FROM guidelines WHERE kb_id = ?", [kb_id])


def remember_signed_in(store: Store, name: str, clock: Clock) -> None:
    """Note that a name was given by the sign-in service, not typed."""
    with store.read() as db:
        if db.execute("SELECT 1 FROM signed_in WHERE name = ?", [name]).fetchone():
            return
    with store.write() as db:
        db.execute("INSERT OR IGNORE INTO signed_in VALUES (?, ?)", [name, clock()])


def verified(store: Store) -> frozenset[str]:
    """Names that have come from the sign-in service; all others were typed and are unverified."""
    with store.read() as db:
        return frozenset(row["name"] for row in db.execute("SELECT name FROM signed_in"))


def as_typed(store: Store, name: str) -> str:
    """A typed name as it is recorded: never one that the sign-in service has vouched for."""
    typed = name.strip()
    return f"{typed} (typed)" if typed in verified(store) else typed
