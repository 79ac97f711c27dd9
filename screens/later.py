"""What a later version of the golden set changed in an item that an old run was made on."""

from __future__ import annotations

import streamlit as st

from screens.plain import plain
from screens.session import store
from screens.words import words
from verbs.later_versions import Later
from verbs.later_versions import later_changes as changes_since


def changed_later(item_id: str, release: str) -> None:
    """A line for each later version that changed the item or left it out."""
    for later in _changes(str(store().path), release).get(item_id, []) if release else []:
        if not later.fields:
            st.warning(words("golden.later_removed", ref=plain(later.version)), icon=":material/history:")
            continue
        names = words("compare.comma").join(words(f"golden.field_{name}") for name in later.fields)
        key = "golden.later_scored" if later.scored else "golden.later_changed"
        (st.warning if later.scored else st.caption)(words(key, ref=plain(later.version), fields=names))


@st.cache_data(show_spinner=False, max_entries=16, ttl=60)
def _changes(path: str, release: str) -> dict[str, list[Later]]:
    return changes_since(store(), release)
