"""Sections that a chunk does not cross: headings of level 1 and 2, slides, sheets and rows; tiny ones are put together."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.chunk.pack import Stretch
from builder.chunk.units import measure
from core.records import Document, Span

_ATX = re.compile(r" {0,3}(#{1,6})\s")
_DEEPEST = 2
_TINY = 8  # a section below an eighth of a chunk is tiny


def heading_level(text: str, span: Span) -> int:
    """The level of a heading from its own marks: # signs, or the underline of a setext heading."""
    match = _ATX.match(text, span.start)
    if match:
        return len(match.group(1))
    below = text.find("\n", span.start) + 1
    return 1 if below and text.startswith("=", below) else 2


def sections(document: Document, size: int) -> Iterator[Stretch]:
    """Start and end of each section; a tiny one is joined to the next as long as both fit into one chunk."""
    begun: int | None = None
    held = 0
    for start, end in _bounded(document):
        tokens = measure(document.text[start:end]) if end - start < 12 * size else size
        if begun is None:
            begun, held = start, tokens
        elif held <= size // _TINY or (tokens <= size // _TINY and held + tokens <= size):
            held += tokens
        else:
            yield begun, start
            begun, held = start, tokens
    if begun is not None:
        yield begun, len(document.text)


def _bounded(document: Document) -> Iterator[Stretch]:
    cuts = {0}
    cuts.update(span.start for span in document.headings if heading_level(document.text, span) <= _DEEPEST)
    # Sentences run on over PDF pages; slides, sheets and rows stand for themselves.
    cuts.update(span.start for span in document.pages if not span.label.startswith("page "))
    ordered = sorted(cuts)
    yield from zip(ordered, [*ordered[1:], len(document.text)], strict=True)
