"""The search index of one knowledge base under one chunking, kept on disk and built only when something changed."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from core.errors import BadCall
from core.records import Chunk, text_hash
from core.search.bm25 import Bm25
from core.search.dense import Dense, EncoderLike
from core.search.fuse import fuse
from core.search.rerank import rerank
from core.store import Store
from core.store import chunks as chunk_store

Method = Literal["bm25", "dense", "hybrid", "hybrid+rerank"]
METHODS: tuple[Method, ...] = ("bm25", "dense", "hybrid", "hybrid+rerank")
# How deep each list goes into the fusion, and how many candidates a reranker sees.
FUSION_DEPTH = 100
RERANK_DEPTH = 50


@dataclass(frozen=True)
class Hit:
    """One chunk found, with the score of the method that ranked it; ranks begin at 1."""

    chunk: Chunk
    score: float
    rank: int


class SearchIndex:
    """BM25 and vectors over the chunks of one chunking."""

    def __init__(self, store: Store, ids: list[str], bm25: Bm25, dense: Dense | None, reranker: str) -> None:
        self._store, self._ids, self._bm25, self._dense, self._reranker = store, ids, bm25, dense, reranker

    @classmethod
    def build(
        cls,
        store: Store,
        kb_id: str,
        chunking: str,
        encoder: EncoderLike | None,
        *,
        reranker: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> SearchIndex:
        """Open the index, first making whatever is missing or out of date.

        Without an encoder only `bm25` can be searched. BadCall when there are no chunks.
        """
        stamps = chunk_store.stamps(store, kb_id, chunking)
        if not stamps:
            raise BadCall(f"There are no chunks under {chunking!r} yet: chunk the knowledge base first (cli.py chunk).")
        folder = store.index_dir / kb_id / _slug(chunking)
        folder.mkdir(parents=True, exist_ok=True)
        ids = [chunk_id for chunk_id, _ in stamps]
        digest = text_hash(json.dumps(stamps))[:16]
        bm25 = _open_bm25(store, ids, folder, digest)
        dense = _open_dense(store, stamps, encoder, folder, digest, progress) if encoder else None
        return cls(store, ids, bm25, dense, reranker)

    def __len__(self) -> int:
        return len(self._ids)

    def vectors(self, ids: Sequence[str]) -> Any:
        """The stored embeddings of these chunks, a row each in the order asked; BadCall where there are none."""
        if self._dense is None:
            raise BadCall("This index was opened without an encoder, so it holds no embeddings.")
        rows = {chunk_id: row for row, chunk_id in enumerate(self._ids)}
        return self._dense.vectors[[rows[chunk_id] for chunk_id in ids]]

    def search(self, query: str, method: str = "hybrid", k: int = 10) -> list[Hit]:
        """The best `k` chunks for the query, best first."""
        return self._hits(self._rank(query, method, k)[:k])

    def _rank(self, query: str, method: str, k: int) -> list[tuple[int, float]]:
        depth = max(k, FUSION_DEPTH)
        if method == "bm25":
            return self._bm25.search(query, k)
        if method not in METHODS:
            raise BadCall(f"{method!r} is not a search method; choose one of {', '.join(METHODS)}.")
        if self._dense is None:
            raise BadCall(f"{method} search needs an encoder, and this index was opened without one.")
        if method == "dense":
            return self._dense.search(query, k)
        lists = [self._bm25.search(query, depth), self._dense.search(query, depth)]
        fused = fuse([[row for row, _ in ranking] for ranking in lists])
        if method == "hybrid":
            return fused
        candidates = fused[: max(k, RERANK_DEPTH)]
        texts = [hit.chunk.text for hit in self._hits(candidates)]
        return [(candidates[at][0], score) for at, score in rerank(self._reranker, query, texts)]

    def _hits(self, ranked: list[tuple[int, float]]) -> list[Hit]:
        found = chunk_store.get_many(self._store, [self._ids[row] for row, _ in ranked])
        by_id = {chunk.id: chunk for chunk in found}
        hits = [(by_id[self._ids[row]], score) for row, score in ranked if self._ids[row] in by_id]
        return [Hit(chunk, score, rank) for rank, (chunk, score) in enumerate(hits, start=1)]


def _open_bm25(store: Store, ids: list[str], folder: Path, digest: str) -> Bm25:
    target = folder / f"bm25-{digest}"
    if (target / "rows.json").exists():
        return Bm25.load(target)
    texts = (chunk.text for chunk in _in_batches(store, ids))
    part = Path(tempfile.mkdtemp(prefix="bm25-part-", dir=folder))
    Bm25.build(texts, part)
    _replace_folder(part, target)
    _remove_others(folder, "bm25-", target)
    return Bm25.load(target)


def _open_dense(
    store: Store,
    stamps: list[tuple[str, str]],
    encoder: EncoderLike,
    folder: Path,
    digest: str,
    progress: Callable[[int, int], None] | None,
) -> Dense:
    prefix = f"vectors-{_slug(encoder.name)}-"
    path = folder / f"{prefix}{digest}.npy"
    if path.exists() and path.with_suffix(".json").exists():
        return Dense.load(path, encoder)
    older = [p for p in folder.parent.glob(f"*/{prefix}*.npy") if not p.name.endswith(".part.npy")]

    def texts(rows: list[int]) -> list[str]:
        return [chunk.text for chunk in chunk_store.get_many(store, [stamps[row][0] for row in rows])]

    dense = Dense.build([key for _, key in stamps], texts, encoder, path, older, progress)
    for old in folder.glob(f"{prefix}*"):
        if digest not in old.name:
            old.unlink(missing_ok=True)
    return dense


def _in_batches(store: Store, ids: list[str], size: int = 500) -> Iterator[Chunk]:
    for begin in range(0, len(ids), size):
        yield from chunk_store.get_many(store, ids[begin : begin + size])


def _replace_folder(part: Path, target: Path) -> None:
    """Move a finished folder into place; if another process was first, its equal result stays."""
    try:
        part.rename(target)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)


def _remove_others(folder: Path, prefix: str, keep: Path) -> None:
    for old in folder.glob(f"{prefix}*"):
        if old != keep and "part" not in old.name:
            shutil.rmtree(old, ignore_errors=True)


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:60] + "-" + text_hash(text)[:6]
