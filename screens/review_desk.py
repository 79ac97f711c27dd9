"""What the review page keeps between runs: the desk, what was said last, and what is open on the card."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from annotate.desk import Desk
from annotate.review import ReviewConflict, load_draft_edit
from core.clock import fresh_rng, new_id, utc_now
from core.records import KnowledgeBase, Status
from core.store import items as item_store
from core.store.items import ItemFilter
from screens.session import store

FILTERS = ("kind", "document_id", "tag", "language", "search")


@dataclass
class Board:
    """State of one browser tab's review."""

    desk: Desk
    tab: str = field(default_factory=lambda: new_id(fresh_rng()))
    ack: int = 0
    cards: dict[tuple[Any, ...], dict[str, Any]] = field(default_factory=dict)
    said: str = ""
    trouble: bool = False
    editing: str = ""
    edit_status: Status = "undecided"
    finding: bool = False
    closed: set[str] = field(default_factory=set)
    opened: float = field(default_factory=time.monotonic)
    level: int = 0
    history: bool = False
    bulk: int = 0
    conflict: ReviewConflict | None = None
    asked: dict[str, Any] = field(default_factory=dict)

    def say(self, words: str, *, trouble: bool = False) -> None:
        """What the line above the card says next."""
        self.said, self.trouble = words, trouble

    def leave(self) -> None:
        """Close everything that belonged to the item just left."""
        self.level, self.conflict, self.finding = 0, None, False
        if self.editing:
            self.editing = ""
            st.query_params.pop("item", None)

    def start_edit(self, item_id: str, status: Status) -> None:
        """Open the form; the address remembers it, so that a reload comes back to it.

        The status seen at the opening is what saving is checked against: the form redraws while others decide.
        """
        self.editing, self.edit_status, self.opened = item_id, status, time.monotonic()
        self.closed.discard(item_id)
        st.query_params["item"] = item_id

    def forget(self, item_id: str) -> None:
        """Have the card built anew: something beside the item has changed."""
        for mark in [mark for mark in self.cards if mark[0] == item_id]:
            del self.cards[mark]

    def edit_seconds(self) -> float:
        """How long the form has been open."""
        return round(time.monotonic() - self.opened, 1)


def board() -> Board:
    """This tab's board; callbacks use it, the page makes it."""
    return st.session_state["review_board"]  # type: ignore[no-any-return]


def open_board(kb: KnowledgeBase, reviewer: str, queue: str, where: ItemFilter) -> Board:
    """The board for what the page asks for; a new desk when queue, filter, reviewer or knowledge base changed."""
    known: Board | None = st.session_state.get("review_board")
    if known is None:
        known = st.session_state["review_board"] = Board(Desk(kb.id, reviewer, queue, where))
    elif not known.desk.is_for(kb.id, reviewer, queue, where):
        known.leave()
        known.desk.clear(store())
        known.desk = Desk(kb.id, reviewer, queue, where)
    asked = st.query_params.get("item")
    if asked and asked != known.editing:
        _lay_asked(known, kb, asked)
    return known


def _lay_asked(known: Board, kb: KnowledgeBase, item_id: str) -> None:
    """Lay the item of the address on the desk, the form open if something typed waits there."""
    st.query_params.pop("item", None)
    stands = item_store.marks(store(), [item_id])
    if item_id not in stands or item_store.get(store(), item_id).kb_id != kb.id:
        return
    known.desk.put(item_id)
    if load_draft_edit(store(), item_id, known.desk.reviewer):
        known.start_edit(item_id, stands[item_id][1])


def clear_filter() -> None:
    """Every narrowing of the queue taken off."""
    for name in FILTERS:
        st.session_state[f"review_filter_{name}"] = ""


def current(known: Board) -> str | None:
    """The item on the desk; looks for one when there is none."""
    return known.desk.current or known.desk.forward(store(), utc_now)
