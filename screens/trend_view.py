"""A metric over the runs of a golden set: a line with intervals that breaks where values stop meaning the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.records import Run
from core.store import baselines
from evaluation.metrics.declared import metric
from evaluation.trend import Trend, TrendPoint, trend
from screens.compare_view import reason_of, unlike_name
from screens.local_time import minute
from screens.plain import plain
from screens.run_choice import system_name
from screens.score_text import metric_help, number, reason_text, short_name, small_mark
from screens.session import store
from screens.words import words
from verbs.results import HEADLINE

ALL = ""


def trend_view(found: list[Run]) -> None:
    """Choose a set, a metric and systems, and draw the trend."""
    done = [run for run in found if run.scores]
    if not done:
        st.info(words("evaluate.no_runs"))
        return
    sets = list(dict.fromkeys(baselines.set_name(run) for run in done))
    first, second, third = st.columns(3)
    chosen = first.selectbox(words("evaluate.set"), sets, key="trend_set")
    of_set = [run for run in done if baselines.set_name(run) == chosen]
    systems = [ALL, *dict.fromkeys(run.system for run in of_set)]
    system = second.selectbox(
        words("evaluate.system"), systems, key=f"trend_system_{chosen}",
        format_func={name: system_name(name) or words("trend.all_systems") for name in systems}.__getitem__,
    )  # fmt: skip
    names = _metrics(of_set)
    spec = third.selectbox(words("evaluate.metric"), names, key="trend_metric", format_func=short_name)
    made = trend([run for run in of_set if system in (ALL, run.system)], chosen, spec)
    if len(made.points) < 2:
        st.info(words("trend.need_two"))
    _picture(made, baselines.pinned(store(), of_set[0].kb_id).get(chosen, ""))
    _warnings(made)
    st.dataframe([_row(point, spec) for point in reversed(made.points)], hide_index=True, width="stretch")
    st.caption(metric_help(spec))


def _metrics(found: Sequence[Run]) -> list[str]:
    """Headline metrics first, then all others that any of the runs has."""
    had = dict.fromkeys(score.metric for run in found for score in run.scores)
    return [name for name in HEADLINE if name in had] + [name for name in had if name not in HEADLINE]


def _picture(made: Trend, baseline: str) -> None:
    import plotly.graph_objects as go

    known = [point for point in made.points if point.value is not None]
    if not known:
        st.info(words("trend.no_values"))
        return
    figure = go.Figure()
    places = {point.run: place for place, point in enumerate(known)}
    for part in _unbroken(known):
        figure.add_trace(_line(part, places))
    for point in known:
        if point.breaks and places[point.run]:
            figure.add_vline(x=places[point.run] - 0.5, line={"dash": "dot", "color": "#999", "width": 1})
        if point.run == baseline:
            figure.add_hline(y=point.value, line={"dash": "dash", "color": "#1a7f37", "width": 1})
            figure.add_annotation(
                x=0, y=point.value, text=words("trend.baseline"), showarrow=False, yshift=9, xanchor="left",
                font={"color": "#1a7f37", "size": 12},
            )  # fmt: skip
    labels = [f"{system_name(point.system)}<br>{minute(point.started)[5:]}" for point in known]
    figure.update_layout(
        height=360, margin={"l": 10, "r": 20, "t": 20, "b": 40}, showlegend=False, yaxis_title=short_name(made.metric),
        xaxis={"tickmode": "array", "tickvals": list(range(len(known))), "ticktext": [_safe(text) for text in labels]},
        font={"size": 13, "family": "Source Sans Pro, Noto Sans CJK SC, sans-serif"},
    )  # fmt: skip
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="trend_picture")
    st.caption(words("trend.picture_note"))


def _line(part: Sequence[TrendPoint], places: dict[str, int]) -> Any:
    import plotly.graph_objects as go

    values = [point.value or 0.0 for point in part]
    return go.Scatter(
        x=[places[point.run] for point in part], y=values, mode="lines+markers", line={"color": "#2a788e", "width": 2},
        marker={"size": 9},
        error_y={
            "type": "data", "symmetric": False, "color": "#888", "thickness": 1,
            "array": [(p.high - v) if p.high is not None else 0 for p, v in zip(part, values, strict=True)],
            "arrayminus": [(v - p.low) if p.low is not None else 0 for p, v in zip(part, values, strict=True)],
        },
        customdata=[[_safe(system_name(p.system)), _safe(p.release), p.n_used] for p in part],
        hovertemplate="%{customdata[0]} · %{customdata[1]}<br>%{y:.3f} · n=%{customdata[2]}<extra></extra>",
    )  # fmt: skip


def _safe(text: str) -> str:
    """Names that people typed, for a picture that reads some HTML."""
    return text.replace("<br>", "\0").replace("&", "&amp;").replace("<", "&lt;").replace("\0", "<br>")


def _unbroken(points: Sequence[TrendPoint]) -> list[list[TrendPoint]]:
    parts: list[list[TrendPoint]] = []
    for point in points:
        if point.breaks or not parts:
            parts.append([])
        parts[-1].append(point)
    return parts


def _warnings(made: Trend) -> None:
    confounded = [point for point in made.points if point.confounded]
    if not confounded:
        return
    st.warning(words("trend.confounded", n=len(confounded)), icon=":material/shuffle:")
    for point in confounded[-5:]:
        names = words("compare.comma").join(unlike_name(one.what) for one in point.changed)
        st.caption(
            words(
                "trend.confounded_at",
                system=plain(system_name(point.system)),
                time=minute(point.started),
                what=plain(names),
            )
        )


def _row(point: TrendPoint, spec: str) -> dict[str, object]:
    declared = metric(spec)
    interval = "–" if point.low is None else f"{number(point.low, declared)}–{number(point.high, declared)}"
    changed = words("compare.comma").join(f"{unlike_name(u.what)} {u.old} → {u.new}" for u in point.changed)
    return {
        words("evaluate.fact_started"): minute(point.started),
        words("evaluate.fact_system"): system_name(point.system),
        words("evaluate.fact_set"): point.release,
        words("evaluate.value"): number(point.value, declared),
        words("evaluate.interval"): interval if point.value is not None else reason_text(point.reason),
        "n": f"{point.n_used}{small_mark(point.n_used)}",
        words("trend.changed"): changed,
        words("trend.breaks"): "; ".join(reason_of(one) for one in point.breaks),
    }
