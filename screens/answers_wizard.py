"""A file of answers, step by step: choose it, see how one row was read, correct the columns, start."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.errors import AssayError
from core.records import Release
from screens.fault import show_fault
from screens.plain import plain
from screens.retold import retold
from screens.run_estimate import show_estimate
from screens.run_order import Choice, Start
from screens.session import store
from screens.system_example import show_example
from screens.system_files import choose_file, choose_next, name_of_system
from screens.words import words
from verbs.systems import SUFFIXES, TARGETS, Preview, columns_of, keep_mapped, label_of, preview_recorded

EXAMPLE = """\
{"item_id": "…", "text": "The reply.", "retrieved": [{"id": "p1", "text": "…", "score": 0.8}], "context": ["…"]}
"""


def answers_wizard(release: Release, choice: Choice, start: Start) -> None:
    """Draw the steps; each shows once the one before it is done."""
    st.markdown(f"##### {words('run.step_file')}")
    types = [suffix.removeprefix(".") for suffix in SUFFIXES["answers"]]
    path = choose_file(release, "answers", types, EXAMPLE, "json")
    if path is None:
        return
    st.markdown(f"##### {words('run.step_read')}")
    try:
        preview = _read(str(store().path), f"{release.name}@{release.version}", str(path), release)
    except AssayError as error:
        show_fault(error, path, label_of(path))
        _mapping(path, {})
        return
    _how_read(preview)
    _mapping(path, preview.read_as)
    st.markdown(f"##### {words('run.step_start')}")
    if choice.mode == "generator":
        st.warning(words("run.no_generator"))
        return
    name = name_of_system(path)
    show_estimate(release, choice, f"{'trec' if preview.format == 'trec' else 'answers'}:{path}")
    if st.button(words("evaluate.start"), key="run_answers", type="primary", icon=":material/play_arrow:"):
        start([(f"answers:{path}", name)])


# A kept file is named by its content, so what was read of it once holds; pages are drawn again at every click.
@st.cache_resource(show_spinner=False, max_entries=8, ttl=600)
def _read(workspace: str, release: str, path: str, _release: Release) -> Preview:
    return preview_recorded(store(), _release, Path(path))


@st.cache_resource(show_spinner=False, max_entries=8, ttl=600)
def _columns(path: str) -> tuple[tuple[str, ...], str]:
    return columns_of(Path(path))


def _how_read(preview: Preview) -> None:
    st.markdown(words("run.read_as", format=words(f"run.format_{preview.format}")))
    st.write(words("evaluate.preview_counts", answered=preview.answered, missing=preview.missing))
    for note in preview.notes:
        st.warning(plain(retold(note)))
    if preview.item is not None and preview.answer is not None:
        show_example(preview.item.question, preview.raw, preview.answer, words("run.in_file"))


def _mapping(path: Path, read_as: dict[str, str]) -> None:
    """Which column is which, for files whose names differ from those that are known."""
    try:
        columns, first = _columns(str(path))
    except AssayError:
        return
    if not columns:
        return
    with st.expander(words("run.mapping"), icon=":material/table_edit:", expanded=not read_as):
        st.caption(words("run.mapping_lead"))
        if not read_as:
            st.caption(words("run.first_row"))
            st.code(first, language="json", height=160, wrap_lines=True)
        options = ["", *columns]
        chosen: dict[str, str] = {}
        for column, target in zip(st.columns(len(TARGETS)), TARGETS, strict=True):
            known = read_as.get(target, "")
            chosen[target] = column.selectbox(
                words(f"run.col_{target}"),
                options,
                index=options.index(known) if known in options else 0,
                format_func=lambda name: name or words("run.col_none"),
                key=f"map_{target}_{path.name}",
            )
        ready = bool((chosen["item_id"] or chosen["question"]) and chosen["text"])
        if st.button(words("run.apply"), key=f"map_{path.name}", disabled=not ready):
            choose_next("answers", keep_mapped(store(), path, chosen))
            st.rerun()
