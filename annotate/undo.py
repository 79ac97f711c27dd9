"""Taking decisions back: one step is one decision, newest first, and what stood before comes back."""

from __future__ import annotations

import random
import sqlite3

from annotate.edits import EDITABLE, edited
from annotate.press import ReviewConflict
from annotate.status import derive_status, standing
from core.clock import Clock, new_id
from core.errors import BadCall
from core.records import Decision, Item
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import team
from core.store.database import Store

# The unary plus keeps SQLite from using an index here: scanning back from the newest row ends at once.
_LATEST = """
SELECT data FROM decisions AS d
WHERE +d.kb_id = ? AND +d.reviewer = ? AND d.verb != 'undo' AND NOT EXISTS (
  SELECT 1 FROM decisions AS u
  WHERE u.item_id = d.item_id AND u.verb = 'undo' AND json_extract(u.data, '$.undoes') = d.id)
ORDER BY d.rowid DESC LIMIT ?
"""


def undoable(store: Store, kb_id: str, reviewer: str, limit: int = 10) -> list[Decision]:
    """The reviewer's last decisions that can be taken back, newest first."""
    with store.read() as db:
        rows = db.execute(_LATEST, [kb_id, reviewer, limit]).fetchall()
    return [Decision.model_validate_json(row["data"]) for row in rows]


def undo(
    store: Store, kb_id: str, reviewer: str, *, steps: int = 1, rng: random.Random, clock: Clock, overlap: int = 0
) -> list[Item]:
    """Take back the reviewer's last `steps` decisions, all or none, and return the items as they stand now.

    Raises BadCall when there is nothing to undo, ReviewConflict when someone else has decided on the item since.
    """
    undone: list[Item] = []
    with store.write() as db:
        for _ in range(steps):
            row = db.execute(_LATEST, [kb_id, reviewer, 1]).fetchone()
            if row is None:
                raise BadCall(
                    f"{reviewer} has no decision left to undo (after {len(undone)} of {steps} steps; none was undone)."
                )
            undone.append(_undo_one(db, Decision.model_validate_json(row["data"]), rng, clock, overlap))
    return undone


def _undo_one(db: sqlite3.Connection, last: Decision, rng: random.Random, clock: Clock, overlap: int) -> Item:
    item, status = item_store.get_within(db, last.item_id)
    overlap = overlap or team.slots_within(db, last.item_id)
    past = decision_store.of_item_within(db, last.item_id)
    newest = _newest(past)
    if newest is not None and newest.id != last.id and overlap <= 1:
        message = (
            f"Item {item.id} has been decided by {newest.reviewer} ({newest.verb}) since {last.reviewer}'s {last.verb}; "
            "nothing was undone. Open the item and decide again."
        )
        raise ReviewConflict(message, item, status, last.before or {})
    restored = _restored(item, last)
    decision = Decision(
        id=new_id(rng), item_id=item.id, reviewer=last.reviewer, verb="undo", seen_revision=item.revision,
        before={**{k: v for k, v in (last.after or {}).items() if k in EDITABLE}, "status": status},
        after=last.before, undoes=last.id, time=clock(),
    )  # fmt: skip
    decision_store.append(db, decision)
    new_status = derive_status([*past, decision], overlap)
    left = standing([*past, decision])
    item_store.replace_within(db, restored, item.revision, new_status, left[-1].reviewer if left else "")
    return restored


def _newest(past: list[Decision]) -> Decision | None:
    """The last decision on the item that is not undone; a restore counts here, though it gives no status."""
    undone = {d.undoes for d in past if d.verb == "undo"}
    return next((d for d in reversed(past) if d.verb != "undo" and d.id not in undone), None)


def _restored(item: Item, last: Decision) -> Item:
    """The text from before the decision, as a new revision, so that no older screen can write over it unseen."""
    before = {name: value for name, value in (last.before or {}).items() if name in EDITABLE}
    if not before:
        return item
    return edited(item, before).model_copy(update={"revision": item.revision + 1})
