"""Search: both languages, every method, an index that follows the chunks."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.errors import BadCall
from core.search import SearchIndex
from core.search.bm25 import Bm25
from core.search.dense import Dense
from core.search.fuse import fuse
from core.store import Store, documents
from core.text.tokens import search_tokens
from tests.core.store_fixtures import CHUNKING, small_kb


class LetterEncoder:
    """Counts letters and Han characters: deterministic, quick, and no model."""

    name = "letters"

    def __init__(self) -> None:
        self.texts = 0

    def encode(self, texts: list[str]) -> np.ndarray:
        self.texts += len(texts)
        rows = np.zeros((len(texts), 4096), dtype=np.float32)
        for i, text in enumerate(texts):
            for token in search_tokens(text):
                rows[i, zlib.crc32(token.encode()) % 4096] += 1
            rows[i] /= np.linalg.norm(rows[i]) or 1
        return rows


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w")


@pytest.mark.parametrize("method", ["bm25", "dense", "hybrid"])
@pytest.mark.parametrize(
    ("query", "text"),
    [("days of annual leave", "15 days"), ("工龄十年年假有几天", "20天"), ("VPN 需要什么账号", "SSO")],
)
def test_the_right_passage_comes_first(store: Store, method: str, query: str, text: str) -> None:
    kb = small_kb(store)
    hits = SearchIndex.build(store, kb.id, CHUNKING, LetterEncoder()).search(query, method, 3)
    assert text in hits[0].chunk.text
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


def test_only_changed_texts_are_embedded_again(store: Store) -> None:
    kb = small_kb(store)
    SearchIndex.build(store, kb.id, CHUNKING, LetterEncoder())
    again = LetterEncoder()
    SearchIndex.build(store, kb.id, CHUNKING, again)
    assert again.texts == 0
    documents.delete(store, documents.by_source(store, kb.id, "vpn.md").id)  # type: ignore[union-attr]
    index = SearchIndex.build(store, kb.id, CHUNKING, again)
    assert again.texts == 1  # one probe of the width; the six texts left were known
    assert len(index) == 4
    assert all("VPN" not in hit.chunk.text for hit in index.search("VPN", "hybrid", 10))


def test_unknown_words_find_nothing_by_bm25(store: Store) -> None:
    kb = small_kb(store)
    assert SearchIndex.build(store, kb.id, CHUNKING, None).search("zzzz", "bm25", 5) == []


def test_missing_parts_are_named(store: Store) -> None:
    kb = small_kb(store)
    with pytest.raises(BadCall, match="no chunks"):
        SearchIndex.build(store, kb.id, "other:1", None)
    index = SearchIndex.build(store, kb.id, CHUNKING, LetterEncoder())
    with pytest.raises(BadCall, match="not run: no reranker"):
        index.search("leave", "hybrid+rerank", 3)
    with pytest.raises(BadCall, match="not a search method"):
        index.search("leave", "magic", 3)


def test_reciprocal_rank_fusion_by_hand() -> None:
    fused = fuse([[1, 2], [2, 3]], k=60)
    assert [row for row, _ in fused] == [2, 1, 3]
    assert fused[0][1] == pytest.approx(1 / 62 + 1 / 61)


def test_english_is_stemmed_and_chinese_cut_into_characters_and_bigrams() -> None:
    assert search_tokens("Policies and the policy") == ["polici", "polici"]
    assert search_tokens("年假天数") == ["年", "假", "天", "数", "年假", "假天", "天数"]
    assert search_tokens("ＶＰＮ登录") == ["vpn", "登", "录", "登录"]


def test_bm25_takes_texts_one_at_a_time_and_breaks_ties_by_row(tmp_path: Path) -> None:
    texts = ["leave", "travel", "leave days", "年假", "leave", "leave"]
    index = Bm25.build(iter(texts), tmp_path / "bm25")
    assert [row for row, _ in index.search("leave", 3)] == [0, 4, 5]
    assert [row for row, _ in index.search("leave", 10)] == [0, 4, 5, 2]
    assert [row for row, _ in Bm25.load(tmp_path / "bm25").search("年假", 10)] == [3]
    assert index.search("nothing of it", 3) == []
    assert Bm25.build(iter(["", "the"]), tmp_path / "empty").search("leave", 3) == []


def test_embedding_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.search.dense.BATCH", 2)
    asked: list[str] = []

    class Encoder:
        name = "letters"

        def encode(self, texts: list[str]) -> np.ndarray:
            asked.extend(t for t in texts if t != "width")
            return np.array([[float(len(t)), float(ord(t[0]))] for t in texts], dtype=np.float32)

    def stopped(done: int, total: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    words = ["a", "bb", "ccc", "dddd", "eeeee"]

    def build(progress: Callable[[int, int], None] | None = None, hashes: list[str] | None = None) -> Dense:
        return Dense.build(
            hashes or words, lambda rows: [words[r] for r in rows], Encoder(), tmp_path / "v.npy", [], progress
        )

    with pytest.raises(KeyboardInterrupt):
        build(stopped)
    asked.clear()
    dense = build()
    assert asked == ["eeeee"]
    assert [row[0] for row in dense.vectors.tolist()] == [1, 2, 3, 4, 5]
    assert not list(tmp_path.glob("*.part.*"))
    # Another corpus is another plan: nothing of the stopped one is taken for it.
    (tmp_path / "v.npy").unlink()
    with pytest.raises(KeyboardInterrupt):
        build(stopped)
    asked.clear()
    build(hashes=["v", "w", "x", "y", "z"])
    assert asked == words
