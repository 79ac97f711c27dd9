"""All runs side by side: a column for each system, a row for each headline metric."""

from __future__ import annotations

import streamlit as st

from core.records import Run, Score
from core.store import result_pages
from evaluation.diagnosis.advice import TAGS
from evaluation.metrics.declared import metric
from screens.failure_words import tag_title
from screens.local_time import minute
from screens.plain import plain
from screens.run_choice import system_name
from screens.score_text import interval, metric_help, number, reason, short_name, small_mark
from screens.session import store
from screens.words import words
from verbs.results import HEADLINE

COLUMNS = 6
NOTES = "①②③④⑤⑥⑦⑧⑨"


def runs_table(found: list[Run]) -> None:
    """Draw the table for the golden set that is chosen, newest run of each system first."""
    sets = list(dict.fromkeys(run.release for run in found))
    done = [run for run in found if run.scores]
    if not done:
        st.info(words("evaluate.no_runs"))
        return
    chosen = st.selectbox(words("evaluate.set"), sets, key="evaluate_table_set")
    of_set = [run for run in done if run.release == chosen]
    labels = {run.id: f"{system_name(run.system)} · {minute(run.started)} · {run.id[:6]}" for run in of_set}
    picked = st.multiselect(
        words("evaluate.runs_shown"),
        list(labels),
        default=_latest_of_each(of_set)[:COLUMNS],
        format_func=labels.__getitem__,
        key=f"evaluate_table_runs_{chosen}",
        max_selections=12,
    )
    shown = [run for run in of_set if run.id in picked]
    if shown:
        _table(shown)
        _unlike(shown)
    with st.expander(words("evaluate.list_runs", n=len(found))):
        st.dataframe([_list_row(run) for run in found], hide_index=True, width="stretch")


def _latest_of_each(found: list[Run]) -> list[str]:
    latest: dict[tuple[str, int, str], str] = {}
    for run in found:
        latest.setdefault((run.system, run.top_k, run.mode), run.id)
    return list(latest.values())


def _table(shown: list[Run]) -> None:
    heads = [plain(system_name(run.system) + ("" if _alone(run, shown) else f" {run.id[:4]}")) for run in shown]
    rows: dict[str, list[str]] = {words("evaluate.metric"): [], **{head: [] for head in heads}}
    reasons: list[str] = []
    for name in HEADLINE:
        scores = [next((s for s in run.scores if s.metric == name), None) for run in shown]
        if not any(scores):
            continue
        rows[words("evaluate.metric")].append(short_name(name))
        best = _best(name, [s.value if s else None for s in scores])
        for head, score in zip(heads, scores, strict=True):
            rows[head].append(_cell(score, best, reasons))
    st.table(rows, hide_index=True)
    st.caption(words("evaluate.table_note"))
    for position, why in enumerate(reasons):
        st.caption(f"{NOTES[position]} {plain(why)}")
    _failures(shown, heads)
    with st.expander(words("evaluate.what_metrics")):
        for name in HEADLINE:
            st.markdown(f"**{short_name(name)}**: {plain(metric_help(name))}")


def _cell(score: Score | None, best: float | None, reasons: list[str]) -> str:
    """Value, interval and n; where there is no value, the number of the note that says why."""
    if score is None:
        return "–"
    if score.value is None:
        why = reason(score)
        if why and why not in reasons and len(reasons) < len(NOTES):
            reasons.append(why)
        return f"– {NOTES[reasons.index(why)]}" if why in reasons else "–"
    value = number(score.value, metric(score.metric))
    value = f"**{value}**" if score.value == best else value
    return f"{value} :gray[({interval(score)}) n={score.n_used}{small_mark(score.n_used)}]"


def _failures(shown: list[Run], heads: list[str]) -> None:
    """Failures by tag beside each other."""
    diagnosed = [run for run in shown if run.mode != "retriever"]
    if not diagnosed:
        return
    st.markdown(f"**{words('evaluate.failures_by_tag')}**")
    tallies = [result_pages.facets(store(), run.id).tags for run in shown]
    rows = {words("evaluate.tag"): [tag_title(tag) for tag in TAGS]}
    for head, run, tally in zip(heads, shown, tallies, strict=True):
        rows[head] = ["–" if run.mode == "retriever" else str(tally.get(tag, 0)) for tag in TAGS]
    st.table(rows, hide_index=True)


def _alone(run: Run, shown: list[Run]) -> bool:
    return sum(system_name(other.system) == system_name(run.system) for other in shown) == 1


def _best(name: str, values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    if len(known) < 2 or min(known) == max(known):
        return None
    return max(known) if metric(name).direction == "higher" else min(known)


def _unlike(shown: list[Run]) -> None:
    """Say when the columns do not mean the same: another judge, cut-off or mode."""
    judges = {run.judge.id if run.judge else "–" for run in shown}
    if len(judges) > 1:
        st.warning(words("evaluate.judges_differ", judges=plain(", ".join(sorted(judges)))))
    if len({run.top_k for run in shown}) > 1:
        st.warning(words("evaluate.top_k_differs", values=", ".join(str(k) for k in sorted({r.top_k for r in shown}))))
    if len({run.settings.get("sample", 0) for run in shown}) > 1:
        st.warning(words("evaluate.samples_differ"))


def _list_row(run: Run) -> dict[str, object]:
    return {
        words("evaluate.fact_started"): minute(run.started),
        words("evaluate.fact_system"): system_name(run.system),
        words("evaluate.fact_set"): run.release,
        words("evaluate.fact_top_k"): run.top_k,
        words("evaluate.fact_mode"): words(f"evaluate.mode_{run.mode}"),
        words("evaluate.fact_judge"): run.judge.id if run.judge else words("evaluate.no_judge"),
        words("evaluate.state"): words(f"evaluate.status_{run.status}"),
        "id": run.id,
    }
