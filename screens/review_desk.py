"""What the review page keeps between runs: the desk, what was said last, and what is open on the card."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from annotate.desk import Desk
from annotate.review import ReviewConflict, load_draft_edit
from core.clock import utc_now
from core.records import KnowledgeBase, Status
from core.store import items as item_store
from core.store.items import ItemFilter
from screens.session import store


@dataclass
class Board:
    """State of one browser tab's review."""

    desk: Desk
    shown: dict[str, float] = field(default_factory=dict)
    said: str = ""
    trouble: bool = False
    rejecting: str = ""
    editing: str = ""
    edit_status: Status = "undecided"
    closed: set[str] = field(default_factory=set)
    level: int = 0
    history: bool = False
    bulk: int = 0
    conflict: ReviewConflict | None = None
    asked: dict[str, Any] = field(default_factory=dict)

    def say(self, words: str, *, trouble: bool = False) -> None:
        """What the line above the card says next."""
        self.said, self.trouble = words, trouble

    def seconds(self, item_id: str) -> float | None:
        """How long the item has been on screen."""
        began = self.shown.pop(item_id, None)
        return None if began is None else round(time.monotonic() - began, 1)

    def leave(self) -> None:
        """Close everything that belonged to the item just left."""
        self.rejecting, self.level, self.conflict = "", 0, None
        if self.editing:
            self.editing = ""
            st.query_params.pop("item", None)


def board() -> Board:
    """This tab's board; callbacks use it, the page makes it."""
    return st.session_state["review_board"]  # type: ignore[no-any-return]


def open_board(kb: KnowledgeBase, reviewer: str, queue: str, where: ItemFilter) -> Board:
    """The board for what the page asks for; a new desk when queue, filter, reviewer or knowledge base changed."""
    known: Board | None = st.session_state.get("review_board")
    if known is None:
        known = st.session_state["review_board"] = Board(Desk(kb.id, reviewer, queue, where))
        asked = st.query_params.get("item")
        if asked and load_draft_edit(store(), asked, reviewer):
            known.desk.put(asked)
            known.editing, known.edit_status = asked, item_store.get_with_status(store(), asked)[1]
    elif not known.desk.is_for(kb.id, reviewer, queue, where):
        known.leave()
        known.desk = Desk(kb.id, reviewer, queue, where)
    return known


def current(known: Board) -> str | None:
    """The item on the desk; looks for one when there is none."""
    item_id = known.desk.current or known.desk.forward(store(), utc_now)
    if item_id is not None:
        known.shown.setdefault(item_id, time.monotonic())
    return item_id
