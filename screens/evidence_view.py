"""Evidence marked inside its passage, or for a question without an answer the nearest passages found."""

from __future__ import annotations

from collections.abc import Iterator

from core.alignment import resolve_evidence
from core.records import Document, Evidence, Item, NearPassage
from core.store import documents
from screens import markup
from screens.fold import LEVELS, fold, shorten
from screens.session import store
from screens.words import words


def passages(item: Item, level: int) -> list[str]:
    """The right side of the card."""
    found = {e.document_id: documents.find(store(), e.document_id) for e in item.evidence}
    parts = list(_evidence(item, found, level))
    if item.trace is not None and (item.expected_reply == "refuse" or not item.evidence):
        parts += _nearest(item, level)
    if not parts:
        parts = [markup.box(words("review.no_evidence"), "bad")]
    return parts


def heading_of(document: Document, start: int) -> str:
    """The heading a place in a document stands under."""
    return next((span.label for span in reversed(document.headings) if span.start <= start), "")


def where(document: Document | None, evidence: Evidence) -> str:
    """File, heading and page of a piece of evidence."""
    title = heading_of(document, evidence.start) if document else ""
    page = words("review.page", page=evidence.page) if evidence.page else ""
    return " · ".join(filter(None, [evidence.source or (document.source if document else ""), title, page]))


def _evidence(item: Item, found: dict[str, Document | None], level: int) -> Iterator[str]:
    several = len(item.groups) > 1
    for number, (group, alternatives) in enumerate(item.groups.items(), start=1):
        for position, one in enumerate(alternatives):
            document = found[one.document_id]
            label = words("review.evidence_of", n=number, of=len(item.groups)) if several else words("review.evidence")
            if position:
                label = words("review.alternative", n=group + 1)
            yield markup.heading(f"{label} · {where(document, one)}")
            yield from _passage(one, document, level)


def _passage(one: Evidence, document: Document | None, level: int) -> Iterator[str]:
    place = resolve_evidence(one, document.text, document.text_sha256) if document else None
    if document is None or place is None:
        yield markup.box(words("review.stale" if document else "review.document_gone"), "bad")
        yield markup.folded(fold(one.before + one.quote + one.after, len(one.before), len(one.before + one.quote), level))
        return
    yield markup.folded(fold(document.text, *place, level))


def _nearest(item: Item, level: int) -> Iterator[str]:
    trace = item.trace
    assert trace is not None
    said = words("review.searched", method=trace.method or "–", depth=trace.depth, n=len(trace.nearest))
    yield markup.box(" ".join([said, trace.reason]).strip(), "note" if trace.verified else "bad")
    for rank, near in enumerate(trace.nearest, start=1):
        yield markup.heading(_near_title(rank, near))
        yield markup.folded(shorten(near.text, LEVELS[level][1] // 2))


def _near_title(rank: int, near: NearPassage) -> str:
    title = words("review.near", rank=rank, source=near.source, score=f"{near.score:.2f}")
    return f"{title} · {near.note}" if near.note else title
