"""What the embedded judge sees of a claim and a premise: overlap, similarity, and hard checks, each as one number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from core.claims import answer_part
from core.judges.opposites import opposed
from core.judges.places import best_clause, misplaced_quantity
from core.judges.premises import PremiseView
from core.judges.terms import Terms, is_hard, terms_of
from core.judges.vectors import Vectors
from core.text.compare import QuantityComparison, compare_quantities
from core.text.language import has_han
from core.text.names import find_names
from core.text.negation import negation_flip
from core.text.tokens import fold, words

NAMES = (
    "cover_best", "cover_all", "soft_best", "soft_all", "focus_all", "weakest", "second_weakest", "pairs", "run", "whole",
    "grams", "cosine", "cosine_best", "number_missing", "number_conflict", "name_missing", "hard_missing", "soft_missing",
    "negation", "opposite", "personal", "chinese",
)  # fmt: skip
_PERSONAL = re.compile(r"\b(?:i|my|me|mine|i['’]m|we|our|you|your)\b|我(?!们国|国)", re.IGNORECASE)
_QUESTION_END = re.compile(r"[?？]\s*")


@dataclass(frozen=True)
class Findings:
    """Features of one pair in the order of NAMES, and what the hard checks found."""

    values: np.ndarray
    window: int
    quote: str
    quantities: QuantityComparison = field(default_factory=QuantityComparison)
    negated: str | None = None
    opposed: tuple[str, str] | None = None


def features(claim: str, premise: PremiseView, vectors: Vectors, question: str = "") -> Findings:
    """Compare one claim with one premise."""
    body, asked = _parts(claim, question)
    terms = terms_of(body)
    if not terms.words:  # "是", "No": only the question says what is claimed
        terms = terms_of(claim)
    cosines = premise.vectors @ vectors.rows([claim if body != claim else body])[0]
    cover = np.array([_coverage(terms, premise, window) for window in premise.windows])
    asked_words = frozenset(terms_of(asked).words) if asked else frozenset()
    context = np.array([_share(asked_words, premise, window) for window in premise.windows]) if asked_words else 0.0
    # A window of two costs a little: when one sentence holds everything it is the one to quote.
    span = np.array([0.02 * (last - first) for first, last in premise.windows])
    best = int(np.argmax(cover + 0.3 * cosines + 0.4 * context - span))
    soft_all, soft_best = _soft(terms, premise, best, vectors)
    weights = np.array(terms.weights)
    order = np.sort(soft_all) if len(soft_all) else np.array([0.0])
    focus = np.array([word not in asked_words for word in terms.words], dtype=bool)
    exact = np.array([word in premise.all_words for word in terms.words], dtype=float)
    quantities = compare_quantities(body, premise.text)
    misplaced = misplaced_quantity(body, terms, premise)
    conflicting = quantities.conflicting or ((misplaced,) if misplaced else ())
    clause = best_clause(terms, premise, best)
    count = len(quantities.present) + len(quantities.absent) + len(quantities.conflicting)
    negated = negation_flip(body, clause)
    opposite = opposed(body, clause)
    hard = np.array([is_hard(word, weight) for word, weight in zip(terms.words, terms.weights, strict=True)], dtype=bool)
    missing_weight = weights * (1 - exact)
    claim_words, premise_words = words(body), words(premise.text)
    values = (
        float(cover[best]),
        _mean(exact, weights),
        _mean(soft_best, weights),
        _mean(soft_all, weights),
        _mean(exact[focus], weights[focus]) if focus.any() else _mean(exact, weights),
        float(order[0]),
        float(order[1]) if len(order) > 1 else float(order[0]),
        _pairs(terms, premise),
        _longest_run(claim_words, premise_words),
        sum(word in set(premise_words) for word in claim_words) / max(1, len(claim_words)),
        _grams(body, premise.text),
        float(cosines.max()),
        float(cosines[best]),
        (len(quantities.absent) + len(quantities.conflicting)) / count if count else 0.0,
        float(bool(conflicting)),
        _names_missing(body, premise.text),
        float(missing_weight[hard].sum() / max(weights.sum(), 1e-9)) if hard.any() else 0.0,
        _mean((1 - soft_all)[~hard], weights[~hard]) if (~hard).any() else 0.0,
        float(negated is not None),
        float(opposite is not None),
        float(bool(_PERSONAL.search(body)) and not _PERSONAL.search(premise.text)),
        float(has_han(body)),
    )
    quote = _quote(premise, best, cosines)
    checked = QuantityComparison(quantities.present, conflicting, quantities.absent)
    return Findings(np.array(values), best, quote, checked, negated, opposite)


def _parts(claim: str, question: str) -> tuple[str, str]:
    """The statement of a claim and the question it answers, whichever way they came."""
    if question:
        return answer_part(claim, question), question
    match = None
    for match in _QUESTION_END.finditer(claim):
        pass
    if match and 0 < match.end() < len(claim):
        return claim[match.end() :], claim[: match.end()]
    return claim, ""


def _mean(values: np.ndarray, weights: np.ndarray) -> float:
    total = float(weights.sum())
    return float((values * weights).sum() / total) if total else 0.0


def _window_words(premise: PremiseView, window: tuple[int, int]) -> set[str]:
    first, last = window
    return {word for terms in premise.terms[first : last + 1] for word in terms.words}


def _coverage(terms: Terms, premise: PremiseView, window: tuple[int, int]) -> float:
    there = _window_words(premise, window)
    held = sum(weight for word, weight in zip(terms.words, terms.weights, strict=True) if word in there)
    return held / terms.total if terms.total else 0.0


def _share(wanted: frozenset[str], premise: PremiseView, window: tuple[int, int]) -> float:
    return len(wanted & _window_words(premise, window)) / len(wanted)


def _soft(terms: Terms, premise: PremiseView, best: int, vectors: Vectors) -> tuple[np.ndarray, np.ndarray]:
    """For each term of the claim, how near the nearest word of the whole premise, and of the best window, comes."""
    theirs = sorted(premise.all_words)
    if not terms.words or not theirs:
        return np.zeros(len(terms.words)), np.zeros(len(terms.words))
    near = vectors.rows(list(terms.words)) @ vectors.rows(theirs).T
    for row, word in enumerate(terms.words):
        if any(char.isdigit() for char in word):
            near[row] = [1.0 if word == other else 0.0 for other in theirs]
    local = _window_words(premise, premise.windows[best])
    inside = np.array([word in local for word in theirs])
    whole = np.clip(near.max(axis=1), 0.0, 1.0)
    return whole, np.clip(near[:, inside].max(axis=1), 0.0, 1.0) if inside.any() else whole * 0


def _pairs(terms: Terms, premise: PremiseView) -> float:
    """Share of the claim's neighbouring terms that stand near each other in one sentence of the premise."""
    ours = list(zip(terms.words, terms.words[1:], strict=False))
    if not ours:
        return 1.0 if terms.words and terms.words[0] in premise.all_words else 0.0
    near = {
        (a, b)
        for sentence in premise.terms
        for i, a in enumerate(sentence.words)
        for b in sentence.words[max(0, i - 3) : i + 4]
    }
    return sum(pair in near for pair in ours) / len(ours)


def _longest_run(ours: list[str], theirs: list[str]) -> float:
    """The longest stretch of the claim that stands in the premise word for word, as a share of the claim."""
    if not ours:
        return 0.0
    joined = " " + " ".join(theirs) + " "
    best = start = 0
    for end in range(1, len(ours) + 1):
        while start < end and f" {' '.join(ours[start:end])} " not in joined:
            start += 1
        best = max(best, end - start)
    return best / len(ours)


def _grams(claim: str, premise: str) -> float:
    """Share of the claim's character trigrams found in the premise."""
    ours, theirs = re.sub(r"\W+", " ", fold(claim)).strip(), re.sub(r"\W+", " ", fold(premise))
    grams = [ours[i : i + 3] for i in range(max(1, len(ours) - 2))]
    return sum(gram in theirs for gram in grams) / len(grams)


def _names_missing(claim: str, premise: str) -> float:
    names = find_names(claim)
    if not names:
        return 0.0
    folded = fold(premise)
    return sum(fold(name) not in folded for name in names) / len(names)


def _quote(premise: PremiseView, best: int, cosines: np.ndarray) -> str:
    first, last = premise.windows[best]
    return premise.sentences[first] if first == last or cosines[first] >= cosines[last] else premise.sentences[last]
