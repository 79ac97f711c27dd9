"""Progress of the newest job of a kind: polled in a fragment, with the time left and a stop button."""

from __future__ import annotations

import streamlit as st

from core import jobs
from core.clock import fresh_rng
from screens.local_time import duration
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.words import words

STAGES = ("index", "draft", "model", "factual", "multi_hop", "unanswerable", "import", "stale")


def start(kind: str, params: dict[str, object]) -> str:
    """Queue a job and make sure a worker runs; an equal job that is queued or running is joined instead."""
    job_id = jobs.enqueue(store(), kind, params, fresh_rng())
    jobs.spawn_worker(store())
    return job_id


def newest(kind: str, **match: object) -> jobs.JobStatus | None:
    """The newest job of a kind whose parameters agree."""
    for job in jobs.latest(store(), kind):
        if all(job.params.get(key) == value for key, value in match.items()):
            return job
    return None


def job_bar(kind: str, **match: object) -> jobs.JobStatus | None:
    """Show the newest such job, if any, and give its state; the page reruns once when it ends."""
    job = newest(kind, **match)
    if job is None:
        return None
    if job.active:
        _live(job.id)
    else:
        _ended(job)
    return job


@st.fragment(run_every=1.0)
def _live(job_id: str) -> None:
    job = jobs.status(store(), job_id)
    what = words(f"job.{job.kind}")
    if not job.active:
        st.rerun()
    left, right = st.columns([6, 1], vertical_alignment="center")
    # The stages of drafting come as bare names; anything else is a file or a question and is shown as it is.
    message = words(f"job.at_{job.message}") if job.message in STAGES else job.message
    share = min(1.0, job.done / job.total) if job.total else 0.0
    text = (
        words("job.running", what=what, done=job.done, total=job.total)
        if job.status == "running" and job.total
        else words("job.starting" if job.status == "running" else "job.queued", what=what)
    )
    eta = f" · {words('job.eta', time=duration(job.eta))}" if job.eta is not None else ""
    left.progress(share, text=f"{text}{eta} · {plain(message)}" if message else f"{text}{eta}")
    if right.button(words("job.stop"), key=f"stop-{job_id}", icon=":material/stop_circle:", disabled=job.stopping):
        jobs.stop(store(), job_id)
        st.rerun(scope="fragment")
    if job.stopping:
        st.caption(words("job.stopping"))
    _revive(job)


def _revive(job: jobs.JobStatus) -> None:
    """Start a worker when a job waits without one: the one before it may have died."""
    waited = st.session_state.setdefault(f"waits-{job.id}", 0) + 1
    st.session_state[f"waits-{job.id}"] = waited
    # Now and then only: a worker that was just started needs a few seconds to take its lease.
    if waited % 10 == 0:
        jobs.spawn_worker(store())


def _ended(job: jobs.JobStatus) -> None:
    what = words(f"job.{job.kind}")
    if job.status == "failed":
        st.error(words("job.failed", what=what, error=plain(retold(job.error))))
    elif job.status == "stopped":
        st.warning(words("job.stopped", what=what))
    else:
        st.caption(words("job.done", what=what, time=duration(job.seconds)))
    if job.status in ("failed", "stopped") and st.button(
        words("job.resume"), key=f"resume-{job.id}", icon=":material/play_arrow:"
    ):
        jobs.resume(store(), job.id)
        jobs.spawn_worker(store())
        st.rerun()
