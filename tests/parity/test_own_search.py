"""Our own BM25 on a public collection, so that a change of tokens or weights cannot pass unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.nfcorpus import measure


def test_bm25_on_nfcorpus(data: Callable[[str], Path]) -> None:
    found = measure(data("nfcorpus"))
    assert found["n"] == 323
    assert found["ndcg@10"] >= 0.312
