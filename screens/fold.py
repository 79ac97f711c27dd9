"""Long passages folded around what matters: pure text, no widgets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from core.text.sentences import split_sentences
from core.text.tokens import search_tokens

Part = Literal["text", "mark", "cut"]
Span = tuple[int, int]

# How far around the marks, and how much of one mark itself, each step of widening shows.
LEVELS = ((300, 700), (900, 2400), (4000, 20000))
_EDGE = re.compile(r"[。！？!?；]|\n|\.\s")
_SLACK = 80
# Latin letters one screen has room for beside a question, and the least that is shown on either side of a mark.
_ROOM = 1200
_LEAST = 120
# Rows of one screen and Latin letters of a row: Chinese and tables take more of them than their letters say.
_ROWS, _ROW = 22, 58
_FEWEST = 40
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
    left, right = _left_edge(text, marks[0][0], around), _right_edge(text, marks[-1][1], around)
    while level == 0 and around > _FEWEST and _rows(text[left:right]) > _ROWS // share:
        around = around * 3 // 4
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


def about(text: str, question: str, room: int) -> list[Piece]:
    """About `room` Latin letters of a passage in one line, around its sentence that shares most with a question."""
    start, end = _nearest_sentence(text, question)
    line, before, mark = (" ".join(part.split()) for part in (text, text[:start], text[start:end]))
    narrow = 2 if _wide(mark) else 1
    room //= narrow
    if len(line) <= room + _WORTH // (2 * narrow):
        room = len(line)
    first = len(before) + bool(before and text[start - 1].isspace())
    last = first + len(mark)
    around = max(0, room - len(mark)) // 2
    left = _left_edge(line, first, around)
    right = _right_edge(line, last, around + max(0, around - (first - left)))
    pieces = [
        _cut(left),
        Piece("text", line[left:first]),
        *_middle(mark, room, "mark"),
        Piece("text", line[last:right]),
    ]
    return [piece for piece in [*pieces, _cut(len(line) - right)] if piece.text or piece.left_out]


def _nearest_sentence(text: str, question: str) -> Span:
    asked = set(search_tokens(question))
    spans = [(one.start, one.end) for one in split_sentences(text)] or [(0, len(text))]
    # A heading says what a passage is about, never the answer.
    bodies = [span for span in spans if text[span[0]] != "#"] or spans
    return max(bodies, key=lambda span: len(asked.intersection(search_tokens(text[span[0] : span[1]]))))


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


def _rows(text: str) -> int:
    """How many rows a text takes."""
    return sum(1 + (len(line) + len(_WIDE.findall(line))) // _ROW for line in text.splitlines() if line.strip())


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
