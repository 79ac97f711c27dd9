"""Features of a question against a passage: is it about the question, and does it answer it."""

from __future__ import annotations

import numpy as np

from core.judges.overlap import nearest, nearness
from core.judges.premises import PremiseView
from core.judges.slots import slot_filled, slot_of
from core.judges.terms import terms_of
from core.judges.vectors import Vectors
from core.text.names import find_names
from core.text.tokens import fold

NAMES = (
    "cover_best", "cover_all", "soft_best", "soft_all", "weakest", "cosine", "cosine_best", "names_held", "no_names", "slot_best", "slot_all",
)  # fmt: skip
_ASKING = frozenset(
    "what which who whom whose when where why how mani much long 什么 哪 哪些 哪个 哪里 哪一 谁 多少 几 如何 怎么 怎样 为什么 是否 何时 何 多久 多长 时候 吗 呢 请问".split()
)


def passage_features(question: str, passage: PremiseView, vectors: Vectors) -> np.ndarray:
    """One row in the order of NAMES."""
    terms = terms_of(question)
    kept = [(word, weight) for word, weight in zip(terms.words, terms.weights, strict=True) if word not in _ASKING]
    wanted = [word for word, _ in kept]
    weights = np.array([weight for _, weight in kept])
    total = float(weights.sum()) or 1.0
    cosines = passage.vectors @ vectors.rows([question])[0]
    covers = np.array([_cover(wanted, weights, there) / total for there in passage.window_words])
    best = int(np.argmax(covers + 0.5 * cosines))
    table = nearness(tuple(wanted), passage, best, vectors)
    near, near_best = nearest(table, passage), nearest(table, passage, best)
    names, folded = find_names(question), fold(passage.text)
    held = sum(fold(name) in folded for name in names) / len(names) if names else 0.5
    slot = slot_of(question)
    return np.array([
        float(covers.max()),
        _cover(wanted, weights, passage.all_words) / total,
        float((near_best * weights).sum() / total),
        float((near * weights).sum() / total),
        float(near.min()) if len(near) else 0.0,
        float(cosines.max()),
        float(cosines[best]),
        held,
        float(not names),
        slot_filled(slot, passage.window_text(best), question),
        slot_filled(slot, passage.text, question),
    ])  # fmt: skip


def _cover(wanted: list[str], weights: np.ndarray, there: frozenset[str]) -> float:
    return float(sum(weight for word, weight in zip(wanted, weights, strict=True) if word in there))
