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


def sections(document: Document, size: int) -> list[Stretch]:
    """Start and end of each section. A tiny one is joined to the next, the last one to the one before if both fit."""
    tiny = size // _TINY
    merged: list[tuple[int, int, int]] = []
    for start, end in _bounded(document):
        # A long section needs no counting: it is neither tiny nor does it fit.
        tokens = measure(document.text[start:end]) if end - start < 12 * size else size
        if merged and merged[-1][2] <= tiny:
            begun, _, held = merged.pop()
            start, tokens = begun, held + tokens
        merged.append((start, end, tokens))
    if len(merged) > 1 and merged[-1][2] <= tiny and merged[-2][2] + merged[-1][2] <= size:
        _, end, _ = merged.pop()
        start, _, _ = merged.pop()
        merged.append((start, end, size))
    return [(start, end) for start, end, _ in merged]


def _bounded(document: Document) -> Iterator[Stretch]:
    cuts = {0}
    cuts.update(span.start for span in document.headings if heading_level(document.text, span) <= _DEEPEST)
    # Sentences run on over PDF pages; slides, sheets and rows stand for themselves.
    cuts.update(span.start for span in document.pages if not span.label.startswith("page "))
    ordered = sorted(cuts)
    yield from zip(ordered, [*ordered[1:], len(document.text)], strict=True)
