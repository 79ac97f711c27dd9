"""What judges and people say of replies."""

from __future__ import annotations

from typing import Literal

from core.records.base import Record, text_hash

Label = Literal["entailed", "contradicted", "neutral"]
# A ruling with this label takes the rulings before it back.
WITHDRAWN = "machine"


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
    """What a judge says of one claim against one premise.

    `votes` holds the labels behind `label` where several were given: by repeat, by member of a panel in its order, or
    by screen and model where a screen's word was tried on the model; empty for a single word. Where a person's word stands
    in the judge's place, `overruled` keeps the judge's label, confidence and id.
    """

    claim: str
    premise_hash: str
    label: Label
    confidence: float
    quote: str = ""
    judge: str = ""
    reason: str = ""
    votes: tuple[Label, ...] = ()
    overruled: tuple[Label, float, str] | None = None

    @property
    def agreement(self) -> float:
        """Share of the votes that say the same as the label, 0 to 1; 1 for a single word."""
        return self.votes.count(self.label) / len(self.votes) if self.votes else 1.0


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
