"""Failures: why answers are not correct, by tag, with proof, advice and the way to put it right."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.records import ItemResult, Run
from evaluation.diagnosis import FailureRow, failure_groups, failure_table
from evaluation.diagnosis.advice import TAGS, advise
from evaluation.diagnosis.run_evidence import missed_lines, run_evidence
from screens import retold
from screens.failure_gold import gold_view
from screens.failure_pictures import bars, flow
from screens.failure_view import failure_view
from screens.failure_words import subtype_name, tag_meaning, tag_title
from screens.items_table import items_table
from screens.plain import plain
from screens.run_choice import all_runs, choose_run, results_of
from screens.session import knowledge_base
from screens.words import language, words


def show() -> None:
    """Draw the page."""
    st.title(words("failures.title"))
    st.write(words("failures.lead"))
    found = all_runs()
    if knowledge_base() is None or not found:
        _no_runs()
        return
    run = choose_run(found, words("evaluate.run"), "run", default=_newest_diagnosed(found))
    if run is None:
        return
    results = results_of(run)
    if run.mode == "retriever":
        st.info(words("failures.retriever_only"))
        return
    if not results or not run.scores:
        st.info(words("evaluate.no_scores", n=len(results)))
        return
    _what_can_be_told(results)
    if len(found) == 1:
        st.caption(words("failures.one_run"))
    judged = sum(r.correctness != "undefined" for r in results)
    _counts(results, judged)
    if not run.failures:
        st.success(words("failures.all_right", n=judged), icon=":material/celebration:")
        st.write(words("failures.all_right_next"))
        gold_view(run, results)
        return
    _report(run, results, judged)


def _report(run: Run, results: list[ItemResult], judged: int) -> None:
    rows = failure_table(run.failures, judged)
    _advice(run, rows, results)
    gold_view(run, results)
    _table(rows, {r.item.id: r for r in results}, judged)
    left, right, groups = st.tabs([words("failures.bars"), words("failures.flow"), words("failures.groups")])
    with left:
        bars(rows)
    with right:
        flow(run.failures, sum(r.correctness == "correct" for r in results))
        st.caption(words("failures.flow_note"))
    with groups:
        _groups(run, results)
    st.subheader(words("failures.each"))
    chosen = items_table(run, f"failures_{run.id[:8]}", failed_only=True)
    if chosen:
        failure_view(run, chosen)


def _newest_diagnosed(found: Sequence[Run]) -> int:
    return next((i for i, run in enumerate(found) if run.failures), 0)


def _no_runs() -> None:
    st.info(words("failures.no_runs"))
    st.markdown(words("failures.no_runs_what"))
    st.page_link("screens/evaluate.py", label=words("nav.evaluate"), icon=":material/speed:")


def _what_can_be_told(results: Sequence[ItemResult]) -> None:
    """Say which questions cannot be answered from what the system reported, and which still can."""
    answered = [r for r in results if not r.answer.error]
    if answered and all(r.answer.retrieved is None for r in answered):
        st.warning(words("failures.no_lists"))
    if answered and all(r.answer.context is None for r in answered):
        st.warning(words("failures.no_contexts"))
    if not any(r.item.expected_reply == "refuse" for r in results):
        st.warning(words("failures.no_refuse_items"))


def _counts(results: Sequence[ItemResult], judged: int) -> None:
    n = {label: sum(r.correctness == label for r in results) for label in ("correct", "partial", "wrong", "undefined")}
    st.write(words("failures.counts", judged=judged, total=len(results), **n))


def _advice(run: Run, rows: Sequence[FailureRow], results: Sequence[ItemResult]) -> None:
    subtypes: dict[str, int] = {}
    for failure in run.failures:
        subtypes[failure.subtype] = subtypes.get(failure.subtype, 0) + 1
    items = {r.item.id: r.item for r in results}
    lines = advise(
        {row.tag: row.count for row in rows}, language(), subtypes,
        missed=missed_lines(run.scores), evidence=run_evidence(run.failures, items, language()),
    )  # fmt: skip
    if lines:
        with st.container(border=True):
            st.markdown(f":material/lightbulb: **{words('failures.advice')}**")
            st.markdown("\n".join(f"- {plain(line)}" for line in lines))


def _groups(run: Run, results: Sequence[ItemResult]) -> None:
    """Failures by kind, document or tag: how many of how many, and which tags."""
    by = st.segmented_control(
        words("failures.group_by"), ("kind", "document", "tag"), default="kind", key=f"failures_by_{run.id[:8]}",
        format_func=lambda name: words(f"failures.by_group_{name}"),
    )  # fmt: skip
    groups = failure_groups(results, by or "kind")
    shown = []
    for group in groups:
        name = _group_name(by or "kind", group.name)
        share = "–" if group.share is None else f"{group.share:.0%} ({group.low:.0%}–{group.high:.0%})"
        row: dict[str, object] = {
            words(f"failures.by_group_{by or 'kind'}"): name,
            words("failures.failed_of"): f"{sum(group.counts.values())} / {group.judged}",
            words("failures.share"): share,
        }
        shown.append(row | {tag: group.counts.get(tag, 0) for tag in TAGS})
    st.dataframe(shown, hide_index=True, width="stretch")
    st.caption(words("failures.groups_note"))


def _group_name(by: str, name: str) -> str:
    if by == "kind":
        return words(f"evaluate.kind_{name}")
    return retold.tag_name(name) if by == "tag" else name


def _table(rows: Sequence[FailureRow], by_id: dict[str, ItemResult], judged: int) -> None:
    st.subheader(words("failures.table", n=judged))
    shown = [
        {
            words("evaluate.tag"): tag_title(row.tag),
            words("failures.count"): row.count,
            words("failures.share"): _share(row),
            words("failures.examples"): " / ".join(by_id[i].item.question for i in row.examples if i in by_id),
            words("failures.subtypes"): ", ".join(f"{subtype_name(name)} {n}" for name, n in row.subtypes.items()),
            words("evaluate.means"): tag_meaning(row.tag),
        }
        for row in rows
    ]
    config = {words("failures.examples"): st.column_config.TextColumn(width=380)}
    st.dataframe(shown, hide_index=True, width="stretch", column_config=config)
    st.caption(words("failures.table_note"))


def _share(row: FailureRow) -> str:
    if row.share is None or row.low is None or row.high is None:
        return "–"
    return f"{row.share:.0%} ({row.low:.0%}–{row.high:.0%})"


show()
