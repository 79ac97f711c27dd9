"""What became of a drafting run, in numbers a person can act on."""

from __future__ import annotations

from typing import Any

from builder.draft.refusals.hardness import Separation
from core.records import Record


class Shortfall(Record):
    """A quota that was not met, and why."""

    kind: str
    wanted: int
    made: int
    reason: str


class Funnel(Record):
    """Drawn → drafted → dropped by check → kept; `written` counts what a model wrote, beside what rules made."""

    batch: str
    wanted: int
    chunks_drawn: int = 0
    chunks_left_out: dict[str, int] = {}
    drafted: int = 0
    dropped: dict[str, int] = {}
    dropped_examples: dict[str, list[dict[str, str]]] = {}
    written: int = 0
    written_kept: int = 0
    written_dropped: dict[str, int] = {}
    flagged: int = 0
    repaired: int = 0
    kept: int = 0
    by_kind: dict[str, int] = {}
    by_subkind: dict[str, int] = {}
    by_language: dict[str, int] = {}
    by_difficulty: dict[str, int] = {}
    refuse_wanted: int = 0
    refuse: int = 0
    unanswerable_share: float | None = None
    unverified: int = 0
    by_reply: dict[str, int] = {}
    hardness: tuple[Separation, ...] = ()
    generator: str = "rules"
    shortfalls: tuple[Shortfall, ...] = ()
    seconds: float | None = None
    calls: int = 0
    items: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def summary(self) -> dict[str, Any]:
        """The funnel as plain data, without the ids."""
        return self.model_dump(mode="json", exclude={"items"})
