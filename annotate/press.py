"""What a reviewer asked for, checked for form before the database is touched, and the conflict it may meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from annotate.edits import changed_fields, edited
from annotate.status import FINAL, STATUS_OF, standing
from core.errors import BadCall, Conflict
from core.records import Decision, Item, Status, Verb


class ReviewConflict(Conflict):
    """Someone else was faster: carries the stored item, its status, and what this reviewer had typed."""

    def __init__(self, message: str, stored: Item, status: Status, mine: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.stored, self.status, self.mine = stored, status, dict(mine)


@dataclass(frozen=True)
class Press:
    """One press: the verb on the revision that was on screen, with what was typed; `overlap` 0 is as the team plans."""

    item_id: str
    seen_revision: int
    verb: Verb
    reviewer: str
    after: dict[str, Any] = field(default_factory=dict)
    ruled: str = ""
    reason: str = ""
    comment: str = ""
    seconds: float | None = None
    seen_status: Status | None = None
    overlap: int = 0


def make_press(
    item_id: str, seen_revision: int, verb: str, reviewer: str, after: Mapping[str, Any] | None, **rest: Any
) -> Press:
    """A press of a known verb by a named reviewer; BadCall otherwise."""
    if verb not in get_args(Verb) or verb == "undo":
        raise BadCall(f"{verb!r} is not a decision: use accept, edit, reject, defer, flag, adjudicate or restore.")
    if not reviewer.strip():
        raise BadCall("A decision needs a reviewer's name.")
    if verb in ("accept", "reject", "defer", "flag") and after:
        raise BadCall(f"A changed text is saved with the verb edit, not {verb}.")
    fields = dict(after or {})
    ruled = str(fields.pop("status", ""))
    if ruled and ruled not in FINAL:
        raise BadCall(f"An adjudication ends in accepted, edited or rejected, not {ruled!r}.")
    return Press(item_id, seen_revision, cast(Verb, verb), reviewer.strip(), fields, ruled, **rest)


def is_repeat(press: Press, item: Item, past: Sequence[Decision]) -> bool:
    """Whether the newest decision is this very press: a double click, a resent request, a second tab."""
    if not past or past[-1].verb == "undo":
        return False
    last = past[-1]
    asked = (press.reviewer, press.seen_revision, press.reason, press.comment)
    if (last.reviewer, last.seen_revision, last.reason, last.comment) != asked:
        return False
    # An edit that changes nothing is kept as an accept.
    if last.verb != press.verb and (last.verb, press.verb) != ("accept", "edit"):
        return False
    left = {name: value for name, value in (last.after or {}).items() if name != "status"}
    if press.ruled and press.ruled != (last.after or {}).get("status"):
        return False
    result = edited(item, left) if left else item
    follows = {"claims", "claims_confirmed", "splitter", "question_language"}
    return not changed_fields(result, edited(result, press.after)) and set(left) <= {*press.after, *follows}


def check_unchanged(press: Press, item: Item, status: Status, past: Sequence[Decision]) -> None:
    """Raise ReviewConflict when the text moved, or another reviewer's word would be overruled unseen."""
    if item.revision != press.seen_revision:
        raise ReviewConflict(_moved_text(press, item, past), item, status, press.after)
    if press.overlap > 1 or press.verb in ("adjudicate", "restore"):
        return
    last = next(iter(reversed(standing(past))), None)
    foreign = last is not None and last.reviewer != press.reviewer
    same_word = STATUS_OF.get(press.verb) == status and not press.after
    if foreign and status in FINAL and not same_word and press.seen_status != status:
        raise ReviewConflict(_moved_status(press, item, status, last), item, status, press.after)


def _moved_text(press: Press, item: Item, past: Sequence[Decision]) -> str:
    who = next((f" by {d.reviewer} at {d.time}" for d in reversed(past) if d.seen_revision == item.revision - 1), "")
    return (
        f"Item {item.id} was changed{who} and is now at revision {item.revision}, but revision {press.seen_revision} "
        f"was on screen. {_both_texts(press, item)} Look at both and decide again."
    )


def _moved_status(press: Press, item: Item, status: Status, last: Decision | None) -> str:
    who = f" by {last.reviewer} at {last.time}" if last else ""
    return (
        f"Item {item.id} has been {status}{who}, which was not on screen when {press.verb} was pressed. "
        f"{_both_texts(press, item)} Look at it again and decide with its present status in view."
    )


def _both_texts(press: Press, item: Item) -> str:
    yours = "; ".join(f"{name}: {value}" for name, value in press.after.items()) or f"the verb {press.verb}"
    return f"Nothing was written. Stored: question: {item.question}; answer: {item.answer}. Yours: {yours}."
