"""What a system under test retrieved and replied."""

from __future__ import annotations

from core.records.base import Record, text_hash


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
