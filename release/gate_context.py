"""What the gates look at, gathered once: items, statuses, documents, settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pydantic import Field

from core.alignment import make_evidence, resolve_evidence
from core.records import Document, Evidence, Item, KnowledgeBase, Record, Status
from core.store import documents as document_store
from core.store import items as item_store
from core.store.database import Store


class GateSettings(Record):
    """Thresholds of the release gates; `size` is 50 for a small set.

    `ratings` is what each person said of the items that several people decided without seeing each other's word.
    """

    size: int = 150
    unanswerable_low: float = 0.10
    unanswerable_high: float = 0.20
    least_factual: float = 0.30
    least_multi_hop: float = 0.10
    route: Literal["decided", "sampled"] = "decided"
    max_reject_rate: float = 0.10
    confidence: float = 0.80
    sample_share: float = 0.10
    sample_seed: int = 0
    coverage: float = 0.50
    duplicate: float = 0.85
    agreement: float = 0.60
    ratings: dict[str, dict[str, str]] = Field(default_factory=dict)
    notes: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def small(cls) -> GateSettings:
        """The same gates for a small set of 50 items."""
        return cls(size=50)


@dataclass(frozen=True)
class GateContext:
    """Items about to be released and what is known about them."""

    store: Store
    kb: KnowledgeBase
    items: Sequence[Item]
    settings: GateSettings

    @cached_property
    def statuses(self) -> dict[str, Status]:
        """Status of every item of the knowledge base, released or not."""
        with self.store.read() as db:
            rows = db.execute("SELECT id, status FROM items WHERE kb_id = ?", [self.kb.id])
            return {row["id"]: row["status"] for row in rows}

    @cached_property
    def all_items(self) -> list[Item]:
        """Every item of the knowledge base: the population a review sample is drawn from."""
        return list(item_store.iterate(self.store, self.kb.id))

    @cached_property
    def documents(self) -> dict[str, Document]:
        """The documents that evidence points into."""
        wanted = {e.document_id for item in self.items for e in item.evidence}
        found = {i: document_store.find(self.store, i) for i in sorted(wanted)}
        return {i: document for i, document in found.items() if document is not None}

    @cached_property
    def document_count(self) -> int:
        """How many documents the knowledge base holds."""
        return document_store.count(self.store, self.kb.id)

    @cached_property
    def stale(self) -> dict[str, list[Evidence]]:
        """By item: evidence whose text is no longer in its document."""
        found = {item.id: [e for e in item.evidence if self.resolved(e) is None] for item in self.items}
        return {item_id: evidence for item_id, evidence in found.items() if evidence}

    def resolved(self, evidence: Evidence) -> Evidence | None:
        """The evidence at its present place, or None when it is stale."""
        document = self.documents.get(evidence.document_id)
        if document is None:
            return None
        place = resolve_evidence(evidence, document.text, document.text_sha256)
        if place is None:
            return None
        if place == (evidence.start, evidence.end) and document.text_sha256 == evidence.text_sha256:
            return evidence
        moved = make_evidence(document, *place, evidence.group)
        # The quote is part of the scoring hash: other white space alone must not make a new version.
        return moved if moved.quote == evidence.quote else evidence
