"""Home: where am I, what next."""

from __future__ import annotations

import streamlit as st

from core.store import documents, result_pages, runs
from core.store import items as item_store
from core.store.items import ItemFilter
from core.store.result_pages import ResultFilter
from evaluation.stress.items import is_stress_run
from release.read import list_releases
from screens.plain import plain
from screens.session import knowledge_base, store
from screens.words import words
from verbs.workspace import golden_dirs

STEPS = ("knowledge_base", "drafts", "review", "golden_sets", "evaluate", "failures")
WIDTHS = (3, 2, 2, 2.5, 2.2, 2.2)


def _state() -> dict[str, int]:
    kb = knowledge_base()
    if kb is None:
        return dict.fromkeys(("documents", "drafts", "accepted", "releases", "runs", "wrong"), 0)
    here = [run for run in runs.list_all(store(), kb.id) if not is_stress_run(run.system)]
    return {
        "documents": documents.count(store(), kb.id),
        "drafts": item_store.count(store(), kb.id, ItemFilter(status=("undecided",))),
        "accepted": item_store.count(store(), kb.id, ItemFilter(status=("accepted", "edited"))),
        "releases": sum(r["kb_name"] == kb.name for r in list_releases(golden_dirs(store()))),
        "runs": len(here),
        "wrong": result_pages.count(store(), here[0].id, ResultFilter(failed_only=True)) if here else 0,
    }


def _next(state: dict[str, int]) -> tuple[str, str]:
    """The page to go to, and the word of the step."""
    if not state["documents"]:
        return "knowledge_base", "load"
    if state["drafts"]:
        return "review", "review"
    if not state["accepted"] and not state["releases"]:
        return "drafts", "draft"
    if state["accepted"] and not state["releases"]:
        return "golden_sets", "release"
    if not state["runs"]:
        return "evaluate", "evaluate"
    return ("failures", "failures") if state["wrong"] else ("evaluate", "evaluate")


def show() -> None:
    """Draw the page."""
    st.title(words("home.title"))
    st.write(words("home.lead"))
    kb, state = knowledge_base(), _state()
    page, step = _next(state)
    with st.container(border=True):
        st.subheader(words("home.next"))
        st.write(words(f"home.why_{step}", n=state["wrong"]))
        label = words(f"home.do_{step}", n=state["drafts"])
        if st.button(label, type="primary", icon=":material/arrow_forward:", shortcut="enter"):
            st.switch_page(f"screens/{page}.py")
    if kb:
        st.subheader(words("home.where", kb=plain(kb.name)))
        # Side by side also on a phone, where columns would stand one below the other.
        with st.container(horizontal=True):
            for name in ("documents", "drafts", "accepted", "releases", "runs"):
                st.metric(words(f"home.{name}"), f"{state[name]:,}", border=True, width=150)
    st.subheader(words("home.steps"))
    for number, (column, name) in enumerate(zip(st.columns(WIDTHS, gap="xsmall"), STEPS, strict=True), start=1):
        label = f"{number} · {words(f'nav.{name}')}"
        column.page_link(f"screens/{name}.py", label=label, width="stretch")


show()
