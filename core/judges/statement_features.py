"""What shows that a reply to a question states a claim: shared wording, similarity, and hard facts, each as one number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.judges.opposites import opposed
from core.judges.terms import Terms, terms_of
from core.judges.vectors import Vectors
from core.text.compare import same_quantity
from core.text.language import has_han
from core.text.markdown_rows import plain_units
from core.text.negation import negation_flip
from core.text.quantities import Quantity, find_quantities
from core.text.refusals import refusal_in
from core.text.sentences import split_sentences
from core.text.tokens import fold

NAMES = (
    "cover", "cover_new", "soft_new", "weakest", "new_share", "whole", "clause", "together", "closer", "facts",
    "names_missing", "negation", "chinese",
)  # fmt: skip
_CLAUSE = re.compile(r"[，,；;：:]\s*|\s(?:and|but|while|whereas)\s|\s—\s")
_RANGE = re.compile(r"\s?(?:[-–—~～至到]|to|and)\s?")
# What marks a quantity as a bound of what is asked about rather than as the answer.
_YES = re.compile(r"^\W*(?:yes\b|yeah\b|是的|可以|能[。，,!！]|行[。，,!！]|会[。，,]|有[。，,]|需要[。，,]|对[。，,])", re.IGNORECASE)
_NO = re.compile(r"^\W*(?:no\b(?! (?:more|later|less|fewer|earlier))|不能|不可以|不行|不会|不是|不需要|不用|没有[。，,]|不[。，,])", re.IGNORECASE)


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


@dataclass(frozen=True)
class Facts:
    """The claim's quantities that the question does not give, by what became of them in the reply."""

    present: tuple[Quantity, ...] = ()
    absent: tuple[Quantity, ...] = ()
    rivals: tuple[tuple[Quantity, Quantity], ...] = ()


@dataclass(frozen=True)
class Signals:
    """The features of one claim in the order of NAMES, and what the hard checks found."""

    values: np.ndarray
    facts: Facts
    names: tuple[str, ...]
    flipped: str
    part: str


def view_reply(reply: str, question: str) -> ReplyView:
    """What a reply says, its refusing clauses left out."""
    parts: list[str] = []
    for unit in plain_units(reply) or [reply]:
        for sentence in split_sentences(unit):
            clauses = [piece.strip() for piece in _CLAUSE.split(sentence.text) if piece and piece.strip()]
            telling = [piece for piece in clauses if not refusal_in(piece)]
            if len(telling) < len(clauses):
                parts.extend(telling)
            elif not refusal_in(sentence.text):
                parts.extend(dict.fromkeys([sentence.text, *(telling if len(telling) > 1 else ())]))
    text = "\n".join(parts)
    terms, asked = terms_of(text), terms_of(question)
    return ReplyView(
        text, question, tuple(dict.fromkeys(parts)), frozenset(terms.words), frozenset(asked.words),
        find_quantities(text), find_quantities(question), fold(text), fold(question),
    )  # fmt: skip


def signals(claim: str, view: ReplyView, vectors: Vectors) -> Signals:
    """Compare one claim with one reply that says something."""
    terms = terms_of(claim)
    facts = compare_facts(claim, view)
    weights = np.array(terms.weights)
    exact = np.array([_held(word, view.words, view.letters) for word in terms.words])
    asked = np.array([_held(word, view.asked, view.asked_letters) for word in terms.words])
    new = asked < 1.0
    soft = np.maximum(exact, _soft(terms.words, new & (exact < 1.0), view, vectors))
    cosines, together, closer, best = _cosines(claim, view, vectors)
    missing = _missing_names(terms, exact, asked)
    part = view.parts[best]
    flipped = negation_flip(claim, part) or "/".join(opposed(claim, part) or ())
    values = (
        _mean(np.maximum(exact, asked), weights, 1.0),
        _mean(exact[new], weights[new], 1.0),
        _mean(soft[new], weights[new], 1.0),
        float(soft[new].min()) if new.any() else 1.0,
        float(weights[new].sum() / max(weights.sum(), 1e-9)) if len(weights) else 0.0,
        float(cosines[-1]),
        float(cosines[best]),
        together,
        closer,
        float(bool(facts.present)) - float(bool(facts.absent)),
        float(len(missing) / max(1, sum(terms.hard))),
        float(bool(flipped)),
        float(has_han(claim)),
    )
    return Signals(np.array(values), facts, missing, flipped, part)


def compare_facts(claim: str, view: ReplyView) -> Facts:
    """Which quantities of the claim the reply holds, lacks, or gives another value for."""
    ours = find_quantities(claim)
    covered = _ranges_around(claim, ours, view)
    present: list[Quantity] = []
    absent: list[Quantity] = []
    rivals: list[tuple[Quantity, Quantity]] = []
    for quantity in ours:
        if any(same_quantity(quantity, other) for other in view.quantities):
            present.append(quantity)
        elif quantity not in covered and not any(same_quantity(quantity, other) for other in view.asked_quantities):
            absent.append(quantity)
            known = (*ours, *view.asked_quantities)
            others = [
                other for other in view.quantities
                if other.kind == quantity.kind and (other.unit == quantity.unit or other.kind == "date")
                and not any(same_quantity(other, mine) for mine in known)
            ]  # fmt: skip
            if others:
                rivals.append((quantity, others[0]))
    return Facts(tuple(present), tuple(absent), tuple(rivals))


def speaks(text: str) -> bool | None:
    """True for a reply that opens with yes, False for one that opens with no, None for any other."""
    return False if _NO.match(text) else True if _YES.match(text) else None


def _ranges_around(claim: str, ours: Sequence[Quantity], view: ReplyView) -> set[Quantity]:
    """Both ends of a range ("3 to 7 years") that the value in the question lies in: the case asked about."""
    covered: set[Quantity] = set()
    for low, high in zip(ours, ours[1:], strict=False):
        if low.unit != high.unit or not _RANGE.fullmatch(claim[low.end : high.start]):
            continue
        if any(other.unit == low.unit and low.value <= other.value <= high.value for other in view.asked_quantities):
            covered.update((low, high))
    return covered


def _held(word: str, words: frozenset[str], letters: str) -> float:
    """1 for a word that is there; for a Chinese word, however it was segmented, the share of it that is."""
    if word in words:
        return 1.0
    if not has_han(word):
        return 0.0
    if word in letters:
        return 1.0
    return 0.8 * sum(char in letters for char in word) / len(word) if len(word) > 1 else 0.0


def _soft(words: Sequence[str], wanted: np.ndarray, view: ReplyView, vectors: Vectors) -> np.ndarray:
    """For the wanted words, the cosine of the nearest word of the reply; codes and numbers only stand for themselves."""
    near = np.zeros(len(words))
    rows = [i for i in np.flatnonzero(wanted) if not any(char.isdigit() for char in words[i])]
    there = sorted(word for word in view.words if not any(char.isdigit() for char in word))
    if rows and there:
        cosines = vectors.rows([words[i] for i in rows]) @ vectors.rows(there).T
        near[rows] = np.clip(cosines.max(axis=1), 0.0, 1.0)
    return near


def _cosines(claim: str, view: ReplyView, vectors: Vectors) -> tuple[np.ndarray, float, float, int]:
    """Cosines with each part and the whole; with question and best part; how much that adds; the best part."""
    mine = vectors.rows([claim])[0]
    cosines = vectors.rows([*view.parts, view.text]) @ mine
    best = int(np.argmax(cosines[:-1]))
    pair = vectors.rows([f"{view.question} {view.parts[best]}", f"{view.question} {view.text}", view.question or " "]) @ mine
    together = float(max(pair[0], pair[1]))
    return cosines, together, together - float(pair[2]), best


def _missing_names(terms: Terms, exact: np.ndarray, asked: np.ndarray) -> tuple[str, ...]:
    rows = zip(terms.words, terms.hard, exact, asked, strict=True)
    return tuple(word for word, hard, there, given in rows if hard and there < 1.0 and given < 1.0)


def _mean(values: np.ndarray, weights: np.ndarray, default: float) -> float:
    total = float(weights.sum())
    return float((values * weights).sum() / total) if total else default
