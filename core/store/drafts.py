"""Drafts that were dropped, with the check that dropped them: the funnel's other half."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from core.store.database import Store


def drop(
    store: Store, kb_id: str, batch: str, payload: dict[str, Any], check: str, reason: str, unit: str = ""
) -> None:
    """Keep one dropped draft."""
    with store.write() as db:
        db.execute(
            'INSERT INTO dropped_drafts (kb_id, batch, unit, "check", reason, data) VALUES (?, ?, ?, ?, ?, ?)',
            [kb_id, batch, unit, check, reason, json.dumps(payload, ensure_ascii=False)],
        )


def dropped(store: Store, kb_id: str, batch: str = "") -> Iterator[dict[str, Any]]:
    """Dropped drafts with `check` and `reason`, of one batch if given."""
    query = 'SELECT batch, unit, "check", reason, data FROM dropped_drafts WHERE kb_id = ?'
    query += " AND batch = ? ORDER BY id" if batch else " ORDER BY id"
    with store.read() as db:
        for row in db.execute(query, [kb_id, batch] if batch else [kb_id]):
            yield {**json.loads(row["data"]), "batch": row["batch"], "check": row["check"], "reason": row["reason"]}


def dropped_counts(store: Store, kb_id: str, batch: str = "") -> dict[str, int]:
    """How many drafts each check dropped, most first."""
    condition, values = ("kb_id = ? AND batch = ?", [kb_id, batch]) if batch else ("kb_id = ?", [kb_id])
    with store.read() as db:
        rows = db.execute(
            f'SELECT "check", COUNT(*) AS n FROM dropped_drafts WHERE {condition} GROUP BY "check" ORDER BY n DESC',
            values,
        )
        return {row["check"]: row["n"] for row in rows}
