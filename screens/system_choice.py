"""Which system is evaluated: a baseline with one click, a file of answers, an HTTP endpoint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from core.errors import AssayError
from core.records import Release
from core.settings import load_settings
from screens.plain import passage, plain
from screens.session import store
from screens.words import words
from verbs.systems import (
    BASELINES,
    Preview,
    keep_system_file,
    label_of,
    preview_answers,
    system_files,
    try_http,
)

WAYS = ("baselines", "answers", "http", "python")
Start = Callable[[list[tuple[str, str]]], None]

HTTP_EXAMPLE = """\
url = "http://127.0.0.1:8000/ask"
headers = { Authorization = "Bearer ${MY_KEY}" }
body = { question = "{question}" }

[response]               # JMESPath into the reply
answer = "answer"
retrieved = "sources[].{id: id, text: text, score: score}"
context = "sources[].text"
"""
ANSWERS_EXAMPLE = """\
{"item_id": "…", "text": "The reply.", "retrieved": [{"id": "p1", "text": "…", "score": 0.8}], "context": ["…"]}
"""
PYTHON_EXAMPLE = "cli.py evaluate --set NAME@VERSION --system python:my_module:answer"


def system_choice(release: Release, start: Start) -> None:
    """Draw the choice; `start([(system, name), …])` is called when the person starts a run."""
    way = st.segmented_control(
        words("evaluate.system"),
        WAYS,
        default=WAYS[0],
        required=True,
        format_func={name: words(f"evaluate.way_{name}") for name in WAYS}.__getitem__,
        key="evaluate_way",
    )
    draw = {"baselines": _baselines, "answers": _answers, "http": _http, "python": _python}
    draw[way or WAYS[0]](release, start)


def _baselines(release: Release, start: Start) -> None:
    st.caption(words("evaluate.baselines_lead"))
    reranker = load_settings(store()).reranker
    can_run = [name for name in BASELINES if name != "hybrid+rerank" or reranker]
    for column, name in zip(st.columns(len(BASELINES)), BASELINES, strict=True):
        missing = name not in can_run
        tip = words("evaluate.no_reranker") if missing else words(f"evaluate.base_{name.replace('+', '_')}_what")
        title = words(f"evaluate.base_{name.replace('+', '_')}")
        if column.button(
            title, key=f"run_{name}", help=tip, disabled=missing, width="stretch", icon=":material/play_arrow:"
        ):
            start([(name, name)])
    if not reranker:
        st.caption(words("evaluate.no_reranker"))
    label = words("evaluate.run_all", n=len(can_run))
    if st.button(label, key="run_all", type="primary", icon=":material/playlist_play:"):
        start([(name, name) for name in can_run])


def _answers(release: Release, start: Start) -> None:
    path = _file(release, "answers", ["jsonl", "json"], ANSWERS_EXAMPLE, "json")
    if path is None:
        return
    try:
        preview = preview_answers(release, path)
    except AssayError as error:
        st.error(plain(str(error)))
        return
    st.write(words("evaluate.preview_counts", answered=preview.answered, missing=preview.missing))
    for note in preview.notes:
        st.warning(plain(note))
    _example(preview)
    name = st.text_input(words("evaluate.name"), label_of(path), key=f"name_{path.name}")
    if st.button(words("evaluate.start"), key="run_answers", type="primary", icon=":material/play_arrow:"):
        start([(f"answers:{path}", name.strip() or label_of(path))])


def _http(release: Release, start: Start) -> None:
    path = _file(release, "http", ["toml"], HTTP_EXAMPLE, "toml")
    if path is None:
        return
    from evaluation.systems.http import read_config

    try:
        config = read_config(path)
    except AssayError as error:
        st.error(plain(str(error)))
        return
    st.write(words("evaluate.http_asks", method=config.method, url=plain(config.url), n=config.concurrency))
    if st.button(words("evaluate.http_try"), key="try_http", icon=":material/network_check:"):
        try:
            with st.spinner(words("evaluate.http_try")):
                st.session_state[f"tried_{path.name}"] = try_http(release, path)
        except AssayError as error:
            st.error(plain(str(error)))
    tried: Preview | None = st.session_state.get(f"tried_{path.name}")
    if tried is None:
        st.caption(words("evaluate.http_first"))
        return
    _example(tried)
    failed = bool(tried.answer and tried.answer.error)
    name = st.text_input(words("evaluate.name"), config.name or label_of(path), key=f"name_{path.name}")
    if st.button(
        words("evaluate.start"), key="run_http", type="primary", icon=":material/play_arrow:", disabled=failed
    ):
        start([(f"http:{path}", name.strip() or label_of(path))])


def _python(release: Release, start: Start) -> None:
    st.info(words("evaluate.python_why"))
    st.code(PYTHON_EXAMPLE.replace("NAME@VERSION", f"{release.name}@{release.version}"), language="bash")


def _file(release: Release, kind: str, types: list[str], example: str, language: str) -> Path | None:
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
    order = list(found)
    state = f"file_{kind}"
    if kept and st.session_state.get(f"{state}_upload") != str(kept):
        st.session_state[f"{state}_upload"] = st.session_state[state] = str(kept)
    if st.session_state.get(state) not in found:
        st.session_state[state] = order[0]
    chosen = st.selectbox(
        words("evaluate.file"),
        order,
        format_func={name: label_of(path) for name, path in found.items()}.__getitem__,
        key=state,
    )
    return found[chosen]


def _example(preview: Preview) -> None:
    """One row as it was understood."""
    if preview.item is None or preview.answer is None:
        return
    answer = preview.answer
    with st.container(border=True):
        st.markdown(f"**{words('evaluate.example')}**")
        if answer.error:
            st.error(plain(answer.error))
        st.caption(words("evaluate.question"))
        passage(preview.item.question)
        st.caption(words("evaluate.answer"))
        passage(answer.text or words("evaluate.no_text"))
        retrieved = "–" if answer.retrieved is None else str(len(answer.retrieved))
        context = "–" if answer.context is None else str(1 if isinstance(answer.context, str) else len(answer.context))
        st.caption(words("evaluate.example_counts", retrieved=retrieved, context=context))
        if answer.retrieved:
            passage(answer.retrieved[0].text, height=140)
        if answer.retrieved is None:
            st.warning(words("evaluate.no_list"))
        if answer.context is None:
            st.warning(words("evaluate.no_context"))
