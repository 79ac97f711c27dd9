"""The built-in retrievers on NFCorpus (BEIR), whole documents against its graded judgements."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.nfcorpus import corpus
from core.embeddings import encoder
from core.records import Chunk
from core.search.index import METHODS
from core.stats.figures import change, mean_of
from evaluation.experiments.cell_index import CellIndex
from evaluation.experiments.retrievers import STAGES
from evaluation.trec import query_values, read_qrels

SHOWN = ("ndcg@10", "recall@100", "mrr", "map")
DEPTH = 100
Values = dict[str, dict[str, float | None]]


def nfcorpus(data: Path) -> dict[str, Any]:
    """Means with intervals for BM25, dense and hybrid over all judged queries, and what each adds, paired by query."""
    ids, texts = corpus(data)
    qrels = read_qrels(data / "qrels.test.tsv")
    queries = {row["_id"]: row["text"] for row in map(json.loads, (data / "queries.test.jsonl").open(encoding="utf-8"))}
    whole = [
        Chunk(
            id=name, kb_id="nfcorpus", document_id=name, chunking="whole", position=0, start=0, end=len(text), text=text
        )
        for name, text in zip(ids, texts, strict=True)
    ]
    measured: dict[str, Values] = {}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        index = CellIndex(whole, texts, encoder(), Path(folder), "whole")
        built = time.monotonic() - started
        for method in METHODS[:3]:
            started = time.monotonic()
            found = {q: query_values(judged, [(h.chunk.id, h.score) for h in index.search(queries[q], method, DEPTH)]) for q, judged in qrels.items()}  # fmt: skip
            seconds = time.monotonic() - started
            measured[method] = {name: {q: found[q].get(name) for q in found} for name in SHOWN if name in next(iter(found.values()))}  # fmt: skip
            rows.append({
                "method": method, "metrics": {name: mean_of(values) for name, values in measured[method].items()},
                "milliseconds_per_query": round(1000 * seconds / len(qrels), 1),
            })  # fmt: skip
    stages = [
        {"stage": name, "metrics": {m: change(measured[before][m], measured[after][m]) for m in measured[after]}}
        for name, after, before in STAGES
        if after in measured and before in measured
    ]
    return {"n": len(qrels), "seconds_to_index": round(built, 1), "rows": rows, "stages": stages}
