"""The items of a run, a page at a time, filtered by correctness, failure tag and kind."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.records import ItemResult, Run
from core.store import result_pages
from screens.retold import retold
from screens.session import store
from screens.words import words

ROWS = 25
CORRECTNESS = ("correct", "partial", "wrong", "undefined")
KINDS = ("factual", "multi_hop", "unanswerable")


def items_table(run: Run, key: str, failed_only: bool = False) -> ItemResult | None:
    """Filters, the page of rows that pass them, and the row that is chosen; only that page is read."""
    found = _facets(run.id, failed_only)
    if not found.total:
        st.info(words("evaluate.rows_none_yet"))
        return None
    chosen = _filter(found, key, failed_only)
    n = result_pages.count(store(), run.id, chosen)
    st.caption(words("evaluate.rows_n", n=n, total=found.total))
    if not n:
        st.info(words("evaluate.rows_none"))
        return None
    pages = math.ceil(n / ROWS)
    page = min(st.pagination(pages, key=f"{key}_page") if pages > 1 else 1, pages)
    rows = result_pages.page(store(), run.id, chosen, ROWS, (page - 1) * ROWS)
    picked = st.dataframe(
        [_row(result) for result in rows],
        hide_index=True,
        width="stretch",
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}_rows_{page}_{_filter_state(key)}",
        column_config=_config(),
    )
    selected = picked["selection"]["rows"]
    if not selected:
        st.caption(words("evaluate.rows_hint"))
        return None
    return rows[selected[0]] if selected[0] < len(rows) else None


def _facets(run_id: str, failed_only: bool) -> result_pages.Facets:
    """Counts for the filters; of the failures alone where only they are listed."""
    return result_pages.facets(store(), run_id, result_pages.ResultFilter(failed_only=failed_only))


def _filter(found: result_pages.Facets, key: str, failed_only: bool) -> result_pages.ResultFilter:
    columns = st.columns([3, 3, 4] if found.tags else [1, 1])
    labels = {name: words(f"evaluate.label_{name}") for name in CORRECTNESS if name in found.correctness}
    kinds = {name: words(f"evaluate.kind_{name}") for name in KINDS if name in found.kinds}
    wanted = _pills(columns[0], "correctness", labels, found.correctness, f"{key}_labels")
    of_kind = _pills(columns[1], "by_kind", kinds, found.kinds, f"{key}_kinds")
    tags: tuple[str, ...] = ()
    if found.tags:
        names = {tag: tag_name(tag) for tag in sorted(found.tags)}
        tags = _pills(columns[2], "tag", names, found.tags, f"{key}_tags")
    return result_pages.ResultFilter(wanted, tags, of_kind, failed_only)


def _pills(column: Any, title: str, names: dict[str, str], counts: Mapping[str, int], key: str) -> tuple[str, ...]:
    """A choice of values, each with how many items carry it; none chosen means all."""
    labels = {name: f"{shown} {counts[name]:,}" for name, shown in names.items()}
    chosen = column.pills(
        words(f"evaluate.{title}"), list(labels), selection_mode="multi", wrap=True, format_func=labels.__getitem__,
        key=key,
    )  # fmt: skip
    return tuple(chosen or ())


def tag_name(tag: str) -> str:
    """A failure tag as shown: FP1 to FP7 as they are, the rest in words."""
    return words("failures.unknown") if tag == "unknown" else tag


def _filter_state(key: str) -> str:
    """Changes with the filters, so that a selection never points at a row of another list."""
    chosen = [st.session_state.get(f"{key}_{name}") or () for name in ("labels", "kinds", "tags")]
    return "|".join(",".join(map(str, one)) for one in chosen)


def _row(result: ItemResult) -> dict[str, object]:
    return {
        words("evaluate.question"): result.item.question,
        words("evaluate.correctness"): mark(result.correctness),
        words("evaluate.tag"): tag_name(result.failure.tag) if result.failure else "",
        words("evaluate.by_kind"): words(f"evaluate.kind_{result.item.kind}"),
        words("evaluate.answer"): answer_line(result, 160),
        words("evaluate.truth"): (result.item.answer or words(f"evaluate.expected_reply_{result.item.expected_reply}"))[
            :160
        ],
    }


def answer_line(result: ItemResult, most: int = 120) -> str:
    """The reply in one line of a table, or what stood in its way."""
    return (retold(result.answer.error) if result.answer.error else result.answer.text)[:most]


def mark(correctness: str) -> str:
    """Correctness with a sign, so that it is not told by colour."""
    signs = {"correct": "✓", "partial": "◐", "wrong": "✗", "undefined": "?"}
    return f"{signs[correctness]} {words(f'evaluate.label_{correctness}')}"


def _config() -> dict[str, object]:
    wide = {words("evaluate.question"): 260, words("evaluate.answer"): 200, words("evaluate.truth"): 200}
    return {name: st.column_config.TextColumn(width=size) for name, size in wide.items()}
