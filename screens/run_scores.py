"""The scores of a run: headline, all metrics by family, and broken down by what the items share."""

from __future__ import annotations

import streamlit as st

from core.records import ItemResult, Run, Score
from evaluation.metrics.declared import metric
from screens.long_reading import slim_results
from screens.run_choice import whole_run
from screens.score_text import (
    cell,
    interval,
    metric_help,
    metric_name,
    number,
    reason,
    short_name,
    small_mark,
    with_n,
)
from screens.session import store
from screens.words import words
from verbs.results import BREAKDOWNS, SMALL_N, Group, breakdown, by_family, headline

SHOWN_GROUPS = 50


def show_headline(run: Run) -> None:
    """The metrics to look at first, each with interval and n."""
    # Side by side also on a phone, where columns would stand one below the other.
    with st.container(horizontal=True):
        for score in headline(run):
            with st.container(border=True, height="stretch", gap=None, width=150):
                value = number(score.value, metric(score.metric))
                st.metric(short_name(score.metric), value, help=metric_help(score.metric))
                st.caption(with_n(score))
    st.caption(words("evaluate.headline_note"))


def show_families(run: Run) -> None:
    """Every metric of the run, a table for each family."""
    for position, (family, scores) in enumerate(by_family(run).items()):
        label = words("evaluate.family_n", family=words(f"evaluate.family_{family}"), n=len(scores))
        with st.expander(label, expanded=position == 0):
            st.dataframe([_row(score) for score in scores], hide_index=True, width="stretch", column_config=_config())


def _row(score: Score) -> dict[str, object]:
    declared = metric(score.metric)
    return {
        words("evaluate.metric"): metric_name(score.metric),
        words("evaluate.value"): number(score.value, declared),
        words("evaluate.interval"): interval(score) if score.value is not None else reason(score),
        "n": f"{score.n_used}{small_mark(score.n_used)}",
        words("evaluate.means"): metric_help(score.metric),
        words("evaluate.skipped"): score.n_skipped,
        words("evaluate.failed_n"): score.n_failed,
        words("evaluate.why"): reason(score),
        "id": score.metric,
    }


def _config() -> dict[str, object]:
    wide = {words("evaluate.metric"): 200, words("evaluate.means"): 420, words("evaluate.interval"): 110}
    return {name: st.column_config.TextColumn(width=size) for name, size in wide.items()}


def show_breakdown(run: Run) -> None:
    """The headline metrics within each kind, document, tag or language."""
    by = st.segmented_control(
        words("evaluate.by"),
        list(BREAKDOWNS),
        default=BREAKDOWNS[0],
        required=True,
        format_func={name: words(f"evaluate.by_{name}") for name in BREAKDOWNS}.__getitem__,
        key="evaluate_by",
    )
    chosen = [score.metric for score in headline(run)]
    state = whole_run(run)[1]
    results = slim_results(run, state)
    if results is None:
        return
    with st.spinner(words("results.counting")):
        groups = _groups(str(store().path), run.id, state, str(by), chosen, results)
    shown = [
        {
            words(f"evaluate.by_{by}"): _group_name(str(by), group.name),
            "n": f"{group.n}{small_mark(group.n)}",
        }
        | {short_name(name): cell(group.scores[name]) for name in chosen}
        for group in groups[:SHOWN_GROUPS]
    ]
    st.dataframe(shown, hide_index=True, width="stretch")
    if len(groups) > SHOWN_GROUPS:
        st.caption(words("evaluate.groups_left", n=len(groups) - SHOWN_GROUPS))
    st.caption(words("evaluate.by_note"))
    st.caption(words("results.small_note", n=SMALL_N))


@st.cache_data(show_spinner=False, max_entries=20)
def _groups(path: str, run_id: str, state: str, by: str, names: list[str], _results: list[ItemResult]) -> list[Group]:
    return breakdown(_results, by, names)


def _group_name(by: str, name: str) -> str:
    return words(f"evaluate.{by}_{name}") if by in ("kind", "expected_reply", "language") else name
