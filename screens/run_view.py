"""One run: what it was, its scores, its items, the guide, its exports; only the part that is looked at is read."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from core.records import Run
from core.store import baselines, result_pages
from screens.fault import show_fault
from screens.guidance_view import guidance_of_run
from screens.guide_view import guide_view
from screens.item_view import item_view
from screens.items_table import items_table
from screens.judge_stability import judge_stability
from screens.local_time import minute
from screens.plain import plain
from screens.retold import retold
from screens.run_choice import system_name
from screens.run_scores import show_breakdown, show_families, show_headline
from screens.session import store
from screens.words import language, words
from verbs.calibrating import SELF_GRADED
from verbs.results import export_run

EXPORTS = ("jsonl", "csv", "html", "md")
MIME = {"jsonl": "application/jsonl", "csv": "text/csv", "html": "text/html", "md": "text/markdown"}
PARTS = ("items", "metrics", "breakdown", "guide", "exports")


def run_view(run: Run) -> None:
    """Draw the run."""
    _about(run)
    if not run.scores:
        st.info(words("evaluate.no_scores", n=result_pages.facets(store(), run.id).total))
    else:
        show_headline(run)
    part = _part(run)
    if part == "items":
        chosen = items_table(run, f"items_{run.id[:8]}")
        if chosen:
            item_view(chosen, run.top_k, run.release)
    elif part == "metrics":
        show_families(run)
        judge_stability(run)
    elif part == "breakdown":
        show_breakdown(run)
    elif part == "guide":
        guide_view(run)
    else:
        _exports(run)


def _part(run: Run) -> str:
    """Which part is shown; without scores there are items and exports only."""
    offered = [part for part in PARTS if run.scores or part in ("items", "exports")]
    asked = st.query_params.get("part")
    if "run_part" not in st.session_state and asked in offered:
        st.session_state["run_part"] = asked
    if st.session_state.get("run_part") not in offered:
        st.session_state["run_part"] = offered[0]
    chosen = st.segmented_control(
        words("results.part"),
        offered,
        required=True,
        format_func=lambda name: words("guide.tab" if name == "guide" else f"evaluate.tab_{name}"),
        key="run_part",
        label_visibility="collapsed",
    )
    st.query_params["part"] = chosen or offered[0]
    return chosen or offered[0]


def _about(run: Run) -> None:
    judge = f"{run.judge.provider}/{run.judge.model}" if run.judge else words("evaluate.no_judge")
    facts = {
        "system": system_name(run.system),
        "set": run.release,
        "mode": words(f"evaluate.mode_{run.mode}"),
        "top_k": str(run.top_k),
        "judge": judge,
        "started": minute(run.started),
    }
    said, pin = st.columns([7, 2])
    with said:
        st.caption(" · ".join(f"{words(f'evaluate.fact_{name}')} **{plain(value)}**" for name, value in facts.items()))
        # Said once: a run whose notes say it needs no second sentence.
        if run.judge and run.judge.provider == "embedded" and not any(n.startswith(SELF_GRADED) for n in run.notes):
            st.caption(words("evaluate.self_graded"))
        for note in run.notes:
            st.caption(f":material/info: {plain(retold(note))}")
        guidance_of_run(run)
    with pin:
        _pin(run)


def _pin(run: Run) -> None:
    """The pin that makes this run the one others are held against."""
    if not run.scores:
        return
    is_baseline = baselines.pinned(store(), run.kb_id).get(baselines.set_name(run)) == run.id
    label = words("results.unpin" if is_baseline else "results.pin")
    if st.button(label, key=f"pin_{run.id}", icon=":material/keep:", help=words("results.pin_help"), width="stretch"):
        if is_baseline:
            baselines.unpin(store(), run)
        else:
            baselines.pin(store(), run)
        st.rerun()
    if is_baseline:
        st.caption(words("results.is_baseline", set=plain(baselines.set_name(run))))


def _exports(run: Run) -> None:
    st.write(words("evaluate.exports_lead"))
    for column, form in zip(st.columns(len(EXPORTS)), EXPORTS, strict=True):
        with column:
            st.markdown(f"**{words(f'evaluate.export_{form}')}**")
            st.caption(words(f"evaluate.export_{form}_what"))
            key = f"export_{run.id}_{form}_{language()}"
            if st.button(words("evaluate.make"), key=f"{key}_make", icon=":material/draft:"):
                try:
                    with st.spinner(words("results.making")):
                        st.session_state[key] = export_run(store(), run.id, form, language())
                except AssayError as error:
                    show_fault(error)
            if key in st.session_state:
                name = f"assay-{run.id[:8]}.{form}"
                st.download_button(
                    words("evaluate.download"), st.session_state[key], name, MIME[form], key=f"{key}_get",
                    on_click="ignore", icon=":material/download:",
                )  # fmt: skip
    st.caption(words("results.by_command", run=run.id[:8]))
