"""One decision and what it does to the item, in one transaction."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotate.edits import changed_fields, completed, content, edited, propose_claims
from annotate.press import Press, check_unchanged, is_repeat, make_press
from annotate.status import derive_status
from core.clock import Clock, new_id
from core.records import Decision, Item, Status, Verb
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import team
from core.store.database import Store


def decide(
    store: Store,
    item_id: str,
    seen_revision: int,
    verb: str,
    reviewer: str,
    *,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    comment: str = "",
    seconds: float | None = None,
    rng: random.Random,
    clock: Clock,
    seen_status: Status | None = None,
    overlap: int = 0,
) -> Item:
    """Record one decision and return the item as it stands after it.

    A decision on a text that has changed meanwhile, or against a word another reviewer gave since, raises
    ReviewConflict and writes nothing; pass `seen_status` (the status on screen) to overrule that word knowingly.
    Pressing the same thing twice is one decision. Where several people decide an item (`overlap` above 1; by default
    as the team plans it) edits are proposals: the item keeps its text until someone adjudicates (`after` then holds
    the text chosen and, if not accepted, `status`).
    """
    press = make_press(
        item_id, seen_revision, verb, reviewer, after,
        reason=reason, comment=comment, seconds=seconds, seen_status=seen_status, overlap=overlap,
    )  # fmt: skip
    # Splitting may take a while, so claims are proposed before the write lock is taken.
    proposed = _proposed_claims(store, press)
    with store.write() as db:
        return decide_within(db, press, rng, clock, proposed)


def decide_within(
    db: sqlite3.Connection, press: Press, rng: random.Random, clock: Clock, proposed: Sequence[str] | None = None
) -> Item:
    """As `decide`, inside the caller's transaction."""
    item, status = item_store.get_within(db, press.item_id)
    press = replace(press, overlap=press.overlap or team.slots_within(db, press.item_id))
    past = decision_store.of_item_within(db, press.item_id)
    if is_repeat(press, item, past):
        return item
    check_unchanged(press, item, status, past)
    changed = edited(item, completed(item, press.after, proposed)) if press.after else item
    decision = _decision(press, item, changed, status, new_id(rng), clock())
    written = item if not _rewrites(decision, press.overlap) else _next_revision(item, changed)
    decision_store.append(db, decision)
    new_status = derive_status([*past, decision], press.overlap)
    item_store.replace_within(db, written, item.revision, new_status, press.reviewer)
    for table in ("edit_drafts", "reservations"):
        db.execute(f"DELETE FROM {table} WHERE item_id = ? AND reviewer = ?", [item.id, press.reviewer])
    return written


def _decision(press: Press, item: Item, changed: Item, status: Status, decision_id: str, time: str) -> Decision:
    fields = changed_fields(item, changed)
    # Saving an untouched text is how many people say yes.
    verb: Verb = "accept" if press.verb == "edit" and not fields else press.verb
    after = _pick(changed, fields)
    if verb == "adjudicate":
        after["status"] = press.ruled or ("edited" if fields else "accepted")
    proposal = press.overlap > 1 and verb == "edit"
    before = {**({} if proposal else _pick(item, fields)), "status": status}
    return Decision(
        id=decision_id, item_id=item.id, reviewer=press.reviewer, verb=verb, seen_revision=press.seen_revision,
        before=before, after=after or None, reason=press.reason, comment=press.comment, seconds=press.seconds, time=time,
    )  # fmt: skip


def _rewrites(decision: Decision, overlap: int) -> bool:
    """Whether a decision changes the item's text now; an edit among several reviewers is only a proposal."""
    changes = set(decision.after or {}) - {"status"}
    return bool(changes) and not (overlap > 1 and decision.verb == "edit")


def _next_revision(item: Item, changed: Item) -> Item:
    return changed.model_copy(update={"revision": item.revision + 1})


def _pick(item: Item, fields: Sequence[str]) -> dict[str, Any]:
    values = content(item)
    return {name: values[name] for name in fields}


def _proposed_claims(store: Store, press: Press) -> list[str] | None:
    if "answer" not in press.after or "claims" in press.after:
        return None
    item = item_store.get(store, press.item_id)
    question = str(press.after.get("question", item.question))
    expected = str(press.after.get("expected_reply", item.expected_reply))
    return propose_claims(str(press.after["answer"]), question, expected)
