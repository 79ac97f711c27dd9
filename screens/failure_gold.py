"""What a run says of the golden set: passages that answer as well as the gold, and right answers without their evidence."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.clock import utc_now
from core.errors import AssayError, BadCall
from core.records import ItemResult, Run
from core.store import items as item_store
from evaluation.diagnosis.gold import Alternative, WithoutEvidence, alternatives, without_evidence
from screens.plain import passage, plain
from screens.session import reviewer, store
from screens.words import words
from verbs.completing import offer_alternative

_SHOWN = 20
Found = tuple[list[tuple[ItemResult, Alternative]], list[tuple[ItemResult, WithoutEvidence]]]


def gold_view(run: Run, results: Sequence[ItemResult]) -> None:
    """Both findings, each only where there is one."""
    incomplete, unexplained = _found(str(store().path), run.id, run.to_json(), results, run.top_k)
    if incomplete:
        with st.expander(words("failures.incomplete", n=len(incomplete)), icon=":material/rule:"):
            st.caption(words("failures.incomplete_what"))
            for result, one in incomplete[:_SHOWN]:
                _alternative(run, result, one)
    if unexplained:
        with st.expander(words("failures.self_knowledge", n=len(unexplained)), icon=":material/psychology:"):
            st.caption(words("failures.self_knowledge_what"))
            for result, _ in unexplained[:_SHOWN]:
                st.markdown(f"- {plain(result.item.question)}")


@st.cache_resource(show_spinner=False, max_entries=4, ttl=600)
def _found(path: str, run_id: str, state: str, _results: Sequence[ItemResult], top_k: int) -> Found:
    incomplete = [(r, found[0]) for r in _results if (found := alternatives(r, top_k))]
    unexplained = [(r, one) for r in _results if (one := without_evidence(r, top_k))]
    return incomplete, unexplained


def _alternative(run: Run, result: ItemResult, found: Alternative) -> None:
    with st.container(border=True):
        st.markdown(f"**{plain(result.item.question)}**")
        st.caption(words("failures.incomplete_at", rank=found.rank, source=plain(found.source or "–")))
        passage(found.text, height=140)
        try:
            item_store.get(store(), result.item.id)
        except BadCall:
            st.caption(words("failures.gold_elsewhere"))
            return
        key = f"offer_{run.id[:8]}_{result.item.id}"
        if st.session_state.get(f"{key}_done"):
            st.success(words("failures.offered"))
            st.page_link(
                "screens/review.py", label=words("failures.fix_gold_open"), icon=":material/edit:",
                query_params={"item": result.item.id},
            )  # fmt: skip
        elif st.button(
            words("failures.offer"),
            key=key,
            disabled=not reviewer(),
            help=words("failures.offer_help"),
            type="secondary",
        ):
            _offer(key, result, found)


def _offer(key: str, result: ItemResult, found: Alternative) -> None:
    try:
        offer_alternative(store(), result.item.id, found, reviewer(), clock=utc_now)
    except AssayError as error:
        st.error(plain(str(error)))
    else:
        st.session_state[f"{key}_done"] = True
        st.rerun()
