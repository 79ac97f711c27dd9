"""What a run says of the golden set: passages that answer as well as the gold, and right answers without their evidence."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.clock import utc_now
from core.errors import AssayError, BadCall
from core.records import Item, ItemResult, Run
from core.store import items as item_store
from core.store import runs
from evaluation.diagnosis.gold import Alternative, alternatives, without_evidence
from screens.fault import show_fault
from screens.long_reading import is_kept, read_all
from screens.plain import passage, plain
from screens.session import reviewer, store
from screens.words import words
from verbs.completing import offer_alternative

_SHOWN = 20
# A run of more answers is searched only when asked, since every passage of every answer is read for it.
_AT_ONCE = 1000


@dataclass(frozen=True)
class _Finding:
    """What one answer says of its item's ground truth; `unexplained`: right without its evidence in the context."""

    item: Item
    alternative: Alternative | None
    unexplained: bool


def gold_view(run: Run, state: str, total: int) -> None:
    """Both findings, each only where there is one."""
    key = f"gold {store().path} {run.id} {state}"
    if total > _AT_ONCE and not is_kept(key) and not st.session_state.get(f"ask {key}"):
        said, ask = st.columns([4, 1.3], vertical_alignment="center")
        said.caption(words("failures.gold_ask", n=f"{total:,}"))
        ask.button(
            words("failures.gold_look"), key=f"button {key}", on_click=_ask, args=[key], icon=":material/search:",
            width="stretch",
        )  # fmt: skip
        return
    found = read_all(
        key, total, lambda: runs.iterate_results(store(), run.id), lambda result: _finding(result, run.top_k)
    )
    if found is None:
        return
    incomplete = [one for one in found if one.alternative is not None]
    unexplained = [one for one in found if one.unexplained]
    if incomplete:
        with st.expander(words("failures.incomplete", n=len(incomplete)), icon=":material/rule:"):
            st.caption(words("failures.incomplete_what"))
            if not reviewer():
                st.caption(f":orange[{words('failures.name_first')}]")
            for one in incomplete[:_SHOWN]:
                assert one.alternative is not None
                _alternative(run, one.item, one.alternative)
            _more(len(incomplete))
    if unexplained:
        with st.expander(words("failures.self_knowledge", n=len(unexplained)), icon=":material/psychology:"):
            st.caption(words("failures.self_knowledge_what"))
            for one in unexplained[:_SHOWN]:
                st.markdown(f"- {plain(one.item.question)}")
            _more(len(unexplained))
    if total > _AT_ONCE and not found:
        st.caption(words("failures.gold_nothing", n=f"{total:,}"))


def _ask(key: str) -> None:
    st.session_state[f"ask {key}"] = True


def _more(n: int) -> None:
    if n > _SHOWN:
        st.caption(words("failures.gold_more", n=f"{n - _SHOWN:,}"))


def _finding(result: ItemResult, top_k: int) -> _Finding | None:
    found = alternatives(result, top_k)
    unexplained = without_evidence(result, top_k) is not None
    return _Finding(result.item, found[0] if found else None, unexplained) if found or unexplained else None


def _alternative(run: Run, item: Item, found: Alternative) -> None:
    with st.container(border=True):
        st.markdown(f"**{plain(item.question)}**")
        st.caption(words("failures.incomplete_at", rank=found.rank, source=plain(found.source or "–")))
        passage(found.text, height=140)
        try:
            item_store.get(store(), item.id)
        except BadCall:
            st.caption(words("failures.gold_elsewhere"))
            return
        key = f"offer_{run.id[:8]}_{item.id}"
        if st.session_state.get(f"{key}_done"):
            st.success(words("failures.offered"))
            st.page_link(
                "screens/review.py", label=words("failures.fix_gold_open"), icon=":material/edit:",
                query_params={"item": item.id},
            )  # fmt: skip
        elif st.button(
            words("failures.offer"),
            key=key,
            disabled=not reviewer(),
            help=words("failures.offer_help"),
            type="secondary",
        ):
            _offer(key, item, found)


def _offer(key: str, item: Item, found: Alternative) -> None:
    try:
        offer_alternative(store(), item.id, found, reviewer(), clock=utc_now)
    except AssayError as error:
        show_fault(error)
    else:
        st.session_state[f"{key}_done"] = True
        st.rerun()
