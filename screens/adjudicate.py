"""Adjudication: everyone's words on a disputed item side by side, one key to end it."""

from __future__ import annotations

import random
from typing import Any

import streamlit as st

from annotate.adjudicate import Word, rule, words_on
from annotate.review import undo, undoable
from annotate.team import may_adjudicate
from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import Item, KnowledgeBase
from core.store import items as item_store
from core.store.items import ItemFilter
from screens import markup
from screens import review_actions as act
from screens.evidence_view import passages
from screens.local_time import when
from screens.plain import plain
from screens.retold import retold
from screens.session import knowledge_base, reviewer, store
from screens.words import words

_DISPUTED = ItemFilter(status=("disputed",))
_FIELDS = ("question", "answer")


def _say(sentence: str, trouble: bool = False) -> None:
    st.session_state["adjudicate_said"] = (sentence, trouble)


def _rule(item_id: str, revision: int, verb: str, fields: dict[str, Any] | None = None) -> None:
    """One ruling on the revision that was on screen."""
    item = item_store.get(store(), item_id)
    reason = str(st.session_state.get(f"adjudicate_reason_{item_id}", "")).strip()
    try:
        rule(store(), item.model_copy(update={"revision": revision}), reviewer(), verb, fields=fields, reason=reason,
             rng=fresh_rng(), clock=utc_now)  # fmt: skip
    except AssayError as error:
        _say(retold(str(error)), True)
        return
    st.session_state.pop("adjudicate_edit", None)
    _say(words("adjudicate.did", question=act.short(item.question)))


def _rewrite(item_id: str, revision: int) -> None:
    fields = {name: str(st.session_state[f"adjudicate_{name}_{item_id}"]).strip() for name in _FIELDS}
    _rule(item_id, revision, "edit", fields)


def _step(by: int) -> None:
    st.session_state["adjudicate_at"] = st.session_state.get("adjudicate_at", 0) + by
    st.session_state.pop("adjudicate_edit", None)


def _undo(kb_id: str) -> None:
    last = undoable(store(), kb_id, reviewer(), 1)
    if not last or last[0].verb != "adjudicate":
        return
    try:
        undo(store(), kb_id, reviewer(), rng=fresh_rng(), clock=utc_now)
    except AssayError as error:
        _say(retold(str(error)), True)
        return
    _say(words("adjudicate.undone"))


def _in_order(item: Item) -> list[tuple[Word, str]]:
    """Everyone's word with a name, or a number; the order is the item's own, so that it gives nobody away."""
    said = words_on(store(), item.id)
    random.Random(item.id).shuffle(said)
    shown = bool(st.session_state.get("adjudicate_names"))
    return [(one, one.reviewer if shown else words("adjudicate.anonymous", n=n)) for n, one in enumerate(said, start=1)]


def _word(item: Item, word: Word, who: str) -> list[str]:
    facts = [words("adjudicate.took", seconds=f"{word.seconds:.0f}") if word.seconds else "", when(word.time)]
    if word.reason:
        known = f"why_{word.reason}"
        facts.append(words(f"review.{known}") if known in markup.known("review") else word.reason)
    parts = [markup.heading(words("adjudicate.says", who=who, verb=words(f"review.{word.verb}"))),
             markup.paragraph(" · ".join(filter(None, facts)), "dim")]  # fmt: skip
    parts += [markup.diff(str(getattr(item, name)), str(word.fields[name])) for name in _FIELDS if name in word.fields]
    if "claims" in word.fields:
        parts.append(markup.numbered(word.fields["claims"]))
    others = [
        words(f"review.{name}")
        for name in word.fields
        if name not in (*_FIELDS, "claims") and name in markup.known("review")
    ]
    if others:
        parts.append(markup.paragraph(words("adjudicate.changes", names=", ".join(others)), "small"))
    if not word.fields:
        parts.append(markup.paragraph(words("adjudicate.no_change"), "dim"))
    if word.comment:
        parts.append(markup.box(word.comment, "note"))
    return parts


def _buttons(kb: KnowledgeBase, item: Item, said: list[tuple[Word, str]], able: bool) -> None:
    seen = (item.id, item.revision)
    with st.container(horizontal=True, gap="xxsmall", key="review_verbs"):
        for number, (word, who) in enumerate(said, start=1):
            if word.verb in ("accept", "edit", "reject"):
                st.button(words("adjudicate.take", who=plain(who)), key=f"take-{number}-{item.id}-{item.revision}",
                          shortcut=str(number), type="primary", disabled=not able, on_click=_rule,
                          args=(*seen, word.verb, word.fields or None))  # fmt: skip
        st.button(words("adjudicate.keep_text"), key=f"keep-{item.id}-{item.revision}", shortcut="a", disabled=not able,
                  on_click=_rule, args=(*seen, "accept"))  # fmt: skip
        st.button(words("adjudicate.reject"), key=f"reject-{item.id}-{item.revision}", shortcut="x", disabled=not able,
                  on_click=_rule, args=(*seen, "reject"))  # fmt: skip
        st.button(words("adjudicate.edit"), key=f"edit-{item.id}", shortcut="e", disabled=not able,
                  on_click=lambda: st.session_state.update(adjudicate_edit=item.id))  # fmt: skip
        st.button(words("adjudicate.undo"), key="adjudicate_undo", shortcut="u", on_click=_undo, args=(kb.id,))
        st.button(
            words("adjudicate.previous"),
            key="adjudicate_back",
            shortcut="p",
            type="tertiary",
            on_click=_step,
            args=(-1,),
        )
        st.button(
            words("adjudicate.skip"), key="adjudicate_next", shortcut="n", type="tertiary", on_click=_step, args=(1,)
        )


def _form(item: Item, said: list[tuple[Word, str]]) -> None:
    proposed = next((one.fields for one, _ in said if one.fields), {})
    for name in _FIELDS:
        st.session_state.setdefault(f"adjudicate_{name}_{item.id}", str(proposed.get(name, getattr(item, name))))
        st.text_area(words(f"review.{name}"), key=f"adjudicate_{name}_{item.id}", height=90)
    st.button(words("adjudicate.save"), key=f"save-{item.id}-{item.revision}", shortcut="ctrl+enter", type="primary",
              on_click=_rewrite, args=(item.id, item.revision))  # fmt: skip


@st.fragment
def _board(kb: KnowledgeBase) -> None:
    count = item_store.count(store(), kb.id, _DISPUTED)
    sentence, trouble = st.session_state.pop("adjudicate_said", ("", False))
    line = words("adjudicate.left", n=count)
    markup.draw([markup.progress(0, line, sentence, trouble)])
    if not count:
        st.success(words("adjudicate.none"), icon=":material/task_alt:")
        st.button(words("adjudicate.undo"), key="adjudicate_undo", shortcut="u", on_click=_undo, args=(kb.id,))
        return
    at = st.session_state.get("adjudicate_at", 0) % count
    item, _ = item_store.page(store(), kb.id, _DISPUTED, 1, at)[0]
    said = _in_order(item)
    able = bool(reviewer()) and may_adjudicate(store(), kb.id, reviewer())
    if not able:
        st.info(words("adjudicate.not_yours"), icon=":material/lock:")
    _buttons(kb, item, said, able)
    left, right = st.columns(2, gap="medium")
    with left.container(key="review_left_adjudicate"):
        parts = [
            markup.heading(words("adjudicate.stands")),
            markup.paragraph(item.question, "q"),
            markup.paragraph(item.answer),
        ]
        for word, who in said:
            parts += _word(item, word, who)
        markup.draw(parts)
        st.text_input(words("adjudicate.reason"), key=f"adjudicate_reason_{item.id}", label_visibility="collapsed",
                      placeholder=words("adjudicate.reason"))  # fmt: skip
        if able and st.session_state.get("adjudicate_edit") == item.id:
            _form(item, said)
    with right.container(key="review_right_adjudicate"):
        markup.draw(passages(item, 0, acting=False))


def show() -> None:
    """Draw the page."""
    kb = knowledge_base()
    title, names = st.columns([4, 1], vertical_alignment="center")
    title.subheader(words("adjudicate.title"), help=words("adjudicate.lead"))
    if kb is None:
        st.info(words("adjudicate.no_kb"), icon=":material/library_books:")
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    names.toggle(words("adjudicate.names"), key="adjudicate_names")
    markup.style()
    _board(kb)


show()
