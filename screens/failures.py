"""Failures: why answers are not correct, by tag, with proof, advice and the way to put it right."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.records import Item, ItemResult, Run
from core.store import result_pages
from evaluation.diagnosis import FailureRow, failure_groups, failure_table
from evaluation.diagnosis.advice import TAGS, advise
from evaluation.diagnosis.run_evidence import missed_lines, run_evidence
from screens import retold
from screens.failure_gold import gold_view
from screens.failure_pictures import bars, flow
from screens.failure_view import failure_view
from screens.failure_words import subtype_name, tag_meaning, tag_title
from screens.items_table import items_table
from screens.long_reading import slim_results
from screens.plain import plain
from screens.run_choice import all_runs, choose_run, whole_run
from screens.session import knowledge_base, store
from screens.words import language, words

# Two questions in short: on a phone the column is narrow.
_EXAMPLES, _SHORT = 2, 60


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
    run, state = whole_run(run)
    facets = result_pages.facets(store(), run.id)
    if run.mode == "retriever":
        st.info(words("failures.retriever_only"))
        return
    if not facets.total or not run.scores:
        st.info(words("evaluate.no_scores", n=facets.total))
        return
    _what_can_be_told(run, state)
    if len(found) == 1:
        st.caption(words("failures.one_run"))
    judged = facets.total - facets.correctness.get("undefined", 0)
    _counts(facets, judged)
    if not run.failures:
        _none_failed(facets, judged)
        gold_view(run, state, facets.total)
        return
    results = slim_results(run, state)
    if results is not None:
        _report(run, state, results, judged)


def _report(run: Run, state: str, results: list[ItemResult], judged: int) -> None:
    rows = failure_table(run.failures, judged)
    items = {r.item.id: r.item for r in results if r.failure}
    _advice(run, state, rows, items)
    gold_view(run, state, len(results))
    _table(rows, items, judged)
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
    failed = result_pages.ResultFilter(failed_only=True)
    return next((i for i, run in enumerate(found) if result_pages.count(store(), run.id, failed)), 0)


def _no_runs() -> None:
    st.info(words("failures.no_runs"))
    st.markdown(words("failures.no_runs_what"))
    st.page_link("screens/evaluate.py", label=words("nav.evaluate"), icon=":material/speed:")


def _none_failed(facets: result_pages.Facets, judged: int) -> None:
    """All judged answers are right, or none could be judged at all."""
    if not judged:
        st.warning(words("failures.none_judged", n=facets.total), icon=":material/help:")
        return
    st.success(words("failures.all_right", n=judged), icon=":material/celebration:")
    st.write(words("failures.all_right_next"))


def _what_can_be_told(run: Run, state: str) -> None:
    """Say which questions cannot be answered from what the system reported, and which still can."""
    told = _reported(str(store().path), run.id, state)
    if run.mode == "generator":
        st.info(words("failures.generator_only"))
    elif told.answered and not told.lists:
        st.warning(words("failures.no_lists"))
    if told.answered and not told.contexts:
        st.warning(words("failures.no_contexts"))
    if not told.refusals:
        st.warning(words("failures.no_refuse_items"))


@st.cache_data(show_spinner=False, max_entries=50)
def _reported(path: str, run_id: str, state: str) -> result_pages.Reported:
    return result_pages.reported(store(), run_id)


def _counts(facets: result_pages.Facets, judged: int) -> None:
    n = {name: f"{facets.correctness.get(name, 0):,}" for name in ("correct", "partial", "wrong", "undefined")}
    st.write(words("failures.counts", judged=f"{judged:,}", total=f"{facets.total:,}", **n))


def _advice(run: Run, state: str, rows: Sequence[FailureRow], items: dict[str, Item]) -> None:
    subtypes: dict[str, int] = {}
    for failure in run.failures:
        subtypes[failure.subtype] = subtypes.get(failure.subtype, 0) + 1
    lines = advise(
        {row.tag: row.count for row in rows}, language(), subtypes, missed=missed_lines(run.scores),
        evidence=_evidence(str(store().path), run.id, state, language(), run, items),
    )  # fmt: skip
    broken = sum(row.count for row in rows if row.tag == "unknown")
    if broken:
        lines.insert(0, words("failures.broken", n=f"{broken:,}"))
    if lines:
        with st.container(border=True):
            st.markdown(f":material/lightbulb: **{words('failures.advice')}**")
            st.markdown("\n".join(f"- {plain(line)}" for line in lines))


# Terms are looked for in every failure of a run, and a page is drawn again at every click.
@st.cache_data(show_spinner=False, max_entries=20)
def _evidence(path: str, run_id: str, state: str, code: str, _run: Run, _items: dict[str, Item]) -> dict[str, str]:
    return run_evidence(_run.failures, _items, code)


def _groups(run: Run, results: Sequence[ItemResult]) -> None:
    """Failures by kind, document or tag: how many of how many, and which tags."""
    by = st.segmented_control(
        words("failures.group_by"), ("kind", "document", "tag"), default="kind", required=True,
        key=f"failures_by_{run.id[:8]}", format_func=lambda name: words(f"failures.by_group_{name}"),
    )  # fmt: skip
    shown = []
    for group in failure_groups(results, by):
        share = "–" if group.share is None else f"{group.share:.0%} ({group.low:.0%}–{group.high:.0%})"
        row: dict[str, object] = {
            words(f"failures.by_group_{by}"): _group_name(by, group.name),
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


def _table(rows: Sequence[FailureRow], items: dict[str, Item], judged: int) -> None:
    """A row for each tag; a table whose cells wrap, so that nothing of it is cut off."""
    st.subheader(words("failures.table", n=f"{judged:,}"))
    shown: dict[str, list[str]] = {
        words("evaluate.tag"): [_tag(row) for row in rows],
        words("failures.count"): [f"{row.count:,}" for row in rows],
        words("failures.share"): [_share(row) for row in rows],
        words("failures.subtypes"): [
            words("compare.comma").join(f"{subtype_name(name)} {n:,}" for name, n in row.subtypes.items())
            for row in rows
        ],
        words("failures.examples"): [
            " · ".join(_short(items[i].question) for i in row.examples[:_EXAMPLES] if i in items) for row in rows
        ],
    }
    st.table(shown, hide_index=True)
    st.caption(words("failures.table_note"))


def _tag(row: FailureRow) -> str:
    """The tag with its name, and what it means where it occurred."""
    name = f"**{tag_title(row.tag)}**" if row.count else tag_title(row.tag)
    return f"{name} :gray[{tag_meaning(row.tag)}]" if row.count else name


def _short(question: str) -> str:
    return plain(question if len(question) <= _SHORT else f"{question[:_SHORT]}…")


def _share(row: FailureRow) -> str:
    if row.share is None or row.low is None or row.high is None:
        return "–"
    return f"{row.share:.0%} ({row.low:.0%}–{row.high:.0%})"


show()
