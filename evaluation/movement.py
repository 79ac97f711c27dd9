"""Two runs: which failures moved where, item by item."""

from __future__ import annotations

from collections.abc import Mapping

from core.records import ItemResult, Record

CORRECT = "correct"
UNDECIDED = "undecided"
# The order in which states stand in tables and pictures.
STATES = (CORRECT, "FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7", "unknown", UNDECIDED)


class Moved(Record):
    """The items that were in one state before and are in another (or the same) after."""

    old: str
    new: str
    n: int
    items: tuple[str, ...]


class Movement(Record):
    """Every pair of states that occurs, on the items both runs share; `by_state` counts each state before and after."""

    n: int
    moves: tuple[Moved, ...]
    by_state: dict[str, tuple[int, int]]

    @property
    def changed(self) -> tuple[Moved, ...]:
        """The moves between unlike states, most items first."""
        return tuple(sorted((m for m in self.moves if m.old != m.new), key=lambda m: -m.n))


def state_of(result: ItemResult) -> str:
    """Correct, the failure's primary tag, `unknown` for a failure without one, or `undecided` by a silent judge."""
    if result.correctness == CORRECT:
        return CORRECT
    if result.failure is not None:
        return result.failure.tag
    return UNDECIDED if result.correctness == "undefined" else "unknown"


def movement(pairs: Mapping[str, tuple[ItemResult, ItemResult]]) -> Movement:
    """The matrix of states before × after, by item."""
    found: dict[tuple[str, str], list[str]] = {}
    for item, (old, new) in pairs.items():
        found.setdefault((state_of(old), state_of(new)), []).append(item)
    order = {state: place for place, state in enumerate(STATES)}
    keys = sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))
    moves = tuple(Moved(old=a, new=b, n=len(found[a, b]), items=tuple(found[a, b])) for a, b in keys)
    states = [s for s in STATES if any(s in pair for pair in keys)]
    counts = {s: (sum(m.n for m in moves if m.old == s), sum(m.n for m in moves if m.new == s)) for s in states}
    return Movement(n=len(pairs), moves=moves, by_state=counts)
