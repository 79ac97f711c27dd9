"""A model judge against people's labels, beside the embedded judge on the same rows: python -m bench.judge_model --base-url URL --model NAME."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bench.judge import interval, share_right
from bench.judge_sets import SETS, Row, load
from core.judges.base import JudgeLike
from core.judges.embedded import EmbeddedJudge
from core.judges.model import ModelJudge
from core.model.client import ModelClient
from core.settings import Settings
from core.store import Store

_SETS = ("begin-wow", "halueval-qa", "uhgeval", "faithbench", "ocnli")


def sampled(rows: list[Row], limit: int, seed: int = 5) -> list[Row]:
    """Half of them supported, half not, of the rows that the embedded judge was not fitted on."""
    rows = [row for row in rows if not row.train]
    rng = random.Random(f"judge_model:{seed}")
    chosen: list[Row] = []
    for label in (True, False):
        mine = [row for row in rows if row.supported == label]
        chosen += rng.sample(mine, min(limit // 2, len(mine)))
    rng.shuffle(chosen)
    return chosen


def said(judge: JudgeLike, rows: list[Row], at_once: int) -> np.ndarray:
    """Whether the judge calls each claim entailed by its premise."""
    with ThreadPoolExecutor(at_once) as pool:
        verdicts = list(pool.map(lambda row: judge.entails([row.claim], [row.premise], row.question)[0][0], rows))
    return np.array([verdict.label == "entailed" for verdict in verdicts])


def main() -> None:
    """One line a set: balanced accuracy of both judges with 95 % bootstrap intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(_SETS), help=f"sets: {', '.join(SETS)}")
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--limit", type=int, default=40, help="rows a set")
    parser.add_argument("--at-once", type=int, default=8)
    options = parser.parse_args()
    settings = Settings(base_url=options.base_url, model=options.model, concurrency=options.at_once, timeout=1800.0)
    with tempfile.TemporaryDirectory() as folder:
        client = ModelClient(settings, Store(folder))
        judges: tuple[JudgeLike, ...] = (ModelJudge(client), EmbeddedJudge())
        for name in options.names:
            rows = sampled(load(name), options.limit)
            labels = np.array([row.supported for row in rows])
            found = [said(judge, rows, at) for judge, at in zip(judges, (options.at_once, 1), strict=True)]
            figures = "  ".join(
                "{:.3f} [{:.3f}, {:.3f}]".format(share_right(labels, by), *interval(labels, by)) for by in found
            )
            sys.stdout.write(f"{name:16} n {len(rows):4}  model, embedded: {figures}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
