"""One example of a system under test, before anything is paid for: what was asked, what came back, what was read."""

from __future__ import annotations

import streamlit as st

from core.records import Answer
from screens.plain import passage, plain
from screens.retold import retold
from screens.words import words

_PASSAGES = 3


def show_example(question: str, raw: str, answer: Answer, came: str, sent: str = "") -> None:
    """Raw and read side by side; `came` is the heading of the raw text."""
    with st.container(border=True):
        st.caption(words("run.asked"))
        passage(question, height=90)
        left, right = st.columns(2)
        with left:
            if sent:
                st.caption(words("run.sent"))
                st.code(sent[:2000], language="json", height=110)
            st.caption(came)
            st.code(raw or words("run.nothing_came"), language="json", height=300, wrap_lines=True)
        with right:
            _read(answer)


def _read(answer: Answer) -> None:
    st.caption(words("run.parsed"))
    if answer.error:
        st.error(plain(retold(answer.error)))
        return
    st.markdown(f"**{words('run.parsed_answer')}**")
    passage(answer.text or words("run.nothing_read"), height=120)
    told = words("run.not_told")
    listed = told if answer.retrieved is None else str(len(answer.retrieved))
    st.markdown(f"**{words('run.parsed_retrieved', n=listed)}**")
    for one in (answer.retrieved or ())[:_PASSAGES]:
        place = (
            f"{one.source or one.document_id or ''} {'' if one.start is None else f'[{one.start}–{one.end}]'}".strip()
        )
        passage(f"{one.id} · {place}\n{one.text[:300]}" if place else f"{one.id} · {one.text[:300]}", height=90)
    texts = [answer.context] if isinstance(answer.context, str) else answer.context
    st.markdown(f"**{words('run.parsed_context', n=told if texts is None else len(texts))}**")
    for text in (texts or ())[:1]:
        passage(text[:400], height=90)
    if answer.retrieved is None:
        st.warning(words("evaluate.no_list"))
    if answer.context is None and answer.text:
        st.warning(words("evaluate.no_context"))
