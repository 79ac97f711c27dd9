"""The parts of the calibration page: curve, strata, drift and probes."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotate.calibration import Drift, Effect
from screens.plain import plain
from screens.retold import retold
from screens.spot_card import label_name
from screens.spot_result import stratum_name
from screens.words import words
from verbs.calibrating import Calibration


def show_curve(found: Calibration) -> None:
    """How often people agree at each confidence."""
    st.subheader(words("calibration.curve"))
    if not found.bins:
        st.info(words("calibration.curve_none"))
        return
    import plotly.graph_objects as go

    x = [one.confidence for one in found.bins]
    y = [one.agree for one in found.bins]
    figure = go.Figure([
        go.Scatter(x=[0.5, 1], y=[0.5, 1], mode="lines", line={"dash": "dot", "color": "#999"}, hoverinfo="skip"),
        go.Scatter(
            x=x, y=y, mode="lines+markers", marker={"size": 9, "color": "#2a788e"}, line={"color": "#2a788e"},
            error_y={
                "type": "data", "symmetric": False, "thickness": 1, "color": "#777",
                "array": [one.agree_high - one.agree for one in found.bins],
                "arrayminus": [one.agree - one.agree_low for one in found.bins],
            },
            hovertemplate="%{x:.2f}: %{y:.0%}<extra></extra>",
        ),
        # Along the axis, where neither the line nor its bars cross the numbers.
        go.Scatter(x=x, y=[0.03] * len(x), mode="text", text=[f"n={one.n}" for one in found.bins], hoverinfo="skip"),
    ])  # fmt: skip
    figure.update_layout(
        height=320, margin={"l": 10, "r": 20, "t": 10, "b": 40}, showlegend=False,
        font={"size": 13, "family": "Source Sans Pro, Noto Sans CJK SC, sans-serif"},
        xaxis={"title": words("calibration.axis_confidence"), "range": [0, 1.02] if min(x) < 0.5 else [0.5, 1.02]},
        yaxis={"title": words("calibration.axis_agree"), "range": [0, 1.03], "tickformat": ".0%"},
    )  # fmt: skip
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="calibration_curve")
    error = found.error.value or 0.0
    st.caption(words("calibration.curve_note", error=f"{error:.2f}", n=found.error.n))


def show_strata(found: Calibration) -> None:
    """Agreement in each stratum."""
    st.subheader(words("calibration.strata"))
    if not found.strata:
        st.info(words("calibration.strata_none"))
        return
    rows = [
        {
            words("spot.stratum"): words("calibration.in_stratum", by=words(f"spot.by_{s.by}"), name=stratum_name(s)),
            words("spot.percent"): f"{s.agree / s.n:.0%} ({s.low:.0%}–{s.high:.0%})",
            "n": s.n,
        }
        for s in found.strata
    ]
    st.dataframe(rows, hide_index=True, width="stretch", height=360)


def show_drifts(found: Calibration) -> None:
    """How other judges differ on the same texts."""
    st.subheader(words("calibration.drift"))
    if not found.drifts:
        st.info(words("calibration.drift_none"))
        return
    st.dataframe([_drift(other, one) for other, one in found.drifts], hide_index=True, width="stretch")
    first = found.drifts[0][1]
    st.caption(words("calibration.drift_note", label=label_name(first.subject, first.counted)))


def _drift(other: str, one: Drift) -> dict[str, object]:
    kappa = next(score for score in one.agreement if score.metric == "cohen_kappa")
    known = kappa.value is not None and kappa.low is not None and kappa.high is not None
    return {
        words("calibration.other"): other,
        words("calibration.subject"): words(f"spot.{one.subject}"),
        words("calibration.texts"): one.n,
        words("calibration.changed"): f"{one.changed} ({one.changed / one.n:.0%})",
        words("calibration.kappa"): f"{kappa.value:.2f} ({kappa.low:.2f}–{kappa.high:.2f})"
        if known
        else retold(kappa.reason),
        words("calibration.shift"): words("calibration.undefined")
        if one.shift is None
        else _between(one.shift, one.low, one.high),
    }


def _between(value: float, low: float | None, high: float | None) -> str:
    return f"{value:+.3f}" + (f" ({low:+.3f} … {high:+.3f})" if low is not None and high is not None else "")


def show_probes(probes: Sequence[Effect]) -> None:
    """Each probe with n, interval and what it means; undefined ones say why."""
    st.subheader(words("calibration.probes"))
    # A table whose cells wrap: each reading is a sentence.
    rows = [_probe(one) for one in probes]
    st.table({name: [row[name] for row in rows] for name in rows[0]}, hide_index=True)


def _probe(one: Effect) -> dict[str, str]:
    if one.value is None:
        reading, value = retold(one.reason), words("calibration.undefined")
    else:
        beyond = one.low is not None and one.high is not None and (one.low > 0 or one.high < 0)
        reading, value = (
            words("calibration.seen" if beyond else "calibration.not_seen"),
            _between(one.value, one.low, one.high),
        )
    return {
        words("calibration.probe"): words(f"calibration.{one.name}"),
        words("calibration.effect"): value,
        "n": f"{one.n:,}",
        words("calibration.reading"): plain(reading),
        words("calibration.what"): words(f"calibration.{one.name}_what"),
    }
