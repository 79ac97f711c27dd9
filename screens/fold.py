"""Long passages folded around what matters: pure text, no widgets."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Part = Literal["text", "mark", "cut"]

# How far around the mark, and how much of the mark itself, each step of widening shows.
LEVELS = ((300, 700), (900, 2400), (4000, 20000))
_EDGE = re.compile(r"[。！？!?；]|\n|\.\s")
_SLACK = 80


class Piece(NamedTuple):
    """A stretch of the passage; for `cut` the text is empty and `left_out` says how many characters."""

    part: Part
    text: str
    left_out: int = 0


def fold(text: str, start: int, end: int, level: int = 0) -> list[Piece]:
    """The mark with its surroundings; what is left out is counted, never silently gone."""
    around, longest = LEVELS[min(level, len(LEVELS) - 1)]
    left, right = _left_edge(text, start, around), _right_edge(text, end, around)
    pieces = [_cut(left), Piece("text", text[left:start]), *_mark(text[start:end], longest)]
    pieces += [Piece("text", text[end:right]), _cut(len(text) - right)]
    return [piece for piece in pieces if piece.text or piece.left_out]


def shorten(text: str, longest: int = 700) -> list[Piece]:
    """A text without a mark, folded in its middle."""
    return [Piece("text" if p.part == "mark" else p.part, p.text, p.left_out) for p in _mark(text, longest)]


def _mark(quote: str, longest: int) -> list[Piece]:
    if len(quote) <= longest:
        return [Piece("mark", quote)]
    head, tail = quote[: longest * 2 // 3], quote[-longest // 3 :]
    return [Piece("mark", head), _cut(len(quote) - len(head) - len(tail)), Piece("mark", tail)]


def _cut(count: int) -> Piece:
    return Piece("cut", "", count)


def _left_edge(text: str, start: int, around: int) -> int:
    """Where the surroundings begin: at a sentence or line if one begins near."""
    left = max(0, start - around)
    if left == 0:
        return 0
    edge = _EDGE.search(text, left, min(start, left + _SLACK))
    return edge.end() if edge else left


def _right_edge(text: str, end: int, around: int) -> int:
    right = min(len(text), end + around)
    if right == len(text):
        return right
    edges = list(_EDGE.finditer(text, max(end, right - _SLACK), right))
    return edges[-1].end() if edges else right
