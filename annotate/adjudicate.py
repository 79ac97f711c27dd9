"""Settling items on which several reviewers differ: their words side by side, and one ruling that ends it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotate.decide import decide
from annotate.edits import EDITABLE
from annotate.status import FINAL, STATUS_OF, standing
from core.clock import Clock
from core.errors import BadCall
from core.records import Decision, Item
from core.store import decisions as decision_store
from core.store.database import Store


@dataclass(frozen=True)
class Word:
    """One reviewer's standing word on an item; `fields` are what an edit proposes."""

    reviewer: str
    verb: str
    fields: dict[str, Any]
    reason: str
    comment: str
    seconds: float | None
    time: str


def words_on(store: Store, item_id: str) -> list[Word]:
    """The last word of each reviewer since the last ruling, in the order they were first given."""
    return [_word(decision) for decision in _latest(decision_store.of_item(store, item_id)).values()]


def first_words(decisions: Sequence[Decision]) -> dict[str, str]:
    """Each reviewer's verb before anyone ruled: what was said blind."""
    counting = standing(decisions)
    rulings = [n for n, d in enumerate(counting) if d.verb == "adjudicate"]
    blind = counting[: rulings[0]] if rulings else counting
    return {d.reviewer: d.verb for d in blind if STATUS_OF.get(d.verb) in FINAL}


def rule(
    store: Store, item: Item, judge: str, verb: str, *, fields: dict[str, Any] | None = None, reason: str = "",
    comment: str = "", seconds: float | None = None, rng: random.Random, clock: Clock,
) -> Item:  # fmt: skip
    """End a dispute: accept the text as it stands, edit it to `fields`, or reject it; BadCall for another verb."""
    status = STATUS_OF.get(verb)  # type: ignore[call-overload]
    if status not in FINAL:
        raise BadCall(f"A ruling accepts, edits or rejects an item; {verb!r} does not settle it.")
    return decide(
        store, item.id, item.revision, "adjudicate", judge, after={**(fields or {}), "status": status}, reason=reason,
        comment=comment, seconds=seconds, rng=rng, clock=clock,
    )  # fmt: skip


def _latest(decisions: Sequence[Decision]) -> dict[str, Decision]:
    counting = standing(decisions)
    rulings = [n for n, d in enumerate(counting) if d.verb == "adjudicate"]
    latest: dict[str, Decision] = {}
    for decision in counting[rulings[-1] + 1 if rulings else 0 :]:
        latest[decision.reviewer] = decision
    return latest


def _word(decision: Decision) -> Word:
    fields = {name: value for name, value in (decision.after or {}).items() if name in EDITABLE}
    return Word(
        decision.reviewer, decision.verb, fields, decision.reason, decision.comment, decision.seconds, decision.time
    )
