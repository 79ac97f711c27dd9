"""Evaluate: ask a system the questions of a golden set, see how it did, compare runs."""

from __future__ import annotations

import streamlit as st

from screens.compare_view import compare_view
from screens.golden_choice import ref, releases
from screens.run_again import run_again
from screens.run_choice import all_runs, choose_run
from screens.run_form import run_form
from screens.run_jobs import run_jobs
from screens.run_view import run_view
from screens.runs_table import runs_table
from screens.session import knowledge_base
from screens.trend_view import trend_view
from screens.words import words

VIEWS = ("new", "results", "table", "compare", "trend")


def _view() -> str:
    if "evaluate_view" not in st.session_state:
        asked = st.query_params.get("view")
        st.session_state["evaluate_view"] = asked if asked in VIEWS else "new"
    chosen = st.segmented_control(
        words("evaluate.title"),
        VIEWS,
        required=True,
        format_func={name: words(f"evaluate.view_{name}") for name in VIEWS}.__getitem__,
        key="evaluate_view",
        label_visibility="collapsed",
    )
    st.query_params["view"] = chosen or "new"
    return chosen or "new"


def _results() -> None:
    found = all_runs()
    if not found:
        st.info(words("evaluate.no_runs"))
        return
    run = choose_run(found, words("evaluate.run"), "run")
    if run:
        run_again(run)
        run_view(run)


def show() -> None:
    """Draw the page."""
    st.title(words("evaluate.title"))
    st.write(words("evaluate.lead"))
    if knowledge_base() is None:
        st.info(words("evaluate.no_kb"))
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    view = _view()
    run_jobs({ref(release) for release in releases()}, ended_too=view == "new")
    if view == "new":
        run_form()
    elif view == "results":
        _results()
    elif view == "table":
        runs_table(all_runs())
    elif view == "compare":
        compare_view(all_runs())
    else:
        trend_view(all_runs())


show()
