"""Where a quote stands in a text."""

from __future__ import annotations

import re

from core.text.sentences import split_sentences

# Marks and spaces between two words may differ: models straighten quotation marks and leave markup out.
_GAP = r"[^\w]{0,8}"
_PIECE = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
# Fewer words (characters of Chinese) stand anywhere; a quote is searched for by its first so many.
_LEAST, _MOST = 3, 300
# A quote cut out of a sentence is widened to it, up to so many characters.
_SENTENCE = 400


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """The sentences of a text that hold a quote, word for word (marks and white space aside); None when none do."""
    pieces = _PIECE.findall(quote)
    if len(pieces) < _LEAST or len(pieces) > _MOST:
        return None
    pattern = _GAP.join(re.escape(piece) for piece in pieces)
    found = re.search(rf"(?<![^\W\u3400-\u9fff]){pattern}(?![^\W\u3400-\u9fff])", text)
    return _whole(found.start(), found.end(), text) if found else None


def _whole(start: int, end: int, text: str) -> tuple[int, int]:
    """From the beginning of the sentence a quote begins in to the end of the one it ends in."""
    touched = [s for s in split_sentences(text) if s.start < end and s.end > start]
    if touched and touched[-1].end - touched[0].start <= max(_SENTENCE, end - start):
        return min(start, touched[0].start), max(end, touched[-1].end)
    return start, end
