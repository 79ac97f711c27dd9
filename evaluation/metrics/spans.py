"""Sets of characters as sorted, disjoint half-open intervals."""

from __future__ import annotations

from collections.abc import Iterable

Interval = tuple[int, int]


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """The union, sorted and without overlaps; empty intervals vanish."""
    result: list[Interval] = []
    for start, end in sorted(pair for pair in intervals if pair[1] > pair[0]):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


def length(intervals: Iterable[Interval]) -> int:
    """How many characters the union holds."""
    return sum(end - start for start, end in merged(intervals))


def clipped(intervals: Iterable[Interval], window: Interval) -> list[Interval]:
    """The parts that lie within the window."""
    low, high = window
    return [(max(s, low), min(e, high)) for s, e in intervals if min(e, high) > max(s, low)]
