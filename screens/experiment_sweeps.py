"""Top K, weight of the two searches and similarity threshold, each as a curve with its knee or best value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from screens.figure_text import layout, show_picture
from screens.words import words


def sweeps_report(report: dict[str, Any]) -> None:
    """Three curves beside each other."""
    st.markdown(f"**{words('experiments.sweeps')}**")
    sweeps, key = report["sweeps"], report["report"]
    first, second, third = st.columns(3)
    with first:
        found = sweeps["top_k"]
        _curve(found["rows"], "k", "recall", found["knee"], words("experiments.top_k"), f"sweep_k_{key}")
        st.caption(_said("knee_k", found["knee"]))
    with second:
        found = sweeps["dense_weight"]
        _curve(
            found["rows"], "dense_weight", "ndcg@10", found["best"], words("experiments.dense_weight"), f"sweep_w_{key}"
        )
        st.caption(_said("best_weight", found["best"]))
    with third:
        found = sweeps["similarity"]
        _curve(found["rows"], "similarity", "recall", found["knee"], words("experiments.similarity"), f"sweep_s_{key}")
        kept = next((row["passages"] for row in found["rows"] if row["similarity"] == found["knee"]), None)
        st.caption(_said("knee_similarity", found["knee"], passages=kept))
    st.caption(words("experiments.sweeps_note"))


def _said(name: str, value: float | None, **more: object) -> str:
    return (
        words(f"experiments.{name}", value=f"{value:g}", **more) if value is not None else words("experiments.no_knee")
    )


def _curve(rows: Sequence[dict[str, Any]], x: str, y: str, mark: float | None, title: str, key: str) -> None:
    """A line with its band, and a dotted line at the marked place."""
    import plotly.graph_objects as go

    known = [row for row in rows if row[y]["value"] is not None]
    xs = [row[x] for row in known]
    figure = go.Figure()
    low, high = [row[y]["low"] for row in known], [row[y]["high"] for row in known]
    figure.add_trace(
        go.Scatter(
            x=[*xs, *reversed(xs)], y=[*high, *reversed(low)], fill="toself", fillcolor="rgba(42,120,142,.15)", mode="lines",
            line={"width": 0}, hoverinfo="skip",
        )
    )  # fmt: skip
    figure.add_trace(
        go.Scatter(
            x=xs, y=[row[y]["value"] for row in known], mode="lines+markers", line={"color": "#2a788e"},
            hovertemplate="%{x}: %{y:.2f}<extra></extra>",
        )
    )  # fmt: skip
    if mark is not None:
        figure.add_vline(x=mark, line={"dash": "dot", "color": "#d8742a"})
    named = {"recall": words("experiments.recall"), "ndcg@10": "nDCG@10"}[y]
    figure.update_layout(**layout(260), showlegend=False, xaxis_title=title, yaxis_title=named)
    show_picture(figure, key)
