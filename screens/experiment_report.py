"""The report of one experiment: tables with intervals, pictures, and what can be concluded from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import streamlit as st

from screens.experiment_chunks import chunks_report
from screens.experiment_sweeps import sweeps_report
from screens.figure_text import badge, decimal, interval_bars, interval_kinds, percent
from screens.plain import plain
from screens.retold import retold
from screens.score_text import short_name
from screens.words import words

Report = dict[str, Any]
METRICS = ("hit_rate@5", "mrr", "ndcg@10", "map", "recall@5")
METHODS = {"BM25": "BM25", "embeddings": "dense", "embeddings + BM25": "hybrid", "embeddings + BM25 + rerank": "rerank"}


def experiment_report(report: Report) -> None:
    """Draw the report."""
    _DRAW[report["experiment"]](report)
    for note in report["notes"]:
        st.caption(f"- {plain(retold(note))}")
    st.download_button(
        words("stress.download"), json.dumps(report, ensure_ascii=False, indent=2),
        f"experiment-{report['experiment']}-{report['report']}.json", "application/json", icon=":material/download:",
    )  # fmt: skip


def _retrievers(report: Report) -> None:
    run = [row for row in report["rows"] if row["status"] == "run"]
    names = {row["method"]: words(f"evaluate.base_{row['method'].replace('+', '_')}") for row in report["rows"]}
    st.table([
        {words("experiments.method"): names[row["method"]]}
        | ({short_name(m): decimal(row["metrics"][m]) for m in METRICS} if row["metrics"] else dict.fromkeys(map(short_name, METRICS), "–"))
        | {words("experiments.ms"): f"{row['milliseconds_per_query']:g}" if row["metrics"] else retold(row["status"])}
        for row in report["rows"]
    ], hide_index=True)  # fmt: skip
    _kinds([row["metrics"][m] for row in run for m in METRICS])
    st.markdown(f"**{words('experiments.lines_read')}**")
    for metric, line in report["starting_lines"].items():
        badges = " ".join(f"{names[row['method']]} {badge(row['metrics'][metric])}" for row in run)
        st.markdown(f"- {short_name(metric)} ≥ {line:g}: {badges}")
    limits = {words("experiments.line"): [(short_name(m), line) for m, line in report["starting_lines"].items()]}
    series = {names[row["method"]]: [(short_name(m), row["metrics"][m]) for m in METRICS] for row in run}
    interval_bars(series, f"experiments_bars_{report['report']}", "", limits, scale=1.0)
    _stages(report)
    sweeps_report(report)


def _stages(report: Report) -> None:
    """What each stage adds, with p corrected for all comparisons."""
    st.markdown(f"**{words('experiments.stages')}**")
    rows = []
    for stage in report["stages"]:
        row = {words("experiments.stage"): retold(stage["stage"])}
        for metric in METRICS:
            found = stage["metrics"].get(metric)
            row[short_name(metric)] = f"{_arrow(found)} {decimal(found, signed=True)}" if found else "–"
        rows.append(row)
    st.table(rows, hide_index=True)
    missing = [stage for stage in report["stages"] if stage["status"] != "run"]
    for stage in missing:
        st.caption(plain(f"{retold(stage['stage'])}: {retold(stage['status'])}"))
    st.caption(words("experiments.stages_note"))


def _arrow(found: dict[str, Any]) -> str:
    """Up or down where the difference holds after correction, else a sign of equality."""
    p = found.get("p_holm", found.get("p"))
    if p is None or p > 0.05 or not found["value"]:
        return "="
    return "▲" if found["value"] > 0 else "▼"


def _contextual(report: Report) -> None:
    prefix = report["prefix"]
    st.caption(
        words(
            "experiments.prefix",
            by=plain(retold(prefix["by"])),
            n=f"{prefix['mean_tokens']:g}",
            chunks=f"{report['chunks']:,}",
        )
    )
    k = (
        st.segmented_control(
            words("experiments.at"),
            ("5", "10", "20"),
            default="20",
            required=True,
            key=f"experiments_at_{report['report']}",
        )
        or "20"
    )
    run = [row for row in report["rows"] if row["status"] == "run"]
    names = {row["method"]: words(f"experiments.side_{METHODS[row['method']].lower()}") for row in report["rows"]}
    seconds = report["seconds"]
    st.table([_contextual_row(row, names, k, seconds) for row in report["rows"]], hide_index=True)
    _kinds([row["failure_rate"][k][side] for row in run for side in ("without", "with", "fall")])
    st.caption(words("experiments.failure_note", k=k))
    series = {
        words(f"experiments.{side}"): [(names[row["method"]], row["failure_rate"][k][side]) for row in run]
        for side in ("without", "with")
    }
    interval_bars(series, f"experiments_failure_{report['report']}_{k}", "%")
    _published(report, names)


def _contextual_row(row: Report, names: dict[str, str], k: str, seconds: dict[str, dict[str, float]]) -> dict[str, str]:
    head = {words("experiments.method"): names[row["method"]]}
    if row["status"] != "run":
        return head | {words("experiments.without"): retold(row["status"])} | {
            words(f"experiments.{c}"): "" for c in ("with", "fall", "ms_without", "ms_with")
        }  # fmt: skip
    rate = row["failure_rate"][k]
    return head | {
        words("experiments.without"): percent(rate["without"]), words("experiments.with"): percent(rate["with"]),
        words("experiments.fall"): percent(rate["fall"], signed=True),
        words("experiments.ms_without"): f"{1000 * seconds['without'][row['method']]:.1f}",
        words("experiments.ms_with"): f"{1000 * seconds['with'][row['method']]:.1f}",
    }  # fmt: skip


def _published(report: Report, names: dict[str, str]) -> None:
    """The reductions that were published, beside those measured here at the same depth."""
    published = report["published"]
    st.markdown(f"**{words('experiments.published')}**")
    at = str(published["at"])
    rows = []
    for row in report["rows"]:
        if row["method"] not in published["reductions"]:
            continue
        mine = row["reduction_against_plain_embeddings"][at] if row["status"] == "run" else None
        rows.append({
            words("experiments.method"): f"{names[row['method']]} + {words('experiments.prefixes')}",
            words("experiments.published_by"): f"{published['reductions'][row['method']]:.0%}",
            words("experiments.yours"): percent(mine) if mine else retold(row["status"]),
        })  # fmt: skip
    st.table(rows, hide_index=True)
    st.caption(words("experiments.published_note", source=plain(published["source"])))


def _kinds(figures: list[dict[str, Any]]) -> None:
    said = interval_kinds(figures)
    if said:
        st.caption(said)


_DRAW: dict[str, Callable[[Report], None]] = {
    "retrievers": _retrievers,
    "chunks": chunks_report,
    "contextual": _contextual,
}
