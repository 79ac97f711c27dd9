"""Which system is evaluated: a baseline with one click, a file of answers, an HTTP endpoint, a Python function."""

from __future__ import annotations

import streamlit as st

from core.records import Release
from core.settings import load_settings
from screens.answers_wizard import answers_wizard
from screens.http_wizard import http_wizard
from screens.run_estimate import show_estimate
from screens.run_order import Choice, Start
from screens.session import store
from screens.words import words
from verbs.systems import BASELINES

WAYS = ("baselines", "answers", "http", "python")
PYTHON_EXAMPLE = "cli.py evaluate --set NAME@VERSION --system python:my_module:answer"


def system_choice(release: Release, choice: Choice, start: Start) -> None:
    """Draw the choice; `start([(system, name), …])` is called when the person starts a run."""
    way = st.segmented_control(
        words("evaluate.system"),
        WAYS,
        default=WAYS[0],
        required=True,
        format_func={name: words(f"evaluate.way_{name}") for name in WAYS}.__getitem__,
        key="evaluate_way",
    )
    draw = {"baselines": _baselines, "answers": answers_wizard, "http": http_wizard, "python": _python}
    draw[way or WAYS[0]](release, choice, start)


def _baselines(release: Release, choice: Choice, start: Start) -> None:
    st.caption(words("evaluate.baselines_lead"))
    show_estimate(release, choice, BASELINES[0])
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


def _python(release: Release, choice: Choice, start: Start) -> None:
    st.info(words("evaluate.python_why"))
    mode = "" if choice.mode == "end_to_end" else f" --mode {choice.mode}"
    sample = f" --sample {choice.sample} --seed {choice.seed}" if choice.sample else ""
    line = PYTHON_EXAMPLE.replace("NAME@VERSION", f"{release.name}@{release.version}")
    st.code(f"{line}{mode}{sample}", language="bash")
