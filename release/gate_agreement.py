"""The gate on agreement: how far people who decided the same item said the same of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from core.records import Gate, Score
from core.stats.agreement import agreement
from release.gate_context import GateContext

VERBS = ("accept", "edit", "reject")


def agreed(c: GateContext) -> Gate:
    """Krippendorff's α over the items that two or more people decided, rejected ones included.

    Met at the threshold or above; below it missed when the whole 95 % interval is below, else undecided; unknown when
    nobody decided an item twice or α has no value.
    """
    least, shared = c.settings.agreement, _decided_twice(c.settings.ratings)
    threshold = f"Krippendorff's α ≥ {least:.2f}"
    if not shared:
        said = "Not known: no item was decided by two people."
        return Gate(id="agreement", value=None, threshold=threshold, verdict="unknown", reason=said)
    scores = {score.metric: score for score in agreement(c.settings.ratings, VERBS)}
    alpha, same = scores["krippendorff_alpha"], scores["percent"].value or 0.0
    items = "1 item was" if alpha.n_used == 1 else f"{alpha.n_used} items were"
    people = f"{items} decided by two or more people, who said the same in {same:.0%}"
    if alpha.value is None:
        said = f"Not known: {people}. {alpha.reason}"
        return Gate(id="agreement", value=None, threshold=threshold, verdict="unknown", reason=said)
    verdict = _verdict(alpha, least)
    return Gate(
        id="agreement", value=alpha.value, threshold=threshold, verdict=verdict, reason=f"{people}; {_figure(alpha)}.",
        items=() if verdict == "met" else tuple(_apart(c.settings.ratings, shared)),
    )  # fmt: skip


def _verdict(alpha: Score, least: float) -> Literal["met", "missed", "undecided"]:
    if alpha.value is not None and alpha.value >= least:
        return "met"
    return "missed" if alpha.high is not None and alpha.high < least else "undecided"


def _figure(alpha: Score) -> str:
    if alpha.low is None or alpha.high is None:
        return f"α is {alpha.value:.2f}, without an interval, since the resamples leave it undefined or are all alike"
    return f"α is {alpha.value:.2f}, 95 % interval {alpha.low:.2f} to {alpha.high:.2f}"


def _decided_twice(ratings: Mapping[str, Mapping[str, str]]) -> list[str]:
    seen = Counter(item for given in ratings.values() for item in given)
    return sorted(item for item, times in seen.items() if times > 1)


def _apart(ratings: Mapping[str, Mapping[str, str]], shared: Sequence[str]) -> list[str]:
    """The items of which people said different things."""
    return [item for item in shared if len({given[item] for given in ratings.values() if item in given}) > 1]
