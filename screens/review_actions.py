"""What the keys of the review page do. Item and revision come from the button that was on screen, so that a press
always means what was seen; a press on something decided already changes nothing."""

from __future__ import annotations

from typing import Any

import streamlit as st

from annotate.review import ReviewConflict, decide, decide_all, undo, undoable
from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import Status
from core.store import items as item_store
from screens.review_desk import board
from screens.session import store
from screens.words import words

REASONS = ("unsupported", "wrong", "unclear", "trivial", "duplicate", "outdated", "other")


def press(
    item_id: str, revision: int, status: Status, verb: str, reason: str = "", after: dict[str, Any] | None = None
) -> None:
    """One decision, then the next item; a conflict is kept for the card to show."""
    state = board()
    comment = str(st.session_state.get(f"review_comment_{item_id}", "")).strip()
    asked: dict[str, Any] = {
        "item_id": item_id,
        "seen_revision": revision,
        "verb": verb,
        "after": after,
        "reason": reason,
    }
    try:
        decide(
            store(), item_id, revision, verb, state.desk.reviewer, after=after, reason=reason, comment=comment,
            seconds=state.seconds(item_id), seen_status=status, rng=fresh_rng(), clock=utc_now,
        )  # fmt: skip
    except ReviewConflict as conflict:
        state.conflict, state.asked = conflict, asked
        state.say(words("review.conflict"), trouble=True)
        return
    except AssayError as error:
        state.say(str(error), trouble=True)
        return
    state.conflict, state.bulk = None, 0
    if state.desk.current == item_id:
        state.leave()
        state.desk.decided(item_id, store(), utc_now)
    state.say(words(f"review.did_{verb}", question=_short(item_store.get(store(), item_id).question)))


def ask_reason(item_id: str) -> None:
    """Show the reasons in place of the verbs, or put the verbs back."""
    board().rejecting = "" if board().rejecting == item_id else item_id


def step(item_id: str, forward: bool) -> None:
    """To the next or the previous item, if the one seen is still on the desk."""
    state = board()
    if state.desk.current != item_id:
        return
    state.leave()
    state.say("")
    if forward:
        state.desk.forward(store(), utc_now)
    else:
        state.desk.back()


def look_again() -> None:
    """From an empty desk back to what was seen last."""
    board().desk.back()


def undo_last(decision_id: str) -> None:
    """Take back the decision named on the button, if it is still the newest one."""
    state = board()
    newest = undoable(store(), state.desk.kb_id, state.desk.reviewer, 1)
    if not newest or newest[0].id != decision_id:
        return
    try:
        items = undo(store(), state.desk.kb_id, state.desk.reviewer, rng=fresh_rng(), clock=utc_now)
    except AssayError as error:
        state.say(str(error), trouble=True)
        return
    state.leave()
    state.bulk = 0
    state.desk.put(items[0].id)
    state.say(words("review.did_undo", verb=words(f"review.{newest[0].verb}")))


def accept_shown() -> None:
    """Accept everything open that passes the queue and its filter."""
    state = board()
    bulk = decide_all(
        store(), state.desk.kb_id, "accept", state.desk.reviewer, state.desk.filter, rng=fresh_rng(), clock=utc_now
    )
    state.bulk = len(bulk.applied)
    state.leave()
    state.desk.trail, state.desk.at = [], -1
    state.desk.passed.clear()
    state.say(words("review.bulk_done", n=state.bulk))


def undo_bulk(count: int) -> None:
    """Take back a bulk decision in one go."""
    state = board()
    if state.bulk != count:
        return
    state.bulk = 0
    try:
        undo(store(), state.desk.kb_id, state.desk.reviewer, steps=count, rng=fresh_rng(), clock=utc_now)
    except AssayError as error:
        state.say(str(error), trouble=True)
        return
    state.say(words("review.bulk_undone", n=count))


def widen() -> None:
    """Show more of the passage, and after the widest the narrow view again."""
    board().level = (board().level + 1) % 3


def toggle_history() -> None:
    """Show or hide what happened to the item."""
    board().history = not board().history


def let_stand() -> None:
    """Drop what was asked and look at the item as it is now."""
    board().conflict = None
    board().say("")


def apply_over(revision: int, status: Status) -> None:
    """Decide again, with the newer text and status in view."""
    asked = board().asked
    board().conflict = None
    press(asked["item_id"], revision, status, asked["verb"], asked["reason"], asked["after"])


def _short(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
