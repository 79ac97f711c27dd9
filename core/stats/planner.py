"""How much more is needed: labels for an interval of a given width, items to see a difference."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

from core.errors import BadCall
from core.stats.intervals import wilson

HALF_WIDTH = 0.03
DIFFERENCE = 0.03
POWER = 0.8
_MOST = 10_000_000


@dataclass(frozen=True)
class LabelPlan:
    """Human labels in all for ± `half_width`: with the machine's labels beside them, and people alone.

    `with_machine` is None where the machine's labels do not help (fewer texts than labels, or no correlation).
    """

    share: float
    half_width: float
    have: int
    people_alone: int
    with_machine: int | None

    @property
    def cheapest(self) -> int:
        """How many labels in all, by the cheaper way."""
        return self.people_alone if self.with_machine is None else min(self.people_alone, self.with_machine)

    @property
    def more(self) -> int:
        """How many labels are still missing, by the cheaper way."""
        return max(0, self.cheapest - self.have)

    @property
    def sentence(self) -> str:
        """The plan in words."""
        wide = f"± {self.half_width * 100:g} points at a share near {self.share:.0%}"
        if not self.more:
            return f"The {self.have} labels there are suffice for {wide}."
        helped = f"{self.with_machine} with the machine's labels" if self.with_machine is not None else ""
        ways = ", ".join(filter(None, [helped, f"{self.people_alone} by people alone"]))
        return f"{self.more} more human labels for {wide} (in all: {ways})."


def labels_needed(
    share: float,
    *,
    half_width: float = HALF_WIDTH,
    have: int = 0,
    unlabelled: int = 0,
    correlation: float = 0.0,
    confidence: float = 0.95,
) -> LabelPlan:
    """How many human labels bring the interval of a share to ± half_width.

    `correlation` is that of human and machine labels where both exist; `unlabelled` counts texts with a machine label only.
    """
    _between(half_width, "half_width")
    if not 0 <= share <= 1:
        raise BadCall(f"A share lies between 0 and 1, not {share:g}.")
    alone = _smallest(lambda n: half_width_of(share, n, confidence) <= half_width)
    helped: int | None = None
    if unlabelled and correlation:

        def fits(n: int) -> bool:
            kept = 1 - correlation**2 * max(0, unlabelled - max(0, n - have)) / (
                n + max(0, unlabelled - max(0, n - have))
            )
            return half_width_of(share, n / max(kept, 1e-9), confidence) <= half_width

        helped = _smallest(fits)
    return LabelPlan(share, half_width, have, alone, helped if helped is not None and helped < alone else None)


def items_to_see(difference: float = DIFFERENCE, *, spread: float, power: float = POWER, alpha: float = 0.05) -> int:
    """How many paired items show a mean difference of that size, in `power` of all cases.

    `spread` is the standard deviation of the differences per item; of two 0/1 metrics it is √(share of items on which the
    systems disagree − difference²).
    """
    _between(difference, "difference")
    z = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
    return max(2, math.ceil((z * spread / difference) ** 2))


def spread_of_pairs(disagreement: float, difference: float = 0.0) -> float:
    """Standard deviation of the paired difference of two 0/1 metrics that disagree on this share of items."""
    return math.sqrt(max(0.0, disagreement - difference**2))


def _smallest(fits: Callable[[int], bool]) -> int:
    """The smallest n for which a test that stays true once true holds."""
    high = 1
    while not fits(high) and high < _MOST:
        high *= 2
    low = high // 2
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def half_width_of(share: float, n: float, confidence: float = 0.95) -> float:
    """Half the width of Wilson's interval of a share known from n labels."""
    low, high = wilson(share * n, n, confidence)
    return (high - low) / 2


def _between(value: float, name: str) -> None:
    if not 0 < value < 1:
        raise BadCall(f"{name} must lie between 0 and 1 (0.03 is 3 points), not {value:g}.")
