"""Review: one item at a time, one key a decision, the evidence beside it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from annotate.bulk import SEVERAL
from annotate.review import QUEUES, preview_all, queue_filter
from core.records import KnowledgeBase
from core.store import documents
from core.store import items as item_store
from core.store.items import ItemFilter
from screens import markup
from screens import review_actions as act
from screens.key_map import open_key_map
from screens.retold import tag_name
from screens.review_card import draw_board
from screens.review_desk import FILTERS, clear_filter, open_board
from screens.review_sheet import open_sheet
from screens.session import knowledge_base, reviewer, sign_in_configured, store
from screens.words import words

KINDS = ("", "factual", "multi_hop", "unanswerable")
BULK_SHOWN = 5
ANY_LANGUAGE = ("", "en", "zh", "mixed", "other")


def _start() -> None:
    st.session_state["reviewer"] = str(st.session_state.get("review_name", "")).strip()


def _ask_name() -> None:
    st.title(words("review.title"))
    st.write(words("review.lead"))
    if sign_in_configured():
        st.info(words("review.sign_in_first"), icon=":material/login:")
        return
    with st.container(border=True):
        st.subheader(words("review.who"))
        st.text_input(words("side.reviewer"), key="review_name", help=words("side.reviewer_help"), on_change=_start)
        st.button(words("review.begin"), type="primary", icon=":material/arrow_forward:", on_click=_start)
    st.markdown(words("review.guide"))


def _teach() -> None:
    st.title(words("review.title"))
    st.info(words("review.no_items"), icon=":material/edit_note:")
    with st.container(horizontal=True):
        st.page_link("screens/drafts.py", label=words("nav.drafts"), icon=":material/edit_note:")
        st.page_link("screens/import_questions.py", label=words("review.import_more"), icon=":material/input:")


def _filters(kb: KnowledgeBase) -> tuple[str, ItemFilter]:
    """Queue and filter; they live outside the fragment, so that a key does not pay for them."""
    with st.container(key="review_top"):
        queues, narrow, many, more = st.columns([62, 14, 14, 7], vertical_alignment="center", gap="xsmall")
    queue = queues.segmented_control(
        words("review.queue"), list(QUEUES), default="undecided", key="review_queue", required=True,
        format_func=lambda name: words(f"review.queue_{name}"), label_visibility="collapsed",
    )  # fmt: skip
    used = sum(bool(st.session_state.get(f"review_filter_{name}")) for name in FILTERS)
    with narrow.popover(words("review.filter_n", n=used) if used else words("review.filter"), icon=":material/filter_alt:",
                        width="stretch"):  # fmt: skip
        where = _filter_form(kb, str(queue or "undecided"), used)
    with many.popover(words("review.bulk"), icon=":material/done_all:", key="review_bulk", on_change="rerun",
                      width="stretch") as opened:  # fmt: skip
        if opened.open:
            _bulk(kb, str(queue), where)
    with more.popover("", icon=":material/more_horiz:", width="stretch", help=words("review.more"), key="review_more",
                      on_change="rerun"):  # fmt: skip
        _elsewhere(kb)
    if st.session_state.pop("review_sheet_asked", False):
        open_sheet(kb)
    if st.session_state.pop("review_keys_asked", False):
        open_key_map()
    return str(queue or "undecided"), where


def _ask(dialog: str) -> None:
    """The list of ways closes and the dialog opens in its place."""
    st.session_state["review_more"] = False
    st.session_state[f"review_{dialog}_asked"] = True


def _accept_shown() -> None:
    """The list of what would be accepted closes, so that keys reach the card again."""
    st.session_state["review_bulk"] = False
    act.accept_shown()


def _elsewhere(kb: KnowledgeBase) -> None:
    """The ways from here: spreadsheet, own keys, team, disputes, audit."""
    st.button(words("review.sheet"), icon=":material/table_view:", type="tertiary", on_click=_ask, args=["sheet"])
    st.button(words("review.keys"), icon=":material/keyboard:", type="tertiary", on_click=_ask, args=["keys"])
    disputed = item_store.counts(store(), kb.id).get("disputed", 0)
    for name, icon in (("team", "group"), ("adjudicate", "gavel"), ("audit", "history")):
        label = words(f"nav.{name}") + (f" ({disputed})" if name == "adjudicate" and disputed else "")
        st.page_link(f"screens/{name}.py", label=label, icon=f":material/{icon}:")


def _filter_form(kb: KnowledgeBase, queue: str, used: int) -> ItemFilter:
    any_word = words("review.any")
    kind = st.selectbox(words("review.kind"), KINDS, key="review_filter_kind",
                        format_func=lambda k: words(f"review.{k}") if k else any_word)  # fmt: skip
    names = {str(row["id"]): str(row["source"]) for row in documents.summaries(store(), kb.id, 2000)}
    document_id = st.selectbox(words("review.document"), ["", *names], key="review_filter_document_id",
                               format_func=lambda d: names.get(d, any_word))  # fmt: skip
    tag = st.selectbox(words("review.tag"), ["", *item_store.tags(store(), kb.id)], key="review_filter_tag",
                       format_func=lambda t: tag_name(t) if t else any_word)  # fmt: skip
    language = st.selectbox(words("review.language"), ANY_LANGUAGE, key="review_filter_language",
                            format_func=lambda x: words(f"review.language_{x}") if x else any_word)  # fmt: skip
    search = st.text_input(words("review.search"), key="review_filter_search")
    where = ItemFilter(kind=kind, document_id=document_id, tag=tag, language=language, search=search.strip())
    if used:
        st.caption(
            words("review.filter_count", n=item_store.count(store(), kb.id, queue_filter(queue, reviewer(), where)))
        )
        st.button(
            words("review.filter_clear"), icon=":material/filter_alt_off:", type="tertiary", on_click=clear_filter
        )
    return where


def _bulk(kb: KnowledgeBase, queue: str, where: ItemFilter) -> None:
    chosen = queue_filter(queue, reviewer(), where)
    preview = preview_all(store(), kb.id, replace(chosen, order="position"))
    st.write(words("review.bulk_preview", n=len(preview.applied)))
    for status, n in preview.left_out.items():
        why = words("review.for_several" if status == SEVERAL else f"review.{status}")
        st.caption(words("review.bulk_left", n=n, status=why))
    for item_id in preview.applied[:BULK_SHOWN]:
        markup.draw([markup.paragraph(item_store.get(store(), item_id).question, "dim")])
    if (rest := len(preview.applied) - BULK_SHOWN) > 0:
        st.caption(words("review.bulk_rest", n=rest))
    st.button(words("review.bulk_do", n=len(preview.applied)), key=f"bulk-{len(preview.applied)}", type="primary",
              disabled=not preview.applied, on_click=_accept_shown)  # fmt: skip
    st.caption(words("review.bulk_undo_hint"))


@st.fragment
def _board(kb: KnowledgeBase, queue: str, where: ItemFilter) -> None:
    draw_board(open_board(kb, reviewer(), queue, where))


def show() -> None:
    """Draw the page."""
    kb = knowledge_base()
    if kb is None or not item_store.count(store(), kb.id):
        _teach()
        return
    if not reviewer():
        _ask_name()
        return
    markup.style()
    _board(kb, *_filters(kb))


show()
