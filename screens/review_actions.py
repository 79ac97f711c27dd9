"""What the keys of the review page do. Item and revision come from the button that was on screen, so that a press
always means what was seen; a press on something decided already changes nothing."""

from __future__ import annotations

from typing import Any

from annotate.review import ReviewConflict, decide, decide_all, load_draft_edit, save_draft_edit, undo, undoable
from core.alignment import make_evidence
from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import Status
from core.store import documents, notes, stale
from core.store import items as item_store
from screens.retold import retold
from screens.review_desk import board
from screens.session import store
from screens.words import words
from verbs.upkeep import leave, with_proposal

REASONS = ("unsupported", "wrong", "unclear", "trivial", "duplicate", "outdated", "other")


def press(
    item_id: str, revision: int, status: Status, verb: str, reason: str = "", after: dict[str, Any] | None = None,
    *, comment: str = "", seconds: float | None = None,
) -> None:  # fmt: skip
    """One decision, then the next item; a conflict is kept for the card to show."""
    state = board()
    asked: dict[str, Any] = {
        "item_id": item_id,
        "seen_revision": revision,
        "verb": verb,
        "after": after,
        "reason": reason,
        "comment": comment,
    }
    try:
        decide(
            store(), item_id, revision, verb, state.desk.reviewer, after=after, reason=reason, comment=comment,
            seconds=seconds, seen_status=status, rng=fresh_rng(), clock=utc_now,
        )  # fmt: skip
    except ReviewConflict as conflict:
        state.conflict, state.asked = conflict, asked
        state.say(words("review.conflict"), trouble=True)
        return
    except AssayError as error:
        state.say(retold(str(error)), trouble=True)
        return
    state.conflict, state.bulk = None, 0
    if state.desk.current == item_id:
        state.leave()
        state.desk.decided(item_id, store(), utc_now)
    state.say(words(f"review.did_{verb}", question=short(item_store.get(store(), item_id).question)))


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


def undo_newest(decision_id: str) -> None:
    """Take back the reviewer's newest decision; if one is named, only that one. After a bulk verb, all of it."""
    state = board()
    if state.bulk:
        undo_bulk(state.bulk)
        return
    newest = undoable(store(), state.desk.kb_id, state.desk.reviewer, 1)
    if not newest or (decision_id and newest[0].id != decision_id):
        return
    try:
        items = undo(store(), state.desk.kb_id, state.desk.reviewer, rng=fresh_rng(), clock=utc_now)
    except AssayError as error:
        state.say(retold(str(error)), trouble=True)
        return
    state.leave()
    state.desk.put(items[0].id)
    state.say(words("review.did_undo", verb=words(f"review.{newest[0].verb}")))


def start_edit(item_id: str, status: Status, *, finding: bool = False) -> None:
    """Open the edit form, if asked for with the search for evidence open."""
    state = board()
    if state.desk.current == item_id:
        state.start_edit(item_id, status)
        state.finding = finding


def near_passage(item_id: str, status: Status, place: int, *, take: bool) -> None:
    """Wave one of the nearest passages off (or back), or open the edit form with it as evidence."""
    state = board()
    item = item_store.get(store(), item_id)
    near = item.trace.nearest if item.trace else ()
    if not 0 <= place < len(near):
        return
    one = near[place]
    if not take:
        notes.wave_off(store(), item_id, (one.document_id, one.start, one.end), state.desk.reviewer, utc_now)
        state.forget(item_id)
        return
    document = documents.find(store(), one.document_id)
    if document is None or state.desk.current != item_id:
        state.say(words("review.document_gone"), trouble=True)
        return
    draft = load_draft_edit(store(), item_id, state.desk.reviewer)
    rows = [*(draft.fields if draft else {}).get("evidence", [e.model_dump(mode="json") for e in item.evidence])]
    rows.append(make_evidence(document, one.start, one.end, group=len(rows)).model_dump(mode="json"))
    fields = {**(draft.fields if draft else {}), "evidence": rows, "kind": "factual", "expected_reply": "answer"}
    seen = draft.seen_revision if draft else item.revision
    save_draft_edit(store(), item_id, state.desk.reviewer, fields, seen_revision=seen, clock=utc_now)
    start_edit(item_id, status)


def settle_stale(item_id: str, revision: int, status: Status, place: int, take: bool) -> None:
    """A stale item's reason dealt with: the proposed span taken over as an edit, or the item left as it is.

    Evidence for a question that was to be refused opens the edit, since an answer must be written with it.
    """
    state = board()
    reasons = stale.of_item(store(), item_id)
    if not 0 <= place < len(reasons):
        return
    reason, item = reasons[place], item_store.get(store(), item_id)
    if not take:
        leave(store(), reason, state.desk.reviewer, utc_now)
        state.forget(item_id)
        state.say(words("stale.left"))
        return
    if reason.proposal is None:
        return
    rows = [e.model_dump(mode="json") for e in with_proposal(item, reason)]
    if item.expected_reply == "refuse":
        fields = {"evidence": rows, "kind": "factual", "expected_reply": "answer"}
        save_draft_edit(store(), item_id, state.desk.reviewer, fields, seen_revision=item.revision, clock=utc_now)
        start_edit(item_id, status)
    else:
        press(item_id, revision, status, "edit", f"stale: {reason.kind}", {"evidence": rows})
        if state.conflict is not None or state.trouble:
            return
    leave(store(), reason, state.desk.reviewer, utc_now)
    state.forget(item_id)


def remark(item_id: str, text: str) -> None:
    """Keep a comment without deciding."""
    if text.strip():
        notes.add_comment(store(), item_id, board().desk.reviewer, text.strip(), fresh_rng(), utc_now)
        board().forget(item_id)
        board().say(words("review.did_comment"))


def open_item(item_id: str) -> None:
    """Lay another item on the desk, as a similar draft."""
    state = board()
    item_store.get(store(), item_id)
    state.leave()
    state.desk.put(item_id)


def accept_shown() -> None:
    """Accept everything open that passes the queue and its filter."""
    state = board()
    bulk = decide_all(
        store(), state.desk.kb_id, "accept", state.desk.reviewer, state.desk.filter, rng=fresh_rng(), clock=utc_now
    )
    state.bulk = len(bulk.applied)
    state.leave()
    state.desk.clear(store())
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
        state.say(retold(str(error)), trouble=True)
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
    press(asked["item_id"], revision, status, asked["verb"], asked["reason"], asked["after"], comment=asked["comment"])


def short(text: str, longest: int = 60) -> str:
    """A question that fits the line above the card."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
