"""Where the golden evidence lies in today's knowledge base, so that offsets of its chunks can be compared with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.alignment import resolve_evidence
from core.records import Evidence, Item, Run
from core.store import Store, documents
from evaluation.metrics.evidence_gain import DEFAULT_RULE, AlignmentRule


@dataclass(frozen=True)
class Anchors:
    """Evidence by item with today's offsets, the ids of documents whose offsets can be trusted, and when a passage counts."""

    evidence: dict[str, tuple[Evidence, ...]]
    documents: frozenset[str]
    rule: AlignmentRule = DEFAULT_RULE

    def of(self, item: Item) -> tuple[Evidence, ...]:
        """The item's evidence as it stands today."""
        return self.evidence.get(item.id, item.evidence)


def anchor(store: Store, kb_id: str, items: Iterable[Item], rule: AlignmentRule = DEFAULT_RULE) -> Anchors:
    """Find the evidence again where a document has changed since; evidence that is gone keeps its old place."""
    stamps = documents.text_hashes(store, kb_id)
    moved: dict[str, tuple[Evidence, ...]] = {}
    for item in items:
        if any(e.document_id in stamps and stamps[e.document_id] != e.text_sha256 for e in item.evidence):
            moved[item.id] = tuple(_today(store, e, stamps) for e in item.evidence)
    return Anchors(moved, frozenset(stamps), rule)


def rule_of(run: Run) -> AlignmentRule:
    """When a passage counted in a run; runs from before it was recorded had the default."""
    kept = run.settings.get("alignment") or {}
    return AlignmentRule(**{name: float(value) for name, value in kept.items() if name in ("similarity", "share")})


def _today(store: Store, evidence: Evidence, stamps: dict[str, str]) -> Evidence:
    if stamps.get(evidence.document_id) in (None, evidence.text_sha256):
        return evidence
    document = documents.get(store, evidence.document_id)
    place = resolve_evidence(evidence, document.text, document.text_sha256)
    return evidence if place is None else evidence.model_copy(update={"start": place[0], "end": place[1]})
