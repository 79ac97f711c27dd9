"""A ranked list held against its gold, in whichever unit the gold is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Ranking:
    """What each rank of a list without duplicates brought.

    `relevant[i]`: whether the passage at rank i+1 is relevant (for precision).
    `found[i]`: how many units of gold (documents, or evidence groups) were first complete at that rank.
    `gains[i]`: what that rank adds to DCG. `ideal`: the gains of all gold, largest first; its length is the
    number of units. `repeats` of `listed` entries were duplicates and are left out.
    """

    relevant: tuple[bool, ...]
    found: tuple[int, ...]
    gains: tuple[float, ...]
    ideal: tuple[float, ...]
    listed: int
    repeats: int

    @property
    def total(self) -> int:
        """How many units of gold there are."""
        return len(self.ideal)

    def found_within(self, k: int | None) -> int:
        """Units found in the first k ranks; all ranks without k."""
        return sum(self.found[:k])

    def found_ranks(self) -> Iterator[tuple[int, int]]:
        """(t, effective rank) of the t-th unit found, both from 1.

        One passage may complete several groups. The t-th group then counts at rank max(rank, t), as if the
        passages had come one by one; this keeps AP and nDCG within 1 and leaves lists of single documents alone.
        """
        count = 0
        for rank, new in enumerate(self.found, start=1):
            for _ in range(new):
                count += 1
                yield count, max(rank, count)


def without_repeats(keys: Iterable[str]) -> list[int]:
    """Positions of first occurrences, in order."""
    seen: set[str] = set()
    kept: list[int] = []
    for position, key in enumerate(keys):
        if key not in seen:
            seen.add(key)
            kept.append(position)
    return kept


def ranking_of_ids(relevant: Mapping[str, float], ranked: Sequence[str]) -> Ranking:
    """A ranked list of ids against graded gold; grades of 0 and below are not relevant, repeats count once.

    Ids are compared as trimmed text, so that 7, "7" and " 7" are one id.
    """
    grades = {str(key).strip(): float(grade) for key, grade in relevant.items() if grade > 0}
    names = [str(name).strip() for name in ranked]
    kept = [names[i] for i in without_repeats(names)]
    gains = tuple(grades.get(name, 0.0) for name in kept)
    hits = tuple(gain > 0 for gain in gains)
    return Ranking(
        relevant=hits,
        found=tuple(int(hit) for hit in hits),
        gains=gains,
        ideal=tuple(sorted(grades.values(), reverse=True)),
        listed=len(names),
        repeats=len(names) - len(kept),
    )


def spread_gains(found: Sequence[int], ranks: int) -> tuple[float, ...]:
    """DCG gains of groups: the t-th group found adds 1 at rank max(rank, t); ranks beyond the list stay open."""
    gains = [0.0] * max(ranks, sum(found))
    before = [0, *accumulate(found)]
    for rank, new in enumerate(found, start=1):
        for t in range(before[rank - 1] + 1, before[rank - 1] + new + 1):
            gains[max(rank, t) - 1] += 1.0
    return tuple(gains)
