"""How much more is needed: human labels for an interval, items for a difference."""

from __future__ import annotations

from typing import Any

from core.errors import BadCall
from core.stats.planner import items_to_see, labels_needed, spread_of_pairs


def plan(
    share: float, half_width: float, have: int, unlabelled: int, correlation: float, difference: float,
    disagreement: float, power: float = 0.8,
) -> dict[str, Any]:  # fmt: skip
    """Both plans, with what they rest on."""
    if not -1 <= correlation <= 1:
        raise BadCall(f"A correlation lies between −1 and 1, not {correlation:g}.")
    if not 0 < power < 1:
        raise BadCall(f"The power lies between 0 and 1 (0.8 is four times in five), not {power:g}.")
    if disagreement < abs(difference):
        raise BadCall(
            f"Two runs that differ by {difference:g} disagree on at least that share of items: give --disagreement {abs(difference):g} or more."
        )
    labels = labels_needed(share, half_width=half_width, have=have, unlabelled=unlabelled, correlation=correlation)
    items = items_to_see(difference, spread=spread_of_pairs(disagreement, difference), power=power)
    return {
        "labels": {
            "share": share, "half_width": half_width, "have": have, "unlabelled": unlabelled, "correlation": correlation,
            "people_alone": labels.people_alone, "with_machine": labels.with_machine, "more": labels.more,
            "sentence": labels.sentence,
        },
        "items": {"difference": difference, "disagreement": disagreement, "power": power, "needed": items},
    }  # fmt: skip
