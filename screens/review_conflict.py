"""Two people on one item: both texts side by side, and what to do about it."""

from __future__ import annotations

import streamlit as st

from annotate.review import at_revision
from core.records import Item, Status
from core.store import decisions as decision_store
from screens import markup
from screens import review_actions as act
from screens.review_desk import Board
from screens.session import store
from screens.words import words


def draw_conflict(state: Board, item: Item, status: Status) -> None:
    """What stands now beside what was seen and asked for."""
    conflict = state.conflict
    assert conflict is not None
    past = decision_store.of_item(store(), item.id)
    who = past[-1].reviewer if past else "–"
    verb = words(f"review.{state.asked['verb']}")
    st.warning(words("review.conflict_why", who=markup_free(who), verb=verb), icon=":material/group:")
    seen = at_revision(item, past, state.asked["seen_revision"])
    mine = {"question": seen.question, "answer": seen.answer, **(state.asked["after"] or {})}
    left, right = st.columns(2, gap="medium")
    with left:
        markup.draw([markup.heading(words("review.stands_now", status=words(f"review.{status}"))),
                     markup.paragraph(item.question, "q"), markup.paragraph(item.answer)])  # fmt: skip
    with right:
        markup.draw([markup.heading(words("review.yours", verb=verb)),
                     markup.diff(item.question, str(mine["question"])), markup.diff(item.answer, str(mine["answer"]))])  # fmt: skip
    with st.container(horizontal=True, gap="small"):
        st.button(
            words("review.let_stand"), key=f"let-{item.id}", type="primary", shortcut="enter", on_click=act.let_stand
        )
        st.button(words("review.apply_over", verb=verb), key=f"over-{item.id}-{item.revision}", shortcut="o",
                  on_click=act.apply_over, args=(item.revision, status))  # fmt: skip


def markup_free(name: str) -> str:
    """A person's name inside a Streamlit message."""
    from screens.plain import plain

    return plain(name)
