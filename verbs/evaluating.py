"""Evaluate: answer, judge, score and diagnose one system on one release."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.clock import Clock, utc_now
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import Evidence, KnowledgeBase, Release, Run
from core.settings import load_settings
from core.store import Store, documents, knowledge_bases
from verbs.diagnosing import diagnose_run
from verbs.prepare import Progress, open_index
from verbs.workspace import golden_dirs


@dataclass(frozen=True)
class EvaluationOrder:
    """What to evaluate. `system` as typed on the command line; `sample` 0 means every item."""

    set: str
    system: str
    top_k: int = 5
    mode: str = "end_to_end"
    sample: int = 0
    seed: int = 0
    name: str = ""
    resume: str = ""
    retry_failed: bool = False


def judge_for(store: Store) -> JudgeLike:
    """The judge of the workspace's settings: the connected model, else the embedded one."""
    from core.judges.choose import judge_from_settings

    return judge_from_settings(load_settings(store), store)


def open_release(store: Store, ref: str, golden: Path | None = None) -> Release:
    """A release by NAME, NAME@VERSION or folder, bound to the documents of this workspace."""
    from release.read import load_release

    return bind(store, load_release(ref, golden_dirs(store, golden)))


def kb_of(store: Store, release: Release, name: str | None = None) -> KnowledgeBase:
    """The knowledge base a release belongs to: the one named, else by the release's own id or name."""
    if name:
        return knowledge_bases.find(store, name)
    for kb in knowledge_bases.list_all(store):
        if kb.id == release.kb_id or kb.name == release.kb_name:
            return kb
    raise BadCall(
        f"The golden set {release.name}@{release.version} belongs to the knowledge base {release.kb_name!r}, which this "
        f"workspace does not hold: load its documents under that name (cli.py load DIR --kb {release.kb_name})."
    )


def bind(store: Store, release: Release, kb_name: str | None = None) -> Release:
    """The release with its evidence pointing at this workspace's documents, by relative path where ids differ."""
    try:
        kb = kb_of(store, release, kb_name)
    except BadCall:
        return release
    if kb.id == release.kb_id:
        return release
    by_source = {source: stamp[0] for source, stamp in documents.stamps(store, kb.id).items()}

    def moved(evidence: Evidence) -> Evidence:
        return evidence.model_copy(update={"document_id": by_source.get(evidence.source, evidence.document_id)})

    items = tuple(
        item.model_copy(update={"kb_id": kb.id, "evidence": tuple(moved(e) for e in item.evidence)})
        for item in release.items
    )
    return release.model_copy(update={"kb_id": kb.id, "items": items})


def evaluate(
    store: Store,
    order: EvaluationOrder,
    *,
    golden: Path | None = None,
    kb_name: str | None = None,
    clock: Clock = utc_now,
    rng: random.Random | None = None,
    judge: JudgeLike | None = None,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> Run:
    """Run one system over one release and diagnose what went wrong; resumes when `order.resume` names a run."""
    from evaluation.run import evaluate as run_evaluation
    from evaluation.systems import parse_system

    release = open_release(store, order.set, golden)
    kb = _kb_or_none(store, release, kb_name)
    settings = load_settings(store)
    system = parse_system(
        order.system,
        store=store,
        kb=kb,
        release=release,
        settings=settings,
        index=(lambda: open_index(store, kb, settings)) if kb else None,
        top_k=order.top_k,
    )
    run = run_evaluation(
        store,
        release,
        system,
        judge or judge_for(store),
        top_k=order.top_k,
        mode=order.mode,
        sample=order.sample,
        seed=order.seed,
        name=order.name or order.system,
        fingerprint=kb.fingerprint if kb else "",
        resume=order.resume,
        retry_failed=order.retry_failed,
        clock=clock,
        rng=rng or random.Random(),
        progress=progress,
        check_stop=check_stop,
        concurrency=settings.concurrency,
    )
    return diagnose_run(store, run.id)


def _kb_or_none(store: Store, release: Release, name: str | None) -> KnowledgeBase | None:
    try:
        return kb_of(store, release, name)
    except BadCall:
        if name:
            raise
        return None


def run_as_json(run: Run, failures: dict[str, int]) -> dict[str, Any]:
    """The machine form of a run: scores by name with their counts, failures by tag."""
    return {
        "run": run.id,
        "system": run.system,
        "set": run.release,
        "status": run.status,
        "top_k": run.top_k,
        "judge": run.judge.id if run.judge else None,
        "metrics": {
            s.metric: {
                "value": s.value, "n_used": s.n_used, "n_skipped": s.n_skipped, "n_failed": s.n_failed,
                "low": s.low, "high": s.high, "reason": s.reason,
            }
            for s in run.scores
        },
        "failures": failures,
        "notes": list(run.notes),
    }  # fmt: skip


def evaluate_and_report(
    workspace: Path | None,
    order: EvaluationOrder,
    golden: Path | None,
    kb_name: str | None,
    report: Path | None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Evaluate from the command line: the machine form of the run, and a report file where one was asked for."""
    from evaluation.diagnosis.table import counts
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    run = evaluate(store, order, golden=golden, kb_name=kb_name, progress=progress)
    if report:
        from evaluation.report import write_report

        write_report(store, run.id, report)
    return run_as_json(run, counts(run.failures))


def list_runs(workspace: Path | None, kb_name: str | None) -> list[dict[str, Any]]:
    """The runs of a workspace (of one knowledge base if named), newest first."""
    from core.store import runs
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name) if kb_name else None
    rows = runs.list_all(store, kb.id if kb else None)
    return [{"run": r.id, "system": r.system, "set": r.release, "status": r.status, "started": r.started} for r in rows]
