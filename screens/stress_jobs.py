"""Stress tests or experiments that run, wait, or ended last: progress, stop, resume."""

from __future__ import annotations

import streamlit as st

from core import jobs
from screens import job_bar
from screens.plain import plain
from screens.session import store
from screens.words import words


def stress_jobs(kind: str, name: str) -> None:
    """Show the jobs of a kind on a golden set that are at work, else the one that ended last unless it is done."""
    mine = [job for job in jobs.latest(store(), kind, 40) if job.params.get("set") == name]
    active = [job for job in reversed(mine) if job.active]
    for job in active or [job for job in mine[:1] if job.status != "done"]:
        with st.container(border=True):
            st.markdown(f"**{plain(_title(job))}**")
            job_bar.job_bar(kind, **job.params)


def _title(job: jobs.JobStatus) -> str:
    if job.kind == "stress":
        return f"{words('stress.test_' + job.params['test'])} · {job.params['target']}"
    return words(f"experiments.name_{job.params['name']}")
