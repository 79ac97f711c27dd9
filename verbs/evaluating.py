"""Evaluate: answer, judge, score and diagnose one system on one release."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.clock import Clock, utc_now
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.judges.choose import NO_GUIDANCE, judge_kind, reads_guidance
from core.judges.guidance import Example
from core.model.budget import one_budget
from core.records import ItemResult, Release, Run
from core.settings import load_settings
from core.store import Store, knowledge_bases, runs
from verbs.answering import find_kb, open_system
from verbs.diagnosing import diagnose_run
from verbs.guidance import guidance_for, guidance_note, guidance_of
from verbs.opening import open_release
from verbs.prepare import Progress


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
    align_similarity: float = 90.0
    align_share: float = 0.5
    resume: str = ""
    retry_failed: bool = False
    guidance: bool = False


def judge_for(store: Store, guidance: Sequence[Example] = ()) -> JudgeLike:
    """The judge of the workspace's settings: the connected model, shown the cases of `guidance`, else the embedded one."""
    from core.judges.choose import judge_from_settings

    return judge_from_settings(load_settings(store), store, guidance)


def _guidance(store: Store, order: EvaluationOrder, release: Release) -> tuple[Example, ...] | None:
    """The cases the judge is shown: those the run began with, else the newest there are; None where none are asked for."""
    begun = guidance_of(store, order.resume) if order.resume else None
    if begun is not None:
        return begun or None
    if not order.guidance:
        return None
    settings = load_settings(store)
    if not reads_guidance(settings):
        raise BadCall(NO_GUIDANCE.format(kind=judge_kind(settings)))
    return guidance_for(store, release.kb_id, release)


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
    from evaluation.metrics.evidence_gain import AlignmentRule
    from evaluation.run import evaluate as run_evaluation

    release = open_release(store, order.set, golden)
    kb = find_kb(store, release, kb_name)
    settings = load_settings(store)
    with one_budget(settings.max_calls):  # whoever answers and whoever judges pay from it together
        system = open_system(store, order.system, release, kb, order.top_k)
        guidance = _guidance(store, order, release)
        chosen = judge or judge_for(store, guidance or ())
    run = run_evaluation(
        store,
        release,
        system,
        chosen,
        top_k=order.top_k,
        mode=order.mode,
        sample=order.sample,
        seed=order.seed,
        name=order.name or order.system,
        spec=order.system,
        fingerprint=kb.fingerprint if kb else "",
        alignment=AlignmentRule(order.align_similarity, order.align_share),
        resume=order.resume,
        retry_failed=order.retry_failed,
        clock=clock,
        rng=rng or random.Random(),
        progress=progress,
        check_stop=check_stop,
        concurrency=settings.concurrency,
        guidance=[case.model_dump(mode="json") for case in guidance or ()],
        notes=[] if guidance is None else [guidance_note(guidance)],
    )
    return diagnose_run(store, run.id)


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
    from evaluation.report import report_format, write_report
    from verbs.workspace import open_workspace

    if report:
        report_format(report)  # before anything is paid for
    store = open_workspace(workspace)
    run = evaluate(store, order, golden=golden, kb_name=kb_name, progress=progress)
    if report:
        write_report(store, run.id, report)
    results = runs.results(store, run.id)
    silent = sum(bool(result.answer.error) for result in results)
    made = {"items": len(results), "unanswered": silent, "refusals": refusals(results)}
    return {**run_as_json(run, counts(run.failures)), **made}


def refusals(results: Sequence[ItemResult]) -> dict[str, int]:
    """The 2 × 2 of expected and given refusals, with what stands outside it."""
    from dataclasses import asdict

    from evaluation.metrics.refusal import Reply, refusal_table

    return asdict(refusal_table(Reply(r.item.expected_reply, r.refused, bool(r.answer.error)) for r in results))


def order_again(run: Run, retry_failed: bool = False) -> EvaluationOrder | None:
    """The order that goes on with a run; None where how its system was typed is not known, or only holds in a folder."""
    spec = str(run.settings.get("spec", ""))
    if not spec or spec.startswith("python:"):
        return None
    return EvaluationOrder(
        set=run.release, system=spec, top_k=run.top_k, mode=run.mode, sample=int(run.settings.get("sample", 0)),
        seed=int(run.settings.get("seed", 0)), name=run.system, resume=run.id, retry_failed=retry_failed,
    )  # fmt: skip


def failed_items(store: Store, run_id: str) -> int:
    """How many items the system or the judge failed on, so that doing them again may help."""
    from core.store import result_pages
    from evaluation.systems.answers_file import NO_ROW

    return result_pages.troubled(store, run_id, besides=NO_ROW)


def list_runs(workspace: Path | None, kb_name: str | None) -> list[dict[str, Any]]:
    """The runs of a workspace (of one knowledge base if named), newest first, those of stress tests left out."""
    from evaluation.stress.items import is_stress_run
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name) if kb_name else None
    rows = runs.list_all(store, kb.id if kb else None)
    return [
        {"run": r.id, "system": r.system, "set": r.release, "status": r.status, "started": r.started}
        for r in rows
        if not is_stress_run(r.system)
    ]
