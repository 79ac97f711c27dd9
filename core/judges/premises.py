"""A premise taken apart once: sentences, windows of two, their terms and vectors; shared by all claims asked of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from core.judges.terms import Terms, terms_of
from core.judges.vectors import Vectors
from core.text.quantities import Quantity
from core.text.sentences import split_sentences

# "…in 1954.Junkers was": passages glued together without a blank.
_GLUED = re.compile(r"(?<=[a-z0-9)\]\"”])\.(?=[A-Z\"“][A-Za-z ])")


@dataclass(frozen=True)
class PremiseView:
    """Sentences, and windows as (first, last) sentence numbers; rows of `vectors` belong to windows."""

    text: str
    sentences: tuple[str, ...]
    windows: tuple[tuple[int, int], ...]
    terms: tuple[Terms, ...]
    vectors: np.ndarray
    all_words: frozenset[str]
    quantities: tuple[Quantity, ...]

    def words_in(self, number: int) -> frozenset[str]:
        """Content words of one window."""
        first, last = self.windows[number]
        return frozenset(word for terms in self.terms[first : last + 1] for word in terms.words)

    def quantities_in(self, number: int) -> tuple[Quantity, ...]:
        """Quantities of one window."""
        first, last = self.windows[number]
        return tuple(quantity for terms in self.terms[first : last + 1] for quantity in terms.quantities)

    def window_text(self, number: int) -> str:
        """The text of one window."""
        first, last = self.windows[number]
        return " ".join(self.sentences[first : last + 1])


def view_premises(texts: list[str], vectors: Vectors) -> list[PremiseView]:
    """Views of several premises, embedded in one batch."""
    sentences = [_sentences(text) for text in texts]
    vectors.add([sentence for group in sentences for sentence in group])
    return [_view(text, group, vectors) for text, group in zip(texts, sentences, strict=True)]


def _sentences(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for sentence in split_sentences(text):
        last = 0
        for glued in _GLUED.finditer(sentence.text):
            found.append(sentence.text[last : glued.end()])
            last = glued.end()
        found.append(sentence.text[last:])
    return tuple(found) or (text,)


def _view(text: str, sentences: tuple[str, ...], vectors: Vectors) -> PremiseView:
    singles = vectors.rows(list(sentences))
    windows = [(i, i) for i in range(len(sentences))] + [(i, i + 1) for i in range(len(sentences) - 1)]
    # The vector of two neighbours is the mean of theirs: as good as encoding them together, and free.
    pairs = singles[:-1] + singles[1:]
    pairs /= np.maximum(np.linalg.norm(pairs, axis=1, keepdims=True), 1e-9)
    rows = np.concatenate([singles, pairs]) if len(sentences) > 1 else singles
    terms = tuple(terms_of(sentence) for sentence in sentences)
    words = frozenset(word for each in terms for word in each.words)
    quantities = tuple(quantity for each in terms for quantity in each.quantities)
    return PremiseView(text, sentences, tuple(windows), terms, rows, words, quantities)
