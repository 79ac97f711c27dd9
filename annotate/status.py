"""An item's status, derived from its decisions and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from core.records import Decision, Status, Verb

STATUS_OF: dict[Verb, Status] = {
    "accept": "accepted",
    "edit": "edited",
    "reject": "rejected",
    "defer": "deferred",
    "flag": "flagged",
}
FINAL: frozenset[Status] = frozenset({"accepted", "edited", "rejected"})


def standing(decisions: Sequence[Decision]) -> list[Decision]:
    """Decisions that still count: neither undone, nor an undo, nor older than the last restore."""
    undone = {decision.undoes for decision in decisions if decision.verb == "undo"}
    kept = [d for d in decisions if d.verb != "undo" and d.id not in undone]
    restores = [i for i, d in enumerate(kept) if d.verb == "restore"]
    return kept[restores[-1] + 1 :] if restores else kept


def derive_status(decisions: Sequence[Decision], overlap: int = 1) -> Status:
    """Status of an item from its decisions, oldest first.

    With one reviewer an item the last word counts. With `overlap` above 1 each reviewer's last word counts:
    fewer than asked for leave it undecided, different words or any edit (a proposal) make it disputed, and an
    adjudication settles it.
    """
    counting = standing(decisions)
    if not counting:
        return "undecided"
    last = counting[-1]
    if last.verb == "adjudicate":
        return adjudicated(last)
    if overlap <= 1:
        return STATUS_OF[last.verb]
    return _of_several(counting, overlap)


def adjudicated(decision: Decision) -> Status:
    """What an adjudication ruled; it is written in its `after`."""
    ruled = (decision.after or {}).get("status", "accepted")
    return ruled if ruled in get_args(Status) else "accepted"


def _of_several(counting: Sequence[Decision], overlap: int) -> Status:
    rulings = [i for i, d in enumerate(counting) if d.verb == "adjudicate"]
    latest = {d.reviewer: d for d in counting[rulings[-1] + 1 if rulings else 0 :]}
    words = {STATUS_OF[d.verb] for d in latest.values()}
    if "flagged" in words:
        return "flagged"
    given = [d for d in latest.values() if STATUS_OF[d.verb] in FINAL]
    if len(given) < overlap and not rulings:
        return "deferred" if words == {"deferred"} else "undecided"
    if len(words) == 1 and "edited" not in words:
        return words.pop()
    return "disputed"
