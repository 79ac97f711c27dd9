"""Windows of a fixed number of tokens, cut between words and Han characters, blind to sentences."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from builder.chunk.pack import Stretch
from core.text.language import HAN
from core.text.tokens import WORD

_ATOM = re.compile(rf"[{HAN}]|[^\s{HAN}]{{1,24}}")
_HAN = re.compile(rf"[{HAN}]")


def fixed_stretches(text: str, size: int, overlap: int) -> Iterator[Stretch]:
    """Start and end of each window; neighbours share `overlap` tokens."""
    window: deque[tuple[int, int, float]] = deque()
    held, new = 0.0, 0
    for match in _ATOM.finditer(text):
        weight = _weight(match.group())
        if held + weight > size and new:
            yield window[0][0], window[-1][1]
            new = 0
            while window and (held > overlap or held + weight > size):
                held -= window.popleft()[2]
        window.append((*match.span(), weight))
        held += weight
        new += 1
    if new:
        yield window[0][0], window[-1][1]


def _weight(atom: str) -> float:
    if _HAN.match(atom):
        return 0.8
    return max(1.3 * len(WORD.findall(atom.casefold())), 0.1, len(atom) / 12)
