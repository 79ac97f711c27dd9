"""Calibration: how far a judge can be trusted, by people, by other judges, and by probes of form."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotate.calibration import Effect
from core.errors import AssayError
from core.records import KnowledgeBase, Run
from core.store import runs, spot_checks
from screens.calibration_view import show_curve, show_drifts, show_probes, show_strata
from screens.fault import show_fault
from screens.planner_form import show_planner
from screens.session import knowledge_base, store
from screens.words import words
from verbs.calibrating import PROBED, Calibration, calibrate, judges_of, probe
from verbs.evaluating import judge_for


def show() -> None:
    """Draw the page."""
    st.title(words("calibration.title"))
    st.write(words("calibration.lead"))
    kb = knowledge_base()
    judges = judges_of(store(), kb.id) if kb else []
    if kb is None or not judges:
        st.info(words("calibration.no_runs"))
        st.markdown(words("calibration.no_runs_what"))
        st.page_link("screens/evaluate.py", label=words("nav.evaluate"), icon=":material/speed:")
        show_planner()
        return
    judge = st.selectbox(words("calibration.judge"), judges, key=f"calibration_judge_{kb.id}")
    with st.spinner(words("calibration.working")):
        found = _calibrated(str(store().path), kb.id, judge, _state(kb))
    n = found.labelled
    st.caption(
        words(
            "calibration.labelled",
            n=n.get("correctness", 0),
            v=n.get("verdict", 0),
            r=n.get("refusal", 0),
            t=n.get("tag", 0),
        )
    )
    st.page_link("screens/spot_check.py", label=words("calibration.go_check"), icon=":material/balance:")
    left, right = st.columns(2, gap="medium")
    with left:
        show_curve(found)
    with right:
        show_strata(found)
    show_drifts(found)
    show_probes([*found.probes, *_asked(kb, judge)])
    _ask_again(kb, judge)
    show_planner(n.get("correctness", 0))


def _state(kb: KnowledgeBase) -> str:
    """Changes with every label and every run."""
    checks = spot_checks.list_all(store(), kb.id)
    words_given = [len(spot_checks.decisions(store(), check.id)) for check in checks]
    return f"{words_given} {[(run.id, run.status, run.finished) for run in runs.list_all(store(), kb.id)]}"


@st.cache_resource(show_spinner=False, max_entries=8)
def _calibrated(path: str, kb_id: str, judge: str, state: str) -> Calibration:
    return calibrate(store(), kb_id, judge)


def _asked(kb: KnowledgeBase, judge: str) -> Sequence[Effect]:
    return st.session_state.get(f"probes_{kb.id}_{judge}", ())  # type: ignore[no-any-return]


def _ask_again(kb: KnowledgeBase, judge: str) -> None:
    newest: Run | None = next(
        (
            r
            for r in runs.list_all(store(), kb.id)
            if r.judge and r.judge.id == judge and r.mode != "retriever" and r.status == "done"
        ),
        None,
    )
    if newest is None or not st.button(
        words("calibration.run_probe"), help=words("calibration.run_probe_help", n=PROBED), icon=":material/replay:"
    ):
        return
    asked = judge_for(store())
    if asked.record.id != judge:
        st.warning(words("calibration.probe_other"))
        return
    try:
        with st.spinner(words("calibration.run_probe")):
            st.session_state[f"probes_{kb.id}_{judge}"] = probe(store(), newest, asked)
    except AssayError as error:
        show_fault(error)
        return
    st.rerun()


show()
