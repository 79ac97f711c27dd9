"""Evaluations that run, wait, or ended last: progress, stop, resume, and the way to their results."""

from __future__ import annotations

import streamlit as st

from core import jobs
from screens import job_bar
from screens.plain import plain
from screens.session import store
from screens.words import words


def run_jobs(names: set[str], ended_too: bool) -> None:
    """Show the evaluations on golden sets of these names that are at work; `ended_too` also the one that ended last."""
    mine = [job for job in jobs.latest(store(), "evaluate", 40) if str(job.params.get("set", "")) in names]
    active = [job for job in reversed(mine) if job.active]
    # The first that waits is shown in full while none runs, so that something is watched.
    running = [job for job in active if job.status == "running"] or active[:1]
    for job in running:
        with st.container(border=True):
            _title(job)
            job_bar.job_bar("evaluate", **job.params)
    waiting = [job for job in active if job not in running]
    if waiting:
        names = words("compare.comma").join(str(job.params.get("name") or job.params["system"]) for job in waiting)
        with st.expander(words("evaluate.waiting", n=len(waiting), names=plain(names)), icon=":material/schedule:"):
            for job in waiting:
                _title(job)
                job_bar.job_bar("evaluate", **job.params)
    ended = next((job for job in mine if not job.active), None)
    if ended is not None and ended_too and not active:
        with st.container(border=True):
            _title(ended)
            job_bar.job_bar("evaluate", **ended.params)
            if ended.status in ("stopped", "failed") and ended.total:
                left = ended.total - ended.done
                st.caption(words(f"run.next_{ended.status}", done=ended.done, total=ended.total, left=left))
            run_id = ended.result.get("run") if isinstance(ended.result, dict) else None
            if run_id:
                st.button(
                    words("evaluate.see"), key=f"see_{ended.id}", type="primary", icon=":material/monitoring:",
                    on_click=show_run, args=[run_id],
                )  # fmt: skip


def _title(job: jobs.JobStatus) -> None:
    st.markdown(
        f"**{plain(str(job.params.get('name') or job.params.get('system')))}** · {plain(str(job.params['set']))}"
    )


def show_run(run_id: str) -> None:
    """Turn the page to the results of a run."""
    st.session_state["evaluate_view"] = "results"
    st.session_state["run"] = run_id
