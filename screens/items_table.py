"""The items of a run, a page at a time, filtered by correctness, failure tag and kind."""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from core.records import ItemResult
from screens.words import words

ROWS = 25
CORRECTNESS = ("correct", "partial", "wrong", "undefined")
KINDS = ("factual", "multi_hop", "unanswerable")


def items_table(results: Sequence[ItemResult], key: str, tags: bool = True) -> ItemResult | None:
    """Filters, the page of rows that pass them, and the row that is chosen."""
    shown = _filtered(results, key, tags)
    st.caption(words("evaluate.rows_n", n=len(shown), total=len(results)))
    if not shown:
        st.info(words("evaluate.rows_none"))
        return None
    pages = math.ceil(len(shown) / ROWS)
    page = st.pagination(pages, key=f"{key}_page") if pages > 1 else 1
    rows = shown[(page - 1) * ROWS : page * ROWS]
    picked = st.dataframe(
        [_row(result) for result in rows],
        hide_index=True,
        width="stretch",
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}_rows_{page}_{_filter_state(key)}",
        column_config=_config(),
    )
    chosen = picked["selection"]["rows"]
    if not chosen:
        st.caption(words("evaluate.rows_hint"))
        return None
    return rows[chosen[0]] if chosen[0] < len(rows) else None


def _filtered(results: Sequence[ItemResult], key: str, tags: bool) -> list[ItemResult]:
    columns = st.columns([3, 3, 4] if tags else [1, 1])
    labels = [name for name in CORRECTNESS if any(r.correctness == name for r in results)]
    kinds = [name for name in KINDS if any(r.item.kind == name for r in results)]
    wanted = columns[0].pills(
        words("evaluate.correctness"),
        labels,
        selection_mode="multi",
        wrap=True,
        format_func={name: words(f"evaluate.label_{name}") for name in labels}.__getitem__,
        key=f"{key}_labels",
    )
    of_kind = columns[1].pills(
        words("evaluate.by_kind"),
        kinds,
        selection_mode="multi",
        wrap=True,
        format_func={name: words(f"evaluate.kind_{name}") for name in kinds}.__getitem__,
        key=f"{key}_kinds",
    )
    of_tag: list[str] = []
    if tags:
        found = sorted({r.failure.tag for r in results if r.failure})
        of_tag = columns[2].pills(
            words("evaluate.tag"),
            found,
            selection_mode="multi",
            wrap=True,
            format_func={tag: tag_name(tag) for tag in found}.__getitem__,
            key=f"{key}_tags",
        )
    return [
        r
        for r in results
        if (not wanted or r.correctness in wanted)
        and (not of_kind or r.item.kind in of_kind)
        and (not of_tag or (r.failure is not None and r.failure.tag in of_tag))
    ]


def tag_name(tag: str) -> str:
    """A failure tag as shown: FP1 to FP7 as they are, the rest in words."""
    return words("failures.unknown") if tag == "unknown" else tag


def _filter_state(key: str) -> str:
    """Changes with the filters, so that a selection never points at a row of another list."""
    chosen = [st.session_state.get(f"{key}_{name}") or () for name in ("labels", "kinds", "tags")]
    return "|".join(",".join(map(str, one)) for one in chosen)


def _row(result: ItemResult) -> dict[str, object]:
    answer = result.answer.error or result.answer.text
    return {
        words("evaluate.question"): result.item.question,
        words("evaluate.correctness"): mark(result.correctness),
        words("evaluate.tag"): tag_name(result.failure.tag) if result.failure else "",
        words("evaluate.by_kind"): words(f"evaluate.kind_{result.item.kind}"),
        words("evaluate.answer"): answer[:160],
        words("evaluate.truth"): (result.item.answer or words(f"evaluate.expected_reply_{result.item.expected_reply}"))[
            :160
        ],
    }


def mark(correctness: str) -> str:
    """Correctness with a sign, so that it is not told by colour."""
    signs = {"correct": "✓", "partial": "◐", "wrong": "✗", "undefined": "?"}
    return f"{signs[correctness]} {words(f'evaluate.label_{correctness}')}"


def _config() -> dict[str, object]:
    wide = {words("evaluate.question"): 260, words("evaluate.answer"): 200, words("evaluate.truth"): 200}
    return {name: st.column_config.TextColumn(width=size) for name, size in wide.items()}
