"""What changed between two versions of a golden set: on screen word by word, and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.records import Item
from release.diff import ItemChange, ReleaseDiff, diff_releases
from release.diff_markdown import to_markdown
from release.diff_words import meaning, sentence
from screens.golden_choice import choose_release, opened
from screens.marked import diff
from screens.plain import plain
from screens.words import language, words

SHOWN = 50


def release_diff(found: Sequence[Mapping[str, Any]]) -> None:
    """Choose two versions and draw what changed."""
    if len(found) < 2:
        st.info(words("golden.diff_need_two"))
        return
    left, right = st.columns(2)
    with left:
        old = choose_release(found, words("golden.diff_old"), "diff_old", default=1)
    with right:
        new = choose_release(found, words("golden.diff_new"), "diff_new")
    if old == new:
        st.info(words("golden.diff_same"))
        return
    first, second = opened(old), opened(new)
    if first is None or second is None:
        return
    result = diff_releases(first, second)
    _summary(result)
    st.download_button(
        words("golden.diff_markdown"), to_markdown(result, language()), f"{old}-{new}.md".replace("@", "-"), "text/markdown",
        icon=":material/download:", on_click="ignore",
    )  # fmt: skip
    titles = [
        words("golden.diff_changed", n=len(result.changed)),
        words("golden.diff_added", n=len(result.added)),
        words("golden.diff_removed", n=len(result.removed)),
    ]
    changed, added, removed = st.tabs(titles)
    with changed:
        for change in result.changed[:SHOWN]:
            _change(change)
        _rest(len(result.changed))
    with added:
        _items(result.added, result.why_added)
    with removed:
        _items(result.removed, result.why_removed)


def _summary(result: ReleaseDiff) -> None:
    a, b, c, d = st.columns(4)
    a.metric(words("golden.diff_comparable"), f"{result.comparable} / {result.common}")
    b.metric(words("golden.diff_rescored"), result.rescored)
    c.metric(words("golden.diff_n_added"), len(result.added))
    d.metric(words("golden.diff_n_removed"), len(result.removed))
    st.write(meaning(result, language()))
    for note in result.notes:
        st.caption(plain(sentence(note, language())))


def _change(change: ItemChange) -> None:
    with st.container(border=True):
        scored = f" :orange-badge[{words('golden.diff_scored')}]" if change.scored else ""
        st.markdown(f"**{plain(change.question)}**{scored}")
        for field in change.fields:
            name = f"golden.field_{field.field}"
            st.caption(words(name))
            diff(field.pieces)
        for decision in change.decisions:
            st.caption(plain(_who(decision)))


def _items(items: Sequence[Item], why: Mapping[str, Mapping[str, Any]] | None = None) -> None:
    for item in items[:SHOWN]:
        reason = f" · {_who(why[item.id])}" if why and item.id in why else ""
        st.markdown(f"- {plain(item.question)} :small[{plain(item.id + reason)}]")
    _rest(len(items))


def _rest(n: int) -> None:
    if not n:
        st.caption(words("golden.diff_none"))
    elif n > SHOWN:
        st.caption(words("golden.diff_rest", n=n - SHOWN))


def _who(decision: Mapping[str, Any]) -> str:
    said = f"{decision['reviewer']}: {words('golden.verb_' + str(decision['verb']))}"
    why = "; ".join(str(decision[name]) for name in ("reason", "comment") if decision.get(name))
    return f"{said} ({why})" if why else said
