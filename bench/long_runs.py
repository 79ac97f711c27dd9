"""A run of ten thousand items: what one page of its results costs beside reading them all.

python -m bench.long_runs [--items 10000]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.records import Answer, Failure, Item, ItemResult, Passage, Run, Verdict
from core.store import Store, result_pages, runs
from core.store.result_pages import ResultFilter

PASSAGE = "A paragraph of a handbook, about as long as a chunk of 256 tokens usually is. " * 13


def made(n: int) -> ItemResult:
    """A result with twenty passages, five of them in the context, and a hundred verdicts."""
    name = f"i{n:06d}"
    failure = Failure(item_id=name, tag="FP2", subtype="not_retrieved") if n % 4 == 0 else None
    texts = [f"{k} {PASSAGE}" for k in range(20)]
    return ItemResult(
        item=Item(id=name, kb_id="kb", question=f"Question {n}?", question_language="en", kind="factual", answer="5"),
        answer=Answer(
            item_id=name, text="An answer of one sentence.", context=tuple(texts[:5]),
            retrieved=tuple(Passage(id=str(k), text=text) for k, text in enumerate(texts)),
        ),
        verdicts=tuple(
            Verdict(claim=f"claim {k}", premise_hash=f"{k:064d}", label="neutral", confidence=0.9) for k in range(100)
        ),
        values={f"recall@{k}": 0.5 for k in range(1, 61)},
        correctness="wrong" if failure else "correct", failure=failure,
    )  # fmt: skip


def timed(name: str, work: Callable[[], object], times: int = 3) -> float:
    """The shortest of some tries, printed in milliseconds."""
    found = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        found.append(time.perf_counter() - started)
    print(f"{name:44} {min(found) * 1000:10.1f} ms")
    return min(found)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--items", type=int, default=10_000)
    n = parser.parse_args().items
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        runs.save(
            store,
            Run(id="r", kb_id="kb", release="g@1", release_hash="", fingerprint="", system="s", top_k=5, judge=None),
        )
        with store.write() as db:
            for number in range(n):
                one = made(number)
                db.execute(
                    "INSERT INTO results VALUES (?, ?, ?, ?, ?)",
                    ["r", one.item.id, one.correctness, one.failure.tag if one.failure else "", one.to_json()],
                )
        wrong = ResultFilter(correctness=("wrong",))
        timed("counts for the filters", lambda: result_pages.facets(store, "r"))
        page = timed("first page", lambda: result_pages.page(store, "r", ResultFilter(), 25))
        timed("last page", lambda: result_pages.page(store, "r", ResultFilter(), 25, n - 25))
        timed("a page of the wrong answers in the middle", lambda: result_pages.page(store, "r", wrong, 25, n // 8))
        slim = timed("all, without passages and verdicts", lambda: result_pages.slim(store, "r"), 1)
        whole = timed("all, whole", lambda: runs.results(store, "r"), 1)
        print(f"whole / page {whole / page:.0f}, whole / without passages {whole / slim:.1f}")


if __name__ == "__main__":
    main()
