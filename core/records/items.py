"""Questions with ground truth, and what people decided about them."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from core.records.base import Record, text_hash
from core.records.documents import Language

Kind = Literal["factual", "multi_hop", "unanswerable"]
ExpectedReply = Literal["answer", "refuse", "correct_premise", "ask_back", "report_conflict"]
Verb = Literal["accept", "edit", "reject", "defer", "flag", "undo", "adjudicate", "restore"]
Status = Literal["undecided", "accepted", "edited", "rejected", "deferred", "flagged", "disputed"]


class Evidence(Record):
    """The ground truth of retrieval: a span of a document.

    Evidence of one `group` are alternatives; all groups of an item are needed.
    """

    document_id: str
    source: str = ""
    start: int
    end: int
    quote: str
    before: str = ""
    after: str = ""
    page: str | None = None
    text_sha256: str = ""
    group: int = 0


class Origin(Record):
    """Where an item came from: generator or person, and enough to make it again."""

    author: Literal["human", "model", "rules"] = "human"
    generator: str = ""
    model: str = ""
    prompt_hash: str = ""
    seed: int | None = None
    external_id: str = ""
    chunk_ids: tuple[str, ...] = ()
    note: str = ""


class Turn(Record):
    """One earlier turn of the conversation a question belongs to."""

    role: Literal["user", "assistant"]
    text: str


class NearPassage(Record):
    """A passage that came nearest when an answer was searched for and not found."""

    document_id: str
    source: str
    start: int
    end: int
    text: str
    score: float
    note: str = ""


class SearchTrace(Record):
    """Proof of absence for an item that should be refused: what was searched and what came nearest."""

    fingerprint: str = ""
    method: str = ""
    depth: int = 0
    verified: bool = False
    reason: str = ""
    nearest: tuple[NearPassage, ...] = ()


class CheckResult(Record):
    """One draft check: passed or not, with a reason a person can read.

    `doubt`, from 0 to 1, is how unsure the judge behind a check was; None where it asked none.
    """

    check: str
    passed: bool
    reason: str = ""
    doubt: float | None = None

    @model_serializer(mode="wrap")
    def _without_unknown_doubt(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Items checked before doubts were kept must go on hashing as they did."""
        fields: dict[str, Any] = dump(self)
        return {name: value for name, value in fields.items() if name != "doubt" or value is not None}


class Item(Record):
    """A question with its ground truth. `id` is drawn once and stable for life, never made from content."""

    id: str
    kb_id: str
    question: str
    question_language: Language
    kind: Kind
    subkind: str = ""
    expected_reply: ExpectedReply = "answer"
    answer: str = ""
    claims: tuple[str, ...] = ()
    claims_confirmed: bool = False
    splitter: str = ""
    evidence: tuple[Evidence, ...] = ()
    expected_format: str = ""
    history: tuple[Turn, ...] = ()
    tags: tuple[str, ...] = ()
    origin: Origin = Field(default_factory=Origin)
    checks: tuple[CheckResult, ...] = ()
    trace: SearchTrace | None = None
    revision: int = 1
    created: str = ""

    @property
    def scoring_hash(self) -> str:
        """Hash of everything that can change a score; two runs are compared on items where it agrees."""
        spans = sorted((e.group, e.document_id, e.quote) for e in self.evidence)
        parts = [self.question, self.answer, list(self.claims), spans, self.kind, self.expected_reply]
        return text_hash(json.dumps([*parts, self.expected_format], ensure_ascii=False))

    @property
    def groups(self) -> dict[int, tuple[Evidence, ...]]:
        """Evidence by group number; one alternative of each group is needed."""
        numbers = sorted({e.group for e in self.evidence})
        return {n: tuple(e for e in self.evidence if e.group == n) for n in numbers}


class Decision(Record):
    """One append-only act of a reviewer on one revision of an item."""

    id: str
    item_id: str
    reviewer: str
    verb: Verb
    seen_revision: int
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    reason: str = ""
    comment: str = ""
    seconds: float | None = None
    undoes: str | None = None
    time: str
