"""Files that describe a system: uploaded, kept in the workspace, chosen again later."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.records import Release
from screens.session import store
from screens.words import words
from verbs.systems import keep_system_file, label_of, system_files


def choose_file(release: Release, kind: str, types: list[str], example: str, language: str) -> Path | None:
    """An upload, kept in the workspace, or a file kept earlier."""
    st.caption(words(f"evaluate.{kind}_lead"))
    with st.popover(words("evaluate.file_form"), icon=":material/description:"):
        st.code(example, language=language)
        st.caption(words(f"evaluate.{kind}_form"))
    upload = st.file_uploader(words("evaluate.upload"), type=types, key=f"upload_{kind}")
    kept = keep_system_file(store(), kind, upload.name, upload.getvalue()) if upload else None
    found = {str(path): path for path in system_files(store(), kind, release)}
    if not found:
        return None
    state = f"file_{kind}"
    if kept and st.session_state.get(f"{state}_upload") != str(kept):
        st.session_state[f"{state}_upload"] = st.session_state[state] = str(kept)
    asked = st.session_state.pop(f"{state}_next", None)
    if asked in found:
        st.session_state[state] = asked
    if st.session_state.get(state) not in found:
        st.session_state[state] = next(iter(found))
    chosen = st.selectbox(
        words("evaluate.file"),
        list(found),
        format_func=_labels(found).__getitem__,
        key=state,
    )
    return found[chosen]


def _labels(found: dict[str, Path]) -> dict[str, str]:
    """Names of files; versions of one name are told apart by the beginning of their digest."""
    bare = {name: label_of(path) for name, path in found.items()}
    often = {label for label in bare.values() if list(bare.values()).count(label) > 1}
    return {name: f"{label} · {Path(name).stem[-8:-4]}" if label in often else label for name, label in bare.items()}


def choose_next(kind: str, path: Path) -> None:
    """Turn the choice to a file that was just made; it shows from the next run of the page on."""
    st.session_state[f"file_{kind}_next"] = str(path)


def name_of_system(path: Path, given: str = "") -> str:
    """The name of the system in tables, as typed."""
    proposed = given or label_of(path)
    return st.text_input(words("evaluate.name"), proposed, key=f"name_{path.name}").strip() or proposed
