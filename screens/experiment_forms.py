"""What an experiment is to try, what it would take, and the button that starts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.records import Release
from core.settings import load_settings
from evaluation.experiments.chunk_grid import BUDGET, OVERLAPS, SIZES, SPLITTERS
from evaluation.experiments.measure import METRICS, STARTING_LINES
from screens import job_bar
from screens.plain import plain
from screens.score_text import short_name
from screens.session import store
from screens.words import words
from verbs.experiment_planning import Plan, plan_experiment
from verbs.experimenting import ExperimentOrder

MORE_SIZES = (64, 128, 192, 256, 384, 512, 768, 1024)
MORE_OVERLAPS = (0.0, 0.0625, 0.125, 0.25)
ALL_SPLITTERS = (*SPLITTERS, "semantic")
Params = dict[str, Any]


def experiment_form(view: str, name: str, release: Release) -> None:
    """Draw the form of one experiment; starting it queues a job."""
    st.caption(words(f"experiments.what_{view}"))
    with st.container(border=True):
        params = _FORMS[view]()
        left, right = st.columns(2)
        sample = left.number_input(
            words("experiments.sample"), 0, len(release.items), 0, key=f"experiments_sample_{view}"
        )
        seed = right.number_input(words("evaluate.seed"), 0, 2**31, 0, key=f"experiments_seed_{view}")
        order = {"name": view, "set": name, "sample": int(sample), "seed": int(seed), **params}
        plan = plan_experiment(store(), release, ExperimentOrder(**order))
        st.caption(_plan(plan))
        empty = view == "chunks" and not all(params[part] for part in ("sizes", "overlaps", "splitters"))
        if st.button(
            words("experiments.start"), key=f"experiments_start_{view}", type="primary", icon=":material/play_arrow:",
            disabled=empty or plan.no_model,
        ):  # fmt: skip
            job_bar.start("experiment", order)
            st.rerun()


def _plan(plan: Plan) -> str:
    if plan.no_model:
        return words("experiments.no_model")
    parts = [words("experiments.plan", cells=plan.cells, n=plan.items, queries=f"{plan.searches:,}")]
    parts.append(words("experiments.calls", n=f"{plan.calls:,}") if plan.calls else words("run.free"))
    if plan.calls:
        parts.append(words("run.cost_unknown") if plan.cost is None else words("run.cost", n=f"{plan.cost:.2f}"))
    return " · ".join(parts)


def _retrievers() -> Params:
    st.caption(words("experiments.lines"))
    lines = {}
    for column, metric in zip(st.columns(len(METRICS)), METRICS, strict=True):
        value = column.number_input(
            f"{short_name(metric)} ≥", 0.0, 1.0, STARTING_LINES.get(metric), 0.05, key=f"experiments_line_{metric}",
            placeholder=words("experiments.no_line"),
        )  # fmt: skip
        if value is not None:
            lines[metric] = float(value)
    reranker = load_settings(store()).reranker
    if reranker:
        st.caption(words("experiments.reranker", name=plain(reranker)))
    else:
        st.caption(words("experiments.no_reranker"))
    return {"lines": lines}


def _chunks() -> Params:
    a, b, c = st.columns(3)
    sizes = a.pills(
        words("experiments.sizes"),
        MORE_SIZES,
        selection_mode="multi",
        wrap=True,
        default=SIZES,
        key="experiments_sizes",
    )
    overlaps = b.pills(
        words("experiments.overlaps"), MORE_OVERLAPS, selection_mode="multi", wrap=True, default=OVERLAPS, key="experiments_overlaps",
        format_func=lambda share: f"{share:.3g}",
    )  # fmt: skip
    splitters = c.pills(
        words("experiments.splitters"), ALL_SPLITTERS, selection_mode="multi", wrap=True, default=SPLITTERS, key="experiments_splitters",
        format_func=lambda one: words(f"experiments.splitter_{one}"),
    )  # fmt: skip
    d, e = st.columns(2)
    method = d.selectbox(
        words("experiments.method"), ("hybrid", "bm25", "dense"), key="experiments_method",
        format_func=lambda one: words(f"evaluate.base_{one}"),
    )  # fmt: skip
    budget = e.number_input(words("experiments.budget"), 100, 32_000, BUDGET, 100, key="experiments_budget")
    return {
        "sizes": sorted(sizes), "overlaps": sorted(overlaps), "splitters": list(splitters), "method": method,
        "budget": int(budget),
    }  # fmt: skip


def _contextual() -> Params:
    by = st.radio(
        words("experiments.prefix_by"), ("headings", "model"), horizontal=True, key="experiments_prefix",
        format_func=lambda one: words(f"experiments.prefix_{one}"),
    )  # fmt: skip
    return {"model_prefixes": by == "model"}


_FORMS: dict[str, Callable[[], Params]] = {"retrievers": _retrievers, "chunks": _chunks, "contextual": _contextual}
