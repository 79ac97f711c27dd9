"""The sampled route of review: which drafts to check, and what the checked ones say of all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from core.records import Item, text_hash


class SampleReading(NamedTuple):
    """What `checked` drafts with `rejects` say: how sure it is that the reject rate is within the limit."""

    checked: int
    rejects: int
    population: int
    confidence: float
    against: float
    more: int | None


def draw_sample(items: Sequence[Item], share: float, seed: int, at_least: int = 0) -> list[str]:
    """Item ids to check: a share of each kind and document, by a seeded order that new drafts do not disturb."""
    strata: dict[tuple[str, str], list[str]] = {}
    for item in items:
        document = item.evidence[0].document_id if item.evidence else ""
        strata.setdefault((item.kind, document), []).append(item.id)
    wanted = min(len(items), max(math.ceil(share * len(items)), at_least))
    ranked: list[tuple[float, str]] = []
    for ids in strata.values():
        ordered = sorted(ids, key=lambda i: text_hash(f"{seed} {i}"))
        # An item's place in its stratum, as a share, interleaves the strata in proportion to their size.
        for place, item_id in enumerate(ordered):
            jitter = int(text_hash(f"{seed} {item_id}")[:8], 16) / 2**32
            ranked.append(((place + jitter) / len(ordered), item_id))
    return [item_id for _, item_id in sorted(ranked)[:wanted]]


def read_sample(population: int, checked: int, rejects: int, max_rate: float, confidence: float) -> SampleReading:
    """Exact, for a finite number of drafts: 15 of 150 without a reject make a rate of at most 10 % 83 % sure, 25 95 %.

    `more` is how many further checks without a reject would reach the confidence; None when none can.
    """
    allowed = math.floor(max_rate * population + 1e-9)
    sure = _sure_within(population, checked, rejects, allowed)
    return SampleReading(
        checked, rejects, population, sure, _sure_beyond(population, checked, rejects, allowed),
        _more(population, checked, rejects, allowed, confidence),
    )  # fmt: skip


def _sure_within(population: int, checked: int, rejects: int, allowed: int) -> float:
    """One minus the chance of so few rejects if one more than allowed were bad (one-sided exact bound)."""
    from scipy.stats import hypergeom

    if population == 0 or checked >= population:
        return 1.0 if rejects <= allowed else 0.0
    if rejects > allowed:
        return 0.0
    return float(1 - hypergeom.cdf(rejects, population, allowed + 1, checked))


def _sure_beyond(population: int, checked: int, rejects: int, allowed: int) -> float:
    """One minus the chance of so many rejects if only the allowed number were bad."""
    from scipy.stats import hypergeom

    if rejects == 0:
        return 0.0
    return float(hypergeom.cdf(rejects - 1, population, allowed, checked))


def _more(population: int, checked: int, rejects: int, allowed: int, confidence: float) -> int | None:
    if rejects > allowed:
        return None
    low, high = 0, population - checked
    while low < high:
        middle = (low + high) // 2
        if _sure_within(population, checked + middle, rejects, allowed) >= confidence:
            high = middle
        else:
            low = middle + 1
    return low
