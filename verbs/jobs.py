"""The long verbs as jobs: what the worker runs when the app has enqueued it."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.clock import utc_now
from core.jobs import Handler, JobContext
from core.store import knowledge_bases


def _load(job: JobContext, params: dict[str, Any]) -> dict[str, Any]:
    from verbs.loading import load_passages
    from verbs.prepare import load_and_chunk

    kb, folder = knowledge_bases.find(job.store, params["kb"]), Path(params["folder"])
    if params.get("rows"):
        reports = load_passages(job.store, kb, sorted(folder.iterdir()), job.progress)
    else:
        # Never among a job's parameters, which are kept.
        password = os.environ.get("ASSAY_PDF_PASSWORD", "")
        reports = load_and_chunk(job.store, kb, folder, utc_now, job.progress, job.check_stop, password)
    counts: dict[str, int] = {}
    for report in reports:
        counts[report.status] = counts.get(report.status, 0) + 1
    return counts


def _chunk(job: JobContext, params: dict[str, Any]) -> dict[str, Any]:
    from core.settings import load_settings, save_settings
    from verbs.prepare import chunk

    kb = knowledge_bases.find(job.store, params["kb"])
    report = chunk(job.store, kb, params["chunking"], job.progress, job.check_stop)
    settings = load_settings(job.store)
    save_settings(job.store, settings.model_copy(update={"chunking": report.chunking}))
    return asdict(report)


def _draft(job: JobContext, params: dict[str, Any]) -> Any:
    from verbs.drafting import DraftOrder, draft

    kb = knowledge_bases.find(job.store, params.pop("kb"))
    funnel = draft(job.store, kb, DraftOrder(**params), progress=job.progress, check_stop=job.check_stop)
    return funnel.model_dump(mode="json")


def _evaluate(job: JobContext, params: dict[str, Any]) -> dict[str, Any]:
    from verbs.evaluating import EvaluationOrder, evaluate

    golden = params.pop("golden", None)
    # The run keeps the job's own id, so that a restarted job goes on with the run it began.
    order = EvaluationOrder(**{**params, "resume": params.get("resume") or job.id})
    run = evaluate(
        job.store, order, golden=Path(golden) if golden else None, progress=job.progress, check_stop=job.check_stop
    )
    return {"run": run.id, "status": run.status}


def _import(job: JobContext, params: dict[str, Any]) -> dict[str, Any]:
    from verbs.importing import ImportOrder, import_file

    kb = knowledge_bases.find(job.store, params.pop("kb"))
    order = ImportOrder(**{**params, "file": Path(params["file"])})
    return import_file(job.store, kb, order, progress=job.progress, check_stop=job.check_stop)


def _stress(job: JobContext, params: dict[str, Any]) -> dict[str, Any]:
    from verbs.stressing import stress

    target, test, name = params.pop("target"), params.pop("test"), params.pop("set")
    report = stress(
        job.store.workspace, target, test, set_=name, progress=job.progress, check_stop=job.check_stop, **params
    )
    return {"report": report["report"], "test": test}


def _experiment(job: JobContext, params: dict[str, Any]) -> dict[str, Any]:
    from verbs.experimenting import ExperimentOrder, experiment

    order = ExperimentOrder(**params)
    report = experiment(job.store.workspace, order, progress=job.progress, check_stop=job.check_stop)
    return {"report": report["report"], "experiment": order.name}


HANDLERS: dict[str, Handler] = {
    "load": _load,
    "chunk": _chunk,
    "draft": _draft,
    "evaluate": _evaluate,
    "import": _import,
    "stress": _stress,
    "experiment": _experiment,
}
