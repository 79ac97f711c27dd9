"""A person's word on a failure tag: kept as a ruling, and the run diagnosed again with it."""

from __future__ import annotations

import random

from core.clock import Clock, new_id
from core.errors import BadCall
from core.records import WITHDRAWN, ItemResult, Ruling, Run
from core.store import Store, rulings
from evaluation.diagnosis.advice import TAGS
from verbs.diagnosing import diagnose_run


def rule_tag(
    store: Store,
    run: Run,
    result: ItemResult,
    label: str,
    person: str,
    *,
    rng: random.Random,
    clock: Clock,
    comment: str = "",
) -> Run:
    """Set the tag of this answer by a person's word; it holds for the same answer in any later run too.

    The label `machine` takes an earlier ruling back.
    """
    if label not in (*TAGS, WITHDRAWN):
        raise BadCall(
            f"{label!r} is no failure tag: expected one of {', '.join(TAGS)}, or {WITHDRAWN!r} to take a ruling back."
        )
    if not person.strip():
        raise BadCall("A ruling carries the name of the person who gives it: type yours in the side bar first.")
    ruling = Ruling(
        id=new_id(rng), subject="tag", item_id=result.item.id, answer_hash=result.answer.hash, label=label,
        person=person.strip(), time=clock(), comment=comment.strip(),
    )  # fmt: skip
    rulings.append(store, ruling)
    return diagnose_run(store, run.id)
