"""A new run: golden set, how much of it, how, and which system."""

from __future__ import annotations

import streamlit as st

from core import jobs
from core.clock import fresh_rng
from core.records import Release
from evaluation.sampling import half_width
from screens import job_bar
from screens.golden_choice import choose_release, opened, releases
from screens.guidance_view import guidance_toggle
from screens.run_order import Choice
from screens.session import store
from screens.system_choice import system_choice
from screens.words import words

MODES = ("end_to_end", "retriever", "generator")


def run_form() -> None:
    """Draw the form; starting a run queues a job."""
    found = releases()
    if not found:
        st.info(words("evaluate.no_sets"))
        st.page_link("screens/golden_sets.py", label=words("nav.golden_sets"), icon=":material/verified:")
        return
    name = choose_release(found, words("evaluate.set"), "set")
    release = opened(name)
    if release is None:
        return
    choice = _options(name, release)
    system_choice(release, choice, lambda systems: _start(choice, systems))


def _options(name: str, release: Release) -> Choice:
    total = len(release.items)
    a, b, c, d = st.columns([1, 2, 2, 1], vertical_alignment="bottom")
    top_k = int(a.number_input(words("evaluate.top_k"), 1, 100, 5, help=words("evaluate.top_k_help"), key="evaluate_k"))
    mode = b.selectbox(
        words("evaluate.mode"),
        MODES,
        format_func={one: words(f"evaluate.mode_{one}") for one in MODES}.__getitem__,
        help=words("evaluate.mode_help"),
        key="evaluate_mode",
    )
    sample = int(
        c.number_input(
            words("evaluate.sample", n=total), 0, total, 0, help=words("evaluate.sample_help"), key="evaluate_sample"
        )
    )
    seed = int(d.number_input(words("evaluate.seed"), 0, 2**31, 0, disabled=not sample, key="evaluate_seed"))
    st.caption(f"{words('evaluate.mode_is_' + mode)} {_width(sample, total)}")
    return Choice(name, top_k, mode, sample, seed if sample else 0, mode != "retriever" and guidance_toggle(release))


def _width(sample: int, total: int) -> str:
    """How exact the numbers can be with so many items."""
    whole = f"{100 * half_width(total):.0f}" if total else "–"
    if not sample or sample >= total:
        return words("run.width_all", n=total, all=whole)
    return words("run.width_sample", n=sample, total=total, all=whole, half=f"{100 * half_width(sample):.0f}")


def _start(choice: Choice, systems: list[tuple[str, str]]) -> None:
    """Queue a job for each system; one worker takes them in turn."""
    orders = [choice.params(system, name) for system, name in systems]
    for order in orders[:-1]:
        jobs.enqueue(store(), "evaluate", order, fresh_rng())
    job_bar.start("evaluate", orders[-1])
    st.toast(words("evaluate.queued", system=", ".join(name for _, name in systems)), icon=":material/schedule:")
    st.rerun()
