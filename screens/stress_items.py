"""The items behind a stress report: what the system replied in each of its runs, and what it had been given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import BadCall
from core.records import ItemResult
from core.store import runs
from screens.items_table import mark
from screens.plain import passage, plain
from screens.retold import tag_name
from screens.run_choice import results_of
from screens.session import store
from screens.words import words

ROWS = 200
Report = Mapping[str, Any]
Results = Mapping[str, ItemResult]


def group_items(report: Report, names: Sequence[str]) -> None:
    """Items of noise or position, one row each: correct or not in every group; the chosen one in full."""
    parts = (
        [g["group"] for g in report["groups"]] if report["test"] == "noise" else [p["place"] for p in report["places"]]
    )
    groups = _by_part(report, parts)
    if not groups[0]:
        return
    noisy = [group.get("taken_from_noise", {}) for group in report.get("groups", [])]
    pointed = set(report["groups"][-1].get("pointed_out", [])) if report["test"] == "noise" else set()
    rows, held = [], []
    for item_id, first in groups[0].items():
        found = [group.get(item_id) for group in groups]
        row: dict[str, object] = {words("evaluate.question"): first.item.question}
        row |= {name: mark(one.correctness) if one else "–" for name, one in zip(names, found, strict=False)}
        if noisy:
            taken = max((shares.get(item_id, 0.0) for shares in noisy), default=0.0)
            row[words("stress.from_noise")] = f"{taken:.0%}" if taken else ""
            row[words("stress.pointed_out_short")] = "✓" if item_id in pointed else ""
        rows.append((_changed(found), row))
        held.append((item_id, found))
    # Items whose answer changes between the groups are what a reader looks for.
    order = sorted(range(len(rows)), key=lambda i: -rows[i][0])
    _pick(report, [rows[i][1] for i in order], lambda at: _compare(held[order[at]][1], names))


def refusal_items(report: Report) -> None:
    """Replies to the questions that cannot be answered, forced answers first."""
    found = _results(next(iter(report["runs"].values()), ""))
    outcomes = report.get("outcomes") or {row["item"]: "forced" for row in report["forced"]}
    held = [result for item_id, result in found.items() if item_id in outcomes]
    held.sort(key=lambda r: ("forced", "off_topic", "error", "unknown", "refused").index(outcomes[r.item.id]))
    rows = [
        {
            words("evaluate.question"): r.item.question,
            words("stress.outcome"): words(f"stress.out_{outcomes[r.item.id]}"),
            words("stress.kind"): tag_name(r.item.subkind) if r.item.subkind else words("stress.no_kind"),
            words("evaluate.answer"): (r.answer.error or r.answer.text)[:160],
        }
        for r in held
    ]
    _pick(report, rows, lambda at: _compare([held[at]], [words("stress.reply")]))


def wording_items(report: Report) -> None:
    """Questions under each rule beside the plain one, those whose answer changed first."""
    found = _by_part(report, ["as it is", *(row["rule"] for row in report["rules"])])
    names = [words("stress.as_it_is"), *(words(f"stress.rule_{row['rule']}") for row in report["rules"])]
    rows, held = [], []
    for item_id, first in found[0].items():
        of_item = [group.get(item_id) for group in found]
        row: dict[str, object] = {words("evaluate.question"): first.item.question}
        row |= {name: mark(one.correctness) if one else "–" for name, one in zip(names, of_item, strict=False)}
        rows.append((_changed(of_item), row))
        held.append(of_item)
    order = sorted(range(len(rows)), key=lambda i: -rows[i][0])
    _pick(report, [rows[i][1] for i in order], lambda at: _compare(held[order[at]], names, asked=True))


def given_items(report: Report) -> None:
    """Items with perfect or without context: the wrong ones, or those known without context."""
    listed = report.get("wrong", report.get("known", []))
    if not listed:
        return
    st.markdown(f"**{words('stress.' + ('wrong_given' if 'wrong' in report else 'known_without'))}**")
    found = _results(next(iter(report["runs"].values()), ""))
    rows = [
        {words("evaluate.question"): row["question"], words("evaluate.answer"): row["reply"][:200]} for row in listed
    ]
    held = [found.get(row["item"]) for row in listed]
    _pick(report, rows, lambda at: _compare([held[at]], [words("stress.reply")]))


def _by_part(report: Report, parts: Sequence[str]) -> list[dict[str, ItemResult]]:
    """Results of the run of each part; a part without items has no run."""
    ids = {part: run_id for part in parts for name, run_id in report["runs"].items() if f"({part}):" in name}
    return [_results(ids.get(part, "")) for part in parts]


def _results(run_id: str) -> dict[str, ItemResult]:
    """Results by item; nothing when the run is not in this workspace."""
    try:
        return {r.item.id: r for r in results_of(runs.get(store(), run_id))} if run_id else {}
    except BadCall:
        return {}


def _changed(found: Sequence[ItemResult | None]) -> int:
    return len({one.correctness for one in found if one})


def _pick(report: Report, rows: Sequence[Mapping[str, object]], show: Callable[[int], None]) -> None:
    """The rows as a list; the one that is chosen in full below."""
    if not rows:
        return
    st.markdown(f"**{words('stress.item_by_item')}**")
    st.caption(
        words("stress.item_hint", n=len(rows)) + (f" {words('stress.first_rows', n=ROWS)}" if len(rows) > ROWS else "")
    )
    question = st.column_config.TextColumn(width=380)
    picked = st.dataframe(
        list(rows[:ROWS]), hide_index=True, width="stretch", on_select="rerun", selection_mode="single-row",
        key=f"stress_items_{report['report']}", column_config={words("evaluate.question"): question},
    )  # fmt: skip
    selected = picked["selection"]["rows"]
    if selected and selected[0] < len(rows):
        show(selected[0])


def _compare(found: Sequence[ItemResult | None], names: Sequence[str], asked: bool = False) -> None:
    """One item: the ground truth, then for each run the reply and what was put before the generator."""
    first = next((one for one in found if one), None)
    if first is None:
        return
    base = set() if asked else set(_texts(first))
    with st.container(border=True):
        st.markdown(f"**{plain(first.item.question)}**")
        st.caption(words("evaluate.truth"))
        passage(first.item.answer or words(f"evaluate.expected_reply_{first.item.expected_reply}"), height=120)
        for name, one in zip(names, found, strict=False):
            if one is None:
                continue
            st.markdown(
                f"**{plain(name)}** · {mark(one.correctness)}"
                + (f" · {words('evaluate.refused')}" if one.refused else "")
            )
            if asked:
                st.caption(plain(one.item.question))
            passage(one.answer.error or one.answer.text or words("evaluate.no_text"), height=160)
            _given(one, base if one is not first else set())


def _given(result: ItemResult, base: set[str]) -> None:
    """The passages given; those that were added to the evidence are marked."""
    texts = _texts(result)
    if not texts:
        return
    with st.expander(words("evaluate.context", n=len(texts))):
        for place, text in enumerate(texts, 1):
            added = f" · :orange[{words('stress.added')}]" if base and text not in base else ""
            st.caption(f"{place}{added}")
            passage(text, height=140)


def _texts(result: ItemResult) -> list[str]:
    context = result.answer.context
    return [] if context is None else [context] if isinstance(context, str) else list(context)
