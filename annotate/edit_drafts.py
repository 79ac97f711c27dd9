"""Edits as they are typed: kept on every change, shown again after a reload, gone once the edit is saved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.edits import EDITABLE
from core.clock import Clock
from core.errors import BadCall
from core.store.database import Store


@dataclass(frozen=True)
class DraftEdit:
    """What was typed, on which revision, and whether the item has moved since."""

    fields: dict[str, Any]
    seen_revision: int
    saved: str
    outdated: bool


def save_draft_edit(
    store: Store, item_id: str, reviewer: str, fields: Mapping[str, Any], *, seen_revision: int, clock: Clock
) -> str:
    """Keep what is typed so far and return when it was saved; an empty mapping forgets it."""
    unknown = sorted(set(fields) - set(EDITABLE))
    if unknown:
        raise BadCall(f"These fields of an item cannot be edited: {', '.join(unknown)}.")
    saved = clock()
    with store.write() as db:
        if not fields:
            _delete(db, item_id, reviewer)
        else:
            db.execute(
                "INSERT OR REPLACE INTO edit_drafts VALUES (?, ?, ?, ?, ?)",
                [item_id, reviewer, seen_revision, json.dumps(dict(fields), ensure_ascii=False), saved],
            )
    return saved


def load_draft_edit(store: Store, item_id: str, reviewer: str) -> DraftEdit | None:
    """What this reviewer had typed and not saved, or None."""
    query = (
        "SELECT fields, seen_revision, saved, items.revision AS stored FROM edit_drafts "
        "JOIN items ON items.id = item_id WHERE item_id = ? AND reviewer = ?"
    )
    with store.read() as db:
        row = db.execute(query, [item_id, reviewer]).fetchone()
    if row is None:
        return None
    return DraftEdit(
        json.loads(row["fields"]), row["seen_revision"], row["saved"], row["stored"] != row["seen_revision"]
    )


def drop_draft_edit(store: Store, item_id: str, reviewer: str) -> None:
    """Forget what was typed."""
    with store.write() as db:
        _delete(db, item_id, reviewer)


def _delete(db: Any, item_id: str, reviewer: str) -> None:
    db.execute("DELETE FROM edit_drafts WHERE item_id = ? AND reviewer = ?", [item_id, reviewer])
