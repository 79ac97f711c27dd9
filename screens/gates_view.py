"""The gates of a release: met, missed, undecided or unknown, with value, threshold and the items behind a shortfall."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.records import Gate
from core.store import items as item_store
from release.gate_words import threshold_zh
from release.gates import GATES
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.words import language, words

SIGNS = {"met": "✓", "missed": "✗", "undecided": "?", "unknown": "–"}
COLOURS = {"met": "green", "missed": "red", "undecided": "orange", "unknown": "gray"}
# Those that stop a release first.
ORDER = ("missed", "undecided", "unknown", "met")
SHARES = ("unanswerable_share", "reviewed", "evidence_resolves", "coverage")
TIMES = ("kinds", "language_mix")
SPECS = {spec.id: spec for spec in GATES}
SHOWN = 20


def gates_view(gates: Sequence[Gate], items: bool = True) -> None:
    """Counts, then a line for each gate, those not met first."""
    counts = {verdict: sum(gate.verdict == verdict for gate in gates) for verdict in SIGNS}
    st.markdown(" ".join(f":{COLOURS[v]}-badge[{SIGNS[v]} {words(f'golden.{v}')} {n}]" for v, n in counts.items() if n))
    for gate in sorted(gates, key=lambda g: ORDER.index(g.verdict)):
        _gate(gate, items)


def _gate(gate: Gate, items: bool) -> None:
    spec = SPECS.get(gate.id)
    zh = language() == "zh"
    name = (spec.name_zh if zh else spec.name_en) if spec else gate.id
    verdict = f":{COLOURS[gate.verdict]}-badge[{SIGNS[gate.verdict]} {words(f'golden.{gate.verdict}')}]"
    left, middle, right = st.columns([3, 3, 5])
    left.markdown(f"{verdict} **{name}**", help=(spec.sentence_zh if zh else spec.sentence_en) if spec else None)
    middle.markdown(words("golden.value_of", value=_value(gate), threshold=plain(_threshold(gate))))
    with right:
        st.markdown(plain(_reason(gate)))
        if gate.items and items and gate.verdict != "met":
            with st.popover(words("golden.items_behind", n=len(gate.items))):
                _items(gate.items)


def _value(gate: Gate) -> str:
    if gate.value is None:
        return "–"
    if gate.id in TIMES:
        return words("golden.times", value=f"{gate.value:.1f}")
    return (
        f"{gate.value:.0%}"
        if gate.id in SHARES
        else f"{gate.value:g}"
        if gate.value == int(gate.value)
        else f"{gate.value:.2f}"
    )


def _threshold(gate: Gate) -> str:
    return threshold_zh(gate.threshold) if language() == "zh" else gate.threshold.replace("multi_hop", "multi-hop")


def _reason(gate: Gate) -> str:
    """The gate's own reason; in Chinese, where it has no retelling, what it asks and how many items stand in the way."""
    if language() == "en":
        return gate.reason.replace("multi_hop", "multi-hop")
    spec = SPECS.get(gate.id)
    told = retold(gate.reason)
    if told != gate.reason:
        return _languages_in_chinese(told) if gate.id == "language_mix" else told
    lead = spec.sentence_zh if spec else gate.reason
    lead = lead if gate.verdict == "met" else words("golden.asks", what=lead)
    return lead + (f"涉及 {len(gate.items)} 题。" if gate.items and gate.verdict != "met" else "")


def _languages_in_chinese(told: str) -> str:
    for stored, chinese in (
        ("English", "英文"), ("Chinese", "中文"), ("both at once", "中英混合"), ("other", "其他"), ("no items", "没有题目"),
        (", ", "，"),
    ):  # fmt: skip
        told = told.replace(stored, chinese)
    return told


def _items(ids: Sequence[str]) -> None:
    for item_id in ids[:SHOWN]:
        question = item_store.get(store(), item_id).question
        st.page_link(
            "screens/review.py", label=plain(question[:90]), query_params={"item": item_id}, icon=":material/edit:"
        )
    if len(ids) > SHOWN:
        st.caption(words("golden.more_items", n=len(ids) - SHOWN))
