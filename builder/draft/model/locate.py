"""Where a quote stands in a text, and what stands around it."""

from __future__ import annotations

import re

from core.text.sentences import split_sentences

# Marks and spaces between two words may differ: models straighten quotation marks and leave markup and addresses out.
_GAP = r"(?:\]\([^)\n]*\)|[\W_]){0,24}"
_PIECE = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
_BEFORE, _AFTER = r"(?<![^\W_\u3400-\u9fff])", r"(?![^\W_\u3400-\u9fff])"
# Where a quote leaves something out, or goes on in another line.
_LEFT_OUT = re.compile(r"\s*(?:\[?(?:\.{3,}|…+)\]?|\n)\s*")
# Where a line or a sentence ends.
_BREAK = re.compile(r"\n|[.!?](?=\s)|[。！？]")
# Fewer words (characters of Chinese) stand anywhere; a quote is searched for by its first so many.
_LEAST, _MOST = 3, 900
# A quote cut out of a sentence is widened to it, up to so many characters.
_SENTENCE = 400


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """The sentences of a text that hold a quote, word for word (marks and white space aside); None when none do."""
    pieces = _PIECE.findall(quote)
    return _find(pieces, text, 0) if _LEAST <= len(pieces) <= _MOST else None


def locate_all(quote: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where a quote stands, whole or in its parts where it leaves something out; nothing unless every part is found, in order."""
    if (whole := locate(quote, text)) is not None:
        return (whole,)
    parts = [pieces for part in _LEFT_OUT.split(quote) if (pieces := _PIECE.findall(part))]
    if sum(map(len, parts)) < _LEAST or max(map(len, parts)) > _MOST:
        return ()
    joined: list[tuple[int, int]] = []
    for pieces in parts:
        place = _find(pieces, text, joined[-1][0] if joined else 0)
        if place is None:
            return ()
        if joined and not text[joined[-1][1] : place[0]].strip():
            joined[-1] = (joined[-1][0], max(place[1], joined[-1][1]))
        else:
            joined.append(place)
    return tuple(joined)


def _find(pieces: list[str], text: str, begin: int) -> tuple[int, int] | None:
    pattern = _GAP.join(re.escape(piece) for piece in pieces)
    found = re.compile(f"{_BEFORE}{pattern}{_AFTER}").search(text, begin)
    return _whole(found.start(), found.end(), text) if found else None


def around(text: str, start: int, end: int, room: int) -> tuple[int, int]:
    """The stretch with up to `room` characters before and after it, in whole lines or sentences."""
    before = _BREAK.search(text, start - room, start) if start > room else None
    low = before.end() if before else start if start > room else 0
    after = [found.start() + 1 for found in _BREAK.finditer(text, end, end + room)]
    return low, len(text) if len(text) - end <= room else after[-1] if after else end


def _whole(start: int, end: int, text: str) -> tuple[int, int]:
    """From the beginning of the sentence a quote begins in to the end of the one it ends in."""
    touched = [s for s in split_sentences(text) if s.start < end and s.end > start]
    if touched and touched[-1].end - touched[0].start <= max(_SENTENCE, end - start):
        return min(start, touched[0].start), max(end, touched[-1].end)
    return start, end
