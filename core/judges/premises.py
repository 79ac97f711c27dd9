"""A premise taken apart once: sentences, windows of two, their terms and vectors; shared by all claims asked of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.judges.terms import Terms, terms_of
from core.judges.vectors import Vectors
from core.text.sentences import split_sentences


@dataclass(frozen=True)
class PremiseView:
    """Sentences, and windows as (first, last) sentence numbers; rows of `vectors` belong to windows."""

    text: str
    sentences: tuple[str, ...]
    windows: tuple[tuple[int, int], ...]
    terms: tuple[Terms, ...]
    vectors: np.ndarray

    @property
    def all_words(self) -> frozenset[str]:
        """Every content word of the premise."""
        return frozenset(word for terms in self.terms for word in terms.words)

    def window_text(self, number: int) -> str:
        """The text of one window."""
        first, last = self.windows[number]
        return " ".join(self.sentences[first : last + 1])


def view_premises(texts: list[str], vectors: Vectors) -> list[PremiseView]:
    """Views of several premises, embedded in one batch."""
    sentences = [tuple(s.text for s in split_sentences(text)) or (text,) for text in texts]
    vectors.add([sentence for group in sentences for sentence in group])
    return [_view(text, group, vectors) for text, group in zip(texts, sentences, strict=True)]


def _view(text: str, sentences: tuple[str, ...], vectors: Vectors) -> PremiseView:
    singles = vectors.rows(list(sentences))
    windows = [(i, i) for i in range(len(sentences))] + [(i, i + 1) for i in range(len(sentences) - 1)]
    # The vector of two neighbours is the mean of theirs: as good as encoding them together, and free.
    pairs = singles[:-1] + singles[1:]
    pairs /= np.maximum(np.linalg.norm(pairs, axis=1, keepdims=True), 1e-9)
    rows = np.concatenate([singles, pairs]) if len(sentences) > 1 else singles
    return PremiseView(text, sentences, tuple(windows), tuple(terms_of(s) for s in sentences), rows)
