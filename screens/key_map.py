"""A reviewer's own keys for the review page, in a dialog."""

from __future__ import annotations

import streamlit as st

from annotate.key_map import DEFAULT_KEYS, clashes, keys_of, save_keys
from core.errors import AssayError
from screens.plain import plain
from screens.retold import retold
from screens.review_desk import board
from screens.session import reviewer, store
from screens.words import words

_COLUMNS = 3
_NAMES = {"reasons": "review.reject", "mend": "stale.replace", "leave": "stale.leave"}


def verb_name(verb: str) -> str:
    """What the button of a verb says."""
    return words(_NAMES.get(verb, f"review.{verb}"))


def open_key_map() -> None:
    """The dialog in which every verb gets a letter."""
    st.dialog(words("review.keys"))(_dialog)()


def _dialog() -> None:
    st.caption(words("review.keys_lead"))
    known = keys_of(store(), reviewer())
    places = st.columns(_COLUMNS)
    chosen = {
        verb: places[n % _COLUMNS]
        .text_input(verb_name(verb), key.upper(), max_chars=1, key=f"key-{verb}")
        .strip()
        .lower()
        for n, (verb, key) in enumerate(known.items())
    }
    twice = clashes(chosen)
    # Room of its own, so that the buttons stay where they are when a clash comes or goes.
    said = st.container()
    for first, second, key in twice:
        said.error(
            words("review.keys_clash", letter=plain(key.upper()), first=verb_name(first), second=verb_name(second))
        )
    save, usual = st.columns(2)
    if save.button(words("review.keys_save"), type="primary", disabled=bool(twice), width="stretch", key="keys-save"):
        _keep(chosen)
    if usual.button(words("review.keys_usual"), width="stretch", key="keys-usual"):
        _keep(DEFAULT_KEYS)


def _keep(keys: dict[str, str]) -> None:
    try:
        save_keys(store(), reviewer(), keys)
    except AssayError as error:
        st.error(plain(retold(str(error))))
        return
    for verb in DEFAULT_KEYS:
        st.session_state.pop(f"key-{verb}", None)
    board().cards.clear()  # cards carry the keys of a stale item's buttons
    st.rerun()
