"""The report of one stress test: its figures, how each threshold reads, pictures, and the items behind them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import streamlit as st

from screens.figure_text import badge, interval_bars, interval_kinds, percent
from screens.plain import plain
from screens.retold import retold, tag_name
from screens.stress_items import given_items, group_items, refusal_items, wording_items
from screens.words import words

Report = dict[str, Any]


def stress_report(report: Report) -> None:
    """Draw the report."""
    _facts(report)
    _DRAW[report["test"]](report)
    for note in report["notes"]:
        st.caption(f"- {plain(retold(note))}")
    st.download_button(
        words("stress.download"), json.dumps(report, ensure_ascii=False, indent=2),
        f"stress-{report['test']}-{report['report']}.json", "application/json", icon=":material/download:",
    )  # fmt: skip


def _facts(report: Report) -> None:
    sample = words("stress.sampled", n=report["sample"], seed=report["seed"]) if report.get("sample") else ""
    parts = [report["system"], report["set"], words("stress.judge", judge=report["judge"]), sample]
    st.caption(" · ".join(plain(part) for part in parts if part))


def _noise(report: Report) -> None:
    groups = report["groups"]
    names = [words(f"stress.group_{place}") for place in ("relevant", "irrelevant", "contradicting")]
    st.markdown(f"**{words('stress.readings')}**")
    for name, group in zip(names, groups, strict=True):
        for metric in ("noise_sensitivity", "drop"):
            if metric in group:
                st.markdown(
                    f"- {plain(name)}, {words('stress.' + metric)}: {percent(group[metric])} {badge(group[metric])}"
                )
    last = groups[-1]
    st.markdown(f"- {words('stress.pointed_out')}: {percent(last['contradiction_pointed_out'])}")
    metrics = ("correct", "refused", "noise_sensitivity", "drop", "right_answers_lost")
    rows = [
        {words("stress.group"): plain(name), words("stress.items"): group["n"]}
        | {words(f"stress.{m}"): percent(group[m]) if m in group else "" for m in metrics}
        for name, group in zip(names, groups, strict=True)
    ]
    st.table(rows, hide_index=True)
    _kinds([group[m] for group in groups for m in metrics if m in group])
    st.caption(words("stress.noise_terms"))
    shown = ("correct", "noise_sensitivity", "drop")
    series = {
        words(f"stress.{m}"): [(name, group[m]) for name, group in zip(names, groups, strict=True) if m in group]
        for m in shown
    }
    limits = {
        f"{words('stress.' + m)} ≤ {report['thresholds'][m]:.0%}": [
            (name, report["thresholds"][m]) for name in names[1:]
        ]
        for m in shown[1:]
    }
    interval_bars(series, f"stress_picture_{report['report']}", "%", limits)
    group_items(report, names)


def _position(report: Report) -> None:
    names = [words(f"stress.place_{place['place']}") for place in report["places"]]
    metrics = ("correct", "refused", "drop_against_first")
    st.table([
        {words("stress.place"): name, words("stress.items"): place["n"]}
        | {words(f"stress.{m}"): percent(place[m], m.startswith("drop")) if m in place else "" for m in metrics}
        for name, place in zip(names, report["places"], strict=True)
    ], hide_index=True)  # fmt: skip
    _kinds([place[m] for place in report["places"] for m in metrics if m in place])
    st.caption(words("stress.position_terms", n=report["others"]))
    series = {
        words(f"stress.{m}"): [(name, place[m]) for name, place in zip(names, report["places"], strict=True)]
        for m in metrics[:2]
    }
    interval_bars(series, f"stress_picture_{report['report']}", "%")
    group_items(report, names)


def _refusal(report: Report) -> None:
    metrics = ("right_refusal", "forced_answer", "off_topic")
    for metric in metrics:
        found = report[metric]
        st.markdown(f"- {words('stress.' + metric)}: {percent(found)} {badge(found)}")
    people = report["people"]
    if people["n"]:
        said = words(
            "stress.people", n=people["n"], refused=percent(people["refused"]), agree=percent(people["machine_agrees"])
        )
        st.markdown(f"- {plain(said)}")
    else:
        st.caption(words("stress.people_none"))
        st.page_link("screens/spot_check.py", label=words("nav.spot_check"), icon=":material/balance:")
    _kinds([report[m] for m in metrics])
    kinds = [
        (tag_name(kind) if kind != "–" else words("stress.no_kind"), found) for kind, found in report["by_kind"].items()
    ]
    counts = ("forced", "off_topic", "error", "unknown")
    st.table([
        {words("stress.kind"): plain(name), words("stress.items"): found["n"], words("stress.right_refusal"): percent(found["refused"])}
        | {words(f"stress.out_{c}"): found[c] for c in counts}
        for name, found in kinds
    ], hide_index=True)  # fmt: skip
    line = report["thresholds"]["right_refusal"]
    limits = {f"≥ {line:.0%}": [(name, line) for name, _ in kinds]}
    series = {words("stress.right_refusal"): [(name, found["refused"]) for name, found in kinds]}
    interval_bars(series, f"stress_picture_{report['report']}", "%", limits)
    refusal_items(report)


def _wording(report: Report) -> None:
    plainly = report["as_it_is"]
    st.markdown(
        f"- {words('stress.as_it_is')}: {words('stress.correct')} {percent(plainly['correct'])}, {words('stress.hit')} {percent(plainly['hit_rate@5'])}"
    )
    metrics = ("correct_drop", "answers_changed", "hit_rate@5_drop", "overlap_of_top_k")
    titles = {m: words(f"stress.{m.replace('@5', '')}") for m in metrics}
    rules = [(words(f"stress.rule_{row['rule']}"), row) for row in report["rules"]]
    st.table([
        {words("stress.rule"): name, words("stress.items"): row["n"]}
        | {titles[m]: percent(row[m], m.endswith("drop")) for m in metrics}
        for name, row in rules
    ], hide_index=True)  # fmt: skip
    _kinds([row[m] for _, row in rules for m in metrics])
    st.caption(words("stress.wording_terms"))
    series = {titles[m]: [(name, row[m]) for name, row in rules] for m in ("correct_drop", "hit_rate@5_drop")}
    interval_bars(series, f"stress_picture_{report['report']}", words("stress.points"))
    for name, row in rules:
        if row["example"]:
            st.caption(f"{name}: {plain(row['example']['before'])} → {plain(row['example']['after'])}")
    wording_items(report)


def _given(report: Report) -> None:
    st.markdown(f"- {words('stress.correct')}: {percent(report['correct'])}")
    st.markdown(f"- {words('stress.refused')}: {percent(report['refused'])}")
    _kinds([report["correct"], report["refused"]])
    st.caption(words(f"stress.{report['test']}_terms"))
    series = {
        words("stress.share"): [
            (words("stress.correct"), report["correct"]),
            (words("stress.refused"), report["refused"]),
        ]
    }
    interval_bars(series, f"stress_picture_{report['report']}", "%")
    given_items(report)


def _kinds(figures: list[dict[str, Any]]) -> None:
    said = interval_kinds(figures)
    if said:
        st.caption(said)


_DRAW: dict[str, Callable[[Report], None]] = {
    "noise": _noise, "position": _position, "refusal": _refusal, "paraphrase": _wording, "perfect": _given, "none": _given,
}  # fmt: skip
