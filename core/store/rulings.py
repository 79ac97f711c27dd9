"""Rulings: a person's word on a machine's verdict, refusal, correctness, tag or relevance; append-only."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Ruling
from core.store.database import Store


def append(store: Store, ruling: Ruling) -> None:
    """Add one ruling."""
    with store.write() as db:
        db.execute(
            "INSERT INTO rulings VALUES (?, ?, ?, ?, ?)",
            [ruling.id, ruling.item_id, ruling.subject, ruling.time, ruling.to_json()],
        )


def all_for(store: Store, item_ids: Sequence[str]) -> list[Ruling]:
    """Rulings on these items, oldest first; the latest of one key counts."""
    wanted = set(item_ids)
    with store.read() as db:
        rows = db.execute("SELECT item_id, data FROM rulings ORDER BY rowid").fetchall()
    return [Ruling.model_validate_json(row["data"]) for row in rows if row["item_id"] in wanted]
