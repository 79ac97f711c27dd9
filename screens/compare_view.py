"""Two runs compared item by item: the verdict of both rules, deltas, items gained and lost, failures that moved."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import AssayError
from core.records import ItemResult, Run
from core.store import baselines
from evaluation.compare import POINTS, Comparison, MetricDelta
from evaluation.comparison_report import comparison_markdown
from evaluation.metrics.declared import metric
from screens.fault import show_fault
from screens.long_reading import slim_results
from screens.movement_view import movement_view
from screens.pair_view import moved_items
from screens.plain import plain
from screens.run_choice import choose_run, system_name, whole_run
from screens.score_text import metric_name, number, short_name, small_mark
from screens.session import store
from screens.words import language, words
from verbs.comparing import compare_runs
from verbs.results import HEADLINE

VERDICTS = {"better": "better", "worse": "worse", "undecided": "undecided_short"}
SIGNS = {"better": "▲", "worse": "▼", "undecided": "="}
RULES = ("significant", "plain")
PARTS = ("items", "movement", "unlike")


def compare_view(found: list[Run]) -> None:
    """Choose two runs and draw their comparison."""
    done = [run for run in found if run.scores]
    if len(done) < 2:
        st.info(words("compare.need_two"))
        return
    left, right = st.columns(2)
    with right:
        new = choose_run(done, words("compare.new"), "new", default=_default_new(done))
    with left:
        old = choose_run(done, words("compare.old"), "old", default=_default_old(done, new))
    if old is None or new is None or old.id == new.id:
        st.info(words("compare.same"))
        return
    rule, only = _choices()
    states = whole_run(old)[1], whole_run(new)[1]
    before = slim_results(old, states[0])
    after = slim_results(new, states[1]) if before is not None else None
    if before is None or after is None:
        return
    try:
        with st.spinner(words("compare.working")):
            comparison = _compared(str(store().path), old.id, new.id, only, states, before, after)
    except AssayError as error:
        show_fault(error)
        return
    if not comparison.n_common:
        st.warning(words("compare.nothing_common", old=plain(old.release), new=plain(new.release)))
        return
    _summary(comparison, old, new, rule)
    _deltas(comparison)
    _markdown(comparison, old, new, rule)
    _parts(comparison, old, new)


def _default_new(done: Sequence[Run]) -> int:
    """The newest run that another on the same set can be held against."""
    sets = [run.release for run in done]
    return next((place for place, name in enumerate(sets) if sets.count(name) > 1), 0)


def _default_old(done: Sequence[Run], new: Run | None) -> int:
    """The pinned baseline of the same set, else the newest other run on the same set, else the next one."""
    if new is None:
        return 1
    pinned = baselines.pinned(store(), new.kb_id).get(baselines.set_name(new))
    others = [(place, run) for place, run in enumerate(done) if run.id != new.id]
    for place, run in others:
        if run.id == pinned:
            return place
    return next((place for place, run in others if run.release == new.release), others[0][0])


def _choices() -> tuple[str, bool]:
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    rule = left.segmented_control(
        words("compare.rule"), RULES, default=RULES[0], required=True, key="compare_rule",
        format_func=lambda name: words(f"compare.rule_{name}"), help=words("compare.rule_help", points=f"{POINTS * 100:g}"),
    )  # fmt: skip
    only = right.toggle(
        words("compare.headline_only"), value=True, key="compare_headline", help=words("compare.headline_help")
    )
    return str(rule), only


@st.cache_data(show_spinner=False, max_entries=8)
def _compared(
    path: str, old: str, new: str, headline_only: bool, states: tuple[str, str],
    _before: list[ItemResult], _after: list[ItemResult],
) -> Comparison:  # fmt: skip
    return compare_runs(store(), old, new, HEADLINE if headline_only else None, sides=(_before, _after))


def _summary(comparison: Comparison, old: Run, new: Run, rule: str) -> None:
    total = comparison.n_common + comparison.n_changed + len(comparison.only_a) + len(comparison.only_b)
    names = {"old": plain(system_name(old.system)), "new": plain(system_name(new.system))}
    st.write(words("compare.common", n=comparison.n_common, total=total, changed=comparison.n_changed, **names))
    breaches = comparison.by_rule[rule]  # type: ignore[index]
    worse = [d for d in comparison.deltas if d.gated and d.verdict == "worse"]
    better = [d for d in comparison.deltas if d.gated and d.verdict == "better"]
    if breaches and rule == "plain":
        st.error(words("compare.plain_regressed", n=len(breaches)), icon=":material/trending_down:")
        st.markdown("\n".join(f"- {plain(_breach(one))}" for one in breaches))
    elif breaches:
        st.error(words("compare.regressed", names=_names(worse)), icon=":material/trending_down:")
    elif rule == "plain":
        st.success(words("compare.plain_fine"), icon=":material/check:")
    elif better:
        st.success(words("compare.improved", names=_names(better)), icon=":material/trending_up:")
    else:
        st.info(words("compare.undecided"), icon=":material/balance:")
    _false_alarm(comparison)


def _breach(reason: str) -> str:
    """A breach of the plain rule in the reader's language."""
    name, found, rest = reason.partition(" is ")
    if found and " points worse" in rest:
        return words("compare.breach", metric=short_name(name), points=rest.partition(" ")[0])
    return words("compare.both_down")


def _false_alarm(comparison: Comparison) -> None:
    alarm = comparison.plain_false_alarm
    if alarm.rate is None:
        return
    said = words(
        "compare.false_alarm", rate=f"{alarm.rate:.0%}", points=f"{POINTS * 100:g}", metrics=alarm.metrics,
        n=alarm.items, trials=f"{alarm.trials:,}",
    )  # fmt: skip
    st.caption(said)


def _names(deltas: Sequence[MetricDelta]) -> str:
    return words("compare.comma").join(short_name(d.metric) for d in deltas) or "–"


def _deltas(comparison: Comparison) -> None:
    st.subheader(words("compare.deltas"))
    order = {"worse": 0, "better": 1, "undecided": 2}
    rows = [_delta_row(d) for d in sorted(comparison.deltas, key=lambda d: order[d.verdict])]
    if not rows:
        st.info(words("compare.nothing"))
        return
    st.dataframe(rows, hide_index=True, width="stretch", height="content", column_config=_widths())
    st.caption(words("compare.deltas_note"))


def _widths() -> dict[str, object]:
    """Narrow columns, so that the last one is seen without scrolling."""
    widths = {"evaluate.metric": 118, "compare.verdict": 88, "compare.old_short": 55, "compare.new_short": 50}
    widths |= {"compare.delta": 72, "evaluate.interval": 118, "compare.p": 66, "compare.items_moved": 102}
    widths |= {"compare.n_to_decide": 92}
    return {words(key): st.column_config.TextColumn(width=size) for key, size in widths.items()} | {
        "n": st.column_config.TextColumn(width=48)
    }


def _delta_row(delta: MetricDelta) -> dict[str, object]:
    declared = metric(delta.metric)
    interval = "–" if delta.low is None else f"{delta.low:+.3f} … {delta.high:+.3f}"
    verdict = f"{SIGNS[delta.verdict]} {words(f'compare.{VERDICTS[delta.verdict]}')}"
    return {
        words("evaluate.metric"): short_name(delta.metric),
        words("compare.verdict"): verdict if delta.gated else words("compare.outside", verdict=verdict),
        words("compare.old_short"): number(delta.value_a, declared),
        words("compare.new_short"): number(delta.value_b, declared),
        words("compare.delta"): f"{delta.delta:+.3f}",
        words("evaluate.interval"): interval,
        "n": f"{delta.n_used}{small_mark(delta.n_used)}",
        words("compare.p"): f"{delta.p_adjusted:.3f}",
        words("compare.items_moved"): f"+{len(delta.better)} / −{len(delta.worse)}",
        words("compare.n_to_decide"): "" if delta.n_to_decide is None else f"≈ {delta.n_to_decide:,}",
    }


def _markdown(comparison: Comparison, old: Run, new: Run, rule: str) -> None:
    reasons = comparison.by_rule[rule]  # type: ignore[index]
    made = comparison.model_copy(update={"rule": rule, "reasons": reasons, "regressed": bool(reasons)})
    st.download_button(
        words("compare.markdown"), comparison_markdown(made, old, new, language()), f"compare-{old.id[:6]}-{new.id[:6]}.md",
        "text/markdown", icon=":material/download:", on_click="ignore", help=words("compare.markdown_help"),
    )  # fmt: skip


def _parts(comparison: Comparison, old: Run, new: Run) -> None:
    n = {
        "items": len(comparison.lost) + len(comparison.gained),
        "movement": sum(m.n for m in comparison.movement.changed),
    }
    n["unlike"] = len(comparison.unlike) + len(comparison.not_compared)
    part = st.segmented_control(
        words("compare.part"), PARTS, default=PARTS[0], required=True, key="compare_part",
        format_func=lambda name: words(f"compare.part_{name}", n=n[name]), label_visibility="collapsed",
    )  # fmt: skip
    if part == "items":
        titles = [words("compare.lost", n=len(comparison.lost)), words("compare.gained", n=len(comparison.gained))]
        first = titles[1] if comparison.gained and not comparison.lost else titles[0]
        for tab, ids, name in zip(
            st.tabs(titles, default=first), (comparison.lost, comparison.gained), ("lost", "gained"), strict=True
        ):
            with tab:
                moved_items(ids, old, new, f"{name}_{old.id[:6]}_{new.id[:6]}")
    elif part == "movement":
        movement_view(comparison.movement, old, new)
    else:
        _unlike(comparison)
        _not_compared(comparison)


def _unlike(comparison: Comparison) -> None:
    st.caption(words("compare.unlike_note"))
    rows = [
        {words("compare.what"): _what(u.what), words("compare.old_short"): u.old, words("compare.new_short"): u.new}
        for u in comparison.unlike
    ]
    if rows:
        st.dataframe(rows, hide_index=True, width="stretch")
    else:
        st.caption(words("compare.alike"))


_KNOWN = ("judge", "judge_prompt", "mode", "top_k", "fingerprint", "release", "system", "correctness", "alignment")


def _what(name: str) -> str:
    if name.startswith("version of "):
        return words("compare.unlike_version", metric=metric_name(name.removeprefix("version of ")))
    return words(f"compare.unlike_{name}") if name in _KNOWN else name


def _not_compared(comparison: Comparison) -> None:
    if comparison.only_a or comparison.only_b:
        st.write(words("compare.only", a=len(comparison.only_a), b=len(comparison.only_b)))
    if comparison.not_compared:
        st.markdown(f"**{words('compare.not_compared', n=len(comparison.not_compared))}**")
        rows = [
            {words("evaluate.metric"): metric_name(one.metric), words("evaluate.why"): reason_of(one.reason)}
            for one in comparison.not_compared
        ]
        st.dataframe(rows, hide_index=True, width="stretch")


_REASONS = {
    "the metric's version differs": "version_differs",
    "the judge differs": "judge_differs",
    "the mode differs": "mode_differs",
    "the golden set differs": "set_differs",
    "the rule of correctness differs": "correctness_differs",
    "the alignment of passages": "alignment_differs",
    "top_k differs": "top_k_differs",
    "no item has a value": "no_value",
}


def reason_of(reason: str) -> str:
    """The stored English reason in the reader's language."""
    for start, name in _REASONS.items():
        if reason.startswith(start):
            return words(f"compare.{name}", rest=reason.partition(": ")[2])
    return reason


def unlike_name(name: str) -> str:
    """What differs between two runs, in the reader's language."""
    return _what(name)
