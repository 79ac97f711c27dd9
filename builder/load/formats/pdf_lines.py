"""Lines of a PDF page put together again: a line end inside a sentence is layout, not meaning."""

from __future__ import annotations

import re
from statistics import quantiles

_ENDS = re.compile(r"[.!?。！？;；:：…][”’\"')）」』\]]*$")
_OPENS = re.compile(
    r"\s*([-*•●○■◆▪–·|#]|\(?\d{1,3}[.)、）]|[（(][一二三四五六七八九十\d]{1,3}[）)]|第[一二三四五六七八九十百\d]+[章节条款]|[A-Z][a-z]*:)"
)
_HAN_END = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]$")
_HAN_START = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")


def unwrap(page: str) -> str:
    """The page with wrapped lines joined: no space between Han characters, hyphenated words made whole."""
    lines = [line.strip() for line in page.replace("\t", " ").split("\n")]
    lengths = [_width(line) for line in lines if line]
    if len(lengths) < 3:
        return "\n".join(lines).strip()
    # A line that reaches this far was broken by the margin.
    full = 0.75 * quantiles(lengths, n=10)[-1]
    joined: list[str] = []
    wraps = False
    for line in lines:
        if wraps and line and not _OPENS.match(line):
            joined[-1] = _join(joined[-1], line)
        else:
            joined.append(line)
        wraps = bool(line) and not line.startswith(("|", "#")) and _width(line) >= full and not _ENDS.search(line)
    return "\n".join(joined).strip()


def _join(left: str, right: str) -> str:
    if _HAN_END.search(left) and _HAN_START.match(right):
        return left + right
    if re.search(r"[a-z]-$", left) and re.match(r"[a-z]", right):
        return left[:-1] + right
    return f"{left} {right}"


def _width(line: str) -> int:
    return sum(2 if ord(char) > 0x2E7F else 1 for char in line)
