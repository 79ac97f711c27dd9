"""What the embedded judge sees of a claim and a premise: overlap, similarity, and hard checks, each as one number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from core.claims import answer_part, yes_or_no
from core.judges.cases import case_of, of_the_case, told_of_the_other
from core.judges.near_copy import Change, changed_detail
from core.judges.opposites import opposed
from core.judges.overlap import coverage, longest_run, nearest, nearness, neighbours, trigrams, weighted_mean
from core.judges.places import best_clause, misplaced_quantity, window_clauses
from core.judges.premises import PremiseView
from core.judges.terms import COMMON_WEIGHT, Terms, terms_of
from core.judges.vectors import Vectors
from core.text.compare import QuantityComparison, compare_quantities
from core.text.language import has_han
from core.text.names import find_names
from core.text.negation import negated_together, negated_words, negation_flip
from core.text.tokens import fold, words

NAMES = (
    "cover_best", "cover_one", "cover_all", "soft_best", "soft_all", "focus_all", "focus_weakest", "context_best",
    "weakest", "second_weakest", "neighbours", "run", "whole", "trigrams", "cosine", "cosine_best", "number_missing",
    "number_conflict", "name_missing", "hard_missing", "soft_missing", "negation", "opposite", "personal", "chinese",
)  # fmt: skip
_PERSONAL = re.compile(r"\b(?:i|my|me|mine|i['’]m|we|our|you|your)\b|我(?!们国|国)", re.IGNORECASE)
_QUESTION_END = re.compile(r"[?？]\s*")


@dataclass(frozen=True)
class Findings:
    """Features of one pair in the order of NAMES, and what the hard checks found."""

    values: np.ndarray
    quote: str
    quantities: QuantityComparison = field(default_factory=QuantityComparison)
    negated: str | None = None
    opposed: tuple[str, str] | None = None
    changed: Change | None = None
    answers_no: bool = False
    across: bool = False
    asked: bool = False


@dataclass(frozen=True)
class Statement:
    """A claim taken apart: what is stated, the question it answers, and whether it answers it with no."""

    body: str
    question: str
    answers_no: bool


def features(claim: str, premise: PremiseView, vectors: Vectors, question: str = "") -> Findings:
    """Compare one claim with one premise."""
    stated = read_claim(claim, question)
    body, terms = stated.body, terms_of(stated.body)
    asked = frozenset(terms_of(stated.question).words) if stated.question else frozenset()
    cosines = premise.vectors @ vectors.rows([claim])[0]
    cover = np.array(
        [coverage(terms, *there) for there in zip(premise.window_words, premise.window_quantities, strict=True)]
    )
    context = np.array([_share(asked, there) for there in premise.window_words])
    # A window of two costs a little: when one sentence holds everything it is the one to quote.
    span = np.array([0.02 * (last - first) for first, last in premise.windows])
    best = int(np.argmax(cover + 0.3 * cosines + 0.4 * context - span))
    quantities = compare_quantities(body, premise.text)
    case = case_of(body, premise.text)
    misplaced = of_the_case(body, case) if case else misplaced_quantity(terms, premise)
    if misplaced and not quantities.conflicting:
        present = tuple(q for q in quantities.present if q != misplaced[0])
        quantities = QuantityComparison(present, (misplaced,), quantities.absent)
    clause = case.own if case else best_clause(terms, premise, best)
    negated = negation_flip(body, clause)
    if negated and _agrees_nearby(negated, body, premise, best):
        negated = None
    negated = negated or _negated_elsewhere(body, premise, best)
    opposite = opposed(body, clause)
    heavy = [word for word, weight in zip(terms.words, terms.weights, strict=True) if weight > COMMON_WEIGHT]
    if case and not opposite and told_of_the_other(body, case, heavy):
        opposite = (case.own.strip(), case.other.strip())
    near = nearness(terms.words, premise, best, vectors)
    values = (
        float(cover[best]),
        float(cover[: len(premise.sentences)].max()),
        *_term_features(terms, asked, premise, best, near, quantities),
        *_text_features(body, premise),
        float(cosines.max()),
        float(cosines[best]),
        _number_missing(quantities),
        float(bool(quantities.conflicting)),
        _names_missing(body, premise.text),
        *_missing(terms, premise, near),
        float(negated is not None),
        float(opposite is not None),
        float(bool(_PERSONAL.search(body)) and not _PERSONAL.search(premise.text)),
        float(has_han(body)),
    )
    row = np.array(values)
    row[NAMES.index("context_best")] = float(context[best]) if asked else 1.0
    row[NAMES.index("neighbours")] = neighbours(terms, premise) if terms.words else 1.0 - _number_missing(quantities)
    across = has_han(body) != has_han(premise.text) and bool(terms.words)
    return Findings(
        row,
        _quote(premise, best, cosines),
        quantities,
        negated,
        opposite,
        None if case else changed_detail(body, terms, premise),
        stated.answers_no,
        across,
        bool(stated.question),
    )


def read_claim(claim: str, question: str) -> Statement:
    """The statement of a claim and the question it answers, whichever way they came; yes states the question itself."""
    body, asked = (answer_part(claim, question), question) if question else (claim, "")
    if not asked or body == claim:
        ends = [match.end() for match in _QUESTION_END.finditer(claim) if 0 < match.end() < len(claim)]
        if ends:
            body, asked = claim[ends[-1] :], claim[: ends[-1]]
    reply = yes_or_no(body)
    if reply is not None and asked:
        return Statement(asked, "", not reply)
    return Statement(body, asked if asked and _leans_on(body, asked) else "", False)


def _leans_on(body: str, question: str) -> bool:
    """Whether a statement is the answer to the question itself: short, or in the question's own words."""
    ours, theirs = terms_of(body), set(terms_of(question).words)
    if len(ours.words) + len(ours.quantities) <= 4:
        return True
    return len(theirs.intersection(ours.words)) >= 0.35 * max(1, len(theirs))


def _term_features(
    terms: Terms,
    asked: frozenset[str],
    premise: PremiseView,
    best: int,
    near: np.ndarray,
    quantities: QuantityComparison,
) -> tuple[float, ...]:
    """cover_all, soft_best, soft_all, focus_all, focus_weakest, context_best (set later), weakest, second, neighbours."""
    weights = np.array([*terms.weights, *(2.0 for _ in terms.quantities)])
    held = np.array([float(quantity in quantities.present) for quantity in terms.quantities])
    exact = np.concatenate([np.array([float(word in premise.all_words) for word in terms.words]), held])
    soft = np.concatenate([nearest(near, premise), held])
    local = np.concatenate([nearest(near, premise, best), held])
    focus = np.array([word not in asked for word in terms.words] + [True] * len(terms.quantities), dtype=bool)
    if not focus.any():
        focus[:] = True
    telling = weights > COMMON_WEIGHT  # words that stand in any text neither support nor object
    focus &= telling if (telling & focus).any() else True
    named = telling[: len(terms.words)] if telling[: len(terms.words)].any() else slice(None)
    order = np.sort(soft[: len(terms.words)][named]) if terms.words else np.sort(held) if len(held) else np.zeros(1)
    return (
        weighted_mean(exact, weights),
        weighted_mean(local, weights),
        weighted_mean(soft, weights),
        weighted_mean(exact[focus], weights[focus]),
        float(soft[focus].min()) if focus.any() else 0.0,
        0.0,
        float(order[0]),
        float(order[min(1, len(order) - 1)]),
        0.0,
    )


def _text_features(body: str, premise: PremiseView) -> tuple[float, float, float]:
    """run, whole, trigrams."""
    ours, there = words(body), set(premise.tokens)
    whole = sum(word in there for word in ours) / max(1, len(ours))
    return longest_run(ours, premise.tokens), whole, trigrams(body, premise)


def _missing(terms: Terms, premise: PremiseView, near: np.ndarray) -> tuple[float, float]:
    """Share of the claim's weight in names that are missing; and how far the other words are from any word there."""
    weights, hard = np.array(terms.weights), np.array(terms.hard, dtype=bool)
    if not len(weights):
        return 0.0, 0.0
    absent = np.array([float(word not in premise.all_words) for word in terms.words])
    far = 1 - nearest(near, premise)
    return float((absent * weights)[hard].sum() / weights.sum()), weighted_mean(far[~hard], weights[~hard])


def _agrees_nearby(word: str, body: str, premise: PremiseView, best: int) -> bool:
    """Whether another sentence part of the best window says or denies the word just as the claim does."""
    denied = word in negated_words(body)
    first, last = premise.windows[best]
    if denied:
        return any(word in negated_words(sentence) for sentence in premise.sentences[first : last + 1])
    clauses = window_clauses(premise, best)
    return any(word in terms_of(clause).words and word not in negated_words(clause) for clause in clauses)


def _negated_elsewhere(body: str, premise: PremiseView, best: int) -> str | None:
    """A word of the claim that another clause of the best window denies: "supports Windows, but not ChromeOS"."""
    found = (negated_together(body, clause) for clause in window_clauses(premise, best))
    word = next((word for word in found if word), None)
    return None if word and _agrees_nearby(word, body, premise, best) else word


def _share(wanted: frozenset[str], there: frozenset[str]) -> float:
    return len(wanted & there) / len(wanted) if wanted else 0.0


def _number_missing(quantities: QuantityComparison) -> float:
    wrong = len(quantities.absent) + len(quantities.conflicting)
    count = len(quantities.present) + wrong
    return wrong / count if count else 0.0


def _names_missing(claim: str, premise: str) -> float:
    names = find_names(claim)
    folded = fold(premise)
    return sum(fold(name) not in folded for name in names) / len(names) if names else 0.0


def _quote(premise: PremiseView, best: int, cosines: np.ndarray) -> str:
    first, last = premise.windows[best]
    return premise.sentences[first] if first == last or cosines[first] >= cosines[last] else premise.sentences[last]
