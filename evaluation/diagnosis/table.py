"""The failure table: tag × count × share with interval × typical examples, and the advice that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Failure
from evaluation.diagnosis.advice import TAGS


@dataclass(frozen=True)
class FailureRow:
    """One tag over a run. `share` is of all judged items, 0 to 1, with a 95 % Wilson interval."""

    tag: str
    count: int
    share: float | None
    low: float | None
    high: float | None
    subtypes: dict[str, int]
    examples: tuple[str, ...]


def failure_table(failures: Sequence[Failure], judged: int, examples: int = 3) -> list[FailureRow]:
    """A row for each of FP1–FP7 (zero rows too), then `unknown` where the system itself failed.

    Examples are item ids, surest tags first.
    """
    from core.stats.intervals import wilson

    rows = []
    for tag in [*TAGS, "unknown"]:
        of_tag = sorted((f for f in failures if f.tag == tag), key=lambda f: (-f.confidence, f.item_id))
        if tag == "unknown" and not of_tag:
            continue
        subtypes: dict[str, int] = {}
        for failure in of_tag:
            subtypes[failure.subtype] = subtypes.get(failure.subtype, 0) + 1
        interval = wilson(len(of_tag), judged) if judged else None
        low, high = (interval[0], interval[1]) if interval else (None, None)
        share = len(of_tag) / judged if judged else None
        ids = tuple(f.item_id for f in of_tag[:examples])
        rows.append(FailureRow(tag, len(of_tag), share, low, high, subtypes, ids))
    return rows


def counts(failures: Sequence[Failure]) -> dict[str, int]:
    """How many failures carry each tag, zero counts too."""
    found = dict.fromkeys(TAGS, 0)
    for failure in failures:
        found[failure.tag] = found.get(failure.tag, 0) + 1
    return found
