"""How long scoring takes: TREC runs against pytrec_eval, evidence by offsets and by text, claims, intervals.

Run by hand: `python bench/score_speed.py`. Prints one line per measurement: what, how many, seconds (best of three).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.records import Answer, Evidence, Item, ItemResult, Label, Passage  # noqa: E402
from core.stats.intervals import bootstrap_mean  # noqa: E402
from core.stats.paired import paired_delta  # noqa: E402
from evaluation.metrics.claim_matrix import ClaimMatrix  # noqa: E402
from evaluation.metrics.evidence_gain import cover  # noqa: E402
from evaluation.metrics.item_values import claim_values, retrieval_values  # noqa: E402
from evaluation.scoring import score_run  # noqa: E402
from evaluation.trec import query_values  # noqa: E402

LETTERS = "etaoinshrdlu "


def main() -> None:
    """Measure and print."""
    rng = random.Random(0)
    qrels = {f"q{i}": {f"d{j}": 1 for j in rng.sample(range(1000), 10)} for i in range(10_000)}
    run = {q: {f"d{j}": rng.random() for j in rng.sample(range(1000), 100)} for q in qrels}
    scored = {q: list(row.items()) for q, row in run.items()}
    show(
        "TREC metrics, queries of 100 documents", 10_000, lambda: [query_values(qrels[q], scored[q]) for q in qrels], 1
    )
    show("  the same by pytrec_eval", 10_000, lambda: by_pytrec_eval(qrels, run), 1)
    show("  the same by ir_measures", 10_000, lambda: by_ir_measures(qrels, run), 1)

    text = "".join(rng.choices(LETTERS, k=200_000))
    evidence = [gold(text, at) for at in rng.sample(range(190_000), 300)]
    spanned = [[passage(text, rng.randrange(190_000), True) for _ in range(10)] for _ in evidence]
    loose = [[passage(text, rng.randrange(190_000), False) for _ in range(10)] for _ in evidence]
    show("evidence by offsets, items of 10 passages", 300, lambda: both(evidence, spanned))
    show("evidence by text, items of 10 passages of 800", 300, lambda: both(evidence, loose))
    prompts = [[Passage(id="", text=text[at : at + 20_000])] for at in range(0, 150_000, 5_000)]
    show("evidence by text, prompts of 20,000", 30, lambda: both(evidence[:30], prompts))

    matrices = [matrix(rng) for _ in range(1000)]
    show("claim metrics, 8 × 8 claims, 10 passages", 1000, lambda: [claim_values(m) for m in matrices])
    values = [rng.random() for _ in range(1000)]
    show("bootstrap interval, items", 1000, lambda: bootstrap_mean(values))
    other = [rng.random() for _ in range(1000)]
    show("paired comparison, items", 1000, lambda: paired_delta(values, other))
    results = [result(n, rng) for n in range(10_000)]
    show(
        f"scores of a run, {len(results[0].values)} metrics with intervals, items",
        10_000,
        lambda: score_run(results),
        1,
    )


def result(n: int, rng: random.Random) -> ItemResult:
    """A judged item with a value for each retrieval and claim metric."""
    item = Item(id=f"i{n:05d}", kb_id="kb", question="q", question_language="en", kind="factual", answer="a")
    names = [*claim_values(matrix(random.Random(0))), *retrieval_values(cover([gold(LETTERS * 20, 0)], ()))]
    values = {name: rng.random() if rng.random() < 0.9 else None for name in names}
    return ItemResult(item=item, answer=Answer(item_id=item.id, text="a"), values=values)


def show(what: str, count: int, work: Callable[[], object], times: int = 3) -> None:
    """Best of so many runs."""
    best = min(timed(work) for _ in range(times))
    print(f"{what:50} {count:6} {best:8.3f} s")  # noqa: T201


def timed(work: Callable[[], object]) -> float:
    """Seconds one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def by_pytrec_eval(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> object:
    """The same measures, by the C implementation."""
    import pytrec_eval

    cuts = {"success.1,3,5,10", "recip_rank", "ndcg_cut.3,5,10,20,100", "ndcg", "map", "P.1,3,5,10", "recall.5,10,20"}
    return pytrec_eval.RelevanceEvaluator(qrels, cuts).evaluate(run)


def by_ir_measures(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> object:
    """The same measures, by the wrapper most Python users have."""
    import ir_measures
    from ir_measures import AP, RR, P, R, Success, nDCG

    cuts = [Success @ 1, Success @ 5, RR, nDCG @ 3, nDCG @ 10, nDCG @ 100, nDCG, AP, P @ 1, P @ 10, R @ 5, R @ 20]
    return list(ir_measures.iter_calc(cuts, qrels, run))


def both(evidence: list[Evidence], lists: list[list[Passage]]) -> object:
    """Lay each list over its evidence and score it."""
    return [retrieval_values(cover([e], passages)) for e, passages in zip(evidence, lists, strict=True)]


def gold(text: str, at: int) -> Evidence:
    """Evidence of 200 characters."""
    return Evidence(document_id="d", start=at, end=at + 200, quote=text[at : at + 200])


def passage(text: str, at: int, spanned: bool) -> Passage:
    """A passage of 800 characters, with or without offsets."""
    loose = Passage(id=f"p{at}", text=text[at : at + 800])
    return loose.model_copy(update={"document_id": "d", "start": at, "end": at + 800}) if spanned else loose


def matrix(rng: random.Random) -> ClaimMatrix:
    """Random labels for 8 claims on each side and 10 passages."""

    def labels(n: int) -> list[Label | None]:
        return rng.choices(("entailed", "neutral", "contradicted"), k=n)

    rows = [[labels(10) for _ in range(8)] for _ in range(2)]
    return ClaimMatrix(labels(8), labels(8), rows[0], rows[1], passages=[f"p{k}" for k in range(10)])


if __name__ == "__main__":
    main()
