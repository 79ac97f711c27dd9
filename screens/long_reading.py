"""Reading every result of a long run: watched with the time left and a stop button, and kept until the run changes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import streamlit as st

from core.records import ItemResult, Run
from core.store import result_pages
from screens.local_time import duration
from screens.session import store
from screens.words import words

Row = TypeVar("Row")
Found = TypeVar("Found")

# Fewer are read before a bar could be seen.
LONG = 1000
_KEPT = 4


@st.cache_resource(show_spinner=False)
def _kept() -> OrderedDict[str, list[Any]]:
    return OrderedDict()


def slim_results(run: Run, state: str) -> list[ItemResult] | None:
    """All results of a run without their passages, read once for as long as its `state` stays; None while stopped."""
    return read_all(
        f"slim {store().path} {run.id} {state}", result_pages.facets(store(), run.id).total,
        lambda: result_pages.iterate_slim(store(), run.id), lambda result: result,
    )  # fmt: skip


def is_kept(key: str) -> bool:
    """Whether this reading has been done."""
    return key in _kept()


def read_all(
    key: str, total: int, rows: Callable[[], Iterator[Row]], take: Callable[[Row], Found | None]
) -> list[Found] | None:
    """What `take` finds in each row, leaving out None; None as long as a person has stopped the reading.

    `key` names the reading and the state of what is read, so that it is done once.
    """
    kept = _kept()
    if key not in kept:
        stopped = f"stopped {key}"
        if st.session_state.get(stopped):
            said, again = st.columns([5, 1.3], vertical_alignment="center")
            said.warning(words("job.reading_stopped"))
            again.button(words("job.go_on"), key=f"again {key}", on_click=_put, args=[stopped, False], width="stretch")
            return None
        kept[key] = _read(stopped, total, rows, take)
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    return kept[key]


def _read(
    stopped: str, total: int, rows: Callable[[], Iterator[Row]], take: Callable[[Row], Found | None]
) -> list[Found]:
    place = st.empty()
    found, began, told = [], time.monotonic(), time.monotonic()
    if total >= LONG:
        with place.container():
            bar, stop = st.columns([6, 1], vertical_alignment="center")
            stop.button(words("job.stop"), key=stopped + " button", on_click=_put, args=[stopped, True],
                        icon=":material/stop_circle:")  # fmt: skip
            bar = bar.empty()
            bar.progress(0.0, text=words("job.reading", done=0, total=f"{total:,}"))
    for done, row in enumerate(rows(), 1):
        if (one := take(row)) is not None:
            found.append(one)
        now = time.monotonic()
        # Drawing the bar is also where Streamlit takes notice of the stop button.
        if total >= LONG and now - told > 0.3:
            told = now
            left = duration((now - began) / done * max(0, total - done))
            said = words("job.reading", done=f"{done:,}", total=f"{total:,}")
            bar.progress(min(1.0, done / total), text=f"{said} · {words('job.eta', time=left)}")
    place.empty()
    return found


def _put(name: str, value: bool) -> None:
    st.session_state[name] = value
