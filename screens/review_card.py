"""What changes with a key on the review page: the card, or in its place the edit form or a conflict."""

from __future__ import annotations

import streamlit as st

from annotate.review import progress, undoable
from core.clock import utc_now
from core.records import Item
from core.store import items as item_store
from screens import markup
from screens import review_actions as act
from screens.review_conflict import draw_conflict
from screens.review_desk import FILTERS, Board, clear_filter, current
from screens.review_edit import edit_form, kept_line, open_editor
from screens.review_evidence_edit import evidence_form
from screens.review_item import cards
from screens.review_keys import show_card
from screens.session import store
from screens.words import sentences, words

FINAL = ("accepted", "edited", "rejected")
# How many of the following items wait in the browser.
AHEAD = 6


@st.cache_data(ttl=10, show_spinner=False)
def _pace(_path: str, kb_id: str, reviewer: str) -> tuple[float | None, int]:
    """Median seconds a decision and over how many; refreshed now and then, since every key would pay for it."""
    found = progress(store(), kb_id, reviewer)
    return found.median_seconds, found.timed


def draw_board(state: Board) -> None:
    """Everything that changes with a key."""
    item_id = current(state)
    if item_id is None:
        show_card(state, "", [], "", quiet=True)
        markup.draw([_top(state)])
        _empty(state)
        return
    item, status = item_store.get_with_status(store(), item_id)
    editing = state.editing == item.id or open_editor(state, item, status)
    if state.conflict is not None or editing:
        show_card(state, "", [], "", quiet=True)
        markup.draw([_top(state, "" if state.conflict else kept_line(state, item))])
        if state.conflict is not None:
            draw_conflict(state, item, status)
        else:
            _edit(state, item)
        return
    newest = undoable(store(), state.desk.kb_id, state.desk.reviewer, 1)
    following = state.desk.upcoming(store(), utc_now, AHEAD)
    show_card(state, _top(state), cards(state, [item_id, *following]), newest[0].id if newest else "")


def _edit(state: Board, item: Item) -> None:
    left, right = st.columns([1, 1], gap="medium")
    with left.container(key="review_left_edit"):
        seen = edit_form(state, item)
    with right.container(key="review_right_edit"):
        evidence_form(item, seen, state.level)


def _top(state: Board, kept: str = "") -> str:
    counts = item_store.counts(store(), state.desk.kb_id)
    total, done = sum(counts.values()), sum(counts.get(s, 0) for s in FINAL)
    pace, timed = _pace(str(store().path), state.desk.kb_id, state.desk.reviewer)
    parts = [words("review.done_of", done=f"{done:,}", total=f"{total:,}")]
    parts += [f"{words(f'review.{s}')} {counts[s]:,}" for s in ("deferred", "flagged", "disputed") if counts.get(s)]
    if pace is not None:
        parts.append(words("review.pace", seconds=f"{pace:.0f}", n=timed))
        if total > done:
            parts.append(words("review.minutes", minutes=f"{max(1, (total - done) * pace / 60):,.0f}"))
    said = state.said if state.trouble or not kept else kept
    return markup.progress(100 * done / total if total else 0, " · ".join(parts), said, state.trouble)


def _empty(state: Board) -> None:
    waiting = item_store.count(store(), state.desk.kb_id, state.desk.filter)
    narrowed = any(getattr(state.desk.where, name) for name in FILTERS)
    if waiting:
        st.info(words("review.others_have", n=waiting), icon=":material/hourglass:")
    else:
        _say_empty(state, narrowed)
    with st.container(horizontal=True, gap="small"):
        newest = undoable(store(), state.desk.kb_id, state.desk.reviewer, 1)
        last = newest[0].id if newest else ""
        label = words("review.undo_bulk", n=state.bulk) if state.bulk else words("review.undo")
        st.button(label, key=f"undo-{last}", shortcut="u", disabled=not last, on_click=act.undo_newest, args=(last,))
        st.button(words("review.previous"), key="empty-previous", shortcut="p", on_click=act.look_again)
        if waiting:
            st.button(words("review.look"), key="empty-look", shortcut="n")
        else:
            _ways_on(state, narrowed)


def _say_empty(state: Board, narrowed: bool) -> None:
    """Why nothing is here, and what would be."""
    if narrowed:
        st.info(words("review.none_match"), icon=":material/filter_alt:")
    elif f"about_{state.desk.queue}" in markup.known("review"):
        st.info(
            sentences(words("review.none_here"), words(f"review.about_{state.desk.queue}")), icon=":material/inbox:"
        )
    else:
        st.success(words("review.all_done"), icon=":material/task_alt:")


def _ways_on(state: Board, narrowed: bool) -> None:
    if narrowed:
        asked = st.button(words("review.filter_clear"), icon=":material/filter_alt_off:", on_click=clear_filter)
    elif state.desk.queue not in ("undecided", "all"):
        asked = st.button(words("review.to_open"), icon=":material/arrow_back:", on_click=_open_queue)
    else:
        asked = False
        st.page_link("screens/golden_sets.py", label=words("nav.golden_sets"), icon=":material/verified:")
    if asked:
        # Queue and filter live outside this fragment.
        st.rerun()


def _open_queue() -> None:
    st.session_state["review_queue"] = "undecided"
