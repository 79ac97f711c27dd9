"""Our BM25 on NFCorpus (BEIR) beside bm25s with its own tokenizer: nDCG@10, recall@100, seconds.

Run by hand: `python -m bench.nfcorpus`. Queries without results count 0, as published figures have it.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.search.bm25 import Bm25  # noqa: E402
from evaluation.metrics.aggregate import summarise  # noqa: E402
from evaluation.trec import Qrels, query_values, read_qrels  # noqa: E402

DATA = Path(os.environ.get("ASSAY_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data") / "nfcorpus"
DEPTH = 100
Search = Callable[[str], Sequence[tuple[int, float]]]


def main() -> None:
    """Measure both and print one line each."""
    for name, make in (("Assay", ours), ("bm25s, its own tokenizer", theirs)):
        found = measure(DATA, make)
        print(
            f"{name:26} nDCG@10 {found['ndcg@10']:.4f}  recall@100 {found['recall@100']:.4f}  {found['seconds']:.2f} s"
        )  # noqa: T201


def measure(data: Path, make: Callable[[Sequence[str], Path], Search] | None = None) -> dict[str, float]:
    """Mean nDCG@10 and recall@100 over all judged queries, and the seconds indexing and searching took."""
    ids, texts = corpus(data)
    qrels: Qrels = read_qrels(data / "qrels.test.tsv")
    queries = {row["_id"]: row["text"] for row in map(json.loads, (data / "queries.test.jsonl").open(encoding="utf-8"))}
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        search = (make or ours)(texts, Path(folder))
        found = {query: [(ids[row], score) for row, score in search(queries[query])] for query in qrels}
    seconds = time.perf_counter() - started
    rows = [query_values(judged, found[query]) for query, judged in qrels.items()]
    means = {name: summarise("mean", [row[name] for row in rows]) for name in ("ndcg@10", "recall@100")}
    return {**means, "n": len(rows), "seconds": seconds}


def corpus(data: Path) -> tuple[list[str], list[str]]:
    """Ids and texts (title before text) of the documents."""
    with gzip.open(data / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["_id"] for row in rows], [f"{row.get('title', '')} {row['text']}".strip() for row in rows]


def ours(texts: Sequence[str], folder: Path) -> Search:
    """The lexical search of the baselines."""
    index = Bm25.build(texts, folder)
    return lambda query: index.search(query, DEPTH)


def theirs(texts: Sequence[str], folder: Path) -> Search:
    """bm25s as its README has it: English stop words, English stems."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    retriever = bm25s.BM25()
    retriever.index(
        bm25s.tokenize(list(texts), stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False
    )

    def search(query: str) -> list[tuple[int, float]]:
        tokens = bm25s.tokenize(query, stopwords="en", stemmer=stemmer, show_progress=False, return_ids=False)[0]
        known = [token for token in tokens if token in retriever.vocab_dict]
        if not known:
            return []
        scores = retriever.get_scores(known)
        best = scores.argsort()[::-1][:DEPTH]
        return [(int(row), float(scores[row])) for row in best if scores[row] > 0]

    return search


if __name__ == "__main__":
    main()
