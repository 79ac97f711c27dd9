"""The whole set, or a seeded sample of it with the kinds in their proportions."""

from __future__ import annotations

import random
from collections.abc import Sequence

from core.records import Item


def sample_items(items: Sequence[Item], size: int, seed: int) -> list[Item]:
    """`size` items (0 or more than there are: all), the kinds by largest remainder, in the order of the set."""
    if size <= 0 or size >= len(items):
        return list(items)
    strata: dict[str, list[Item]] = {}
    for item in items:
        strata.setdefault(f"{item.expected_reply}/{item.kind}", []).append(item)
    quotas = _quotas({name: len(rows) for name, rows in strata.items()}, size)
    rng = random.Random(seed)
    chosen = {
        item.id
        for name in sorted(strata)
        for item in rng.sample(sorted(strata[name], key=lambda one: one.id), quotas[name])
    }
    return [item for item in items if item.id in chosen]


def _quotas(sizes: dict[str, int], total: int) -> dict[str, int]:
    all_items = sum(sizes.values())
    exact = {name: total * n / all_items for name, n in sizes.items()}
    quotas = {name: int(share) for name, share in exact.items()}
    left = total - sum(quotas.values())
    for name in sorted(exact, key=lambda one: (-(exact[one] - quotas[one]), one))[:left]:
        quotas[name] += 1
    return quotas
