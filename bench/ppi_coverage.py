"""How often 95 % intervals hold the truth, on labels people gave: python -m bench.ppi_coverage [--keep FILE].

Each set gives pairs of a person's label and the embedded judge's. A population with the asked share of positives is
drawn from them with replacement, labels for n of its texts and the judge alone for the others; the interval of the
share is then made as the app makes it, and it is counted how often it holds the true share.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from bench.judge_ranking import f1
from bench.judge_sets import data_folder, load
from core.judges.embedded import EmbeddedJudge
from core.stats.intervals import wilson
from core.stats.ppi import Floats, ppi_share

SETS = ("ares-gold", "begin-wow", "faithbench", "ragchecker-meta")
SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
LABELLED = (20, 50, 100, 200, 400)
UNLABELLED = 2000
REPEATS = 4000


@dataclass(frozen=True)
class Line:
    """One cell of the table: coverage and mean width of the corrected share, and of people alone on the same labels."""

    name: str
    share: float
    n: int
    coverage: float
    above: float
    below: float
    width: float
    people_coverage: float
    people_width: float
    people_alone: float


def pairs(name: str, judge: EmbeddedJudge) -> Iterator[tuple[bool, bool]]:
    """A person's label and the judge's for every row of a set, as truth values."""
    if name == "ragchecker-meta":
        yield from _preferences(judge)
        return
    for row in load(name):
        yield row.supported, judge.entails([row.claim], [row.premise], row.question)[0][0].label == "entailed"


def _preferences(judge: EmbeddedJudge) -> Iterator[tuple[bool, bool]]:
    """Whether people prefer the second of two answers, and whether its F1 is the higher one; ties are left out."""
    path = data_folder() / "ragchecker-meta" / "human_meta_eval_280.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        liked = float(np.mean([label["overall_label"] for label in row["human"]]))
        first, second = (
            f1(judge, row["query"], row[side]["response"], row["gt_answer"]) for side in ("model1", "model2")
        )
        if liked and first is not None and second is not None:
            yield liked > 0, second > first


def draw(y: Floats, said: Floats, share: float, size: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """`size` pairs from a population in which this share is positive."""
    right = rng.random(size) < share
    picks = np.where(right, rng.choice(np.flatnonzero(y == 1), size), rng.choice(np.flatnonzero(y == 0), size))
    return y[picks], said[picks]


def cell(name: str, y: Floats, said: Floats, share: float, n: int, repeats: int, seed: int) -> Line:
    """Coverage and width of one set, share and number of labels."""
    rng = np.random.default_rng([seed, n, round(100 * share)])
    inside = over = under = people_inside = 0
    widths, people_widths, alone = [], [], 0
    for _ in range(repeats):
        labels, guesses = draw(y, said, share, n, rng)
        found = ppi_share(labels, guesses, draw(y, said, share, UNLABELLED, rng)[1])
        low, high = found.interval
        inside += low <= share <= high
        over, under = over + (low > share), under + (high < share)
        widths.append(high - low)
        people = wilson(float(labels.sum()), n)
        people_inside += people.low <= share <= people.high
        people_widths.append(people.high - people.low)
        alone += found.lam == 0
    return Line(
        name, share, n, inside / repeats, over / repeats, under / repeats, float(np.mean(widths)),
        people_inside / repeats, float(np.mean(people_widths)), alone / repeats,
    )  # fmt: skip


def labels_of(keep: Path | None) -> dict[str, list[tuple[bool, bool]]]:
    """The pairs of every set; judged once and kept where a file is given."""
    if keep and keep.exists():
        return dict(json.loads(keep.read_text(encoding="utf-8")))
    judge = EmbeddedJudge()
    found = {name: list(pairs(name, judge)) for name in SETS}
    if keep:
        keep.write_text(json.dumps(found), encoding="utf-8")
    return found


def main() -> None:
    """Print one line a cell; the first line of each set says how well judge and people agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="file that holds the judge's labels between calls")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--labelled", type=int, nargs="*", default=LABELLED)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    write = sys.stdout.write
    for name, rows in labels_of(options.keep).items():
        y, said = (np.array([float(row[i]) for row in rows]) for i in (0, 1))
        if not options.json:
            write(
                f"\n{name}: {len(y)} texts, judge and people agree on {np.mean(y == said):.1%}, r = {np.corrcoef(y, said)[0, 1]:.2f}\n"
            )
            write("share    n  coverage  (misses low/high)  width  | people alone: coverage  width | judge not used\n")
        for share in SHARES:
            for n in options.labelled:
                line = cell(name, y, said, share, n, options.repeats, options.seed)
                if options.json:
                    write(json.dumps(asdict(line)) + "\n")
                    continue
                write(
                    f"{share:5.1f} {n:4d}   {line.coverage:.1%}    {line.below:.1%} / {line.above:.1%}      {line.width:.3f}"
                    f"                 {line.people_coverage:.1%}    {line.people_width:.3f}   {line.people_alone:.0%}\n"
                )


if __name__ == "__main__":
    main()
