"""Pictures of a run's failures: bars by tag with intervals, and the flow from the four questions to the tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.records import Failure
from evaluation.diagnosis import FailureRow
from screens.failure_words import tag_title
from screens.items_table import tag_name
from screens.words import words
from verbs.results import FLOW, failure_flow

COLOURS = {
    "FP1": "#8c510a", "FP2": "#d8742a", "FP3": "#e3b23c", "FP4": "#2a788e", "FP5": "#6a51a3", "FP6": "#9e9ac8",
    "FP7": "#41ab5d", "unknown": "#969696", "correct": "#4daf4a",
}  # fmt: skip


def bars(rows: Sequence[FailureRow]) -> None:
    """Share of the judged answers by tag, with 95 % intervals."""
    import plotly.graph_objects as go

    shown = [row for row in reversed(rows) if row.share is not None]
    share = [100 * (row.share or 0) for row in shown]
    figure = go.Figure(
        go.Bar(
            x=share, y=[f"{tag_title(row.tag)} ({row.count})" for row in shown], orientation="h",
            marker_color=[COLOURS[row.tag] for row in shown],
            error_x={
                "type": "data", "symmetric": False, "color": "#777", "thickness": 1,
                "array": [100 * (row.high or 0) - s for row, s in zip(shown, share, strict=True)],
                "arrayminus": [s - 100 * (row.low or 0) for row, s in zip(shown, share, strict=True)],
            },
            hovertemplate="%{y}: %{x:.1f} %<extra></extra>",
        )
    )  # fmt: skip
    figure.update_layout(_layout(60 + 34 * len(shown)), xaxis_title=words("failures.share_axis"))
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="failures_bars")


def flow(failures: Sequence[Failure], fine: int) -> None:
    """A Sankey from all judged answers through the four questions to the tags."""
    import plotly.graph_objects as go

    links = failure_flow(failures, fine)
    names = list(dict.fromkeys([name for link in links for name in link]))
    place = {name: i for i, name in enumerate(names)}
    figure = go.Figure(
        go.Sankey(
            arrangement="snap",
            node={
                "label": [_node(name, links) for name in names], "pad": 18, "thickness": 14,
                "color": [COLOURS.get(name, "#b8c4d6") for name in names],
            },
            textfont={"color": "#222", "shadow": "none", "size": 13},
            link={
                "source": [place[a] for a, _ in links], "target": [place[b] for _, b in links],
                "value": list(links.values()), "color": [_faint(b) for _, b in links],
            },
        )
    )  # fmt: skip
    figure.update_layout(_layout(380))
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="failures_flow")


def _node(name: str, links: Mapping[tuple[str, str], int]) -> str:
    n = sum(value for (_, target), value in links.items() if target == name)
    n = n or sum(value for (source, _), value in links.items() if source == name)
    if name in FLOW:
        return f"{words(f'failures.short_{name}')} ({n})"
    return f"{words(f'failures.{name}')} ({n})" if name in ("judged", "correct") else f"{tag_name(name)} ({n})"


def _faint(name: str) -> str:
    colour = COLOURS.get(name, "#b8c4d6").lstrip("#")
    red, green, blue = (int(colour[i : i + 2], 16) for i in (0, 2, 4))
    return f"rgba({red},{green},{blue},0.35)"


def _layout(height: int) -> dict[str, Any]:
    return {
        "height": height, "margin": {"l": 10, "r": 20, "t": 10, "b": 40}, "showlegend": False,
        "font": {"size": 13, "family": "Source Sans Pro, Noto Sans CJK SC, sans-serif"},
    }  # fmt: skip
