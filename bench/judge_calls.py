"""Model calls per item: four RAGAS metrics plus eleven of RAGChecker, by the two libraries and by our model judge.

    python -m bench.judge_calls [--ragas PYTHON] [--ragchecker PYTHON] [--items 12] [--passages 5]

PYTHON is the interpreter of a venv that holds the peer (`ragas==0.4.3 "langchain-community<0.4"`; `ragchecker==0.1.9`).
Without ragchecker its calls are counted by its documented scheme, and the row says so. The scripted server gives four
claims to every text, so that five jointly checked claims cost RAGChecker one call to a passage: its best case.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.scripted_model import CLAIMS, ask, scripted_model

GOLDEN = Path(__file__).parents[1] / "datasets" / "golden"


def shipped_items(count: int, passages: int) -> list[dict]:
    """Items of both shipped sets in turn that expect an answer, with a recorded answer and so many passages."""
    found: list[list[dict]] = []
    for name in ("ostrevane-en", "xulan-zh"):
        folder = GOLDEN / name
        lines = (folder / "1.0.0" / "items.jsonl").read_text(encoding="utf-8").splitlines()
        recorded = (folder / "answers" / "alpha.jsonl").read_text(encoding="utf-8").splitlines()
        answers = {row["external_id"]: row for row in map(json.loads, recorded)}
        rows = []
        for item in map(json.loads, lines):
            answer = answers.get(item["origin"]["external_id"])
            texts = [p["text"] for p in (answer or {}).get("retrieved", [])][:passages]
            if answer and item["expected_reply"] == "answer" and len(texts) == passages and answer["text"].strip():
                rows.append(
                    {
                        "question": item["question"],
                        "reference": item["answer"],
                        "answer": answer["text"],
                        "passages": texts,
                    }
                )
        found.append(rows)
    return [row for pair in zip(*found, strict=False) for row in pair][:count]


def ours(url: str, items: list[dict], concurrency: int) -> dict:
    """All claim metrics and answer relevancy of a run, as `evaluate` asks for them."""
    from core.judges.model import ModelJudge
    from core.model import ModelClient
    from core.records import Answer, Item, Passage
    from core.settings import Settings
    from evaluation.judging import judge_item

    settings = Settings(base_url=url, model="scripted", concurrency=concurrency)
    judge = ModelJudge(ModelClient(settings), language="en")  # the prompts the server can read
    for n, row in enumerate(items):
        item = Item(
            id=f"item{n}", kb_id="kb", question=row["question"], question_language="en", kind="factual",
            answer=row["reference"],
        )  # fmt: skip
        passages = tuple(Passage(id=str(k), text=text) for k, text in enumerate(row["passages"]))
        judged = judge_item(item, Answer(item_id=item.id, text=row["answer"], retrieved=passages), judge, len(passages))
        assert not judged.errors and judged.verdicts and judged.questions, judged.errors
    return {}


def peer(python: str, name: str, url: str, items: list[dict], concurrency: int) -> dict:
    """Run a peer in its own interpreter."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(items, file)
        file.flush()
        script = str(Path(__file__).with_name("peer_calls.py"))
        done = subprocess.run(
            [python, script, name, url, file.name, str(concurrency)], capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def documented_ragchecker(passages: int) -> float:
    """Two extractions, and each claim list against the other answer and every passage, five claims to a call."""
    joint = math.ceil(CLAIMS / 5)
    return 2 + 2 * joint + 2 * joint * passages


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--ragas", help="interpreter with RAGAS")
    options.add_argument("--ragchecker", help="interpreter with RAGChecker")
    options.add_argument("--items", type=int, default=12)
    options.add_argument("--passages", type=int, default=5)
    given = options.parse_args()
    items = shipped_items(given.items, given.passages)
    n = len(items)
    rows: list[tuple[str, float, float, str]] = []
    with scripted_model(0.0) as url:
        for name, python in (("ragas", given.ragas), ("ragchecker", given.ragchecker)):
            if python:
                ask(url, "reset")
                peer(python, name, url, items, 8)
                seen = ask(url, "count")
                rows.append((name, seen["calls"] / n, seen["completions"] / n, "counted"))
        ask(url, "reset")
        ours(url, items, 8)
        mine = ask(url, "count")["calls"] / n
    if not given.ragchecker:
        each = documented_ragchecker(given.passages)
        rows.append(("ragchecker", each, each, "by its documented scheme, not run"))
    both = sum(calls for _, calls, _, _ in rows)
    print(f"{n} items, {given.passages} passages, {CLAIMS} claims to a text; calls per item and repeat")
    for name, calls, completions, how in rows:
        print(f"{name:<12}{calls:7.2f} calls{completions:7.2f} completions  ({how})")
    print(f"{'assay':<12}{mine:7.2f} calls")
    if given.ragas:
        print(f"ratio {mine / both:.3f} of both together ({both:.2f}); at most 0.250 is wanted")
        sys.exit(mine / both > 0.25)


if __name__ == "__main__":
    main()
