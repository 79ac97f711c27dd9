"""Stress: one click for each test of a system on a golden set, and a report for each."""

from __future__ import annotations

import streamlit as st

from core.store import reports
from screens.golden_choice import release_or_lead
from screens.local_time import minute
from screens.plain import plain
from screens.session import store
from screens.stress_cards import stress_cards
from screens.stress_jobs import stress_jobs
from screens.stress_report import stress_report
from screens.words import words
from verbs.stressing import TOPIC


def show() -> None:
    """Draw the page."""
    st.title(words("stress.title"))
    st.write(words("stress.lead"))
    chosen = release_or_lead(words("stress.no_sets"))
    if chosen is None:
        return
    name, release = chosen
    stress_cards(name, release)
    stress_jobs(TOPIC, name)
    _reports(name)


def _reports(name: str) -> None:
    made = reports.kept(store(), TOPIC, name)
    st.subheader(words("stress.reports"))
    if not made:
        st.info(words("stress.no_reports"))
        return
    by_id = {report["report"]: report for report in made}
    labels = {
        key: f"{words('stress.test_' + r['test'])} · {r['system']} · {minute(r['made'])}" for key, r in by_id.items()
    }
    newest = next(iter(by_id))
    # A report that has just been made is shown at once.
    if st.session_state.get("stress_newest") != newest or st.session_state.get("stress_report") not in by_id:
        st.session_state["stress_newest"] = newest
        asked = st.query_params.get("report")
        st.session_state["stress_report"] = (
            asked if asked in by_id and "stress_seen" not in st.session_state else newest
        )
    st.session_state["stress_seen"] = True
    chosen = st.selectbox(
        words("stress.report"),
        list(by_id),
        format_func=labels.__getitem__,
        key="stress_report",
        label_visibility="collapsed",
    )
    st.query_params["report"] = chosen
    st.caption(plain(words("stress.command", line=_line(by_id[chosen]))))
    stress_report(by_id[chosen])


def _line(report: dict[str, object]) -> str:
    target = report["runs"].get("given", report["system"]) if isinstance(report["runs"], dict) else report["system"]
    sample = f" --sample {report['sample']}" if report.get("sample") else ""
    return (
        f"cli.py stress {target} --test {report['test']} --set {report['set']}{sample} --seed {report['seed']} --json"
    )


show()
