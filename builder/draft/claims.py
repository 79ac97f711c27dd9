"""The claims of an answer: its sentences, each that announces code together with the code."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.text.sentences import split_sentences

_FENCED = re.compile(r"(```.*?```)", re.DOTALL)
_FENCE = re.compile(r"^```[^\n]*\n|\n?```$")
_MARK = re.compile(r"^(?:\d+\.|-) ", re.MULTILINE)


def claims_in(answer: str) -> tuple[str, ...]:
    """The claims of an answer in Markdown, whose code stands between fences."""
    parts = ((part, bool(n % 2)) for n, part in enumerate(_FENCED.split(answer)))
    return claims_of((_FENCE.sub("", part), True) if code else (_MARK.sub("", part), False) for part, code in parts)


def claims_of(parts: Iterable[tuple[str, bool]]) -> tuple[str, ...]:
    """The claims of prose and code, in order; each part says whether it is code. Code nothing announces claims nothing."""
    claims: list[str] = []
    for part, code in parts:
        if not code:
            claims.extend(sentence.text for sentence in split_sentences(part))
        elif claims and claims[-1].endswith((":", "：")) and part.strip():
            claims[-1] = f"{claims[-1]} {part.strip()}"
    return tuple(claims)
