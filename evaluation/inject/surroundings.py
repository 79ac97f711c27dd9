"""Real passages around an item: those that hold its evidence, and those found beside it that do not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.records import Chunk, Evidence, Item, Passage
from core.search import SearchIndex
from core.store import Store
from core.store import chunks as chunk_store

_DEPTH = 60


class Surroundings:
    """The chunks of one knowledge base, asked by place and by BM25."""

    def __init__(self, store: Store, chunking: str, index: SearchIndex) -> None:
        self._store, self._chunking, self._index = store, chunking, index
        self._documents: dict[str, list[Chunk]] = {}

    def holders(self, evidence: Iterable[Evidence]) -> list[Chunk]:
        """Every chunk that shares a character with one of these."""
        found = {c.id: c for e in evidence for c in self._of(e.document_id) if _shares(c, e)}
        return list(found.values())

    def carriers(self, evidence: Evidence) -> list[Chunk]:
        """The fewest chunks that carry this evidence whole; empty when today's chunks do not."""
        overlapping = self.holders([evidence])
        whole = [c for c in overlapping if c.start <= evidence.start and evidence.end <= c.end]
        if whole:
            return whole[:1]
        inside = sum(min(c.end, evidence.end) - max(c.start, evidence.start) for c in overlapping)
        return overlapping if inside >= evidence.end - evidence.start else []

    def beside(self, item: Item, n: int, without: Collection[str] = ()) -> list[Chunk]:
        """The `n` best chunks for the question that hold none of the item's evidence, in any alternative.

        Chunks of the documents `without` are left out.
        """
        holders = {chunk.id for chunk in self.holders(item.evidence)}
        quotes = [_bare(e.quote) for e in item.evidence if len(_bare(e.quote)) > 3]
        found = []
        for hit in self._index.search(item.question, "bm25", _DEPTH):
            text = _bare(hit.chunk.text)
            if hit.chunk.id in holders or hit.chunk.document_id in without or any(quote in text for quote in quotes):
                continue
            found.append(hit.chunk)
            if len(found) == n:
                break
        return found

    def _of(self, document_id: str) -> list[Chunk]:
        if document_id not in self._documents:
            self._documents[document_id] = chunk_store.of_document(self._store, document_id, self._chunking)
        return self._documents[document_id]


def passages(chunks: Sequence[Chunk], placed: bool = True) -> tuple[Passage, ...]:
    """Chunks as a ranked list; without places, as an outside system would give them."""
    return tuple(
        Passage(
            id=chunk.id if placed else str(rank),
            text=chunk.text,
            score=round(1 / rank, 4),
            document_id=chunk.document_id if placed else None,
            start=chunk.start if placed else None,
            end=chunk.end if placed else None,
        )
        for rank, chunk in enumerate(chunks, 1)
    )


def _shares(chunk: Chunk, evidence: Evidence) -> bool:
    return chunk.start < evidence.end and evidence.start < chunk.end


def _bare(text: str) -> str:
    return "".join(text.split())
