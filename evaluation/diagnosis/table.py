"""The failure table: tag × count × share with interval × typical examples, and the advice that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Failure, ItemResult
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


@dataclass(frozen=True)
class FailureGroup:
    """The failures of items that share something; `judged` of them could be judged, an item may be in several groups."""

    name: str
    judged: int
    counts: dict[str, int]
    share: float | None
    low: float | None
    high: float | None


def failure_groups(results: Sequence[ItemResult], by: str) -> list[FailureGroup]:
    """How many failed in each group (`kind`, `document`, `tag`, …) and of what, most failures first."""
    from core.stats.intervals import wilson
    from evaluation.scoring import GROUPS

    members: dict[str, list[ItemResult]] = {}
    for result in results:
        if result.correctness != "undefined" or result.failure:
            for name in GROUPS[by](result.item):
                members.setdefault(name, []).append(result)
    groups = []
    for name, rows in members.items():
        failures = [row.failure for row in rows if row.failure]
        found = {tag: n for tag, n in counts(failures).items() if n}
        low, high = wilson(len(failures), len(rows))[:2]
        groups.append(FailureGroup(name, len(rows), found, len(failures) / len(rows), low, high))
    return sorted(groups, key=lambda group: (-sum(group.counts.values()), group.name))
