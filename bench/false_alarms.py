"""How often a regression is cried where there is none: python -m bench.false_alarms.

Two versions of the same system differ by chance alone. They are made in two ways: `exchanged` takes the item values of the
two recorded systems of the sample golden sets and exchanges the two sides of each item by a coin; `noisy` draws ten
metrics of one system twice, each item with its own difficulty. Both rules judge the same pairs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from core.records import Answer, Item, ItemResult
from core.stats.intervals import wilson
from core.store import Store, runs
from evaluation.compare import compare
from evaluation.metrics.headline import HEADLINE
from verbs.evaluating import EvaluationOrder, evaluate
from verbs.workspace import SHIPPED_GOLDEN, load_samples

REPEATS = 400
SIZES = (50, 150, 400)
RESAMPLES = 1000
WAYS = ("exchanged", "noisy")
Values = list[dict[str, float | None]]


def result(number: int, values: dict[str, float | None]) -> ItemResult:
    """An item's result that holds nothing but values."""
    item = Item(
        id=f"{number:012x}", kb_id="bench", question=f"question {number}", question_language="en", kind="factual"
    )
    return ItemResult(item=item, answer=Answer(item_id=item.id), values=values)


def recorded(folder: Path) -> list[tuple[dict[str, float | None], dict[str, float | None]]]:
    """Item values of both recorded systems on the sample golden sets, item by item."""
    store, found = Store(folder), []
    load_samples(store)
    for golden in sorted(path for path in SHIPPED_GOLDEN.iterdir() if (path / "answers").is_dir()):
        sides = []
        for answers in sorted((golden / "answers").glob("*.jsonl"))[:2]:
            version = sorted(path.name for path in golden.iterdir() if path.name[:1].isdigit())[-1]
            run = evaluate(store, EvaluationOrder(set=f"{golden.name}@{version}", system=f"answers:{answers}"))
            sides.append({r.item.id: dict(r.values) for r in runs.results(store, run.id)})
        found += [(sides[0][item], sides[1][item]) for item in sides[0] if item in sides[1]]
    return found


def exchanged(
    pairs: list[tuple[dict[str, float | None], dict[str, float | None]]], n: int, rng: np.random.Generator
) -> tuple[Values, Values]:
    """n items drawn with replacement, the two sides of each exchanged by a coin."""
    picks, coins = rng.integers(0, len(pairs), n), rng.random(n) < 0.5
    chosen = [pairs[i][::-1] if coin else pairs[i] for i, coin in zip(picks, coins, strict=True)]
    return [a for a, _ in chosen], [b for _, b in chosen]


def noisy(n: int, rng: np.random.Generator) -> tuple[Values, Values]:
    """Two draws of one system: 0/1 metrics with an item's own chance, half of the metrics following it closely."""
    chance = rng.beta(1.5, 0.7, n)
    sides: list[Values] = []
    for _ in range(2):
        draws = rng.random((len(HEADLINE), n))
        draws[: len(HEADLINE) // 2] = 0.8 * draws[0] + 0.2 * draws[: len(HEADLINE) // 2]
        sides.append(
            [
                {name: float(row < p) for name, row in zip(HEADLINE, column, strict=True)}
                for column, p in zip(draws.T, chance, strict=True)
            ]
        )
    return sides[0], sides[1]


def alarms(sides: tuple[Values, Values], seed: int) -> tuple[bool, bool]:
    """Whether the significant rule and the plain rule see a regression."""
    old, new = ([result(n, values) for n, values in enumerate(side)] for side in sides)
    found = compare(old, new, HEADLINE, resamples=RESAMPLES, seed=seed).by_rule
    return bool(found["significant"]), bool(found["plain"])


def main() -> None:
    """Print one line for each way and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pairs = recorded(Path(folder) / "workspace") if "exchanged" in options.ways else []
    write = sys.stdout.write
    write(f"{len(pairs)} recorded items, {len(HEADLINE)} metrics, {options.repeats} repeats\n")
    write("made by      n   significant rule [95 %]       plain rule\n")
    for way in options.ways:
        for n in options.sizes:
            rng = np.random.default_rng([options.seed, n])
            found = [
                alarms(exchanged(pairs, n, rng) if way == "exchanged" else noisy(n, rng), seed)
                for seed in range(options.repeats)
            ]
            careful, plain = (sum(row[i] for row in found) for i in (0, 1))
            low, high = wilson(careful, len(found))
            write(
                f"{way:10} {n:4d}   {careful / len(found):.1%} [{low:.1%}, {high:.1%}]            {plain / len(found):.1%}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
