"""What every drafter yields: a question with its answer and the spans it rests on, not yet an item."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from core.records import ExpectedReply, Kind, SearchTrace

# A draft whose question stands in a heading and whose answer only stands under it: the judge has the last word on it.
FROM_HEADING = "from_heading"


@dataclass(frozen=True)
class Span:
    """A stretch of a document that holds (part of) the answer; `group` as in Evidence."""

    document_id: str
    start: int
    end: int
    group: int = 0


@dataclass(frozen=True)
class Slots:
    """What a question asks for, in parts that can be looked up: entity, attribute, condition.

    `also` are other words the entity may be called by; `told` are the words of the statement asked about, where it is
    no entity but a whole statement that lacks the attribute; `general` are patterns that, all in one passage, may answer
    for any entity ("files are imported by script").
    """

    entity: str = ""
    also: tuple[str, ...] = ()
    attribute: tuple[str, ...] = ()
    condition: str = ""
    told: tuple[str, ...] = ()
    general: tuple[str, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A draft on its way through the checks; `score` is how much its template is trusted on this sentence (0 to 1)."""

    question: str
    answer: str
    claims: tuple[str, ...]
    spans: tuple[Span, ...]
    kind: Kind
    subkind: str
    language: Literal["en", "zh"]
    score: float
    template: str
    subject: str = ""
    value: str = ""
    topic: str = ""
    expected_reply: ExpectedReply = "answer"
    slots: Slots = field(default_factory=Slots)
    trace: SearchTrace | None = None
    chunk_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What makes two candidates the same draft."""
        return f"{self.kind}|{self.question}"

    @property
    def by_model(self) -> bool:
        """Whether a model wrote it."""
        return self.template.startswith("model:")

    def to_payload(self) -> dict[str, Any]:
        """The candidate as plain data, for the list of dropped drafts."""
        return {
            "kind": self.kind,
            "subkind": self.subkind,
            "question": self.question,
            "answer": self.answer,
            "claims": list(self.claims),
            "evidence": [
                {"document_id": s.document_id, "start": s.start, "end": s.end, "group": s.group} for s in self.spans
            ],
            "expected_reply": self.expected_reply,
            "template": self.template,
        }
