"""Spot-check: people say again what the judge said of a sample, without seeing it, one key a label."""

from __future__ import annotations

import streamlit as st

from core.records import ItemResult, Run, SpotCheck, Subject
from core.store import spot_checks
from screens import markup
from screens.plain import plain
from screens.run_choice import all_runs, choose_run, results_of
from screens.session import reviewer, store
from screens.spot_board import open_board
from screens.spot_card import draw_card
from screens.spot_result import choose_plan, draw_button, show_result
from screens.words import words
from verbs.spot_checking import SUBJECTS, planned

MODES = ("check", "result")


def show() -> None:
    """Draw the page."""
    found = all_runs()
    if not found:
        _no_runs()
        return
    choose, subjects, modes = st.columns([40, 48, 20], vertical_alignment="bottom", gap="small")
    with choose:
        run = choose_run(found, words("evaluate.run"), "run")
    if run is None:
        return
    if run.judge is None or run.mode == "retriever":
        st.info(words("spot.no_judge"))
        return
    subject: Subject = subjects.segmented_control(
        words("spot.subject"), SUBJECTS, default="correctness", key="spot_subject", required=True,
        format_func={name: words(f"spot.{name}") for name in SUBJECTS}.__getitem__,
    ) or "correctness"  # fmt: skip
    check = spot_checks.find(store(), run.id, subject)
    told = st.session_state.pop("spot_told", "")
    if check is None:
        _plan(run, subject, told)
        return
    mode = modes.segmented_control(
        words("spot.mode"), MODES, default="check", key="spot_mode", required=True, label_visibility="collapsed",
        format_func={name: words(f"spot.mode_{name}") for name in MODES}.__getitem__,
    )  # fmt: skip
    if told:
        st.info(plain(told))
    by_item = {result.item.id: result for result in results_of(run)}
    markup.style()
    if mode == "result":
        show_result(run, check, by_item)
    elif not reviewer():
        _ask_name()
    else:
        _card(check, by_item, run.top_k)


@st.fragment
def _card(check: SpotCheck, by_item: dict[str, ItemResult], top_k: int) -> None:
    draw_card(open_board(check, reviewer()), by_item, top_k)


def _plan(run: Run, subject: Subject, told: str) -> None:
    markup.style()
    st.write(words("spot.lead"))
    if told:
        st.warning(plain(told))
    if not planned(store(), run, subject).total:
        st.info(words("spot.nothing"))
        return
    with st.container(border=True):
        plan = choose_plan(run, subject)
        seed = st.number_input(words("spot.seed"), value=0, min_value=0, step=1, width=160)
        draw_button(run, subject, plan, int(seed))


def _ask_name() -> None:
    with st.container(border=True):
        st.subheader(words("review.who"))
        st.text_input(words("side.reviewer"), key="spot_name", help=words("side.reviewer_help"), on_change=_start)
        st.button(words("review.begin"), type="primary", icon=":material/arrow_forward:", on_click=_start)


def _start() -> None:
    st.session_state["reviewer"] = str(st.session_state.get("spot_name", "")).strip()


def _no_runs() -> None:
    st.title(words("spot.title"))
    st.write(words("spot.lead"))
    st.info(words("spot.no_runs"))
    st.markdown(words("spot.no_runs_what"))
    st.page_link("screens/evaluate.py", label=words("nav.evaluate"), icon=":material/speed:")


show()
