"""How far reviewers take the drafts of a template: what they keep rejecting is drafted last, or no longer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.store import Store
from core.store import items as item_store

# What a template is worth before anybody decided on its drafts, and how many decisions that counts for.
_PRIOR, _WEIGHT = 0.65, 6
# A draft that was mended cost less than one that had to go.
_WORTH = {"accepted": 1.0, "edited": 0.5, "rejected": 0.0}
# Below this a template costs reviewers more than it gives: nine rejected and none taken are enough.
LEAST = 0.27


@dataclass(frozen=True)
class Trust:
    """Decisions by template, as {template: {status: n}}."""

    decided: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def of(self, template: str) -> float:
        """The share of its drafts that reviewers are expected to take, 0 to 1: the mean of a beta distribution."""
        counts = self.decided.get(template, {})
        worth = sum(_WORTH[status] * n for status, n in counts.items())
        return (worth + _PRIOR * _WEIGHT) / (sum(counts.values()) + _WEIGHT)

    def given_up(self) -> list[str]:
        """Templates that are no longer drafted, each with how many of its drafts were taken as they were."""
        return [
            f"{template} ({counts.get('accepted', 0)}/{sum(counts.values())})"
            for template, counts in sorted(self.decided.items())
            if self.of(template) < LEAST
        ]


def trust_of(store: Store, kb_id: str, batch: str) -> Trust:
    """What was decided on earlier batches; the batch at hand does not count, so that it can be resumed as it began."""
    decided: dict[str, dict[str, int]] = {}
    for generator, status, n in item_store.decided_by_generator(store, kb_id, batch):
        # A model's prompt is no template: what it writes is paid for, and one may be as good as another is bad.
        template = generator.partition(":")[2] if generator.startswith("rules") else ""
        if template and status in _WORTH:
            counts = decided.setdefault(template, {})
            counts[status] = counts.get(status, 0) + n
    return Trust(decided)
