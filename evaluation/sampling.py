"""The whole set, or a seeded sample of it with kinds and documents in their proportions, and what a sample costs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from core.records import Item
from core.stats.intervals import wilson


def sample_items(items: Sequence[Item], size: int, seed: int) -> list[Item]:
    """`size` items (0 or more than there are: all), in the order of the set.

    The kinds get their share by largest remainder, and within each kind the documents get theirs.
    """
    if size <= 0 or size >= len(items):
        return list(items)
    rng = random.Random(seed)
    chosen: set[str] = set()
    kinds = _strata(items, lambda item: f"{item.expected_reply}/{item.kind}")
    quotas = _quotas({name: len(rows) for name, rows in kinds.items()}, size, rng)
    for name in sorted(kinds):
        by_document = _strata(kinds[name], lambda item: item.evidence[0].source if item.evidence else "")
        shares = _quotas({key: len(rows) for key, rows in by_document.items()}, quotas[name], rng)
        for key in sorted(by_document):
            rows = sorted(by_document[key], key=lambda one: one.id)
            chosen.update(item.id for item in rng.sample(rows, shares[key]))
    return [item for item in items if item.id in chosen]


def half_width(n: int) -> float:
    """Half the width of the 95 % interval of a share near one half over n items: the widest a metric of 0 to 1 has."""
    low, high = wilson(n / 2, n)
    return (high - low) / 2


def _strata(items: Sequence[Item], of: Callable[[Item], str]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(of(item), []).append(item)
    return found


def _quotas(sizes: dict[str, int], total: int, rng: random.Random) -> dict[str, int]:
    """Whole shares that add up to `total`; equal remainders are drawn, so that small strata have the same chance."""
    all_items = sum(sizes.values())
    exact = {name: total * n / all_items for name, n in sizes.items()}
    quotas = {name: int(share) for name, share in exact.items()}
    left = total - sum(quotas.values())
    names = sorted(exact)
    rng.shuffle(names)
    for name in sorted(names, key=lambda one: -round(exact[one] - quotas[one], 9))[:left]:
        quotas[name] += 1
    return quotas
