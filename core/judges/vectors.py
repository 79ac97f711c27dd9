"""Vectors of texts, encoded once each, kept by the text's hash within one judge."""

from __future__ import annotations

import numpy as np

from core.embeddings import Encoder
from core.records import text_hash

_LIMIT = 200_000  # texts; about 400 MB of float32 at 512 dimensions


class Vectors:
    """A growing cache of vectors in front of an encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, np.ndarray] = {}

    def add(self, texts: list[str]) -> None:
        """Encode the texts that are not known yet, in one batch, short ones together."""
        missing = {text_hash(text): text for text in texts}
        missing = {key: text for key, text in missing.items() if key not in self._known}
        if not missing:
            return
        if len(self._known) + len(missing) > _LIMIT:
            self._known.clear()
            missing = {text_hash(text): text for text in texts}
        order = sorted(missing, key=lambda key: len(missing[key]))
        for start in range(0, len(order), 256):
            keys = order[start : start + 256]
            self._known.update(zip(keys, self._encoder.encode([missing[key] for key in keys]), strict=True))

    def rows(self, texts: list[str]) -> np.ndarray:
        """One row per text, encoding what is missing."""
        self.add(texts)
        return np.stack([self._known[text_hash(text)] for text in texts])
