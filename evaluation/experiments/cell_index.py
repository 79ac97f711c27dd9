"""A search index over chunks that are in memory: for chunkings and prefixes that the workspace does not keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from core.errors import BadCall
from core.records import Chunk, text_hash
from core.search.bm25 import Bm25
from core.search.dense import Dense, EncoderLike
from core.search.fuse import fuse
from core.search.index import FUSION_DEPTH, METHODS, RERANK_DEPTH, Hit
from core.search.rerank import rerank


class Searcher(Protocol):
    """What an experiment asks of an index; the workspace's own index is one too."""

    def search(self, query: str, method: str = "hybrid", k: int = 10) -> list[Hit]:
        """The best `k` chunks, best first."""


class CellIndex:
    """BM25 and vectors over `texts`, one for each chunk; hits are the chunks themselves."""

    def __init__(
        self, chunks: Sequence[Chunk], texts: Sequence[str], encoder: EncoderLike, folder: Path, name: str,
        *, reranker: str = "", rerank_depth: int = RERANK_DEPTH,
    ) -> None:  # fmt: skip
        if not chunks:
            raise BadCall("There is nothing to search: the documents gave no chunks.")
        self.chunks, self._texts, self._reranker, self._depth = list(chunks), list(texts), reranker, rerank_depth
        hashes = [text_hash(text) for text in texts]
        self.folder = folder / f"{_slug(name)}-{text_hash(''.join(hashes))[:12]}"
        self._bm25 = _bm25(self._texts, self.folder / "bm25")
        self._dense = _dense(hashes, self._texts, encoder, self.folder, folder)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def search(self, query: str, method: str = "hybrid", k: int = 10) -> list[Hit]:
        """The best `k` chunks, best first."""
        ranked = self._rank(query, method, k)[:k]
        return [Hit(self.chunks[row], score, rank) for rank, (row, score) in enumerate(ranked, start=1)]

    def _rank(self, query: str, method: str, k: int) -> list[tuple[int, float]]:
        if method not in METHODS:
            raise BadCall(f"{method!r} is not a search method; choose one of {', '.join(METHODS)}.")
        if method == "bm25":
            return self._bm25.search(query, k)
        if method == "dense":
            return self._dense.search(query, k)
        depth = max(k, FUSION_DEPTH, self._depth)
        lists = [self._bm25.search(query, depth), self._dense.search(query, depth)]
        fused = fuse([[row for row, _ in ranking] for ranking in lists])
        if method == "hybrid":
            return fused
        candidates = fused[: max(k, self._depth)]
        scored = rerank(self._reranker, query, [self._texts[row] for row, _ in candidates])
        return [(candidates[at][0], score) for at, score in scored]


def _bm25(texts: list[str], folder: Path) -> Bm25:
    # `rows.json` is written before the index itself: an index cut off by a crash is told by its vocabulary.
    if (folder / "vocab.index.json").exists() and (folder / "rows.json").exists():
        return Bm25.load(folder)
    return Bm25.build(texts, folder)


def _dense(hashes: list[str], texts: list[str], encoder: EncoderLike, folder: Path, shared: Path) -> Dense:
    """Vectors of texts that any other cell has embedded are copied, not made again."""
    name = f"vectors-{_slug(encoder.name)}.npy"
    path = folder / name
    if path.exists() and path.with_suffix(".json").exists():
        return Dense.load(path, encoder)
    older = sorted(p for p in shared.glob(f"*/{name}") if p != path)
    return Dense.build(hashes, lambda rows: [texts[row] for row in rows], encoder, path, older)


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:60] or "cell"
