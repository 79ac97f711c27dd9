"""The sampling cards of a knowledge base, with the items whose evidence lies in each chunk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from builder.sample_cards import ChunkMeta, chunk_meta
from core.records import Chunk, Status
from core.store import chunks as chunk_store
from core.store import documents
from core.store import items as item_store
from core.store.database import Store
from core.store.items import ItemFilter

# Items that count as being there: all but those a reviewer threw out.
PRESENT: tuple[Status, ...] = ("undecided", "accepted", "edited", "deferred", "flagged", "disputed")
_Spans = dict[str, list[tuple[int, int, str]]]
_BATCH = 400


def cards_of(store: Store, kb_id: str, chunking: str) -> Iterator[ChunkMeta]:
    """A card for every chunk, one chunk in memory at a time."""
    sources = {stamp[0]: source for source, stamp in documents.stamps(store, kb_id).items()}
    cited = _cited(store, kb_id)
    for chunk in chunk_store.iterate(store, kb_id, chunking):
        held = [item for start, end, item in cited.get(chunk.document_id, ()) if _lies_in(start, end, chunk)]
        yield chunk_meta(chunk, sources.get(chunk.document_id, ""), list(dict.fromkeys(held)))


def texts_of(store: Store, ids: Sequence[str]) -> list[str]:
    """The texts of these chunks, read in batches that the database can take."""
    batches = (ids[begin : begin + _BATCH] for begin in range(0, len(ids), _BATCH))
    return [chunk.text for batch in batches for chunk in chunk_store.get_many(store, batch)]


def encoded(store: Store, encoder: Any) -> Callable[[Sequence[str]], Any]:
    """The embeddings of chunk ids, made when they are asked for."""
    return lambda ids: encoder.encode(texts_of(store, ids))


def _cited(store: Store, kb_id: str) -> _Spans:
    found: _Spans = {}
    for item in item_store.iterate(store, kb_id, ItemFilter(status=PRESENT)):
        for one in item.evidence:
            found.setdefault(one.document_id, []).append((one.start, one.end, item.id))
    return found


def _lies_in(start: int, end: int, chunk: Chunk) -> bool:
    """Whether the middle of the evidence is in the chunk, or the middle of the chunk in the evidence."""
    return chunk.start <= (start + end) // 2 < chunk.end or start <= (chunk.start + chunk.end) // 2 < end
