"""Figures of reports as text and pictures: value, interval, n, and how a threshold reads by the interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import streamlit as st

from screens.retold import retold
from screens.score_text import small_mark
from screens.words import words

Figure = Mapping[str, Any]
Series = Mapping[str, Sequence[tuple[str, Figure]]]
Limits = Mapping[str, Sequence[tuple[str, float]]]
SIGNS = {"met": "✓", "missed": "✗", "undecided": "?"}
BADGES = {"met": "green", "missed": "red", "undecided": "orange"}
COLOURS = ("#2a788e", "#d8742a", "#6a51a3", "#41ab5d", "#8c510a")
# More items than this are not worth telling to the last one.
_MANY = 10_000


def percent(found: Figure, signed: bool = False) -> str:
    """A share (or a change of one, `signed`) in per cent with its interval and n; a dash with the reason without one."""
    return _text(found, lambda value: f"{100 * value:{'+' if signed else ''}.0f}%")


def decimal(found: Figure, signed: bool = False) -> str:
    """The same with two decimals."""
    return _text(found, lambda value: f"{value:{'+' if signed else ''}.2f}")


def _text(found: Figure, shown: Any) -> str:
    value = found.get("value")
    if value is None:
        why = retold(str(found.get("reason", "")))
        return f"– ({why})" if why else "–"
    n = f"n={found['n']}{small_mark(found['n'])}"
    if found.get("low") is None:
        why = retold(str(found.get("reason", "")))
        return f"{shown(value)} · {n}" + (f" · {why}" if why else "")
    return f"{shown(value)} ({shown(found['low'])} … {shown(found['high'])}) · {n}"


def reading(found: Figure) -> str:
    """Met, missed or undecided with the limit, and how many items would decide; nothing without a limit."""
    read = found.get("reading")
    if not read:
        return ""
    verdict = str(read["verdict"])
    limit = f"{'≥' if read['side'] == 'at_least' else '≤'} {read['limit']:g}"
    said = f"{SIGNS[verdict]} {limit}: {words(f'stress.{verdict}')}"
    need = read.get("n_to_decide")
    if verdict == "undecided" and need:
        said += f" ({words('stress.many_needed', n=f'{_MANY:,}') if need > _MANY else words('stress.needed', n=need)})"
    return said


def badge(found: Figure) -> str:
    """The reading as a coloured badge, for st.markdown."""
    said = reading(found)
    return f":{BADGES[str(found['reading']['verdict'])]}-badge[{said}]" if said else ""


def interval_kinds(figures: Iterable[Figure]) -> str:
    """One line that names the kinds of interval used."""
    kinds = dict.fromkeys(str(f["interval"]) for f in figures if f.get("interval"))
    return words("stress.intervals", kinds=words("compare.comma").join(retold(kind) for kind in kinds)) if kinds else ""


def interval_bars(
    series: Series, key: str, axis: str, limits: Limits = MappingProxyType({}), scale: float = 100.0
) -> None:
    """Bars with their intervals, a colour for each series, beside each other by category; limits as dashes over them."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for (name, points), colour in zip(series.items(), COLOURS, strict=False):
        figure.add_trace(_bars(name, points, colour, scale))
    for (name, places), colour in zip(limits.items(), ("#222", "#c2185b"), strict=False):
        figure.add_trace(
            go.Scatter(
                name=name, x=[_safe(label) for label, _ in places], y=[scale * value for _, value in places], mode="markers",
                marker={"symbol": "line-ew", "size": 60, "line": {"width": 2, "color": colour}}, hoverinfo="name+y",
            )
        )  # fmt: skip
    figure.update_layout(**layout(), barmode="group", yaxis_title=axis, showlegend=len(series) + len(limits) > 1)
    show_picture(figure, key)


def _bars(name: str, points: Sequence[tuple[str, Figure]], colour: str, scale: float) -> Any:
    import plotly.graph_objects as go

    known = [(label, f) for label, f in points if f.get("value") is not None]
    return go.Bar(
        name=name, x=[_safe(label) for label, _ in known], y=[scale * f["value"] for _, f in known], marker_color=colour,
        error_y={
            "type": "data", "symmetric": False, "color": "#666", "thickness": 1,
            "array": [scale * _reach(f, "high") for _, f in known],
            "arrayminus": [scale * _reach(f, "low") for _, f in known],
        },
        customdata=[f["n"] for _, f in known],
        hovertemplate="%{x}: %{y:.3~f} · n=%{customdata}<extra></extra>",
    )  # fmt: skip


def layout(height: int = 320) -> dict[str, Any]:
    """What all pictures of these pages share."""
    return {
        "height": height, "margin": {"l": 10, "r": 20, "t": 20, "b": 40},
        "legend": {"orientation": "h", "y": 1.12},
        "font": {"size": 13, "family": "Source Sans Pro, Noto Sans CJK SC, sans-serif"},
    }  # fmt: skip


def show_picture(figure: Any, key: str) -> None:
    """A plotly figure across the page."""
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key=key)


def _reach(found: Figure, side: str) -> float:
    return abs(float(found[side]) - float(found["value"])) if found.get(side) is not None else 0.0


def _safe(text: str) -> str:
    """Names that people typed, for a picture that reads some HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
