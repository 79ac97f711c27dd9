"""Whether two answers to one question say the same, by what they add to the question."""

from __future__ import annotations

import re

from core.text.compare import compare_quantities
from core.text.tokens import content_words

# Share of the words one answer adds that the other must hold to agree.
_AGREES = 0.4
_POLAR = (("yes", "no"), ("是", "否"), ("no", "yes"), ("否", "是"))
_BARE = frozenset("yes no 是 否 是的 不 不是".split())


def same_answer(question: str, truth: str, reply: str) -> bool:
    """Numbers must not conflict, yes must not meet no, and the new words of the shorter answer stand in the other."""
    if _opposed(truth, reply):
        return False
    if compare_quantities(reply, truth).conflicting or compare_quantities(truth, reply).conflicting:
        return False
    ours, theirs = _news(question, truth) - _BARE, _news(question, reply) - _BARE
    return len(ours & theirs) >= _AGREES * min(len(ours), len(theirs))


def covers(question: str, truth: str, reply: str, least: float = 0.8) -> bool:
    """Whether a reply says all that the truth adds to the question, at least that share of its words."""
    ours = _news(question, truth)
    return bool(ours) and len(ours & set(content_words(reply))) >= least * len(ours)


def _news(question: str, answer: str) -> set[str]:
    return set(content_words(answer)) - set(content_words(question))


def _opposed(one: str, two: str) -> bool:
    left, right = (re.sub(r"\W+", " ", text).strip().casefold() for text in (one, two))
    return any(left.startswith(yes) and right.startswith(no) for yes, no in _POLAR)
