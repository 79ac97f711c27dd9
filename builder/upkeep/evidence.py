"""Evidence that no longer stands in its document, and the span that most likely took its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from core.alignment import make_evidence, resolve_evidence
from core.nearest_span import nearest_span
from core.records import Document, Evidence, Item, StaleReason

Find = Callable[[str], Document | None]
# Documents that search brings up for a quote, most likely first.
Elsewhere = Callable[[str], Sequence[Document]]


def stale_evidence(
    items: Iterable[Item], find: Find, vanished: frozenset[str], elsewhere: Elsewhere, now: str
) -> Iterator[StaleReason]:
    """One reason for each piece of evidence that is gone, moved out of reach, or held by a vanished file.

    `vanished` are ids of documents whose file is no longer in its folder.
    """
    for item in items:
        for position, evidence in enumerate(item.evidence):
            document = find(evidence.document_id)
            if document is not None and document.id not in vanished:
                if resolve_evidence(evidence, document.text, document.text_sha256) is not None:
                    continue
                kind, places = "moved", [document, *elsewhere(evidence.quote)]
            else:
                kind = "vanished" if document is not None else "gone"
                places = [d for d in elsewhere(evidence.quote) if d.id not in vanished]
            proposal, similarity = nearest(evidence, places)
            yield StaleReason.model_validate(
                {
                    "item_id": item.id, "kind": kind, "document_id": evidence.document_id,
                    "text_sha256": document.text_sha256 if document else "", "source": evidence.source,
                    "evidence": position, "proposal": proposal, "similarity": similarity, "found": now,
                }
            )  # fmt: skip


def nearest(evidence: Evidence, documents: Iterable[Document]) -> tuple[Evidence | None, float | None]:
    """The span most like the evidence in the first document that holds one, and its similarity (0 to 100)."""
    for document in documents:
        span = nearest_span(evidence.quote, document.text)
        if span is not None:
            return make_evidence(document, span.start, span.end, evidence.group), round(span.similarity, 1)
    return None, None
