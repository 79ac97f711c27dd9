"""Long passages folded around what matters: pure text, no widgets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Part = Literal["text", "mark", "cut"]
Span = tuple[int, int]

# How far around the marks, and how much of one mark itself, each step of widening shows.
LEVELS = ((300, 700), (900, 2400), (4000, 20000))
_EDGE = re.compile(r"[。！？!?；]|\n|\.\s")
_SLACK = 80
# Latin letters one screen has room for beside a question, and the least that is shown on either side of a mark.
_ROOM = 1200
_LEAST = 120
_WIDE = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")
# Leaving out less than this hides more than it saves.
_WORTH = 200


class Piece(NamedTuple):
    """A stretch of the passage; for `cut` the text is empty and `left_out` says how many characters."""

    part: Part
    text: str
    left_out: int = 0


def fold(text: str, spans: Sequence[Span], level: int = 0, share: int = 1) -> list[Piece]:
    """The marks with their surroundings; what is left out is counted, never silently gone.

    At the narrowest level long marks get narrower surroundings, so that `share` passages fit one screen.
    """
    around, longest = LEVELS[min(level, len(LEVELS) - 1)]
    marks = _apart(spans)
    if level == 0:
        around = max(_LEAST, min(around, (_ROOM // share - sum(end - start for start, end in marks)) // 2))
        around = around // 2 if _wide(text[marks[0][0] : marks[-1][1]]) else around
    left, right = _left_edge(text, marks[0][0], around), _right_edge(text, marks[-1][1], around)
    pieces = [_cut(left), Piece("text", text[left : marks[0][0]])]
    for number, (start, end) in enumerate(marks):
        pieces += _middle(text[start:end], longest, "mark")
        if number + 1 < len(marks):
            pieces += _middle(text[end : marks[number + 1][0]], 2 * around, "text")
    pieces += [Piece("text", text[marks[-1][1] : right]), _cut(len(text) - right)]
    return [piece for piece in pieces if piece.text or piece.left_out]


def shorten(text: str, longest: int = 700) -> list[Piece]:
    """A text without a mark, folded in its middle."""
    return _middle(text, longest, "text")


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, those that overlap joined."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _middle(text: str, longest: int, part: Part) -> list[Piece]:
    if len(text) <= longest + _WORTH:
        return [Piece(part, text)]
    head, tail = text[: longest * 2 // 3], text[-(longest // 3) :]
    return [Piece(part, head), _cut(len(text) - len(head) - len(tail)), Piece(part, tail)]


def _wide(text: str) -> bool:
    """Whether the text is mostly of characters twice as wide as Latin ones."""
    return 2 * len(_WIDE.findall(text)) > len(text)


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
