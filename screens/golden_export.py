"""Export of a golden set in the forms other tools read; what a form cannot carry is said before the download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import AssayError
from release.formats.base import Format
from release.formats.registry import FORMATS
from screens.golden_choice import choose_release, opened
from screens.plain import plain
from screens.retold import retold
from screens.words import language, words
from verbs.golden_sets import export_release


def golden_export(found: Sequence[Mapping[str, Any]]) -> None:
    """Choose a version and a form, read what it loses, download."""
    st.write(words("golden.export_lead"))
    left, right = st.columns(2)
    with left:
        name = choose_release(found, words("evaluate.set"), "golden_ref")
    names = {form.id: form.name for form in FORMATS.values()}
    chosen = right.selectbox(words("golden.format"), list(names), format_func=names.__getitem__, key="golden_format")
    _losses(FORMATS[chosen])
    key = f"golden_file_{name}_{chosen}"
    if st.button(words("golden.make_file"), key="golden_make", type="primary", icon=":material/draft:"):
        release = opened(name)
        try:
            with st.spinner(words("golden.make_file")):
                st.session_state[key] = export_release(release, chosen) if release else None
        except AssayError as error:
            st.error(plain(retold(str(error))))
    made = st.session_state.get(key)
    if made:
        st.download_button(
            words("golden.download", name=made[0]), made[1], made[0], icon=":material/download:", on_click="ignore",
            key="golden_download",
        )  # fmt: skip


def _losses(form: Format) -> None:
    losses = form.losses
    with st.container(border=True):
        st.markdown(f":material/check: {words('golden.export_keeps', names=_fields(losses.kept))}")
        if losses.to_metadata:
            names = _fields(losses.to_metadata)
            st.markdown(f":material/inventory_2: {words('golden.export_aside', names=names, place=plain(form.rest))}")
        if losses.lost:
            st.markdown(f":material/block: {words('golden.export_loses', names=_fields(losses.lost))}")
        elif not losses.notes and not losses.to_metadata:
            st.caption(words("golden.export_lossless"))
        for note in _notes(form):
            st.warning(note)


def _fields(names: Sequence[str]) -> str:
    return words("compare.comma").join(words(f"golden.field_{name}") for name in names)


def _notes(form: Format) -> list[str]:
    """What to know of the form: its own sentences in English, the catalogue's in Chinese."""
    if language() == "en":
        return [plain(note) for note in form.notes]
    return [words(f"golden.note_{form.id.replace('-', '_')}")] if form.notes else []
