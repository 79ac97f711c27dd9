"""Markdown: the text as it stands."""

from __future__ import annotations

from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile

EXTRACTOR = "markdown-1"


def read(raw: RawFile) -> Extracted:
    """The decoded text, unchanged but for normalisation."""
    found = decode(raw.data, raw.source)
    return Extracted([Part(found.text)], EXTRACTOR, warnings=found.warnings)
