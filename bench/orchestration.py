"""How near a run comes to keeping all calls in flight, against a server that takes the same time for every call.

    python -m bench.orchestration [--latency 1.0 0.2] [--at-once 8 32] [--waves 20] [--ragas PYTHON]

The figure is wall time / (calls × latency / calls at once): 1.00 is a run that never leaves a slot empty. The run is a
whole one (stored answers, claims, verdicts, ratings, reverse questions, embeddings, scores, SQLite), four calls to an
item. RAGAS runs its four metrics on as many calls, `max_workers` set to the same number.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from bench.judge_calls import peer, shipped_items
from bench.scripted_model import ask, scripted_model
from core.text.refusals import is_refusal

CALLS_PER_ITEM = {"assay": 4, "ragas": 9}


def made_items(count: int) -> list[dict]:
    """As many items as asked for, no two alike, so that no reply can come from a cache."""
    # A reply that may be a refusal costs a call more, and a last wave of two calls would hide what is measured.
    base = [row for row in shipped_items(50, 5) if not is_refusal(row["answer"]).strength]
    return [
        {**row, "question": f"{row['question']} ({n})", "answer": f"{row['answer']} No. {n}.", "reference": f"{row['reference']} No. {n}.",
         "passages": [f"{text} [{n}.{k}]" for k, text in enumerate(row["passages"])]}
        for n, row in ((n, base[n % len(base)]) for n in range(count))
    ]  # fmt: skip


def run(url: str, rows: list[dict], at_once: int) -> float:
    """Seconds from the start of a run to its stored scores."""
    from core.judges.model import ModelJudge
    from core.model import ModelClient
    from core.records import Answer, Item, Passage, Release
    from core.settings import Settings
    from core.store import Store
    from evaluation.run import evaluate

    items = [
        Item(id=f"item{n:05}", kb_id="kb", question=row["question"], question_language="en", kind="factual", answer=row["reference"])
        for n, row in enumerate(rows)
    ]  # fmt: skip
    answers = {
        item.id: Answer(
            item_id=item.id, text=row["answer"], context=tuple(row["passages"]),
            retrieved=tuple(Passage(id=f"{item.id}.{k}", text=text) for k, text in enumerate(row["passages"])),
        )
        for item, row in zip(items, rows, strict=True)
    }  # fmt: skip

    class Stored:
        name, top_k, concurrency = "stored", 5, 1

        def answer(self, item: Item) -> Answer:
            return answers[item.id]

    release = Release(name="bench", version="1.0.0", kb_id="kb", kb_name="kb", content_hash="0", items=tuple(items))
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        settings = Settings(base_url=url, model="scripted", concurrency=at_once)
        judge = ModelJudge(ModelClient(settings, store), language="en")
        warm_up(judge)
        ask(url, "reset")
        started = time.monotonic()
        done = evaluate(store, release, Stored(), judge, concurrency=at_once, rng=random.Random(0))
        seconds = time.monotonic() - started
        assert done.status == "done" and not any("failed" in note for note in done.notes), done.notes
    return seconds


def warm_up(judge) -> None:
    """Import LlamaIndex and load the encoder before the clock runs."""
    from core.embeddings import encoder

    encoder().encode(["warm"])
    judge.reverse_questions("Warm.")


def main() -> None:
    """Print one line for each latency and number of calls at once."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--latency", type=float, nargs="+", default=[1.0, 0.2])
    options.add_argument("--at-once", type=int, nargs="+", default=[8, 32])
    options.add_argument("--waves", type=int, default=20)
    options.add_argument("--ragas", help="interpreter with RAGAS")
    given = options.parse_args()
    for latency in given.latency:
        for at_once in given.at_once:
            with scripted_model(latency) as url:
                for name in ("assay", "ragas") if given.ragas else ("assay",):
                    rows = made_items(-(-given.waves * at_once // CALLS_PER_ITEM[name]))
                    ask(url, "reset")
                    seconds = (
                        run(url, rows, at_once)
                        if name == "assay"
                        else peer(given.ragas, name, url, rows, at_once)["seconds"]
                    )
                    seen = ask(url, "count")
                    ideal = seen["calls"] * latency / at_once
                    print(
                        f"{latency:4.1f} s  {at_once:2} at once  {name:<6}{seen['calls']:5} calls  wall {seconds:6.2f} s  "
                        f"ideal {ideal:6.2f} s  ratio {seconds / ideal:.3f}  most in flight {seen['most_in_flight']}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
