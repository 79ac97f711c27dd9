"""An HTTP endpoint, step by step: describe it, try one question, correct the description, start."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.errors import AssayError
from core.model.llm import public_url
from core.records import Item, Release
from evaluation.systems.http import Exchange
from screens.fault import show_fault
from screens.http_form import http_form
from screens.run_estimate import show_estimate
from screens.run_order import Choice, Start
from screens.session import store
from screens.system_example import show_example
from screens.system_files import choose_file, choose_next, name_of_system
from screens.words import words
from verbs.systems import keep_endpoint, label_of, try_http

EXAMPLE = """\
url = "http://127.0.0.1:8000/ask"
headers = { Authorization = "Bearer ${MY_KEY}" }
body = { question = "{question}" }

[response]               # JMESPath into the reply
answer = "answer"
retrieved = "sources[].{id: id, text: text, score: score}"
context = "sources[].text"
"""


def http_wizard(release: Release, choice: Choice, start: Start) -> None:
    """Draw the steps; a run starts only after one question came back as an answer."""
    from evaluation.systems.http_config import read_config

    st.markdown(f"##### {words('run.step_describe')}")
    path = choose_file(release, "http", ["toml"], EXAMPLE, "toml")
    if path is None:
        _describe(None)
        return
    try:
        config = read_config(path)
    except AssayError as error:
        show_fault(error, path, label_of(path))
        _describe(None)
        return
    st.write(
        words(
            "evaluate.http_asks",
            method=config.method,
            url=public_url(config.url).replace("`", ""),
            n=config.concurrency,
        )
    )
    _describe(path)
    st.markdown(f"##### {words('run.step_try')}")
    tried = _try(release, path, choice.mode)
    if tried is None:
        return
    st.markdown(f"##### {words('run.step_start')}")
    name = name_of_system(path, config.name)
    system = f"http:{path}"
    show_estimate(release, choice, system, tried.seconds)
    if st.button(
        words("evaluate.start"), key="run_http", type="primary", icon=":material/play_arrow:",
        disabled=bool(tried.answer.error),
    ):  # fmt: skip
        start([(system, name)])


def _describe(path: Path | None) -> None:
    """The description as a form; saving it makes a new file and turns to it."""
    title = words("run.edit_endpoint" if path else "run.new_endpoint")
    with st.expander(title, icon=":material/edit:", expanded=path is None):
        values = http_form(path)
        if values is None:
            return
        try:
            made = keep_endpoint(store(), str(values.get("name") or (label_of(path) if path else "")), values)
        except AssayError as error:
            show_fault(error)
            return
        choose_next("http", made)
        st.rerun()


def _try(release: Release, path: Path, mode: str) -> Exchange | None:
    """What the last try gave, with a button for another."""
    key = f"tried_{path.name}_{mode}"
    if st.button(words("evaluate.http_try"), key="try_http", icon=":material/network_check:"):
        try:
            with st.spinner(words("evaluate.http_try")):
                st.session_state[key] = try_http(release, path, mode)
        except AssayError as error:
            show_fault(error, path, label_of(path))
            return None
    found: tuple[Item, Exchange] | None = st.session_state.get(key)
    if found is None:
        st.caption(words("evaluate.http_first"))
        return None
    item, exchange = found
    status = exchange.status if exchange.status is not None else "–"
    st.caption(words("run.took", status=status, seconds=f"{exchange.seconds:.2f}"))
    show_example(item.question, exchange.raw, exchange.answer, words("run.came_back"), exchange.sent)
    if exchange.answer.error and exchange.status == 200:
        st.info(words("run.try_fix"))
    return exchange
