"""Which failures moved where between two runs: a Sankey, the matrix of tags, and the items of a move."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.records import Run
from evaluation.movement import CORRECT, STATES, UNDECIDED, Moved, Movement
from screens.failure_pictures import COLOURS
from screens.failure_words import tag_title
from screens.pair_view import moved_items
from screens.words import words


def movement_view(moved: Movement, old: Run, new: Run) -> None:
    """Draw where the items of each tag went."""
    changed = moved.changed
    st.caption(words("movement.lead", n=sum(one.n for one in changed), total=moved.n))
    if not changed:
        st.info(words("movement.none"))
        return
    _sankey(moved)
    st.markdown(f"**{words('movement.matrix')}**")
    st.dataframe(_matrix(moved), hide_index=True, width="stretch")
    st.caption(words("movement.matrix_note"))
    labels = {f"{one.old}>{one.new}": _label(one) for one in changed}
    chosen = st.selectbox(words("movement.choose"), list(labels), format_func=labels.__getitem__, key="movement_move")
    one = next(one for one in changed if f"{one.old}>{one.new}" == chosen)
    moved_items(one.items, old, new, f"{one.old}_{one.new}_{old.id[:6]}_{new.id[:6]}")


def state_name(state: str) -> str:
    """A state in words."""
    if state in (CORRECT, UNDECIDED):
        return words(f"movement.{state}")
    return tag_title(state)


def _label(one: Moved) -> str:
    return words("movement.move", old=state_name(one.old), new=state_name(one.new), n=one.n)


def _matrix(moved: Movement) -> list[dict[str, object]]:
    """Rows: before; columns: after; the diagonal is what stayed."""
    n = {(one.old, one.new): one.n for one in moved.moves}
    states = list(moved.by_state)
    return [
        {words("movement.before_after"): state_name(a)}
        | {_short(b): str(n[a, b]) if (a, b) in n else "" for b in states}
        | {words("movement.all_before"): str(moved.by_state[a][0])}
        for a in states
    ] + [
        {words("movement.before_after"): words("movement.all_after")}
        | {_short(b): str(moved.by_state[b][1]) for b in states}
        | {words("movement.all_before"): str(moved.n)}
    ]


def _short(state: str) -> str:
    return state_name(state) if state in (CORRECT, UNDECIDED, "unknown") else state


def _sankey(moved: Movement) -> None:
    import plotly.graph_objects as go

    before = [s for s in STATES if moved.by_state.get(s, (0, 0))[0]]
    after = [s for s in STATES if moved.by_state.get(s, (0, 0))[1]]
    left = {state: place for place, state in enumerate(before)}
    right = {state: len(before) + place for place, state in enumerate(after)}
    labels = [f"{_short(s)} ({moved.by_state[s][0]})" for s in before] + [
        f"{_short(s)} ({moved.by_state[s][1]})" for s in after
    ]
    figure = go.Figure(
        go.Sankey(
            arrangement="snap",
            node={
                "label": labels, "pad": 14, "thickness": 14,
                "color": [COLOURS.get(s, "#b8c4d6") for s in (*before, *after)],
            },
            textfont={"color": "#222", "shadow": "none", "size": 13},
            link={
                "source": [left[m.old] for m in moved.moves], "target": [right[m.new] for m in moved.moves],
                "value": [m.n for m in moved.moves], "color": [_colour(m) for m in moved.moves],
                "customdata": [_label(m) for m in moved.moves], "hovertemplate": "%{customdata}<extra></extra>",
            },
        )
    )  # fmt: skip
    figure.update_layout(_layout())
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="movement_flow")
    st.caption(words("movement.colours"))


def _colour(move: Moved) -> str:
    """Green for what became correct, red for what stopped being it, grey for the rest."""
    if move.old == move.new:
        return "rgba(150,150,150,0.18)"
    if move.new == CORRECT:
        return "rgba(26,127,55,0.45)"
    return "rgba(180,35,24,0.45)" if move.old == CORRECT else "rgba(216,160,42,0.40)"


def _layout() -> dict[str, Any]:
    return {
        "height": 380, "margin": {"l": 10, "r": 20, "t": 10, "b": 20},
        "font": {"size": 13, "family": "Source Sans Pro, Noto Sans CJK SC, sans-serif"},
    }  # fmt: skip
