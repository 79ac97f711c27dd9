"""One document to its chunks, under any chunking."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from builder.chunk.fixed import fixed_stretches
from builder.chunk.pack import Stretch, pack
from builder.chunk.sections import sections
from builder.chunk.spec import Chunking, as_chunking
from builder.chunk.units import split_units
from core.records import Chunk, Document, Span, text_hash

_ROW = "row "
_SEPARATOR = " > "


def chunk_text(document: Document, chunking: Chunking | str) -> list[Chunk]:
    """The document's chunks in order; `chunk.text == document.text[start:end]` for each."""
    chunking = as_chunking(chunking)
    if chunking.strategy == "own" and not chunking.splitter:
        return _own(document, chunking)
    return [_chunk(document, chunking, n, start, end) for n, (start, end) in enumerate(_stretches(document, chunking))]


def _stretches(document: Document, chunking: Chunking) -> Iterator[Stretch]:
    text, size, overlap = document.text, chunking.size, chunking.overlap
    # Room for a heading: else one before a sentence or table of full length would be a chunk by itself.
    largest = size - size // 8
    if chunking.splitter:
        from builder.chunk.custom import custom_stretches

        yield from custom_stretches(text, chunking.splitter)
    elif chunking.strategy == "fixed":
        yield from fixed_stretches(text, size, overlap)
    elif chunking.strategy == "semantic":
        from builder.chunk.semantic import semantic_stretches

        yield from semantic_stretches(text, size, overlap)
    elif chunking.strategy == "sentence":
        yield from pack(split_units(text, 0, len(text), largest), size, overlap)
    else:
        for start, end in sections(document, size):
            yield from pack(split_units(text, start, end, largest), size, overlap)


def _own(document: Document, chunking: Chunking) -> list[Chunk]:
    """The document's own divisions: rows loaded as passages (ids kept), pages, slides, sheets; else the whole."""
    spans = document.pages or (Span(start=0, end=len(document.text), label=""),)
    chunks = [_chunk(document, chunking, n, span.start, span.end) for n, span in enumerate(spans)]
    if not document.extractor.startswith("rows-"):
        return chunks
    ids = [span.label.removeprefix(_ROW) for span in spans]
    return [chunk.model_copy(update={"id": own}) for chunk, own in zip(chunks, ids, strict=True)]


def _chunk(document: Document, chunking: Chunking, position: int, start: int, end: int) -> Chunk:
    heading = _most_of(document.headings, start, end)
    page = _at(document.pages, start)
    return Chunk(
        id=text_hash(f"{document.id}\n{chunking}\n{start}\n{end}")[:16],
        kb_id=document.kb_id,
        document_id=document.id,
        chunking=str(chunking),
        position=position,
        start=start,
        end=end,
        text=document.text[start:end],
        headings=tuple(heading.label.split(_SEPARATOR)) if heading else (),
        page=page.label if page else None,
    )


def _most_of(spans: Sequence[Span], start: int, end: int) -> Span | None:
    """The section that holds most of a chunk; with sections put together it may begin in another."""
    first = max(0, bisect_right(spans, start, key=lambda span: span.start) - 1)
    best: Span | None = None
    most = 0
    for span in spans[first:]:
        if span.start >= end:
            break
        shared = min(end, span.end) - max(start, span.start)
        if shared > most:
            best, most = span, shared
    return best


def _at(spans: Sequence[Span], place: int) -> Span | None:
    index = bisect_right(spans, place, key=lambda span: span.start) - 1
    return spans[index] if index >= 0 and place < spans[index].end else None
