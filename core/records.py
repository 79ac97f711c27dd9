"""The nouns of Assay: frozen records shared by every room. Offsets are code points into `Document.text`, end exclusive;
times are ISO 8601 in UTC; undefined numbers are None with a reason, never 0, 1 or NaN."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Language = Literal["en", "zh", "mixed", "other"]
Kind = Literal["factual", "multi_hop", "unanswerable"]
ExpectedReply = Literal["answer", "refuse", "correct_premise", "ask_back", "report_conflict"]
Label = Literal["entailed", "contradicted", "neutral"]
Verb = Literal["accept", "edit", "reject", "defer", "flag", "undo", "adjudicate", "restore"]
Status = Literal["undecided", "accepted", "edited", "rejected", "deferred", "flagged", "disputed"]
Tag = Literal["FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7"]
CorrectnessLabel = Literal["correct", "partial", "wrong", "undefined"]


def text_hash(text: str) -> str:
    """SHA-256 of the text's UTF-8 bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Record(BaseModel):
    """Base of all nouns: immutable, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> str:
        """One line of JSON, Unicode kept readable, keys in field order."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False)


class KnowledgeBase(Record):
    """A set of documents under one name; fingerprint is over the sorted document hashes and extractors."""

    id: str
    name: str
    language_mix: dict[str, float] = Field(default_factory=dict)
    fingerprint: str = ""
    created: str = ""


class Span(Record):
    """A stretch of a document that carries a heading, page, slide or sheet of its own."""

    start: int
    end: int
    label: str


class Document(Record):
    """One source file as text. `id` is derived from the knowledge base and the normalised relative path."""

    id: str
    kb_id: str
    source: str
    title: str
    text: str
    raw_sha256: str
    text_sha256: str
    extractor: str
    normalisation: str = "newlines,NFC"
    language_mix: dict[str, float] = Field(default_factory=dict)
    language: Language = "other"
    headings: tuple[Span, ...] = ()
    pages: tuple[Span, ...] = ()
    warnings: tuple[str, ...] = ()


class LoadReport(Record):
    """What became of one file: loaded, skipped (unchanged or not a document) or refused, with the reason."""

    source: str
    status: Literal["loaded", "skipped", "refused"]
    characters: int = 0
    language: Language = "other"
    reason: str = ""
    warnings: tuple[str, ...] = ()


class Chunk(Record):
    """A passage of a document: `text == document.text[start:end]`, exactly."""

    id: str
    kb_id: str
    document_id: str
    chunking: str
    position: int
    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    page: str | None = None


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
    """One draft check: passed or not, with a reason a person can read."""

    check: str
    passed: bool
    reason: str = ""


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


class Gate(Record):
    """One release gate: value against threshold, and the items behind a shortfall."""

    id: str
    value: float | None
    threshold: str
    verdict: Literal["met", "missed", "undecided"]
    reason: str = ""
    items: tuple[str, ...] = ()


class Release(Record):
    """An immutable version of a golden set; `path` is where its files lie (not part of the hash)."""

    name: str
    version: str
    kb_id: str
    kb_name: str
    parent: str | None = None
    fingerprint: str = ""
    document_hashes: dict[str, str] = Field(default_factory=dict)
    gates: tuple[Gate, ...] = ()
    knowingly: str = ""
    notes: dict[str, str] = Field(default_factory=dict)
    content_hash: str = ""
    created: str = ""
    items: tuple[Item, ...] = ()
    path: str = ""


class Passage(Record):
    """One retrieved text, in rank order; document and offsets only when the system knows them."""

    id: str
    text: str
    score: float | None = None
    document_id: str | None = None
    source: str | None = None
    start: int | None = None
    end: int | None = None


class Answer(Record):
    """What the system under test replied; `context` holds the texts (or the one prompt) the model saw, None if unknown."""

    item_id: str
    text: str = ""
    retrieved: tuple[Passage, ...] | None = None
    context: tuple[str, ...] | str | None = None
    latency: float | None = None
    cost: float | None = None
    error: str = ""

    @property
    def hash(self) -> str:
        """Hash of the reply's text, for rulings and verdicts."""
        return text_hash(self.text)


class Judge(Record):
    """Everything that makes one judge different from another; part of every verdict's key."""

    provider: str
    model: str
    version: str = ""
    temperature: float = 0.0
    prompt_hash: str = ""
    repeats: int = 1

    @property
    def id(self) -> str:
        """Short stable name of this judge: provider/model#digest."""
        digest = text_hash(self.to_json())[:8]
        return f"{self.provider}/{self.model}#{digest}"


class Verdict(Record):
    """What a judge says of one claim against one premise."""

    claim: str
    premise_hash: str
    label: Label
    confidence: float
    quote: str = ""
    judge: str = ""
    reason: str = ""


class Ruling(Record):
    """A person's word on a machine's; wins wherever the hashes agree."""

    id: str
    subject: Literal["verdict", "refusal", "correctness", "tag", "relevance"]
    item_id: str
    answer_hash: str = ""
    claim_hash: str = ""
    premise_hash: str = ""
    label: str
    person: str
    time: str
    comment: str = ""


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
