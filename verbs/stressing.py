"""Stress: one test of one system on one golden set, as one call."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.clock import Clock, utc_now
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.judges.choose import judge_from_settings
from core.model.budget import one_budget
from core.records import KnowledgeBase, Release, Run
from core.settings import load_settings
from core.store import Store, reports, runs
from evaluation.inject.surroundings import Surroundings
from evaluation.rulings import Rulings
from evaluation.stress import TESTS
from evaluation.stress.given_context import none_test, perfect_test
from evaluation.stress.items import check_has_items, items_of
from evaluation.stress.noise import noise_test
from evaluation.stress.paraphrase import paraphrase_test
from evaluation.stress.position import position_test
from evaluation.stress.refusal import refusal_report, refusal_test
from evaluation.stress.running import Bench, Parts
from evaluation.stress.wording import RULES
from verbs.golden_base import base_for
from verbs.opening import open_release
from verbs.prepare import Progress, open_index

_RUN = re.compile(r"[0-9a-f]{4,12}")
_OF_ITS_OWN = ("noise", "position", "perfect")
TOPIC = "stress"
# Runs of each test; making the contexts of noise takes a judge's time and counts as one more.
PARTS = {"noise": 4, "position": 3, "perfect": 1, "none": 1, "refusal": 1, "paraphrase": 1 + len(RULES)}


def stress(
    workspace: Path | None,
    target: str,
    test: str,
    *,
    set_: str = "",
    golden: Path | None = None,
    top_k: int = 5,
    sample: int = 0,
    seed: int = 0,
    judge: JudgeLike | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Run a test (`noise`, `refusal`, `position`, `paraphrase`, `perfect`, `none`) on a run or a system; its report.

    A run stands for the system and the golden set it was made with; its stored replies are used where the test needs no
    new ones (refusal). `sample` is drawn from the items the test asks. The report and its runs are kept, and the runs go
    on where they were when the same test is asked for again.
    """
    from verbs.workspace import open_workspace

    if test not in TESTS:
        raise BadCall(f"Unknown stress test {test!r}; choose one of {', '.join(TESTS)}.")
    store = open_workspace(workspace)
    run = _run_of(store, target)
    name = set_ or (run.release if run else "")
    if not name:
        raise BadCall(f"{target!r} is a system, not a run: say on which golden set, with --set NAME@VERSION.")
    release = open_release(store, name, golden)
    check_has_items(release, test)
    settings = load_settings(store)
    with one_budget(settings.max_calls):  # whoever answers and whoever judges pay from it together
        chosen = judge or judge_from_settings(settings, store)
        if run and test == "refusal":
            report = _of_run(store, run, release, chosen)
        else:
            spec = spec_of(run) if run else target
            bench, around = _bench(store, release, spec, name, golden, chosen, test, top_k, sample, seed)
            bench = replace(bench, clock=clock, progress=progress, check_stop=check_stop)
            found = _TESTS[test](bench, around)
            # A part without items reports nothing of its own.
            bench.parts.done = bench.parts.total
            bench.at(0, 1, "")
            head = _head(test, bench.spec, release, chosen, seed)
            report = {**head, "sample": sample, "top_k": bench.top_k, "runs": dict(bench.run_ids), **found}
    return reports.keep(store, TOPIC, report["set"], clock(), report)


def spec_of(run: Run) -> str:
    """The system of a run as it was typed; its name in runs that did not keep that."""
    return str(run.settings.get("spec") or run.system)


def _bench(
    store: Store, release: Release, spec: str, name: str, golden: Path | None, judge: JudgeLike, test: str,
    top_k: int, sample: int, seed: int,
) -> tuple[Bench, Surroundings | None]:  # fmt: skip
    """The system, its golden set and, where a test makes contexts, the passages of the knowledge base."""
    from evaluation.sampling import sample_items
    from evaluation.systems.parse import parse_system

    kb = _base(store, release, needed=test in _OF_ITS_OWN)
    release = open_release(store, name, golden)
    settings = load_settings(store)
    system = parse_system(
        spec, store=store, kb=kb, release=release, settings=settings, top_k=top_k,
        index=(lambda: open_index(store, kb, settings)) if kb else None,
    )  # fmt: skip
    around = None
    if kb and test in _OF_ITS_OWN:
        around = Surroundings(store, settings.chunking, open_index(store, kb, settings))
    items = items_of(release, test)
    items = tuple(sample_items(items, sample, seed)) if sample else items
    bench = Bench(
        store, release.model_copy(update={"items": items}), system, spec, judge, top_k=system.top_k or top_k, seed=seed,
        fingerprint=kb.fingerprint if kb else "", concurrency=settings.concurrency, parts=Parts(PARTS[test]),
    )  # fmt: skip
    return bench, around


_TESTS: dict[str, Callable[[Bench, Any], dict[str, Any]]] = {
    "noise": noise_test,
    "position": position_test,
    "perfect": perfect_test,
    "none": lambda bench, around: none_test(bench),
    "refusal": lambda bench, around: refusal_test(bench),
    "paraphrase": lambda bench, around: paraphrase_test(bench),
}


def _base(store: Store, release: Release, needed: bool) -> KnowledgeBase | None:
    try:
        return base_for(store, release)
    except BadCall:
        if needed:
            raise
        return None


def _run_of(store: Store, target: str) -> Run | None:
    """The run of that id, or None when it is the name of a system."""
    if not _RUN.fullmatch(target):
        return None
    return runs.get(store, target)


def _of_run(store: Store, run: Run, release: Release, judge: JudgeLike) -> dict[str, Any]:
    """The refusal report of replies that are stored already."""
    results = [r for r in runs.results(store, run.id) if r.item.expected_reply == "refuse"]
    report = refusal_report(results, judge, Rulings.load(store, [r.item.id for r in results]))
    missing = sum(i.expected_reply == "refuse" for i in release.items) - len(results)
    if missing > 0:
        report["notes"] = [*report["notes"], f"{missing} items that expect a refusal were not asked in this run."]
    head = _head("refusal", run.system, release, judge, 0)
    return {**head, "sample": 0, "top_k": run.top_k, "runs": {"given": run.id}, **report}


def _head(test: str, spec: str, release: Release, judge: JudgeLike, seed: int) -> dict[str, Any]:
    return {
        "test": test,
        "system": spec,
        "set": f"{release.name}@{release.version}",
        "judge": judge.record.id,
        "seed": seed,
    }
