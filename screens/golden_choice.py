"""Which golden set is meant: those of the chosen knowledge base, the workspace's own and those shipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from core.errors import AssayError
from core.records import Release
from release.read import list_releases
from screens.plain import plain
from screens.retold import retold
from screens.session import knowledge_base, store
from screens.words import words
from verbs.opening import open_release
from verbs.workspace import golden_dirs


def releases() -> list[dict[str, Any]]:
    """Releases of the chosen knowledge base as listed by the release room: by name, newest version first."""
    kb = knowledge_base()
    return [row for row in list_releases(golden_dirs(store())) if kb and kb.name == row["kb_name"]]


def ref(row: Mapping[str, Any]) -> str:
    """NAME@VERSION."""
    return f"{row['name']}@{row['version']}"


def choose_release(found: Sequence[Mapping[str, Any]], label: str, key: str, default: int = 0) -> str:
    """A select box of releases; gives NAME@VERSION."""
    labels = {ref(row): words("golden.option", ref=ref(row), n=row["items"]) for row in found}
    refs = list(labels)
    if st.session_state.get(key) not in refs:
        asked = st.query_params.get(key)
        st.session_state[key] = asked if asked in refs else refs[min(default, len(refs) - 1)]
    return str(st.selectbox(label, refs, format_func=labels.__getitem__, key=key))


def release_or_lead(none_yet: str) -> tuple[str, Release] | None:
    """The golden set a page works on; where there is none, `none_yet` and the way to the page that makes one."""
    found = releases()
    if knowledge_base() is None or not found:
        st.info(none_yet)
        page = "golden_sets" if knowledge_base() else "knowledge_base"
        st.page_link(f"screens/{page}.py", label=words(f"nav.{page}"), icon=":material/arrow_forward:")
        return None
    name = choose_release(found, words("evaluate.set"), "set")
    release = opened(name)
    return (name, release) if release is not None else None


def opened(name: str) -> Release | None:
    """A release with its items, or None with the fault on screen."""
    try:
        return _opened(str(store().path), name)
    except AssayError as error:
        st.error(plain(retold(str(error))))
        return None


@st.cache_data(show_spinner=False, max_entries=8, ttl=60)
def _opened(path: str, name: str) -> Release:
    return open_release(store(), name)


def kept_where(row: Mapping[str, Any]) -> str:
    """The workspace's own or shipped (read-only), in words."""
    own = Path(row["path"]).resolve().is_relative_to(store().golden_dir.resolve())
    return words("golden.own" if own else "golden.shipped")
