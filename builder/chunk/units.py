"""The units chunks are packed from: sentences, headings, whole tables or their rows; none larger than a chunk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from core.text.sentences import Sentence, is_table_row, split_sentences
from core.text.tokens import count_tokens

_WINDOW = 50_000
_LONG_LINE = re.compile(r"[^\n]{4000}")
_PIECE = 2_000
_CLAUSE = re.compile(r"[^,，、;；:：\s]*(?:[,，、;；:：]+\s*|\s+)|[^,，、;；:：\s]+")
_HEADING = re.compile(r"#{1,6}\s")
_WIDE = re.compile(r"[\u2e80-\U0002ffff]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a document's text, its length in tokens, and whether it is a heading line."""

    start: int
    end: int
    tokens: int
    heading: bool = False


def measure(text: str) -> int:
    """Tokens of a text; an unbroken run (base64, a long path) counts by its length, not as one word."""
    return max(count_tokens(text), -(-len(text) // 12))


def split_units(text: str, start: int, end: int, size: int) -> Iterator[Unit]:
    """Units of text[start:end] in order, read in windows so that memory does not grow with the text."""
    for left, right in _windows(text, start, end):
        table: list[Sentence] = []
        for sentence in split_sentences(text[left:right]):
            if is_table_row(sentence.text):
                table.append(sentence)
                continue
            if table:
                yield from _table_units(text, left, table, size)
                table = []
            heading = _HEADING.match(sentence.text) is not None
            yield from _fit(text, left + sentence.start, left + sentence.end, size, heading)
        if table:
            yield from _table_units(text, left, table, size)


def _windows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = min(end, start + _WINDOW)
        long = _LONG_LINE.search(text, start, stop)
        if long:
            # Sentence splitting looks back over its block: a line without end is handed over piece by piece.
            stop = long.start() if long.start() > start else min(end, start + _PIECE)
        if stop < end and text[stop - 1] != "\n":
            # A paragraph's end if there is one, else a line's, else a sentence's, else anywhere.
            for mark in ("\n\n", "\n", "。", ". ", " "):
                cut = text.rfind(mark, start + 1, stop)
                if cut > start:
                    stop = cut + len(mark)
                    break
        yield start, stop
        start = stop


def _table_units(text: str, offset: int, rows: list[Sentence], size: int) -> Iterator[Unit]:
    """A table whole when it fits, else its header with the first row, then row by row."""
    start, end = offset + rows[0].start, offset + rows[-1].end
    whole = measure(text[start:end])
    if whole <= size:
        yield Unit(start, end, whole)
        return
    first = min(3, len(rows))
    head = measure(text[start : offset + rows[first - 1].end])
    if head > size:
        first = 0
    else:
        yield Unit(start, offset + rows[first - 1].end, head)
    for row in rows[first:]:
        yield from _fit(text, offset + row.start, offset + row.end, size, False)


def _fit(text: str, start: int, end: int, size: int, heading: bool) -> Iterator[Unit]:
    """The stretch as one unit, or cut at clause marks, spaces and at last characters."""
    tokens = measure(text[start:end])
    if tokens <= size:
        yield Unit(start, end, tokens, heading)
        return
    begun, held = start, 0
    for match in _CLAUSE.finditer(text, start, end):
        tokens = measure(match.group())
        if held and held + tokens > size:
            yield _trimmed(text, begun, match.start())
            begun, held = match.start(), 0
        if tokens > size:
            cut = begun
            for cut in _cuts(text, begun, match.end(), size):
                yield _trimmed(text, begun, cut)
                begun = cut
            tokens = measure(text[begun : match.end()])
            held = 0
        held += tokens
    if begun < end:
        yield _trimmed(text, begun, end)


def _cuts(text: str, start: int, end: int, size: int) -> Iterator[int]:
    """Places inside an unbroken run, a chunk's length apart, never before a combining mark."""
    step = size if _WIDE.search(text, start, min(end, start + 200)) else 4 * size
    position = start + step
    while position < end:
        while position < end and (unicodedata.combining(text[position]) or text[position] in "\u200d\ufe0f"):
            position += 1
        if position < end:
            yield position
        position += step


def _trimmed(text: str, start: int, end: int) -> Unit:
    while end > start + 1 and text[end - 1].isspace():
        end -= 1
    return Unit(start, end, measure(text[start:end]))
