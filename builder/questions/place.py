"""Evidence of an imported row put at its exact place in a document of the knowledge base."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from core.alignment import make_evidence, resolve_evidence
from core.nearest_span import nearest_span
from core.records import Document, Evidence

# A quote this like a stretch of a document, with the same numbers, is that stretch in another spelling.
ALIKE = 90.0


def place(
    given: dict[str, Any],
    by_source: Callable[[str], Document | None],
    search: Callable[[str], Sequence[Document]],
) -> tuple[Evidence | None, str]:
    """The evidence with its offsets, and a sentence when its place had to be found or could not be.

    Tried in order: the offsets given, the quote in the document named, the quote anywhere search leads, a stretch at
    least 90 of 100 alike there.
    """
    quote, group = str(given.get("quote", "")), int(given.get("group", 0))
    named = by_source(str(given.get("source") or "")) if given.get("source") else None
    start, end = given.get("start"), given.get("end")
    if (
        named is not None
        and isinstance(start, int)
        and isinstance(end, int)
        and named.text[start:end] == quote
        and quote
    ):
        return make_evidence(named, start, end, group), ""
    near = [named] if named is not None else []
    # Searched only where the document named does not hold the quote.
    documents = near if any(_stands(quote, document) for document in near) else [*near, *search(quote)]
    for document in documents:
        if (found := _stands(quote, document)) is not None:
            shifted = start is not None and (document is not named or found[0] != start)
            moved = f"“{quote[:60]}” was found at {found[0]} in {document.source}." if shifted else ""
            return make_evidence(document, *found, group), moved
    for document in documents:
        span = nearest_span(quote, document.text, ALIKE)
        if span is not None and _numbers(document.text[span.start : span.end]) == _numbers(quote):
            said = f"“{quote[:60]}” stands in other words in {document.source}; its text was taken."
            return make_evidence(document, span.start, span.end, group), said
    return None, f"“{quote[:60]}” stands nowhere in the knowledge base."


def _stands(quote: str, document: Document) -> tuple[int, int] | None:
    """Start and end of the quote in the document, where it stands there word for word."""
    return resolve_evidence(Evidence(document_id=document.id, start=0, end=len(quote), quote=quote), document.text, "")


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))
