"""Cases in which people set a judge right, as guidance of a model judge: switched on for a run, and shown with it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.judges.choose import reads_guidance
from core.judges.guidance import LIMIT, Example
from core.records import Release, Run, SpotCheck
from core.settings import load_settings
from core.store import spot_checks
from screens.session import store
from screens.spot_card import label_name
from screens.words import words
from verbs.guidance import SUBJECTS, guidance_for


def guidance_toggle(release: Release) -> bool:
    """The switch of a new run; absent where the judge is no model or nothing was settled against one."""
    if not reads_guidance(load_settings(store())):
        return False
    cases = _cases(str(store().path), release.kb_id, _state(release.kb_id), release.content_hash, release)
    if not cases:
        return False
    left, right = st.columns([3, 1], vertical_alignment="center")
    on = left.toggle(
        words("guidance.on", n=len(cases)), help=words("guidance.on_help", limit=LIMIT), key="evaluate_guidance"
    )
    with right.popover(words("guidance.show"), icon=":material/rule:"):
        _table(cases)
    return bool(on)


def guidance_of_run(run: Run) -> None:
    """The cases the judge of a run was shown, behind a click; silent where it had none."""
    rows = run.settings.get("guidance") or ()
    if rows:
        with st.expander(words("guidance.of_run", n=len(rows)), icon=":material/rule:"):
            _table([Example.model_validate(row) for row in rows])


def what_judges_learn(run: Run, check: SpotCheck) -> None:
    """How what people labelled reaches a judge: as cases shown to a model, as labels that a fit must gain on."""
    if check.subject not in SUBJECTS:
        return
    st.subheader(words("guidance.title"))
    cases = _cases(str(store().path), run.kb_id, _state(run.kb_id), "", None)
    st.markdown(words("guidance.model", n=len(cases)) if cases else words("guidance.model_none"))
    if cases:
        st.code(f"cli.py evaluate --set {run.release} --system {run.settings.get('spec') or 'SYSTEM'} --guidance")
    if check.subject == "verdict":
        st.markdown(words("guidance.embedded"))
        st.code(f"cli.py judge --fit --guard {calibration_name(check)}")


def calibration_name(check: SpotCheck) -> str:
    """The name of the file with what people labelled."""
    return f"calibration-{check.subject}-{check.run_id[:6]}.jsonl"


def _state(kb_id: str) -> str:
    """Changes with every label."""
    checks = spot_checks.list_all(store(), kb_id)
    return str([len(spot_checks.decisions(store(), check.id)) for check in checks])


@st.cache_data(show_spinner=False, max_entries=8)
def _cases(path: str, kb_id: str, state: str, content: str, _release: Release | None) -> tuple[Example, ...]:
    return guidance_for(store(), kb_id, _release)


def _table(cases: Sequence[Example]) -> None:
    st.dataframe(
        [
            {
                words("evaluate.question"): one.question,
                words("spot.about"): one.claim or one.text,
                words("spot.judge_said"): label_name(one.subject, one.judge_label),
                words("spot.people_said"): label_name(one.subject, one.label),
            }
            for one in cases
        ],
        hide_index=True,
        width=900,
    )
