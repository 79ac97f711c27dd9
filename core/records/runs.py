"""What an evaluation found."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from core.records.answers import Answer
from core.records.base import Record
from core.records.items import Item
from core.records.verdicts import Judge, Verdict

Tag = Literal["FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7"]
CorrectnessLabel = Literal["correct", "partial", "wrong", "undefined"]


class Score(Record):
    """One metric over a run: a value, or the reason why there is none; always with its counts."""

    metric: str
    value: float | None
    reason: str = ""
    n_used: int = 0
    n_skipped: int = 0
    n_failed: int = 0
    low: float | None = None
    high: float | None = None
    interval: str = ""


class Step(Record):
    """The answer to one of the four questions of diagnosis, with proof a person can open."""

    question: Literal["in_knowledge_base", "in_top_k", "in_context", "why_not_answered"]
    answer: Literal["yes", "no", "partly", "unknown", "not_asked"]
    proof: str
    details: dict[str, Any] = Field(default_factory=dict)


class Failure(Record):
    """Why one answer is not correct: a primary tag, further tags, and the proof."""

    item_id: str
    tag: Tag | Literal["unknown"]
    subtype: str = ""
    also: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    by: Literal["rule", "judge", "person"] = "rule"
    confidence: float = 1.0
    advice: str = ""


class ItemResult(Record):
    """Everything a run knows of one item: answer, claims, verdict labels, per-item metric values, correctness."""

    item: Item
    answer: Answer
    refused: bool | None = None
    answer_claims: tuple[str, ...] = ()
    reference_claims: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    values: dict[str, float | None] = Field(default_factory=dict)
    reasons: dict[str, str] = Field(default_factory=dict)
    correctness: CorrectnessLabel = "undefined"
    judge_errors: tuple[str, ...] = ()
    failure: Failure | None = None


class Judging(Record):
    """How sure a run's judge was of itself, from the votes behind its verdicts.

    `voters` names who voted (repeats, or members of a panel) and `by_voter` each metric as each of them alone would
    have it. `screened` verdicts were decided without the model; the model tried `tried` of them, in `tried_items`
    items drawn beforehand, and said the same of `confirmed`, with a 95 % interval `low` to `high` over items.
    """

    verdicts: int = 0
    voted: int = 0
    unstable: int = 0
    voters: tuple[str, ...] = ()
    by_voter: dict[str, tuple[float | None, ...]] = Field(default_factory=dict)
    screened: int = 0
    tried: int = 0
    tried_items: int = 0
    confirmed: int = 0
    low: float | None = None
    high: float | None = None


class Run(Record):
    """One evaluation of one system on one release."""

    id: str
    kb_id: str
    release: str
    release_hash: str
    fingerprint: str
    system: str
    mode: Literal["end_to_end", "retriever", "generator"] = "end_to_end"
    top_k: int
    judge: Judge | None
    settings: dict[str, Any] = Field(default_factory=dict)
    metric_versions: dict[str, int] = Field(default_factory=dict)
    scores: tuple[Score, ...] = ()
    failures: tuple[Failure, ...] = ()
    status: Literal["running", "done", "stopped", "failed"] = "running"
    started: str = ""
    finished: str = ""
    cost: float | None = None
    notes: tuple[str, ...] = ()
    judging: Judging | None = None
