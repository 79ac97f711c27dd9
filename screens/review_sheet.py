"""Review in a spreadsheet, from the page: the queue as a file, and a file's decisions with every conflict shown first."""

from __future__ import annotations

import tempfile
from pathlib import Path

import streamlit as st

from annotate.review import queue_filter
from annotate.spreadsheet import ImportPlan, PlanRow, apply_import, export_review, plan_import
from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import KnowledgeBase
from screens import markup
from screens.plain import plain
from screens.retold import retold
from screens.session import reviewer, store
from screens.words import language, words

_SHOWN = 20


def open_sheet(kb: KnowledgeBase) -> None:
    """The dialog for both ways."""
    st.dialog(words("review.sheet"), width="large")(_dialog)(kb)


def _dialog(kb: KnowledgeBase) -> None:
    st.caption(words("review.sheet_lead"))
    _out(kb)
    given = st.file_uploader(words("review.sheet_upload"), type=["xlsx", "csv"], key="review_sheet_file")
    if given is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"review{Path(given.name).suffix.lower()}"
        path.write_bytes(given.getvalue())
        try:
            _back(plan_import(store(), path))
        except AssayError as error:
            st.error(plain(retold(str(error).replace(str(path), given.name))))


def _out(kb: KnowledgeBase) -> None:
    queue = str(st.session_state.get("review_queue") or "undecided")
    if st.button(words("review.sheet_make"), icon=":material/table_view:"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "review.xlsx"
            where = queue_filter(queue, reviewer())
            count = export_review(store(), kb.id, path, where, language=language())
            st.session_state["review_sheet_made"] = (count, path.read_bytes())
    if made := st.session_state.get("review_sheet_made"):
        st.download_button(
            words("review.sheet_download", n=made[0]), made[1], f"review-{kb.name}.xlsx", on_click="ignore"
        )


def _back(plan: ImportPlan) -> None:
    counts = plan.counts()
    st.markdown(words("review.sheet_counts", **counts))
    for row in plan.of("bad")[:_SHOWN]:
        st.warning(plain(retold(row.sentence)))
    take = {row.item_id for row in plan.of("conflict")[:_SHOWN] if _conflict(row)}
    ready = counts["apply"] + len(take)
    if st.button(words("review.sheet_apply", n=ready), type="primary", disabled=not ready):
        done = apply_import(store(), plan, reviewer(), rng=fresh_rng(), clock=utc_now, take=take)
        st.session_state["review_sheet_said"] = words(
            "review.sheet_done", applied=done.applied, conflicts=done.conflicts, bad=done.bad
        )
        # The file is held against what is stored now, so that nothing is offered twice.
        st.rerun(scope="fragment")
    if said := st.session_state.pop("review_sheet_said", ""):
        st.success(said)


def _conflict(row: PlanRow) -> bool:
    """Both texts of a conflict, and whether the file shall win."""
    status, verb = words(f"review.{row.stored['status']}"), words(f"review.{row.verb}")
    parts = [markup.heading(words("review.sheet_conflict", row=row.row, status=status, verb=verb))]
    for name in ("question", "answer"):
        parts.append(markup.diff(str(row.stored[name]), str(row.mine.get(name, row.stored[name]))))
    markup.draw(parts)
    return st.checkbox(words("review.sheet_take"), key=f"review_sheet_take_{row.item_id}")
