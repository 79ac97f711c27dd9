"""One item in two runs: the ground truth above, both answers side by side below."""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from core.records import ItemResult, Run
from core.store import runs
from screens.failure_words import subtype_name, tag_title
from screens.item_view import show_answer, show_claims, show_passages, show_truth
from screens.items_table import ROWS, answer_line, mark
from screens.plain import plain
from screens.run_choice import system_name
from screens.session import store
from screens.words import words


def moved_items(ids: Sequence[str], old: Run, new: Run, key: str) -> None:
    """A table of items in both runs, a page at a time; the chosen one is opened side by side."""
    if not ids:
        st.caption(words("compare.no_moved"))
        return
    pages = math.ceil(len(ids) / ROWS)
    page = st.pagination(pages, key=f"pages_{key}") if pages > 1 else 1
    shown = ids[(page - 1) * ROWS : page * ROWS]
    pairs = [(runs.result(store(), old.id, i), runs.result(store(), new.id, i)) for i in shown]
    wide = {words("evaluate.question"): 320, words("compare.old_short"): 200, words("compare.new_short"): 200}
    picked = st.dataframe(
        [_row(before, after) for before, after in pairs], hide_index=True, width="stretch", on_select="rerun",
        selection_mode="single-row", key=f"moved_{key}_{page}",
        column_config={name: st.column_config.TextColumn(width=size) for name, size in wide.items()},
    )  # fmt: skip
    chosen = picked["selection"]["rows"]
    if not chosen:
        st.caption(words("evaluate.rows_hint"))
    elif chosen[0] < len(pairs):
        pair_view(*pairs[chosen[0]], old, new)


def _row(before: ItemResult, after: ItemResult) -> dict[str, object]:
    return {
        words("evaluate.question"): after.item.question,
        words("compare.old_short"): f"{_state(before)} · {answer_line(before)}",
        words("compare.new_short"): f"{_state(after)} · {answer_line(after)}",
    }


def _state(result: ItemResult) -> str:
    tag = f" {result.failure.tag}" if result.failure and result.failure.tag != "unknown" else ""
    return f"{mark(result.correctness)}{tag}"


def pair_view(before: ItemResult, after: ItemResult, old: Run, new: Run) -> None:
    """Draw both results of an item."""
    with st.container(border=True):
        st.markdown(f"**{plain(after.item.question)}**")
        show_truth(after)
        for column, title, run, result in zip(st.columns(2), ("old", "new"), (old, new), (before, after), strict=True):
            with column:
                st.markdown(
                    f"**{words(f'compare.{title}')}: {plain(system_name(run.system))}** · {mark(result.correctness)}"
                )
                if result.failure:
                    failure = result.failure
                    st.markdown(f":red-badge[{tag_title(failure.tag)}] {plain(subtype_name(failure.subtype))}")
                show_answer(result)
                show_claims(result, run.top_k, wide=False)
                show_passages(result, run.top_k, folded=True)
