"""How much of a claim's wording a premise holds: terms exactly, terms by near meaning, neighbours, runs, characters."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def nearness(words: tuple[str, ...], premise: PremiseView, window: int, vectors: Vectors) -> np.ndarray:
    """Cosines of the words with the premise's vocabulary; words with digits count only when equal.

    Words that stand in the window are equal to themselves, so no product is spent on them.
    """
    near = np.zeros((len(words), len(premise.vocabulary)), dtype=np.float32)
    open_rows = [
        row for row, word in enumerate(words)
        if word not in premise.window_words[window] and not any(char.isdigit() for char in word)
    ]  # fmt: skip
    if open_rows and premise.vocabulary:
        near[open_rows] = np.clip(vectors.rows([words[row] for row in open_rows]) @ premise.word_vectors.T, 0.0, 1.0)
    for row, word in enumerate(words):
        if word in premise.all_words:
            near[row, premise.positions[word]] = 1.0
    return near


def nearest(near: np.ndarray, premise: PremiseView, window: int | None = None) -> np.ndarray:
    """For each word the nearness of the nearest word of the premise, or of one window of it."""
    if not near.size:
        return np.zeros(len(near))
    if window is None:
        return np.asarray(near.max(axis=1))
    there = premise.window_words[window]
    inside = np.fromiter((word in there for word in premise.vocabulary), dtype=bool, count=len(premise.vocabulary))
    return np.asarray(near[:, inside].max(axis=1)) if inside.any() else np.zeros(len(near))


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


def longest_run(ours: Sequence[str], theirs: Sequence[str]) -> float:
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


def trigrams(claim: str, premise: PremiseView) -> float:
    """Share of the claim's character trigrams found in the premise."""
    ours = re.sub(r"\W+", " ", fold(claim)).strip()
    grams = [ours[i : i + 3] for i in range(max(1, len(ours) - 2))]
    return sum(gram in premise.letters for gram in grams) / len(grams)


def weighted_mean(values: np.ndarray, weights: np.ndarray, default: float = 0.0) -> float:
    """Mean by weight; the default when there is no weight at all."""
    total = float(weights.sum())
    return float((values * weights).sum() / total) if total else default
