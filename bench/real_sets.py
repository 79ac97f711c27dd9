"""Labelled sets evaluated whole, through load, import, release and evaluate: python -m bench.real_sets [NAME…]."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.judge_sets import data_folder
from bench.real_formats import READERS, RealSet
from core.records import ItemResult, Run
from core.stats.intervals import wilson
from core.store import Store, knowledge_bases, runs
from evaluation.diagnosis.table import counts
from verbs.evaluating import EvaluationOrder, evaluate
from verbs.importing import ImportOrder, import_file
from verbs.loading import load
from verbs.releasing import release
from verbs.workspace import open_workspace

SHOWN = (
    "correct", "faithfulness", "answer_f1", "claim_recall", "hit_rate@5", "recall@5", "mrr", "ndcg@10", "refusal_recall", "over_refusal",
)  # fmt: skip
Found = dict[str, Any]


def prepare(real: RealSet, folder: Path) -> tuple[Path, Found]:
    """The workspace of a set with its documents loaded and its questions released, and what of them was taken."""
    source, workspace = folder / "documents", folder / "workspace"
    for name, content in real.documents.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_text(content, encoding="utf-8")
    questions = folder / "questions.jsonl"
    _write(questions, real.items)
    started = time.monotonic()
    reports = load(workspace, real.name, source)
    order = ImportOrder(questions, "assay", accept=True, reviewer="the set's annotators")
    store = open_workspace(workspace)
    # Ids from a seed, so that a sample of the set is the same in every workspace.
    taken = import_file(store, knowledge_bases.find(store, real.name), order, rng=random.Random(0))
    made = release(workspace, real.name, real.name, golden=None, knowingly="a public set, evaluated as it is", notes={})
    if not made["released"]:
        raise SystemExit(f"{real.name} could not be released: {made['reason']}")
    return workspace, {
        "documents": len(reports), "loaded": sum(r.status == "loaded" for r in reports), "questions": len(real.items),
        "taken": taken["taken"], "refused": taken["refused"][:5], "seconds_to_prepare": round(time.monotonic() - started, 1),
    }  # fmt: skip


def measure(real: RealSet, folder: Path) -> Found:
    """Every system of a set: metrics with their n, failures, agreement with people, seconds."""
    workspace, found = prepare(real, folder)
    store = open_workspace(workspace)
    found["runs"] = {}
    for name, rows in real.answers.items():
        path = folder / f"{name}.jsonl"
        _write(path, rows)
        found["runs"][f"answers: {name}"] = _run(store, real, f"answers:{path}", real.people.get(name, {}))
    for system in real.systems:
        found["runs"][system] = _run(store, real, system, {})
    return found


def _run(store: Store, real: RealSet, system: str, people: dict[str, str]) -> Found:
    started = time.monotonic()
    order = EvaluationOrder(set=real.name, system=system, top_k=10, mode=real.mode)
    run = evaluate(store, order, kb_name=real.name)
    seconds = time.monotonic() - started
    results = runs.results(store, run.id)
    scores = {s.metric: s for s in run.scores}
    shown = {
        name: [scores[name].value, scores[name].n_used, scores[name].low, scores[name].high] for name in SHOWN if name in scores and scores[name].n_used
    }  # fmt: skip
    found: Found = {
        "items": len(results),
        "seconds": round(seconds, 1),
        "metrics": shown,
        "failures": counts(run.failures),
    }
    tags = sorted({tag for r in results for tag in r.item.tags})
    if len(tags) > 1 and len(tags) < 10:
        found["by_tag"] = {tag: _by_tag(results, tag) for tag in tags}
    if people:
        found["people"] = agreement(run, results, people)
    return found


def _by_tag(results: list[ItemResult], tag: str) -> Found:
    part = [r for r in results if tag in r.item.tags]
    right = sum(r.correctness == "correct" for r in part)
    hits = [v for r in part if (v := r.values.get("hit_rate@5")) is not None]
    return {"n": len(part), "correct": right, "hit_rate@5": sum(hits) / len(hits) if hits else None}


def agreement(run: Run, results: list[ItemResult], people: dict[str, str]) -> Found:
    """How often the label agrees with people's, for correctness (right or not) and for refusal."""
    pairs = [(r, people[r.item.origin.external_id]) for r in results if r.item.origin.external_id in people]
    right = [(r.correctness == "correct", said == "correct") for r, said in pairs if r.correctness != "undefined"]
    lenient = [(r.correctness in ("correct", "partial"), said == "correct") for r, said in pairs if r.correctness != "undefined"]  # fmt: skip
    refused = [(bool(r.refused), said == "refused") for r, said in pairs if r.refused is not None]
    table: dict[str, int] = {}
    for r, said in pairs:
        key = f"people {said} / {'refused' if r.refused else r.correctness}"
        table[key] = table.get(key, 0) + 1
    return {
        "correct": _agree(right), "correct_or_partial": _agree(lenient), "refused": _agree(refused), "table": dict(sorted(table.items())),
    }  # fmt: skip


def _agree(pairs: list[tuple[bool, bool]]) -> Found:
    same = sum(ours == theirs for ours, theirs in pairs)
    yes, no = [o for o, t in pairs if t], [o for o, t in pairs if not t]
    low, high = wilson(same, len(pairs))
    balanced = (sum(yes) / len(yes) + sum(not o for o in no) / len(no)) / 2 if yes and no else None
    return {
        "n": len(pairs), "agree": round(same / len(pairs), 4) if pairs else None, "low": round(low, 4), "high": round(high, 4),
        "balanced_accuracy": balanced, "people_say_yes": len(yes), "we_say_yes": sum(o for o, _ in pairs),
    }  # fmt: skip


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def main() -> None:
    """Print one JSON object a set; workspaces are made in a scratch folder and removed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(READERS)}; all by default")
    parser.add_argument("--keep", type=Path, help="keep the workspaces in this folder")
    parser.add_argument("--sample", type=int, default=0, help="this many questions of a larger set, drawn with seed 0")
    options = parser.parse_args()
    for name in options.names or READERS:
        for real in READERS[name](data_folder()):
            size = len(real.items)
            if 0 < options.sample < size:
                drawn = random.Random(0).sample(range(size), options.sample)
                real.items = [real.items[place] for place in sorted(drawn)]
            with tempfile.TemporaryDirectory() as scratch:
                folder = (options.keep or Path(scratch)) / real.name
                folder.mkdir(parents=True, exist_ok=True)
                line = {"set": real.name, "language": real.language, "all_questions": size, **measure(real, folder)}
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
