"""People checking what a judge said of a run: the sample, and each person's word on a unit of it."""

from __future__ import annotations

from typing import Literal

from core.records.base import Record

Subject = Literal["verdict", "refusal", "correctness", "tag"]


class Unit(Record):
    """One thing the judge said, as it stood when the sample was drawn; a person says it again without seeing it.

    `metric` is the metric it feeds and `weight` its weight there, 1 on average over the metric's units. `premises` are the
    hashes of all texts a ruling of "not supported" speaks about (a context is several passages); the first is shown.
    """

    id: str
    subject: Subject
    metric: str
    item_id: str
    answer_hash: str
    claim: str = ""
    premises: tuple[str, ...] = ()
    label: str
    confidence: float | None = None
    language: str = ""
    kind: str = ""
    weight: float = 1.0


class SpotCheck(Record):
    """A sample of one run's judgements of one subject: its first `size` units, in a seeded order.

    Every beginning of that order is a stratified sample, so the check can be made longer without drawing again.
    """

    id: str
    run_id: str
    kb_id: str
    subject: Subject
    judge: str
    half_width: float
    size: int
    total: int
    seed: int
    left_out: int = 0
    created: str


class SpotDecision(Record):
    """A person's label on one unit; append-only, the newest of a person counts, and an empty label takes it back."""

    id: str
    check_id: str
    unit_id: str
    reviewer: str
    label: str
    comment: str = ""
    judge_label: str = ""
    seconds: float | None = None
    time: str
