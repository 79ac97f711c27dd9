"""What was made against what was tagged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.stats.intervals import wilson
from evaluation.inject.faults import FAULTS

# What an answer counts as that the judge took for correct, so that no diagnosis was asked for.
NOT_SEEN = "judged correct"


@dataclass(frozen=True)
class Tagged:
    """One injected fault and the tag it got, with what a person needs to look at a miss."""

    item_id: str
    made: str
    variant: str
    tagged: str
    subtype: str
    question: str
    reply: str

    @property
    def right(self) -> bool:
        """Whether the tag is the fault."""
        return self.made == self.tagged


def confusion(rows: Sequence[Tagged]) -> dict[str, dict[str, int]]:
    """Counts by fault made, then by tag given; every fault has a row."""
    table: dict[str, dict[str, int]] = {fault: {} for fault in FAULTS}
    for row in rows:
        cells = table[row.made]
        cells[row.tagged] = cells.get(row.tagged, 0) + 1
    return {made: dict(sorted(cells.items())) for made, cells in table.items()}


def by_tag(rows: Sequence[Tagged]) -> dict[str, dict[str, Any]]:
    """Per fault: how many were made, how many were tagged right, the share with its 95 % interval, and by variant."""
    table: dict[str, dict[str, Any]] = {}
    for fault in FAULTS:
        of_fault = [row for row in rows if row.made == fault]
        table[fault] = {**_share(of_fault), "variants": _variants(of_fault)}
    return table


def _share(rows: Sequence[Tagged]) -> dict[str, Any]:
    n, right = len(rows), sum(row.right for row in rows)
    if not n:
        return {"n": 0, "right": 0, "share": None, "low": None, "high": None}
    low, high = wilson(right, n)
    return {"n": n, "right": right, "share": round(right / n, 4), "low": round(low, 4), "high": round(high, 4)}


def _variants(rows: Sequence[Tagged]) -> dict[str, dict[str, int]]:
    names = sorted({row.variant for row in rows})
    return {
        name: {
            "n": sum(row.variant == name for row in rows),
            "right": sum(row.variant == name and row.right for row in rows),
        }
        for name in names
    }
