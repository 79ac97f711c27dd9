"""Where in a premise a claim belongs: its best clause, and values that stand there but belong to another sentence."""

from __future__ import annotations

import re

import numpy as np

from core.judges.premises import PremiseView
from core.judges.terms import Terms, terms_of
from core.text.compare import same_quantity
from core.text.quantities import Quantity

_CLAUSE = re.compile(r"[，,；;|]\s*|\s(?:and|but|while|whereas)\s|(?<=[。.!?！？])\s+")
# How much better the claim must fit a sentence with another value than any sentence with its own.
_MARGIN = 0.25


def window_clauses(premise: PremiseView, window: int) -> list[str]:
    """All clauses of one window."""
    first, last = premise.windows[window]
    return [clause for sentence in premise.sentences[first : last + 1] for clause in _clauses(sentence)]


def best_clause(terms: Terms, premise: PremiseView, window: int) -> str:
    """The clause of the best window that shares most with the claim: negation and opposites count there only."""
    best, most = "", -1.0
    for clause in window_clauses(premise, window):
        held = _fit(terms, frozenset(terms_of(clause).words))
        if held > most:
            best, most = clause, held
    return best


def misplaced_quantity(terms: Terms, premise: PremiseView) -> tuple[Quantity, Quantity] | None:
    """A value of the claim that the premise has, but of something else: what fits the claim has another value."""
    ours = terms.quantities
    if not ours or len(premise.sentences) < 2:
        return None
    theirs = [sentence.quantities for sentence in premise.terms]
    fits = np.array([_fit(terms, frozenset(sentence.words)) for sentence in premise.terms])
    for quantity in ours:
        holding = [any(same_quantity(quantity, other) for other in found) for found in theirs]
        if not any(holding):
            continue
        # A sentence that holds another of the claim's values too is where this one belongs.
        if len(ours) > 1 and any(h and _holds_another(quantity, ours, f) for h, f in zip(holding, theirs, strict=True)):
            continue
        own = max(fit for fit, holds in zip(fits, holding, strict=True) if holds)
        # What a row's values are of stands in the head of its table, so running text always seems to fit better.
        in_row = all(_is_row(premise.sentences[i]) for i in np.flatnonzero(holding))
        for number in np.argsort(-fits):
            if in_row and not _is_row(premise.sentences[number]):
                continue
            if holding[number] or fits[number] < own + _MARGIN:
                break
            rivals = [other for other in theirs[number] if other.kind == quantity.kind and other.unit == quantity.unit]
            if rivals and quantity.kind not in ("date", "time"):
                return quantity, rivals[0]
    return None


def _is_row(sentence: str) -> bool:
    return sentence.count("|") > 1


def _holds_another(quantity: Quantity, ours: tuple[Quantity, ...], found: tuple[Quantity, ...]) -> bool:
    return any(same_quantity(other, held) for other in ours if other is not quantity for held in found)


def _clauses(sentence: str) -> list[str]:
    pieces = [piece for piece in _CLAUSE.split(sentence) if piece and piece.strip()]
    return pieces or [sentence]


def _fit(terms: Terms, there: frozenset[str]) -> float:
    """Share of the claim's words, numbers left out, that a text holds."""
    total = sum(terms.weights)
    held = sum(weight for word, weight in zip(terms.words, terms.weights, strict=True) if word in there)
    return held / total if total else 0.0
