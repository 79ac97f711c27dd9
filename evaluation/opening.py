"""Beginning a run, or going on with one that was stopped."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from core.clock import Clock, new_id
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import Judge, Release, Run
from core.store import Store, runs
from evaluation.correctness import SETTINGS as CORRECTNESS
from evaluation.systems.base import Noted, Retrieves, SystemLike, TakesContext, only_retrieves

MODES = ("end_to_end", "retriever", "generator")
EXTRACTIVE = "extractive"
_ID = re.compile(r"[0-9a-f]{12}")


def open_run(
    store: Store,
    release: Release,
    system: SystemLike,
    judge: JudgeLike | None,
    *,
    top_k: int,
    mode: str,
    settings: dict[str, Any],
    name: str,
    fingerprint: str,
    resume: str,
    clock: Clock,
    rng: random.Random,
    notes: Sequence[str] = (),
) -> Run:
    """A new run, stored; or the one named by `resume`, checked to be of the same set, system, judge and mode.

    An id of twelve digits that no run has yet becomes the new run's id, so that a job goes on with the run it began.
    """
    check_mode(mode, system)
    record = judge.record if judge is not None and mode != "retriever" else None
    title = name or system.name
    run_id = resume if _ID.fullmatch(resume) and _missing(store, resume) else ""
    if resume and not run_id:
        return _continued(store, runs.get(store, resume), release, title, record, mode)
    run = Run(
        id=run_id or _free_id(store, rng),
        kb_id=release.kb_id,
        release=f"{release.name}@{release.version}",
        release_hash=release.content_hash,
        fingerprint=fingerprint or release.fingerprint,
        system=title,
        mode=mode,  # type: ignore[arg-type]
        top_k=top_k,
        judge=record,
        settings={**settings, "correctness": CORRECTNESS},
        started=clock(),
        notes=(*_notes(system, judge, mode), *(notes if record else ())),
    )
    runs.save(store, run)
    return run


def check_mode(mode: str, system: SystemLike) -> None:
    """BadCall when the system cannot be run in this mode."""
    if mode not in MODES:
        raise BadCall(f"Unknown mode {mode!r}; choose one of {', '.join(MODES)}.")
    if mode == "end_to_end" and only_retrieves(system):
        raise BadCall(f"{system.name} holds no answers: it can be run as the retriever alone (--mode retriever).")
    if mode != "generator":
        return
    takes = getattr(system, "takes_context", isinstance(system, TakesContext))
    if not takes:
        raise BadCall(
            f"{system.name} cannot be run with the generator alone: it takes no context from outside "
            "(an HTTP body needs {context}, a Python function a parameter named context)."
        )


def _free_id(store: Store, rng: random.Random) -> str:
    """A new id; a generator seeded alike twice draws the same ones, and two runs must not share answers."""
    while not _missing(store, drawn := new_id(rng)):
        pass
    return drawn


def _missing(store: Store, run_id: str) -> bool:
    with store.read() as db:
        return db.execute("SELECT 1 FROM runs WHERE id = ?", [run_id]).fetchone() is None


def _continued(store: Store, run: Run, release: Release, system: str, judge: Judge | None, mode: str) -> Run:
    ref = f"{release.name}@{release.version}"
    now = {"golden set": ref, "content of the golden set": release.content_hash, "system": system, "mode": mode}
    then = {
        "golden set": run.release,
        "content of the golden set": run.release_hash,
        "system": run.system,
        "mode": run.mode,
    }
    unlike = [f"{what} was {then[what]!r} and is now {now[what]!r}" for what in now if now[what] != then[what]]
    if judge != run.judge:
        unlike.append(f"judge was {run.judge.id if run.judge else 'none'} and is now {judge.id if judge else 'none'}")
    if unlike:
        raise BadCall(f"Run {run.id} cannot go on: {'; '.join(unlike)}. Start a new run instead.")
    run = run.model_copy(update={"status": "running", "settings": {**run.settings, "gone_on": True}})
    runs.save(store, run)
    return run


def _notes(system: SystemLike, judge: JudgeLike | None, mode: str) -> tuple[str, ...]:
    notes: list[str] = list(system.notes) if isinstance(system, Noted) else []
    answered_by = getattr(system, "answered_by", "")
    if answered_by and mode != "retriever":
        notes.append(f"Answered by {'the built-in extractive answerer' if answered_by == EXTRACTIVE else answered_by}.")
        if judge is not None and _same_hand(answered_by, judge.record):
            notes.append(
                "Self-graded: the same kind of engine wrote and judged these answers, so they look better than they are."
            )
    if only_retrieves(system):
        return tuple(notes)
    if mode == "retriever" and not isinstance(system, Retrieves):
        notes.append("The system was asked for whole answers; only what it retrieved is scored.")
    return tuple(notes)


def _same_hand(answered_by: str, judge: Judge) -> bool:
    return (answered_by == EXTRACTIVE and judge.provider == "embedded") or answered_by in re.split(
        r" [+>] ", judge.model
    )
