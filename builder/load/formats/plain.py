"""Plain text, subtitles, logs and other markup that is kept as it stands."""

from __future__ import annotations

from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile

EXTRACTOR = "plain-1"


def read(raw: RawFile) -> Extracted:
    """The decoded text; `#` lines are not taken for headings."""
    found = decode(raw.data, raw.source)
    return Extracted([Part(found.text)], EXTRACTOR, markdown=False, warnings=found.warnings)
