"""Experiments on the built-in retrievers: what each stage adds, which chunking, whether prefixes help."""

from __future__ import annotations

import streamlit as st

from core.store import reports
from evaluation.experiments import EXPERIMENTS
from screens.experiment_forms import experiment_form
from screens.experiment_report import experiment_report
from screens.golden_choice import release_or_lead
from screens.local_time import minute
from screens.plain import plain
from screens.session import store
from screens.stress_jobs import stress_jobs
from screens.words import words
from verbs.experimenting import TOPIC


def show() -> None:
    """Draw the page."""
    st.title(words("experiments.title"))
    st.write(words("experiments.lead"))
    chosen = release_or_lead(words("experiments.no_sets"))
    if chosen is None:
        return
    name, release = chosen
    if not any(i.evidence and i.expected_reply != "refuse" for i in release.items):
        st.info(words("experiments.no_evidence"))
        st.page_link("screens/review.py", label=words("nav.review"), icon=":material/fact_check:")
        return
    view = _view()
    experiment_form(view, name, release)
    stress_jobs(TOPIC, name)
    _reports(view, name)


def _view() -> str:
    asked = st.query_params.get("view")
    st.session_state.setdefault("experiments_view", asked if asked in EXPERIMENTS else EXPERIMENTS[0])
    view = st.segmented_control(
        words("experiments.title"), EXPERIMENTS, required=True, key="experiments_view", label_visibility="collapsed",
        format_func={one: words(f"experiments.name_{one}") for one in EXPERIMENTS}.__getitem__,
    )  # fmt: skip
    st.query_params["view"] = view or EXPERIMENTS[0]
    return view or EXPERIMENTS[0]


def _reports(view: str, name: str) -> None:
    by_id = {r["report"]: r for r in reports.kept(store(), TOPIC, name) if r["experiment"] == view}
    if not by_id:
        st.info(words("experiments.no_reports"))
        return
    labels = {
        key: " · ".join([minute(r["made"]), r["chunking"], r["encoder"], words("experiments.n", n=r["n"])])
        for key, r in by_id.items()
    }
    key, newest = f"experiments_report_{view}", next(iter(by_id))
    # A report that has just been made is shown at once.
    if st.session_state.get(f"{key}_newest") != newest or st.session_state.get(key) not in by_id:
        st.session_state[f"{key}_newest"] = st.session_state[key] = newest
    chosen = st.selectbox(words("experiments.report"), list(by_id), format_func=labels.__getitem__, key=key)
    report = by_id[chosen]
    facts = [
        report["set"],
        report["knowledge_base"],
        report["chunking"],
        words("experiments.encoder", name=report["encoder"]),
    ]
    st.caption(plain(" · ".join(facts)))
    experiment_report(report)


show()
