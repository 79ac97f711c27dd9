"""What a run would take, shown before it is started: calls, tokens, money, time, and what these rest on."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from core.records import Release
from screens.fault import show_fault
from screens.local_time import duration
from screens.plain import plain
from screens.retold import retold
from screens.run_order import Choice
from screens.session import store
from screens.words import words
from verbs.estimating import Estimate, estimate


def show_estimate(release: Release, choice: Choice, system: str, latency: float | None = None) -> None:
    """One line of numbers, said to be an estimate, with the basis behind a click."""
    try:
        guess = estimate(store(), release, choice.order(system), latency)
    except AssayError as error:
        show_fault(error)
        return
    line, basis = st.columns([6, 1], vertical_alignment="center")
    line.caption(words("run.estimate", numbers=" · ".join(_parts(guess))))
    with basis.popover(words("run.basis"), icon=":material/calculate:"):
        for said in guess.basis:
            st.caption(f"- {plain(retold(said))}")


def _parts(guess: Estimate) -> list[str]:
    parts = [words("run.n_items", n=guess.items)]
    if guess.system_calls:
        parts.append(words("run.system_calls", n=f"{guess.system_calls:,}"))
    if guess.model_calls:
        parts.append(words("run.model_calls", n=f"{guess.model_calls:,}"))
        parts.append(words("run.tokens", n=f"{guess.tokens_in + guess.tokens_out:,}"))
    if guess.cost is None:
        parts.append(words("run.cost_unknown"))
    elif guess.model_calls:
        parts.append(words("run.cost", n=f"{guess.cost:.2f}"))
    elif not guess.system_calls:
        parts.append(words("run.free"))
    return [*parts, words("run.time", time=duration(guess.seconds))]
