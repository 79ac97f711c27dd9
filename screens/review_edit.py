"""The edit form: every field kept as it is typed, shown again after a reload, saved with Ctrl+Enter."""

from __future__ import annotations

from typing import Any, get_args

import streamlit as st

from annotate.review import DraftEdit, content, drop_draft_edit, load_draft_edit, propose_claims, save_draft_edit
from core.clock import utc_now
from core.records import ExpectedReply, Item, Kind, Status
from core.store import items as item_store
from screens import markup
from screens import review_actions as act
from screens.autosave import autosave
from screens.local_time import when
from screens.retold import tag_name
from screens.review_desk import Board, board
from screens.session import store
from screens.words import words

_FIELDS = ("question", "answer", "kind", "expected_reply", "tags", "expected_format", "claims", "evidence")


def key(item_id: str, field: str) -> str:
    """The session key of one field of one item's form."""
    return f"review_edit_{item_id}_{field}"


def open_editor(state: Board, item: Item, status: Status) -> bool:
    """Open the form by itself where something typed waits to be saved."""
    if item.id in state.closed or load_draft_edit(store(), item.id, state.desk.reviewer) is None:
        return False
    state.start_edit(item.id, status)
    return True


def has_typed(state: Board, item: Item) -> bool:
    """Whether the form was closed with something typed in it."""
    return item.id in state.closed and load_draft_edit(store(), item.id, state.desk.reviewer) is not None


def kept_line(state: Board, item: Item) -> str:
    """That what is typed is kept, and since when; above the form, so that no field moves under the hand that types."""
    draft = load_draft_edit(store(), item.id, state.desk.reviewer)
    return words("review.kept_at", time=when(draft.saved)[11:]) if draft else ""


def edit_form(state: Board, item: Item) -> int:
    """The left side of the card while editing; gives the revision the typing began on."""
    draft = load_draft_edit(store(), item.id, state.desk.reviewer)
    _seed(item, draft)
    seen = draft.seen_revision if draft else item.revision
    _buttons(item, seen, state.edit_status)
    autosave()
    if state.edit_status != "undecided":
        markup.draw([markup.box(words("review.status_is", status=words(f"review.{state.edit_status}")), "note")])
    if draft and draft.outdated:
        markup.draw([markup.box(words("review.outdated"), "bad")])
    keep: dict[str, Any] = {"on_change": keep_typed, "args": (item.id, seen)}
    st.text_area(words("review.question"), key=key(item.id, "question"), height=118, **keep)
    st.text_area(words("review.answer"), key=key(item.id, "answer"), height=110, **keep)
    st.text_area(words("review.claims_lines"), key=key(item.id, "claims"), height=110, **keep)
    _propose(item, seen)
    left, right = st.columns(2)
    left.selectbox(words("review.kind"), get_args(Kind), key=key(item.id, "kind"), format_func=_kind_name, **keep)
    right.selectbox(words("review.expected_reply"), get_args(ExpectedReply), key=key(item.id, "expected_reply"),
                    format_func=_reply_name, **keep)  # fmt: skip
    known = sorted({*item_store.tags(store(), item.kb_id), *item.tags, *st.session_state[key(item.id, "tags")]})
    left.multiselect(words("review.tags"), known, key=key(item.id, "tags"), accept_new_options=True,
                     placeholder=words("review.tags_hint"), format_func=tag_name, **keep)  # fmt: skip
    right.text_input(words("review.expected_format"), key=key(item.id, "expected_format"), **keep)
    _changes(item)
    return seen


def keep_typed(item_id: str, seen_revision: int) -> None:
    """Store what is typed so far; nothing where the form is closed already.

    A button and the text typed just before it may arrive together, and then the button may come first.
    """
    if key(item_id, "question") not in st.session_state:
        return
    fields = typed(item_store.get(store(), item_id))
    save_draft_edit(store(), item_id, board().desk.reviewer, fields, seen_revision=seen_revision, clock=utc_now)


def save(item_id: str, seen_revision: int, status: Status) -> None:
    """Save the edit and move on; what was typed stays in the form when someone else was faster."""
    item = item_store.get(store(), item_id)
    if key(item_id, "question") not in st.session_state:
        return
    fields = typed(item)
    act.press(item_id, seen_revision, status, "edit", "", fields, seconds=board().edit_seconds())
    if board().desk.current != item_id:
        _forget(item_id)


def close(item_id: str, seen_revision: int) -> None:
    """Close the form and keep what was typed, to the last letter."""
    keep_typed(item_id, seen_revision)
    board().closed.add(item_id)
    _leave(item_id)


def discard(item_id: str) -> None:
    """Close the form and forget what was typed."""
    drop_draft_edit(store(), item_id, board().desk.reviewer)
    _leave(item_id)


def typed(item: Item) -> dict[str, Any]:
    """The fields of the form that differ from the item."""
    old = content(item)
    new = {name: st.session_state[key(item.id, name)] for name in _FIELDS if key(item.id, name) in st.session_state}
    if "claims" in new:
        new["claims"] = [line.strip() for line in str(new["claims"]).splitlines() if line.strip()]
    for name in ("question", "answer", "expected_format"):
        if name in new:
            new[name] = str(new[name]).strip()
    return {name: value for name, value in new.items() if value != old[name]}


def _seed(item: Item, draft: DraftEdit | None) -> None:
    values = {**content(item), **(draft.fields if draft else {})}
    for name in _FIELDS:
        value = "\n".join(values[name]) if name == "claims" else values[name]
        st.session_state.setdefault(key(item.id, name), value)


def _buttons(item: Item, seen: int, status: Status) -> None:
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.button(words("review.save"), key=f"save-{item.id}-{seen}", type="primary", shortcut="ctrl+enter",
                  on_click=save, args=(item.id, seen, status))  # fmt: skip
        st.button(words("review.close"), key=f"close-{item.id}", shortcut="esc", on_click=close, args=(item.id, seen),
                  help=words("review.close_help"))  # fmt: skip
        st.button(words("review.discard"), key=f"discard-{item.id}", type="tertiary", on_click=discard, args=(item.id,))


def _propose(item: Item, seen: int) -> None:
    """New claims beside the old ones when the answer was changed; the reviewer confirms."""
    fields = typed(item)
    if "answer" not in fields or "claims" in fields:
        return
    reply = str(st.session_state[key(item.id, "expected_reply")])
    new = propose_claims(fields["answer"], str(fields.get("question", item.question)), reply)
    if new == list(item.claims):
        return
    markup.draw([markup.heading(words("review.new_claims")), markup.numbered(new)])
    st.button(words("review.use_claims"), key=f"claims-{item.id}", on_click=_use_claims, args=(item.id, seen, new))


def _use_claims(item_id: str, seen: int, new: list[str]) -> None:
    st.session_state[key(item_id, "claims")] = "\n".join(new)
    keep_typed(item_id, seen)


def _changes(item: Item) -> None:
    fields = typed(item)
    shown = [name for name in ("question", "answer") if name in fields]
    if shown:
        parts = [markup.heading(words("review.changes"))]
        markup.draw([*parts, *(markup.diff(str(getattr(item, name)), fields[name]) for name in shown)])


def _kind_name(kind: str) -> str:
    return words(f"review.{kind}")


def _reply_name(reply: str) -> str:
    return words(f"review.reply_{reply}")


def _leave(item_id: str) -> None:
    board().editing = ""
    board().forget(item_id)
    st.query_params.pop("item", None)
    _forget(item_id)


def _forget(item_id: str) -> None:
    for name in [str(k) for k in st.session_state if str(k).startswith(key(item_id, ""))]:
        del st.session_state[name]
