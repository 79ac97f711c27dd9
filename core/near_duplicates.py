"""Near-duplicate texts: alike in wording or meaning, and agreeing in every number and name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.embeddings import Encoder
from core.embeddings import encoder as load_encoder
from core.text.compare import same_quantity
from core.text.names import find_codes, find_names, negations
from core.text.quantities import find_quantities
from core.text.tokens import fold

_BLOCK = 1024
_NEIGHBOUR = 0.75  # cosine from which a pair is looked at closely


@dataclass(frozen=True)
class Pair:
    """Positions of two texts (i < j) and how alike they are, 0 to 1."""

    i: int
    j: int
    score: float


def find_near_duplicates(texts: Sequence[str], threshold: float = 0.85, encoder: Encoder | None = None) -> list[Pair]:
    """All near-duplicate pairs, the most alike first. Works on ten thousand texts: vectors choose whom to compare."""
    if len(texts) < 2:
        return []
    rows = (encoder or load_encoder()).encode(list(texts))
    folded = [" ".join(fold(text).split()) for text in texts]
    pairs = []
    for start in range(0, len(texts), _BLOCK):
        block = rows[start : start + _BLOCK] @ rows[start:].T
        for left, right in np.argwhere(block >= _NEIGHBOUR):
            if right <= left:
                continue
            i, j = start + int(left), start + int(right)
            score = likeness(folded[i], folded[j], float(block[left, right]))
            if score >= threshold and facts_agree(texts[i], texts[j]):
                pairs.append(Pair(i, j, round(score, 4)))
    return sorted(pairs, key=lambda pair: (-pair.score, pair.i, pair.j))


def facts_agree(left: str, right: str) -> bool:
    """Whether two texts name the same numbers, codes and names; "in 2023" and "in 2024" ask different things."""
    ours, theirs = find_quantities(left), find_quantities(right)
    for some, others in ((ours, theirs), (theirs, ours)):
        if not all(any(same_quantity(one, other) for other in others) for one in some):
            return False
    if {fold(code) for code in find_codes(left)} != {fold(code) for code in find_codes(right)}:
        return False
    if (negations(left) > 0) != (negations(right) > 0):
        return False
    return _names_in(left, right) and _names_in(right, left)


def _names_in(left: str, right: str) -> bool:
    there = fold(right)
    return all(fold(name) in there for name in find_names(left))


def likeness(left: str, right: str, cosine: float) -> float:
    """Wording and meaning together: the wording decides among near texts, the meaning lifts paraphrases."""
    from rapidfuzz import fuzz

    if left == right:
        return 1.0
    wording = max(fuzz.ratio(left, right), fuzz.token_sort_ratio(left, right)) / 100
    return min(1.0, max(0.5 * wording + 0.5 * cosine, cosine - 0.03, wording - 0.03))
