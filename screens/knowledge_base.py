"""Knowledge base: documents in, chunks seen, search tried."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from builder.load.store_files import UNCHANGED
from core.clock import utc_now
from core.errors import AssayError
from core.records import KnowledgeBase, LoadReport
from core.settings import load_settings
from core.store import chunks as chunk_store
from core.store import documents, knowledge_bases
from core.store import items as item_store
from core.store.items import ItemFilter
from screens import job_bar
from screens.chunk_text import chunked_text
from screens.chunking_view import SHOWN, chunking_name, chunking_view
from screens.coverage_view import coverage_view
from screens.fault import show_fault
from screens.plain import passage, plain
from screens.retold import retold
from screens.session import knowledge_base, store
from screens.words import words
from verbs.prepare import open_index
from verbs.upkeep import remove_vanished, vanished_documents
from verbs.uploads import keep_uploads
from verbs.workspace import sample_names

ROWS = 25
SEARCHES = ("hybrid", "bm25", "dense")
LANGUAGES = ("en", "zh", "mixed", "other")


def _create() -> None:
    with st.form("kb_new", border=False):
        name = st.text_input(words("kb.new_name"), key="kb_new_name", placeholder=words("kb.new_example"))
        # A form, so that a name just typed counts when the button is pressed.
        if st.form_submit_button(words("kb.create"), type="primary") and name.strip():
            try:
                kb = knowledge_bases.create(store(), name, utc_now)
            except AssayError as error:
                show_fault(error)
            else:
                st.query_params["kb"] = kb.name
                st.session_state.pop("kb", None)
                st.rerun()


def _add(kb: KnowledgeBase) -> None:
    left, right = st.columns(2)
    above = left.container()
    whole = left.toggle(words("kb.upload_folder"), key="kb_whole")
    with above, st.form("kb_upload", clear_on_submit=True, border=False):
        files = st.file_uploader(
            words("kb.upload"), accept_multiple_files="directory" if whole else True, help=words("kb.upload_help"),
            key=f"kb_files_{whole}",
        )  # fmt: skip
        with st.expander(words("kb.special")):
            password = st.text_input(
                words("kb.password"), type="password", help=words("kb.password_help"), key="kb_password"
            )
            rows = st.checkbox(words("kb.rows"), help=words("kb.rows_help"), key="kb_rows")
        first = not documents.count(store(), kb.id)
        kind: Literal["primary", "secondary"] = "primary" if first else "secondary"
        if st.form_submit_button(words("kb.upload_do"), icon=":material/upload:", type=kind) and files:
            kept = keep_uploads(store(), kb, [(file.name, file) for file in files], password, rows)
            job_bar.start("load", {"kb": kb.name, "folder": str(kept)} | ({"rows": True} if rows else {}))
            st.rerun()
    with right:
        folder = st.text_input(words("kb.folder"), placeholder="/data/handbook", key="kb_folder")
        if st.button(words("kb.folder_load"), icon=":material/folder_open:", disabled=not folder.strip()):
            if Path(folder).expanduser().is_dir():
                job_bar.start("load", {"kb": kb.name, "folder": str(Path(folder).expanduser().resolve())})
                st.rerun()
            st.error(words("kb.folder_missing", folder=plain(folder)))


def _reports(kb: KnowledgeBase) -> None:
    """How many files of those given were not taken, and why; reasons wrap, so that each can be read whole."""
    counts = documents.report_counts(store(), kb.id)
    left_out = {status: counts.get(status, 0) for status in ("skipped", "refused")}
    if any(left_out.values()):
        st.caption(words("kb.left_out", n=f"{documents.count(store(), kb.id):,}", **left_out))
    total = documents.count_remarked(store(), kb.id, UNCHANGED)
    if not total:
        return
    with st.expander(words("kb.refused", n=f"{total:,}"), icon=":material/warning:"):
        page = st.pagination(math.ceil(total / ROWS), key="kb_reasons_page") if total > ROWS else 1
        shown = documents.remarked(store(), kb.id, UNCHANGED, ROWS, (page - 1) * ROWS)
        st.table(
            {
                words("kb.source"): [plain(report.source) for report in shown],
                words("kb.became"): [words(f"kb.became_{report.status}") for report in shown],
                words("kb.reason"): [plain(_reason(report)) for report in shown],
            },
            hide_index=True,
        )


def _reason(report: LoadReport) -> str:
    told = ([retold(report.reason)] if report.reason else []) + [retold(one) for one in report.warnings]
    return words("kb.and_also").join(told)


def _upkeep(kb: KnowledgeBase) -> None:
    """What changed documents mean for the items, and documents whose files are gone."""
    if n := item_store.count(store(), kb.id, ItemFilter(stale=True)):
        left, right = st.columns([4, 1.3], vertical_alignment="center")
        left.warning(words("stale.count", n=n), icon=":material/history:")
        if right.button(words("stale.open"), icon=":material/arrow_forward:", width="stretch"):
            st.session_state["review_queue"] = "stale"
            st.switch_page("screens/review.py")
    gone = vanished_documents(store(), kb)
    if gone:
        some = "、".join(plain(source) for source in list(gone)[:5]) + ("…" if len(gone) > 5 else "")
        with st.expander(words("stale.vanished_documents", n=len(gone), some=some), icon=":material/folder_off:"):
            st.caption(words("stale.remove_sure"))
            if st.button(words("stale.remove"), icon=":material/delete:"):
                remove_vanished(store(), kb)
                st.rerun()


def _documents(kb: KnowledgeBase) -> None:
    total = documents.count(store(), kb.id)
    pages = max(1, math.ceil(total / ROWS))
    page = st.pagination(pages, key="kb_page") if pages > 1 else 1
    rows = documents.summaries(store(), kb.id, ROWS, (page - 1) * ROWS)
    names = {"source": "source", "title": "title_column", "language": "language", "characters": "characters"}
    shown = [{words(f"kb.{names[k]}"): _cell(k, row[k]) for k in names} for row in rows]
    picked = st.dataframe(
        shown, hide_index=True, width="stretch", on_select="rerun", selection_mode="single-row", key="kb_table"
    )
    chosen = picked["selection"]["rows"]
    if chosen:
        _read(str(rows[chosen[0]]["id"]))


def _cell(name: str, value: Any) -> Any:
    return words(f"evaluate.language_{value}") if name == "language" and value in LANGUAGES else value


def _read(document_id: str) -> None:
    """The document's text with the boundaries of the chunks it has."""
    document = documents.get(store(), document_id)
    chunking = load_settings(store()).chunking
    with st.container(border=True):
        st.markdown(f"**{words('kb.boundaries')}** · {plain(chunking_name(chunking))} · {plain(document.source)}")
        chunked_text(document.text, chunk_store.of_document(store(), document_id, chunking), most=SHOWN)
        if len(document.text) > SHOWN:
            st.caption(words("kb.preview_cut", n=f"{SHOWN:,}", all=f"{len(document.text):,}"))


def _search(kb: KnowledgeBase) -> None:
    left, right = st.columns([4, 1])
    query = left.text_input(words("kb.search"), key="kb_query")
    method = right.selectbox(
        words("kb.search_method"),
        SEARCHES,
        key="kb_method",
        format_func={name: words(f"evaluate.base_{name}") for name in SEARCHES}.__getitem__,
    )
    if not query.strip():
        return
    try:
        with st.spinner(words("kb.searching")):
            hits = open_index(store(), kb).search(query, method, 5)
    except AssayError as error:
        show_fault(error)
        return
    if not hits:
        st.info(words("kb.search_none"))
    for hit in hits:
        source = documents.get(store(), hit.chunk.document_id).source
        st.caption(words("kb.search_found", rank=hit.rank, source=plain(source), score=hit.score))
        passage(hit.chunk.text)


def show() -> None:
    """Draw the page."""
    head, button = st.columns([4, 1.3], vertical_alignment="bottom")
    head.title(words("kb.title"))
    st.write(words("kb.lead"))
    kb = knowledge_base()
    if kb is None:
        st.info(words("kb.first"))
        _create()
        return
    # Named after the knowledge base, so that it closes once another was made.
    with button, st.popover(words("kb.new"), icon=":material/add:", key=f"kb_new_{kb.id}"):
        _create()
    if not documents.count(store(), kb.id):
        st.info(words("kb.empty"))
    elif kb.name in sample_names():
        st.info(words("kb.sample", kb=plain(kb.name)), icon=":material/lightbulb:")
    _add(kb)
    job_bar.job_bar("load", kb=kb.name)
    _reports(kb)
    _upkeep(kb)
    ready = documents.count(store(), kb.id) and not item_store.count(store(), kb.id)
    if ready and st.button(words("kb.next"), type="primary", icon=":material/arrow_forward:"):
        st.switch_page("screens/drafts.py")
    if documents.count(store(), kb.id):
        tabs = st.tabs(
            [words("kb.documents", n=documents.count(store(), kb.id)), words("kb.chunks"), words("coverage.tab"),
             words("kb.search")]
        )  # fmt: skip
        for tab, draw in zip(tabs, (_documents, chunking_view, coverage_view, _search), strict=True):
            with tab:
                draw(kb)


show()
