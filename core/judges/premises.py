"""A premise taken apart once: sentences, windows of two, their terms and vectors; shared by all claims asked of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.judges.terms import Terms, terms_of
from core.judges.vectors import Vectors
from core.text.quantities import Quantity
from core.text.sentences import split_sentences
from core.text.tokens import fold, words

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
    word_vectors: np.ndarray

    @cached_property
    def window_words(self) -> tuple[frozenset[str], ...]:
        """Content words of each window."""
        return tuple(
            frozenset(word for terms in self.terms[first : last + 1] for word in terms.words)
            for first, last in self.windows
        )

    @cached_property
    def window_quantities(self) -> tuple[tuple[Quantity, ...], ...]:
        """Quantities of each window."""
        return tuple(
            tuple(quantity for terms in self.terms[first : last + 1] for quantity in terms.quantities)
            for first, last in self.windows
        )

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """All words of the text in order, for runs of equal wording."""
        return tuple(words(self.text))

    @cached_property
    def letters(self) -> str:
        """The text folded, everything but letters and digits made blank."""
        return re.sub(r"\W+", " ", fold(self.text))

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The distinct content words, sorted: the rows of `word_vectors`."""
        return tuple(sorted(self.all_words))

    @cached_property
    def positions(self) -> dict[str, int]:
        """Where each word stands in the vocabulary."""
        return {word: position for position, word in enumerate(self.vocabulary)}

    def window_text(self, number: int) -> str:
        """The text of one window."""
        first, last = self.windows[number]
        return " ".join(self.sentences[first : last + 1])


def view_premises(texts: list[str], vectors: Vectors) -> list[PremiseView]:
    """Views of several premises, embedded in one batch."""
    sentences = [_sentences(text) for text in texts]
    vectors.add([sentence for group in sentences for sentence in group])
    vectors.add(sorted({word for group in sentences for sentence in group for word in terms_of(sentence).words}))
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
    known = frozenset(word for each in terms for word in each.words)
    quantities = tuple(quantity for each in terms for quantity in each.quantities)
    word_rows = vectors.rows(sorted(known)) if known else np.zeros((0, rows.shape[1]), dtype=np.float32)
    return PremiseView(text, sentences, tuple(windows), terms, rows, known, quantities, word_rows)
