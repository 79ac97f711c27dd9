"""Signs that an English question reads as a person would ask it; they decide which draft over a passage is tried first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Sign:
    """Something to be seen in a question or its answer, what it is worth (added to a score of 0 to 1), and why."""

    name: str
    worth: float
    why: str
    seen: Callable[[str, str], bool]


def _asked(pattern: str) -> Callable[[str, str], bool]:
    compiled = re.compile(pattern)
    return lambda question, answer: compiled.search(question) is not None


SIGNS: tuple[Sign, ...] = (
    Sign("named", 0.02, "A name in small company says what is meant.", _asked(r"\s(?:“|\")?[A-Z]")),
    Sign("long", -0.04, "Questions people type are short.", lambda q, a: len(q.split()) > 15),
    Sign("very long", -0.06, "A question of more than twenty words is a sentence turned around.", lambda q, a: len(q.split()) > 20),
    Sign("opens with a phrase", -0.03, "People put the question word first.", _asked(r"^(?!(?:For|Under|According|When|If|In what|On what|At what|By what|Up to|At least|After how|Within how|For how)\b)(?!Wh|How|Do|Did|Is|Are|Was|Were|Can|May|Must|Will|Should|Has|Have)[A-Z]\w+ ")),
    Sign("commas", -0.03, "What is set off by commas is seldom part of a question.", _asked(r",.*,")),
    Sign("participle", -0.04, "A clause hanging on at the end is left over from the sentence.", _asked(r", \w+ing\b|\b(?:followed|preceded|leading|resulting|making|causing|calling)\b[^,]*\?$")),
    Sign("counted event", -0.03, "“a decision”, “several people”: which one is open.", _asked(r"(?<!^What )(?<!^Who )\b(?:did|was|were|does|do|is|are|has|have) (?:an?|some|several|many|two|three|four|five|six|almost|about|nearly|over) ")),
    Sign("hedged", -0.03, "Of what may be, nobody asks for a fact.", _asked(r"\b(?:may|might|could|would)\b")),
    Sign("guessed", -0.12, "“Probably” and “often” leave the answer open.", lambda q, a: re.search(r"\b(?:probably|perhaps|maybe|possibly|may need|might need)\b", f"{q} {a}") is not None),
    Sign("long answer", -0.03, "An answer of more than forty words takes long to judge.", lambda q, a: len(a.split()) > 40),
)  # fmt: skip


def naturalness(question: str, answer: str) -> float:
    """What the signs seen in a question and its answer are worth together; 0 when none is seen. "Under the Leave Policy," costs nothing."""
    question = re.sub(r"^Under the [^,]+, (\w)", lambda match: match.group(1).upper(), question)
    return round(sum(sign.worth for sign in SIGNS if sign.seen(question, answer)), 4)
