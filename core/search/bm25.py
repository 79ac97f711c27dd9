"""Lexical search with bm25s: English stems, Chinese characters and bigrams."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from core.text.tokens import search_tokens


class Bm25:
    """A BM25 index over texts by row number; rows that share no token with the query are never returned."""

    def __init__(self, retriever: Any, rows: int) -> None:
        self._retriever = retriever
        self._rows = rows

    @classmethod
    def build(cls, texts: Iterable[str], folder: Path) -> Bm25:
        """Index the texts, one at a time in memory, and write the index to `folder`."""
        import bm25s

        folder.mkdir(parents=True, exist_ok=True)
        vocabulary: dict[str, int] = {}
        # Four bytes a token, where the words would take some sixty.
        tokens = [
            array("i", (vocabulary.setdefault(t, len(vocabulary)) for t in search_tokens(text))) for text in texts
        ]
        # bm25s cannot index a corpus without a single token.
        empty = not vocabulary
        (folder / "rows.json").write_text(json.dumps({"rows": len(tokens), "empty": empty}), encoding="utf-8")
        if empty:
            return cls(None, len(tokens))
        retriever = bm25s.BM25()
        retriever.index((tokens, vocabulary), show_progress=False)
        retriever.save(folder)
        return cls(retriever, len(tokens))

    @classmethod
    def load(cls, folder: Path) -> Bm25:
        """Open an index written by `build`, memory-mapped."""
        import bm25s

        about = json.loads((folder / "rows.json").read_text(encoding="utf-8"))
        retriever = None if about["empty"] else bm25s.BM25.load(folder, mmap=True)
        return cls(retriever, about["rows"])

    def search(self, query: str, k: int) -> list[tuple[int, float]]:
        """Row numbers and scores, best first; ties by row number."""
        import numpy as np

        known = self._known(search_tokens(query))
        if self._retriever is None or not known:
            return []
        scores = np.asarray(self._retriever.get_scores(known))
        near = np.flatnonzero(scores > 0)
        if 0 < k < len(near):
            near = near[scores[near] >= np.partition(scores[near], -k)[-k]]
        order = near[np.argsort(-scores[near], kind="stable")][:k]
        return [(int(row), float(scores[row])) for row in order]

    def _known(self, tokens: list[str]) -> list[str]:
        if self._retriever is None:
            return []
        vocabulary = self._retriever.vocab_dict
        return [token for token in tokens if token in vocabulary]
