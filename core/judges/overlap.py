"""How much of a claim's wording a premise holds: terms exactly, terms by near meaning, neighbours, runs, characters."""

from __future__ import annotations

import re

import numpy as np

from core.judges.premises import PremiseView
from core.judges.terms import QUANTITY_WEIGHT, Terms
from core.judges.vectors import Vectors
from core.text.compare import same_quantity
from core.text.quantities import Quantity
from core.text.tokens import fold


def coverage(terms: Terms, words: frozenset[str], quantities: tuple[Quantity, ...]) -> float:
    """Weighted share of a claim's terms and quantities found among words and quantities of a premise."""
    held = sum(weight for word, weight in zip(terms.words, terms.weights, strict=True) if word in words)
    for quantity in terms.quantities:
        if any(same_quantity(quantity, other) for other in quantities):
            held += QUANTITY_WEIGHT
    return held / terms.total if terms.total else 0.0


def nearest(words: tuple[str, ...], there: frozenset[str], vectors: Vectors) -> np.ndarray:
    """For each word the cosine of the nearest word there; words with digits must be equal."""
    theirs = sorted(there)
    if not words or not theirs:
        return np.zeros(len(words))
    near = np.clip((vectors.rows(list(words)) @ vectors.rows(theirs).T).max(axis=1), 0.0, 1.0)
    for row, word in enumerate(words):
        if word in there:
            near[row] = 1.0
        elif any(char.isdigit() for char in word):
            near[row] = 0.0
    return np.asarray(near)


def neighbours(terms: Terms, premise: PremiseView) -> float:
    """Share of the claim's neighbouring words that stand near each other in one sentence of the premise."""
    ours = list(zip(terms.words, terms.words[1:], strict=False))
    if not ours:
        return 1.0 if terms.words and terms.words[0] in premise.all_words else 0.0
    wanted = set(ours)
    near = {
        (word, other)
        for sentence in premise.terms
        for position, word in enumerate(sentence.words)
        for other in sentence.words[max(0, position - 3) : position + 4]
        if (word, other) in wanted
    }
    return sum(pair in near for pair in ours) / len(ours)


def longest_run(ours: list[str], theirs: list[str]) -> float:
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


def trigrams(claim: str, premise: str) -> float:
    """Share of the claim's character trigrams found in the premise."""
    ours, theirs = re.sub(r"\W+", " ", fold(claim)).strip(), re.sub(r"\W+", " ", fold(premise))
    grams = [ours[i : i + 3] for i in range(max(1, len(ours) - 2))]
    return sum(gram in theirs for gram in grams) / len(grams)


def weighted_mean(values: np.ndarray, weights: np.ndarray, default: float = 0.0) -> float:
    """Mean by weight; the default when there is no weight at all."""
    total = float(weights.sum())
    return float((values * weights).sum() / total) if total else default
