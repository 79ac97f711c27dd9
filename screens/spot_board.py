"""What the spot-check page keeps between runs, and what its keys do. The unit comes from the button that was on screen."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import streamlit as st

from annotate.spot_check import decide, mine, take_back
from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import SpotCheck, SpotDecision, Unit
from core.store import spot_checks
from screens.retold import retold
from screens.session import store
from screens.words import words


@dataclass
class SpotBoard:
    """One browser tab's way through one sample; `at` is a place in it, -1 for the first without a label."""

    check: SpotCheck
    reviewer: str
    units: list[Unit]
    at: int = -1
    said: str = ""
    trouble: bool = False
    shown: dict[str, float] = field(default_factory=dict)
    wide: bool = False

    def labels(self) -> dict[str, SpotDecision]:
        """This person's labels by unit, oldest first."""
        return mine(store(), self.check, self.reviewer)

    def place(self, labels: dict[str, SpotDecision]) -> int | None:
        """Where the unit on screen is; None when all are labelled."""
        if 0 <= self.at < len(self.units):
            return self.at
        return next((n for n, unit in enumerate(self.units) if unit.id not in labels), None)


def board() -> SpotBoard:
    """This tab's board; callbacks use it, the page makes it."""
    return st.session_state["spot_board"]  # type: ignore[no-any-return]


def open_board(check: SpotCheck, reviewer: str) -> SpotBoard:
    """The board of this check and person; a new one when either changed or the sample grew."""
    known: SpotBoard | None = st.session_state.get("spot_board")
    if known is None or (known.check, known.reviewer) != (check, reviewer):
        known = SpotBoard(check, reviewer, spot_checks.units(store(), check.id, check.size))
        st.session_state["spot_board"] = known
    return known


def press(unit: Unit, label: str, said: str) -> None:
    """One label, then the next unit; `said` is what the judge said and is shown only now."""
    state = board()
    comment = str(st.session_state.get(f"spot_comment_{unit.id}", ""))
    began = state.shown.pop(unit.id, None)
    seconds = None if began is None else round(time.monotonic() - began, 1)
    try:
        done = decide(
            store(), state.check, unit, label, state.reviewer, rng=fresh_rng(), clock=utc_now, comment=comment,
            seconds=seconds,
        )  # fmt: skip
    except AssayError as error:
        state.said, state.trouble = retold(str(error)), True
        return
    state.said, state.trouble = said if done else words("spot.labelled_already"), not done
    if state.at >= 0:
        step(unit, 1)
    if not 0 <= state.at < len(state.units) or state.units[state.at].id in state.labels():
        state.at = -1


def undo(unit_id: str) -> None:
    """Take back the label named on the button and show its unit again."""
    state = board()
    place = next((n for n, unit in enumerate(state.units) if unit.id == unit_id), None)
    if place is None:
        return
    if take_back(store(), state.check, state.units[place], state.reviewer, rng=fresh_rng(), clock=utc_now):
        state.at, state.said, state.trouble = place, words("spot.taken_back"), False


def step(unit: Unit, by: int) -> None:
    """To the next or the previous unit of the sample; it ends at both ends."""
    state = board()
    here = next(n for n, one in enumerate(state.units) if one.id == unit.id)
    state.at = min(len(state.units) - 1, max(0, here + by))


def widen() -> None:
    """All of the passages, or their beginnings."""
    board().wide = not board().wide
