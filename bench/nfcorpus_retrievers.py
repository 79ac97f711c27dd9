"""The built-in retrievers on NFCorpus (BEIR) against its graded judgements: whole documents, sweeps, and prefixes.

Documents stand in for spans of evidence, so what a chunk finds counts for its document, at the rank of its best chunk.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.nfcorpus import corpus
from builder.chunk import chunk_text
from core.embeddings import encoder
from core.records import Chunk, Document, text_hash
from core.search.index import METHODS, Hit
from core.stats.figures import change, mean_of
from core.text.tokens import count_tokens
from evaluation.experiments.cell_index import CellIndex
from evaluation.experiments.prefix import from_headings
from evaluation.experiments.retrievers import STAGES
from evaluation.experiments.sweeps import WEIGHTS, weighted
from evaluation.trec import Qrels, query_values, read_qrels

SHOWN = ("ndcg@10", "recall@100", "mrr", "map")
DEPTH = 100
Values = dict[str, dict[str, float | None]]


@dataclass(frozen=True)
class Judged:
    """Documents by id, queries that have judgements, and the judgements."""

    ids: list[str]
    texts: list[str]
    titles: list[str]
    queries: dict[str, str]
    qrels: Qrels

    @classmethod
    def read(cls, data: Path) -> Judged:
        """The set as it lies there."""
        ids, texts = corpus(data)
        with gzip.open(data / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
            titles = [json.loads(line).get("title", "") for line in lines]
        rows = map(json.loads, (data / "queries.test.jsonl").open(encoding="utf-8"))
        qrels = read_qrels(data / "qrels.test.tsv")
        return cls(ids, texts, titles, {row["_id"]: row["text"] for row in rows}, qrels)

    def values(self, lists: Mapping[str, Sequence[Hit]]) -> Values:
        """Metric by query, a document at the rank of its first chunk."""
        found: dict[str, dict[str, float | None]] = {}
        for query, judged in self.qrels.items():
            first = dict.fromkeys(hit.chunk.document_id for hit in lists[query])
            found[query] = query_values(judged, [(name, 1.0 / rank) for rank, name in enumerate(first, 1)])
        names = next(iter(found.values()))
        return {name: {query: values.get(name) for query, values in found.items()} for name in names}

    def search(self, index: CellIndex, method: str) -> dict[str, list[Hit]]:
        """The first hits of every query."""
        return {query: index.search(self.queries[query], method, DEPTH) for query in self.qrels}


def nfcorpus(data: Path) -> dict[str, Any]:
    """Means with intervals for BM25, dense and hybrid over all judged queries, what each adds, and the sweeps."""
    held = Judged.read(data)
    measured: dict[str, Values] = {}
    lists: dict[str, dict[str, list[Hit]]] = {}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        index = CellIndex(_whole(held), held.texts, encoder(), Path(folder), "whole")
        built = time.monotonic() - started
        for method in METHODS[:3]:
            started = time.monotonic()
            lists[method] = held.search(index, method)
            seconds = time.monotonic() - started
            measured[method] = {name: found for name, found in held.values(lists[method]).items() if name in SHOWN}
            rows.append({
                "method": method, "metrics": {name: mean_of(values) for name, values in measured[method].items()},
                "milliseconds_per_query": round(1000 * seconds / len(held.qrels), 1),
            })  # fmt: skip
    stages = [
        {"stage": name, "metrics": {m: change(measured[before][m], measured[after][m]) for m in measured[after]}}
        for name, after, before in STAGES
        if after in measured and before in measured
    ]
    found = {"n": len(held.qrels), "seconds_to_index": round(built, 1), "rows": rows, "stages": stages}
    return {**found, **_sweeps(held, lists)}


def contextual(data: Path, size: str = "sentence:128:0") -> dict[str, Any]:
    """With and without prefixes from headings on chunks of 128 tokens: nDCG@10, and queries without any document at 20."""
    held = Judged.read(data)
    documents = [_document(*row) for row in zip(held.ids, held.titles, held.texts, strict=True)]
    chunks = [(document, chunk) for document in documents for chunk in chunk_text(document, size)]
    sides: dict[str, dict[str, Values]] = {}
    prefixes = [from_headings(document, chunk) for document, chunk in chunks]
    with tempfile.TemporaryDirectory() as folder:
        for side in ("without", "with"):
            texts = [
                f"{prefix}\n\n{c.text}" if side == "with" else c.text
                for prefix, (_, c) in zip(prefixes, chunks, strict=True)
            ]
            index = CellIndex([chunk for _, chunk in chunks], texts, encoder(), Path(folder), side)
            sides[side] = {method: held.values(held.search(index, method)) for method in METHODS[:3]}
    rows = []
    for method in METHODS[:3]:
        one, other = sides["without"][method], sides["with"][method]
        for found in (one, other):
            found["failed@20"] = {q: None if v is None else float(v == 0) for q, v in found["recall@20"].items()}
        rows.append({"method": method, **{
            name: {"without": mean_of(one[name]), "with": mean_of(other[name]), "change": change(one[name], other[name])}
            for name in ("ndcg@10", "failed@20")
        }})  # fmt: skip
    mean = sum(map(count_tokens, prefixes)) / len(prefixes)
    return {"n": len(held.qrels), "chunks": len(chunks), "mean_tokens": round(mean, 1), "rows": rows}


def _sweeps(held: Judged, lists: dict[str, dict[str, list[Hit]]]) -> dict[str, Any]:
    """Recall by top K of hybrid with its knee, and nDCG@10 by the weight of embeddings."""
    by_k = held.values(lists["hybrid"])
    ks = [k for k in (5, 10, 20, 100) if f"recall@{k}" in by_k]
    recall = {k: mean_of(by_k[f"recall@{k}"])["value"] for k in ks}
    weights = {
        weight: mean_of(held.values({
            q: weighted(lists["bm25"][q], lists["dense"][q], weight, DEPTH) for q in held.qrels
        })["ndcg@10"])["value"]
        for weight in WEIGHTS
    }  # fmt: skip
    return {"recall_by_k": recall, "ndcg@10_by_dense_weight": weights}


def _whole(held: Judged) -> list[Chunk]:
    return [
        Chunk(
            id=name, kb_id="nfcorpus", document_id=name, chunking="whole", position=0, start=0, end=len(text), text=text
        )
        for name, text in zip(held.ids, held.texts, strict=True)
    ]


def _document(name: str, title: str, text: str) -> Document:
    return Document(
        id=name, kb_id="nfcorpus", source=name, title=title, text=text, language="en",
        raw_sha256=text_hash(text), text_sha256=text_hash(text), extractor="bench",
    )  # fmt: skip
