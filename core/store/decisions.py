"""Decisions: append-only, always kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from core.records import Decision
from core.store.database import Store


def append(db: sqlite3.Connection, decision: Decision) -> None:
    """Add one decision inside the transaction that also changes the item."""
    kb_id = db.execute("SELECT kb_id FROM items WHERE id = ?", [decision.item_id]).fetchone()["kb_id"]
    db.execute(
        "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?)",
        [decision.id, decision.item_id, kb_id, decision.reviewer, decision.verb, decision.time, decision.to_json()],
    )


def of_item(store: Store, item_id: str) -> list[Decision]:
    """An item's decisions, oldest first."""
    with store.read() as db:
        return of_item_within(db, item_id)


def of_item_within(db: sqlite3.Connection, item_id: str) -> list[Decision]:
    """As `of_item`, inside a transaction of the caller's."""
    rows = db.execute("SELECT data FROM decisions WHERE item_id = ? ORDER BY rowid", [item_id]).fetchall()
    return [Decision.model_validate_json(row["data"]) for row in rows]


def iterate(store: Store, kb_id: str) -> Iterator[Decision]:
    """All decisions of a knowledge base, oldest first."""
    with store.read() as db:
        for row in db.execute("SELECT data FROM decisions WHERE kb_id = ? ORDER BY rowid", [kb_id]):
            yield Decision.model_validate_json(row["data"])


def count(store: Store, kb_id: str, reviewer: str = "") -> int:
    """How many decisions there are, of one reviewer if named."""
    query = "SELECT COUNT(*) FROM decisions WHERE kb_id = ?" + (" AND reviewer = ?" if reviewer else "")
    with store.read() as db:
        return int(db.execute(query, [kb_id, reviewer] if reviewer else [kb_id]).fetchone()[0])


def touched(store: Store, kb_id: str) -> set[str]:
    """Ids of the items that anyone has decided on, undone decisions included."""
    with store.read() as db:
        return {row["item_id"] for row in db.execute("SELECT DISTINCT item_id FROM decisions WHERE kb_id = ?", [kb_id])}


def items_by_reviewer(store: Store, kb_id: str) -> dict[str, int]:
    """On how many items each person has decided, what was undone since included."""
    query = (
        "SELECT reviewer AS name, COUNT(DISTINCT item_id) AS n FROM decisions WHERE kb_id = ? AND verb != 'undo' "
        "GROUP BY 1 ORDER BY 1"
    )
    with store.read() as db:
        return {row["name"]: row["n"] for row in db.execute(query, [kb_id])}
