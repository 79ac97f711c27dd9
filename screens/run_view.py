"""One run: what it was, its scores, its items, its exports."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from core.records import Run
from screens.item_view import item_view
from screens.items_table import items_table
from screens.plain import plain
from screens.retold import retold
from screens.run_choice import results_of, when
from screens.run_scores import show_breakdown, show_families, show_headline
from screens.session import store
from screens.words import language, words
from verbs.results import export_run

EXPORTS = ("jsonl", "csv", "html", "md")
MIME = {"jsonl": "application/jsonl", "csv": "text/csv", "html": "text/html", "md": "text/markdown"}


def run_view(run: Run) -> None:
    """Draw the run."""
    _about(run)
    results = results_of(run)
    if not run.scores:
        st.info(words("evaluate.no_scores", n=len(results)))
    else:
        show_headline(run)
    titles = [words(f"evaluate.tab_{name}") for name in ("items", "metrics", "breakdown", "exports")]
    items, metrics, parts, exports = st.tabs(titles)
    with items:
        chosen = items_table(results, f"items_{run.id[:8]}", tags=bool(run.failures))
        if chosen:
            item_view(chosen, run.top_k)
    with metrics:
        show_families(run)
    with parts:
        if run.scores:
            show_breakdown(run, results)
    with exports:
        _exports(run)


def _about(run: Run) -> None:
    judge = f"{run.judge.provider}/{run.judge.model}" if run.judge else words("evaluate.no_judge")
    facts = {
        "system": run.system,
        "set": run.release,
        "mode": words(f"evaluate.mode_{run.mode}"),
        "top_k": str(run.top_k),
        "judge": judge,
        "started": when(run.started),
    }
    st.caption(" · ".join(f"{words(f'evaluate.fact_{name}')} **{plain(value)}**" for name, value in facts.items()))
    if run.judge and run.judge.provider == "embedded":
        st.caption(words("evaluate.self_graded"))
    for note in run.notes:
        st.caption(f":material/info: {plain(retold(note))}")


def _exports(run: Run) -> None:
    st.write(words("evaluate.exports_lead"))
    for column, form in zip(st.columns(len(EXPORTS)), EXPORTS, strict=True):
        with column:
            st.markdown(f"**{words(f'evaluate.export_{form}')}**")
            st.caption(words(f"evaluate.export_{form}_what"))
            key = f"export_{run.id}_{form}_{language()}"
            if st.button(words("evaluate.make"), key=f"{key}_make", icon=":material/draft:"):
                try:
                    st.session_state[key] = export_run(store(), run.id, form, language())
                except AssayError as error:
                    st.error(plain(str(error)))
            if key in st.session_state:
                name = f"assay-{run.id[:8]}.{form}"
                st.download_button(
                    words("evaluate.download"), st.session_state[key], name, MIME[form], key=f"{key}_get",
                    on_click="ignore", icon=":material/download:",
                )  # fmt: skip
