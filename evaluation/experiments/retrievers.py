"""BM25, dense, hybrid, hybrid + rerank on one golden set: five metrics each, and what each stage adds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.search.index import METHODS
from core.stats.figures import change
from core.stats.paired import holm
from evaluation.experiments.cell_index import Searcher
from evaluation.experiments.measure import DEPTH, METRICS, STARTING_LINES, Measured, Questions, Tick, measure
from evaluation.experiments.sweeps import sweeps

NO_RERANKER = "not run: no reranker (name a sentence-transformers CrossEncoder in the settings or ASSAY_RERANKER)"
Keep = Callable[[str, Callable[[], dict[str, Any]]], dict[str, Any]]
# What is added, the list with it, the list without it.
STAGES = (
    ("embeddings added to BM25", "hybrid", "bm25"),
    ("BM25 added to embeddings", "hybrid", "dense"),
    ("reranking of hybrid", "hybrid+rerank", "hybrid"),
)


def compare_retrievers(
    index: Searcher, questions: Questions, reranker: str = "", lines: dict[str, float] | None = None, seed: int = 0,
    tick: Tick | None = None, keep: Keep | None = None,
) -> dict[str, Any]:  # fmt: skip
    """A row per method, a row per stage, and the sweeps; what `keep` holds of a method is not measured again."""
    lines = STARTING_LINES if lines is None else lines
    measured: dict[str, Measured] = {}
    rows: list[dict[str, Any]] = []
    for method in METHODS:
        if method == "hybrid+rerank" and not reranker:
            rows.append({"method": method, "status": NO_RERANKER, "metrics": {}})
            continue
        found = measured[method] = _measured(index, questions, method, _part(tick, len(measured)), keep)
        rows.append({
            "method": method, "status": "run", "metrics": found.means(lines, seed),
            "milliseconds_per_query": round(1000 * found.seconds / found.queries, 1),
        })  # fmt: skip
    return {
        "n": len(questions.items),
        "rows": rows,
        "stages": stages(measured, seed),
        "starting_lines": lines,
        "sweeps": sweeps(index, questions),
        "notes": list(questions.notes),
    }


def _measured(index: Searcher, questions: Questions, method: str, tick: Tick | None, keep: Keep | None) -> Measured:
    def make() -> dict[str, Any]:
        found = measure(index, questions, method, DEPTH, tick=tick)
        return {"values": found.values, "seconds": found.seconds, "queries": found.queries}

    return Measured(**(keep(method, make) if keep else make()))


def _part(tick: Tick | None, done: int) -> Tick | None:
    """Progress of one method as progress of all of them."""
    if tick is None:
        return None
    return lambda at, total, what: tick(done * total + at, len(METHODS) * total, what)


def stages(measured: dict[str, Measured], seed: int = 0) -> list[dict[str, Any]]:
    """What each stage adds per metric, paired by item; `p_holm` is corrected for all of them together."""
    rows: list[dict[str, Any]] = []
    for name, after, before in STAGES:
        if after not in measured or before not in measured:
            rows.append({"stage": name, "status": NO_RERANKER, "metrics": {}})
            continue
        changes = {m: change(measured[before].values[m], measured[after].values[m], seed=seed) for m in METRICS}
        rows.append({"stage": name, "status": "run", "with": after, "without": before, "metrics": changes})
    raw = {
        f"{row['stage']}\0{m}": found["p"]
        for row in rows
        for m, found in row["metrics"].items()
        if found["p"] is not None
    }
    for key, p in holm(raw).items():
        stage, _, name = key.partition("\0")
        next(row for row in rows if row["stage"] == stage)["metrics"][name]["p_holm"] = round(p, 4)
    return rows
