"""What to do next with a run that was stopped or failed, or on some of whose items something failed."""

from __future__ import annotations

from dataclasses import asdict

import streamlit as st

from core import jobs
from core.records import Run
from core.store import result_pages
from screens import job_bar
from screens.session import store
from screens.words import words
from verbs.evaluating import failed_items, order_again


def run_again(run: Run) -> None:
    """Say what is missing and offer to do just that; silent for a whole run without failures."""
    if _at_work(run):
        st.info(words("run.at_work"), icon=":material/hourglass_top:")
        return
    failed, done = failed_items(store(), run.id), result_pages.facets(store(), run.id).total
    if run.status == "done" and not failed:
        return
    whole = run.status == "done"
    if whole:
        st.warning(words("run.some_failed", n=failed, of=done), icon=":material/error:")
    else:
        total = int(run.settings.get("sample", 0)) or int(run.settings.get("of", 0))
        said = words(f"run.ended_{run.status}", done=done, total=total or "?", left=max(0, total - done))
        st.warning(said, icon=":material/pause_circle:")
    order = order_again(run, retry_failed=whole)
    if order is None:
        flag = " --retry-failed" if whole else ""
        st.caption(words("run.again_by_command"))
        st.code(
            f"cli.py evaluate --set {run.release} --system {run.settings.get('spec') or 'SPEC'} --resume {run.id}{flag}"
        )
        return
    label = words("run.retry_failed", n=failed) if whole else words("run.go_on")
    if st.button(label, key=f"again_{run.id}", type="primary", icon=":material/restart_alt:"):
        job_bar.start("evaluate", asdict(order))
        st.rerun()


def _at_work(run: Run) -> bool:
    """Whether a job works, or waits to work, on this run."""
    return any(
        job.active and run.id in (job.id, job.params.get("resume")) for job in jobs.latest(store(), "evaluate", 40)
    )
