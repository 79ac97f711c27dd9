"""How often each rule of `compare` calls a regression between two equally good systems, and how often it sees a real one.

    python -m bench.gate_rules [--trials 200]

Metrics move independently, which is the hardest case for both rules.
"""

from __future__ import annotations

import argparse

import numpy as np

from core.stats.paired import holm, paired_delta

POINTS, ALPHA = 0.03, 0.05
BOTH = (0, 1)  # the two that may never both fall


def fires(old: np.ndarray, new: np.ndarray, seed: int) -> tuple[bool, bool, bool]:
    """Points alone, the whole plain rule, and the significance-aware rule."""
    losses = (old - new).mean(axis=0)
    points = bool((losses > POINTS + 1e-9).any())
    both = losses.size > max(BOTH) and bool((losses[list(BOTH)] > 1e-12).all())
    found = {
        str(k): paired_delta(old[:, k].tolist(), new[:, k].tolist(), resamples=500, seed=seed)
        for k in range(old.shape[1])
    }
    adjusted = holm({name: delta.p for name, delta in found.items()})
    worse = any(adjusted[name] < ALPHA and found[name].delta < 0 for name in found)
    return points, points or both, worse


def rates(items: int, metrics: int, spread: float, shift: float, trials: int, seed: int) -> list[float]:
    """Share of trials in which each rule fires; `spread` is the standard deviation of an item's difference, `shift` a
    true loss of the first metric."""
    rng = np.random.default_rng(seed)
    hits = np.zeros(3)
    for trial in range(trials):
        old = rng.normal(0.7, 0.2, (items, metrics))
        new = old + rng.normal(0.0, spread, (items, metrics))
        new[:, 0] -= shift
        hits += fires(old, new, trial)
    return [float(rate) for rate in hits / trials]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print("items  metrics  spread  true loss   points only   plain rule   significance-aware")
    for items, metrics, spread, shift in (
        (50, 12, 0.21, 0.0), (150, 12, 0.21, 0.0), (500, 12, 0.21, 0.0), (150, 1, 0.21, 0.0), (150, 12, 0.21, 0.05),
        (150, 12, 0.21, 0.10), (500, 12, 0.21, 0.05),
    ):  # fmt: skip
        found = rates(items, metrics, spread, shift, arguments.trials, arguments.seed)
        print(f"{items:5}  {metrics:7}  {spread:6}  {shift:9}   {found[0]:11.0%}   {found[1]:10.0%}   {found[2]:18.1%}")


if __name__ == "__main__":
    main()
