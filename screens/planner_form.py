"""The planner: how many more labels an interval needs, and how many items a difference needs."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from screens.plain import plain
from screens.retold import retold
from screens.words import words
from verbs.planning import plan


def show_planner(labelled: int = 0) -> None:
    """Draw the planner; it needs no run. `labelled` texts are the labels there are already."""
    st.subheader(words("calibration.planner"))
    with st.container(border=True):
        first, second, third, fourth, fifth = st.columns(5, vertical_alignment="bottom")
        share = first.number_input(words("calibration.plan_share"), 0, 100, 80, key="plan_share")
        points = second.number_input(words("calibration.plan_width"), 0.5, 50.0, 3.0, 0.5, key="plan_width")
        have = third.number_input(words("calibration.plan_have"), 0, 1_000_000, labelled, key="plan_have")
        rest = fourth.number_input(words("calibration.plan_unlabelled"), 0, 10_000_000, 1000, key="plan_rest")
        together = fifth.number_input(words("calibration.plan_correlation"), 0.0, 1.0, 0.5, 0.05, key="plan_r")
        sixth, seventh, _ = st.columns([2, 2, 1], vertical_alignment="bottom")
        gap = sixth.number_input(words("calibration.plan_difference"), 0.5, 50.0, 3.0, 0.5, key="plan_gap")
        differ = seventh.number_input(words("calibration.plan_disagreement"), 1, 100, 20, key="plan_differ")
        try:
            found = plan(share / 100, points / 100, have, rest, together, gap / 100, differ / 100)
        except AssayError as error:
            st.warning(plain(retold(str(error))))
            return
        labels = found["labels"]
        key = (
            "plan_enough"
            if not labels["more"]
            else "plan_more"
            if labels["with_machine"] is not None
            else "plan_more_alone"
        )
        said = words(
            f"calibration.{key}", more=labels["more"], points=f"{points:g}", machine=labels["with_machine"],
            people=labels["people_alone"], have=have,
        )  # fmt: skip
        st.markdown(
            f"- {plain(said)}\n- {plain(words('calibration.plan_items', n=found['items']['needed'], points=f'{gap:g}', share=differ))}"
        )
