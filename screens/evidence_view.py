"""Evidence marked inside its passage, or for a question without an answer the nearest passages found."""

from __future__ import annotations

from collections.abc import Iterator

from core.alignment import resolve_evidence
from core.records import Document, Evidence, Item, NearPassage
from core.store import documents, notes
from screens import markup
from screens.fold import LEVELS, about, fold
from screens.retold import retold
from screens.session import store
from screens.words import sentences, words


def passages(item: Item, level: int, *, acting: bool = True) -> list[str]:
    """The right side of the card; `acting` gives each of the nearest passages its buttons."""
    found = {e.document_id: documents.find(store(), e.document_id) for e in item.evidence}
    parts = list(_evidence(item, found, level))
    if item.trace is not None and (item.expected_reply == "refuse" or not item.evidence):
        parts += _nearest(item, level, acting)
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
    """Each document once, all its marks in one passage; what cannot be found any more is shown as it was quoted."""
    names = _names(item)
    for document_id, document in found.items():
        here = [(e, n) for e, n in zip(item.evidence, names, strict=True) if e.document_id == document_id]
        places = [resolve_evidence(e, document.text, document.text_sha256) if document else None for e, _ in here]
        spans = [place for place in places if place is not None]
        if document is not None and spans:
            labels = " + ".join(n for (_, n), place in zip(here, places, strict=True) if place is not None)
            yield markup.heading(f"{labels} · {where(document, here[0][0])}")
            yield markup.folded(fold(document.text, spans, level, len(found)))
        for (one, name), place in zip(here, places, strict=True):
            if place is None:
                yield markup.heading(f"{name} · {where(document, one)}")
                yield markup.box(words("review.stale" if document else "review.document_gone"), "bad")
                quoted = (len(one.before), len(one.before + one.quote))
                yield markup.folded(fold(one.before + one.quote + one.after, [quoted], level))


def _names(item: Item) -> list[str]:
    """What each piece of evidence is called: by number where several are needed, as an alternative where one suffices."""
    numbers = {group: n for n, group in enumerate(item.groups, start=1)}
    seen: set[int] = set()
    names = []
    for one in item.evidence:
        number = numbers[one.group]
        if one.group in seen:
            names.append(words("review.alternative", n=number))
        elif len(numbers) > 1:
            names.append(words("review.evidence_of", n=number, of=len(numbers)))
        else:
            names.append(words("review.evidence"))
        seen.add(one.group)
    return names


def _nearest(item: Item, level: int, acting: bool) -> Iterator[str]:
    trace = item.trace
    assert trace is not None
    gone = {(one.document_id, one.start, one.end) for one in notes.waved(store(), item.id)}
    said = words("review.searched", method=retold(trace.method) or "–", depth=trace.depth, n=len(trace.nearest))
    waved = words("review.waved_of", done=sum((n.document_id, n.start, n.end) in gone for n in trace.nearest),
                  total=len(trace.nearest)) if trace.nearest else ""  # fmt: skip
    yield markup.box(sentences(retold(trace.reason), said, waved), "note" if trace.verified else "bad")
    for rank, near in enumerate(trace.nearest, start=1):
        body = [
            markup.heading(_near_title(rank, near)),
            markup.folded(about(near.text, item.question, _near_room(level, len(trace.nearest)))),
        ]
        if acting:
            body.append(markup.action("wave", rank, words("review.wave"), str(rank)))
            body.append(markup.action("evidence", rank, words("review.as_evidence"), f"⇧{rank}"))
        yield markup.near(rank, body, (near.document_id, near.start, near.end) in gone)


def _near_room(level: int, passages: int) -> int:
    """How much of each of the nearest passages is shown: all of them on one screen at the narrowest level."""
    return max(110, 640 // passages) if level == 0 else LEVELS[level][1] // 2


def _near_title(rank: int, near: NearPassage) -> str:
    title = words("review.near", rank=rank, source=near.source, score=f"{near.score:.2f}")
    return f"{title} · {retold(near.note)}" if near.note else title
