"""Two runs compared item by item: deltas with interval and verdict, gained and lost items, and what cannot be compared."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import AssayError
from core.records import ItemResult, Run
from evaluation.compare import Comparison, MetricDelta
from evaluation.metrics.declared import metric
from screens.item_view import item_view
from screens.items_table import mark
from screens.plain import plain
from screens.run_choice import choose_run, results_of
from screens.score_text import metric_name, number
from screens.session import store
from screens.words import words
from verbs.comparing import compare_runs
from verbs.results import HEADLINE

VERDICTS = {"better": "better", "worse": "worse", "undecided": "undecided_short"}
SIGNS = {"better": "▲", "worse": "▼", "undecided": "="}


def compare_view(found: list[Run]) -> None:
    """Choose two runs and draw their comparison."""
    done = [run for run in found if run.scores]
    if len(done) < 2:
        st.info(words("compare.need_two"))
        return
    left, right = st.columns(2)
    with left:
        old = choose_run(done, words("compare.old"), "old", default=1)
    with right:
        new = choose_run(done, words("compare.new"), "new")
    if old is None or new is None or old.id == new.id:
        st.info(words("compare.same"))
        return
    only = st.toggle(
        words("compare.headline_only"), value=True, key="compare_headline", help=words("compare.headline_help")
    )
    try:
        with st.spinner(words("compare.working")):
            comparison = _compared(str(store().path), old.id, new.id, only, old.to_json() + new.to_json())
    except AssayError as error:
        st.error(plain(str(error)))
        return
    _summary(comparison, old, new)
    _deltas(comparison)
    _moved(comparison, old, new)
    _not_compared(comparison)


@st.cache_data(show_spinner=False, max_entries=8)
def _compared(path: str, old: str, new: str, headline_only: bool, state: str) -> Comparison:
    return compare_runs(store(), old, new, HEADLINE if headline_only else ())


def _summary(comparison: Comparison, old: Run, new: Run) -> None:
    total = comparison.n_common + comparison.n_changed + len(comparison.only_a) + len(comparison.only_b)
    worse = [d for d in comparison.deltas if d.verdict == "worse"]
    better = [d for d in comparison.deltas if d.verdict == "better"]
    names = {"old": plain(old.system), "new": plain(new.system)}
    st.write(words("compare.common", n=comparison.n_common, total=total, changed=comparison.n_changed, **names))
    if comparison.regressed:
        st.error(words("compare.regressed", names=_names(worse)), icon=":material/trending_down:")
    elif better:
        st.success(words("compare.improved", names=_names(better)), icon=":material/trending_up:")
    else:
        st.info(words("compare.undecided"), icon=":material/balance:")


def _names(deltas: Sequence[MetricDelta]) -> str:
    return words("compare.comma").join(metric_name(d.metric) for d in deltas) or "–"


def _deltas(comparison: Comparison) -> None:
    st.subheader(words("compare.deltas"))
    order = {"worse": 0, "better": 1, "undecided": 2}
    rows = [_delta_row(d) for d in sorted(comparison.deltas, key=lambda d: order[d.verdict])]
    if not rows:
        st.info(words("compare.nothing"))
        return
    st.dataframe(rows, hide_index=True, width="stretch")
    st.caption(words("compare.deltas_note"))


def _delta_row(delta: MetricDelta) -> dict[str, object]:
    declared = metric(delta.metric)
    interval = "–" if delta.low is None else f"{delta.low:+.3f} … {delta.high:+.3f}"
    return {
        words("evaluate.metric"): metric_name(delta.metric),
        words("compare.verdict"): f"{SIGNS[delta.verdict]} {words(f'compare.{VERDICTS[delta.verdict]}')}",
        words("compare.old_short"): number(delta.value_a, declared),
        words("compare.new_short"): number(delta.value_b, declared),
        words("compare.delta"): f"{delta.delta:+.3f}",
        words("evaluate.interval"): interval,
        "n": delta.n_used,
        words("compare.p"): f"{delta.p_adjusted:.3f}",
        words("compare.items_moved"): f"+{len(delta.better)} / −{len(delta.worse)}",
        words("compare.n_to_decide"): "" if delta.n_to_decide is None else f"≈ {delta.n_to_decide:,}",
    }


def _moved(comparison: Comparison, old: Run, new: Run) -> None:
    st.subheader(words("compare.moved"))
    before = {r.item.id: r for r in results_of(old)}
    after = {r.item.id: r for r in results_of(new)}
    titles = [words("compare.lost", n=len(comparison.lost)), words("compare.gained", n=len(comparison.gained))]
    for tab, ids, name in zip(st.tabs(titles), (comparison.lost, comparison.gained), ("lost", "gained"), strict=True):
        with tab:
            _moved_items(ids, before, after, f"{name}_{old.id[:6]}_{new.id[:6]}", (old.top_k, new.top_k))


def _moved_items(
    ids: Sequence[str], before: dict[str, ItemResult], after: dict[str, ItemResult], key: str, top_ks: tuple[int, int]
) -> None:
    if not ids:
        st.caption(words("compare.no_moved"))
        return
    rows = [
        {
            words("evaluate.question"): after[i].item.question,
            words("compare.old_short"): f"{mark(before[i].correctness)}: {before[i].answer.text[:120]}",
            words("compare.new_short"): f"{mark(after[i].correctness)}: {after[i].answer.text[:120]}",
            words("evaluate.tag"): _tag(after[i], before[i]),
        }
        for i in ids
    ]
    wide = {words("evaluate.question"): 320, words("compare.old_short"): 200, words("compare.new_short"): 200}
    picked = st.dataframe(
        rows, hide_index=True, width="stretch", on_select="rerun", selection_mode="single-row", key=f"moved_{key}",
        column_config={name: st.column_config.TextColumn(width=size) for name, size in wide.items()},
    )  # fmt: skip
    if picked["selection"]["rows"]:
        item_id = ids[picked["selection"]["rows"][0]]
        for title, side, top_k in ((words("compare.old"), before, top_ks[0]), (words("compare.new"), after, top_ks[1])):
            st.markdown(f"**{title}**")
            item_view(side[item_id], top_k)


def _tag(*results: ItemResult) -> str:
    """The tag of whichever answer failed."""
    return next((r.failure.tag for r in results if r.failure), "")


def _not_compared(comparison: Comparison) -> None:
    if not comparison.not_compared and not comparison.only_a and not comparison.only_b:
        return
    with st.expander(words("compare.not_compared", n=len(comparison.not_compared))):
        if comparison.only_a or comparison.only_b:
            st.write(words("compare.only", a=len(comparison.only_a), b=len(comparison.only_b)))
        rows = [
            {words("evaluate.metric"): metric_name(one.metric), words("evaluate.why"): _reason(one.reason)}
            for one in comparison.not_compared
        ]
        st.dataframe(rows, hide_index=True, width="stretch")


_REASONS = {
    "the metric's version differs": "version_differs",
    "the judge differs": "judge_differs",
    "top_k differs": "top_k_differs",
    "no item has a value": "no_value",
}


def _reason(reason: str) -> str:
    """The stored English reason in the reader's language."""
    for start, name in _REASONS.items():
        if reason.startswith(start):
            return words(f"compare.{name}", rest=reason.partition(": ")[2])
    return reason
