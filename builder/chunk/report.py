"""Chunk a knowledge base in a stream, and say how long the chunks are."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from itertools import islice

from builder.chunk.cut import chunk_text
from builder.chunk.spec import DEFAULT, Chunking, as_chunking
from builder.chunk.units import measure
from core.errors import BadCall
from core.records import Chunk, Document
from core.store import chunks as chunk_store
from core.store import documents
from core.store.database import Store

_MEASURED = 5000


@dataclass(frozen=True)
class Lengths:
    """Tokens a chunk over `n` chunks; None when there are none."""

    n: int = 0
    min: int | None = None
    median: int | None = None
    p90: int | None = None
    max: int | None = None


@dataclass(frozen=True)
class ChunkReport:
    """Documents and chunks of the knowledge base under one chunking, how many documents were chunked now, and lengths.

    Lengths are over the chunks made now; when nothing had to be made, over the first 5,000 there are.
    """

    chunking: str
    documents: int
    chunked: int
    chunks: int
    tokens: Lengths

    def to_dict(self) -> dict[str, object]:
        """The report as JSON takes it."""
        return asdict(self)


@dataclass(frozen=True)
class Preview:
    """Chunks of one document as they would be made, and their lengths; nothing is stored."""

    chunks: tuple[Chunk, ...]
    tokens: Lengths


def chunk_documents(
    store: Store,
    kb_id: str,
    chunking: Chunking | str = DEFAULT,
    progress: Callable[[int, int, str], None] | None = None,
    check_stop: Callable[[], None] | None = None,
) -> ChunkReport:
    """Chunk the documents that have no chunks of this kind yet (a changed document loses its own when it is saved)."""
    chunking = as_chunking(chunking)
    todo = sorted(
        documents.text_hashes(store, kb_id).keys() - chunk_store.chunked_documents(store, kb_id, str(chunking))
    )
    tokens = array("I")
    for done, document_id in enumerate(todo):
        if check_stop is not None:
            check_stop()
        document = documents.find(store, document_id)
        if document is None:
            continue
        if progress is not None:
            progress(done, len(todo), document.source)
        made = chunk_text(document, chunking)
        chunk_store.replace(
            store, document_id, str(chunking), _without_clashes(store, made) if chunking.strategy == "own" else made
        )
        tokens.extend(measure(chunk.text) for chunk in made)
    if not todo:
        tokens.extend(
            measure(chunk.text) for chunk in islice(chunk_store.iterate(store, kb_id, str(chunking)), _MEASURED)
        )
    return ChunkReport(
        chunking=str(chunking),
        documents=documents.count(store, kb_id),
        chunked=len(todo),
        chunks=chunk_store.count(store, kb_id, str(chunking)),
        tokens=lengths(tokens),
    )


def preview(document: Document, chunking: Chunking | str = DEFAULT) -> Preview:
    """What a chunking makes of one document."""
    made = tuple(chunk_text(document, chunking))
    return Preview(made, lengths(measure(chunk.text) for chunk in made))


def lengths(tokens: Iterable[int]) -> Lengths:
    """Least, median, 90th percentile and greatest of some token counts."""
    ordered = sorted(tokens)
    if not ordered:
        return Lengths()
    last = len(ordered) - 1
    return Lengths(len(ordered), ordered[0], ordered[last // 2], ordered[round(last * 0.9)], ordered[-1])


def _without_clashes(store: Store, made: list[Chunk]) -> list[Chunk]:
    """Chunks whose kept id another document uses already get their document's id behind it: ids are unique."""
    if not made:
        raise BadCall("A document without passages cannot be chunked as its own.")
    taken = {
        chunk.id
        for chunk in chunk_store.get_many(store, [c.id for c in made])
        if chunk.document_id != made[0].document_id
    }
    return [
        chunk.model_copy(update={"id": f"{chunk.id}@{chunk.document_id}"}) if chunk.id in taken else chunk
        for chunk in made
    ]
