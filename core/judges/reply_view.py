"""A reply to a question taken apart once: what it says besides refusing, its words and its quantities."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.judges.terms import terms_of
from core.text.language import has_han
from core.text.markdown_rows import plain_units
from core.text.quantities import Quantity, find_quantities
from core.text.refusals import refusal_in
from core.text.sentences import split_sentences
from core.text.tokens import fold

_CLAUSE = re.compile(r"[，；;：]\s*|[,:](?!\d)\s*|\s(?:and|but|while|whereas)\s|\s—\s")
_YES = re.compile(
    r"^\W*(?:yes\b|yeah\b|是的|可以|能[。，,!！]|行[。，,!！]|会[。，,]|有[。，,]|需要[。，,]|对[。，,])", re.IGNORECASE
)
_NO = re.compile(
    r"^\W*(?:no\b(?! (?:more|later|less|fewer|earlier))|不能|不可以|不行|不会|不是|不需要|不用|没有[。，,]|不[。，,])",
    re.IGNORECASE,
)
# A yes or no in front of what is said.
OPENING = re.compile(
    r"^\W*(?:yes|no|yeah)\b[\s,.:;!–—-]*|^\W*(?:不能|不可以|不行|不会|不是|是的|可以|能|行)[，。,.！!]\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReplyView:
    """A reply taken apart once: the text without its refusals, its parts for similarity, its words and quantities."""

    text: str
    question: str
    parts: tuple[str, ...]
    words: frozenset[str]
    asked: frozenset[str]
    quantities: tuple[Quantity, ...]
    asked_quantities: tuple[Quantity, ...]
    letters: str
    asked_letters: str


def view_reply(reply: str, question: str) -> ReplyView:
    """What a reply says, its refusing clauses left out."""
    said: list[str] = []
    clauses: list[str] = []
    for unit in plain_units(reply) or [reply]:
        for sentence in split_sentences(unit):
            pieces = [piece.strip() for piece in _CLAUSE.split(sentence.text) if piece and piece.strip()]
            telling = [piece for piece in pieces if not refusal_in(piece)]
            if len(telling) < len(pieces):
                said.extend(telling)
            elif not refusal_in(sentence.text):
                said.append(sentence.text)
                clauses.extend(telling if len(telling) > 1 else ())
    text = "\n".join(said)
    terms, asked = terms_of(text), terms_of(question)
    return ReplyView(
        text, question, tuple(dict.fromkeys([*said, *clauses])), frozenset(terms.words), frozenset(asked.words),
        find_quantities(text), find_quantities(question), fold(text), fold(question),
    )  # fmt: skip


def speaks(text: str) -> bool | None:
    """True for a reply that opens with yes, False for one that opens with no, None for any other."""
    return False if _NO.match(text) else True if _YES.match(text) else None


def held(word: str, words: frozenset[str], letters: str) -> float:
    """1 for a word that is there; for a Chinese word, however it was segmented, the share of it that is."""
    if word in words:
        return 1.0
    if not has_han(word):
        written = any(char.isdigit() for char in word)
        return float(written and bool(re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", letters)))
    if word in letters:
        return 1.0
    return 0.8 * sum(char in letters for char in word) / len(word) if len(word) > 1 else 0.0
