"""How often the plain rule would call a regression when two runs differ by chance alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.records import Record
from core.stats.intervals import Floats, wilson

_BLOCK = 4_000_000


class FalseAlarm(Record):
    """Share of trials (0 to 1) in which the plain rule fired although old and new were swapped at random.

    `rate` is None, with a reason, where no item differs: then nothing moves by chance.
    """

    rate: float | None
    low: float | None = None
    high: float | None = None
    metrics: int = 0
    items: int = 0
    trials: int = 0
    reason: str = ""


def plain_false_alarm(
    losses: Mapping[str, Mapping[str, float]],
    points: float,
    never_both: Sequence[str],
    trials: int = 2000,
    seed: int = 0,
) -> FalseAlarm:
    """Swap old and new of each item by a fair coin, all metrics of an item together, and apply the plain rule.

    `losses` gives for each gated metric by item how much worse the new run is. Swapping keeps the spread of every
    metric and how metrics move together, and makes the two runs equal in the mean.
    """
    names = list(losses)
    items = sorted({item for column in losses.values() for item in column})
    table = np.full((len(items), len(names)), np.nan)
    place = {item: row for row, item in enumerate(items)}
    for column, name in enumerate(names):
        for item, loss in losses[name].items():
            table[place[item], column] = loss
    moving = np.flatnonzero((np.nan_to_num(table) != 0).any(axis=1))
    if not moving.size:
        return FalseAlarm(rate=None, metrics=len(names), items=len(items), reason="no item differs between the runs")
    fired = _fired(table, moving, names, points, never_both, trials, seed)
    interval = wilson(fired, trials)
    return FalseAlarm(
        rate=fired / trials, low=interval.low, high=interval.high, metrics=len(names), items=len(items), trials=trials
    )


def _fired(
    table: Floats, moving: np.ndarray[tuple[int], np.dtype[np.intp]], names: Sequence[str], points: float,
    never_both: Sequence[str], trials: int, seed: int,
) -> int:  # fmt: skip
    counts = np.maximum((~np.isnan(table)).sum(axis=0), 1)
    values = np.nan_to_num(table[moving])
    both = [names.index(name) for name in never_both if name in names]
    rng = np.random.default_rng(seed)
    rows = max(1, _BLOCK // moving.size)
    fired = 0
    for first in range(0, trials, rows):
        signs = rng.choice(np.array([-1.0, 1.0]), size=(min(rows, trials - first), moving.size))
        means = signs @ values / counts
        hit = (means > points + 1e-9).any(axis=1)
        if len(both) == len(never_both):
            hit |= (means[:, both] > 1e-12).all(axis=1)
        fired += int(np.count_nonzero(hit))
    return fired
