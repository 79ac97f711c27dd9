"""Which golden set is meant: those of the chosen knowledge base, the workspace's own and those shipped."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from core.records import Release
from release.read import list_releases
from screens.plain import plain
from screens.session import knowledge_base, store
from screens.words import words
from verbs.evaluating import open_release
from verbs.workspace import golden_dirs


def releases() -> list[Release]:
    """Releases of the chosen knowledge base, by name, newest version first."""
    kb = knowledge_base()
    return [r for r in list_releases(golden_dirs(store())) if kb and kb.name == r.kb_name]


def ref(release: Release) -> str:
    """NAME@VERSION."""
    return f"{release.name}@{release.version}"


def choose_release(found: list[Release], label: str, key: str, default: int = 0) -> str:
    """A select box of releases; gives NAME@VERSION."""
    refs = list(dict.fromkeys(ref(release) for release in found))
    if st.session_state.get(key) not in refs:
        asked = st.query_params.get(key)
        st.session_state[key] = asked if asked in refs else refs[min(default, len(refs) - 1)]
    return str(st.selectbox(label, refs, key=key))


def opened(name: str) -> Release | None:
    """A release with its items, or None with the fault on screen."""
    try:
        return _opened(str(store().path), name)
    except AssayError as error:
        st.error(plain(str(error)))
        return None


@st.cache_data(show_spinner=False, max_entries=8, ttl=60)
def _opened(path: str, name: str) -> Release:
    return open_release(store(), name)


def is_shipped(release: Release) -> bool:
    """Whether a release came with Assay and is read-only."""
    return not str(release.path).startswith(str(store().golden_dir))


def kept_where(release: Release) -> str:
    """Workspace or shipped, in words."""
    return words("golden.shipped" if is_shipped(release) else "golden.own")
