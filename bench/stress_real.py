"""Stress tests and experiments on public sets: python -m bench.stress_real [NAME…] [--sample N] [--only TEST…] [--table].

One JSON object a report. The sets are loaded, imported and released as in `bench.real_sets`; `nfcorpus` has no spans and is
measured by whole documents. Samples are drawn with seed 0. The data lie in ../shared/data.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.judge_sets import _lines, data_folder
from bench.nfcorpus_retrievers import contextual, nfcorpus
from bench.real_formats import READERS, RealSet
from bench.real_sets import prepare
from core.errors import BadCall
from evaluation.experiments import EXPERIMENTS
from verbs.experimenting import ExperimentOrder, experiment
from verbs.stressing import stress

TESTS = ("noise", "position", "perfect", "refusal", "paraphrase")
# Of sets that come in several parts (shares of noise, kinds of questions), those with items that can be answered and refused.
CHOSEN = {
    "rgb-en-noise0%": "rgb-en", "rgb-zh-noise0%": "rgb-zh", "rgb-en-noise100%": "rgb-en-refusal",
    "rgb-zh-noise100%": "rgb-zh-refusal", "domainrag-all": "domainrag", "financebench": "financebench",
    "squad2-sample": "squad2-sample",
}  # fmt: skip
Found = dict[str, Any]


def chosen(name: str) -> Iterator[RealSet]:
    """The parts of a set that are stressed, with names that a workspace takes."""
    for real in READERS[name](data_folder()):
        if real.name not in CHOSEN:
            continue
        real.name = CHOSEN[real.name]
        if real.name.endswith("-refusal"):
            # What answers the questions is not to be found: the base holds the passages that do not.
            real.documents = _not_answering(real.language)
        yield real


def _not_answering(language: str) -> dict[str, str | Path]:
    files = sorted((data_folder() / "rgb").glob(f"{language}_fact.jsonl")) + sorted(
        (data_folder() / "rgb").glob(f"{language}_refine_*.jsonl")
    )
    rows = [(path.stem, row) for path in files for row in _lines(path)]
    return {f"{name}-{row['id']}.txt": "\n\n".join(row["negative"]) for name, row in rows if row["negative"]}


def measure(real: RealSet, folder: Path, names: list[str], sample: int, sizes: tuple[int, ...]) -> Iterator[Found]:
    """Each test and experiment that is asked for, with its seconds; what cannot be run, with the sentence that says why."""
    workspace, _ = prepare(real, folder)
    for name in names:
        started = time.monotonic()
        try:
            report = _one(workspace, real.name, name, sample, sizes)
        except BadCall as error:
            report = {"name": name, "cannot": str(error)}
        yield {"set": real.name, "name": name, "seconds": round(time.monotonic() - started, 1), **_short(report)}


def _one(workspace: Path, set_: str, name: str, sample: int, sizes: tuple[int, ...]) -> Found:
    if name in EXPERIMENTS:
        return experiment(
            workspace, ExperimentOrder(name, set_, sample=sample if name != "retrievers" else 0, sizes=sizes)
        )
    return stress(workspace, "hybrid", name, set_=set_, sample=sample)


def _short(report: Found) -> Found:
    """The report without what is listed item by item."""
    long = {"outcomes", "forced", "wrong", "known", "sweeps", "moved_evidence", "runs"}
    cells = [{k: v for k, v in cell.items() if k != "split_evidence"} | {"split": len(cell["split_evidence"])} for cell in report.get("cells", [])]  # fmt: skip
    groups = [{k: v for k, v in g.items() if k not in ("pointed_out", "taken_from_noise")} for g in report.get("groups", [])]  # fmt: skip
    found = {key: value for key, value in report.items() if key not in long}
    sweeps = report.get("sweeps")
    knees = {"knees": {name: sweep.get("knee", sweep.get("best")) for name, sweep in sweeps.items()}} if sweeps else {}
    return found | ({"cells": cells} if cells else {}) | ({"groups": groups} if groups else {}) | knees


def main() -> None:
    """Print one JSON object for each test and experiment of each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["rgb", "domainrag", "financebench", "nfcorpus"])
    parser.add_argument("--only", nargs="*", default=[*TESTS, *EXPERIMENTS], help="tests and experiments to run")
    parser.add_argument("--sample", type=int, default=60, help="items a test or grid; retrievers take all")
    parser.add_argument("--sizes", type=int, nargs="*", default=[], help="chunk sizes of the grid; all five by default")
    parser.add_argument("--keep", type=Path, help="keep the workspaces in this folder")
    options = parser.parse_args()
    for name in options.names:
        if name == "nfcorpus":
            for test, measured in (("retrievers", nfcorpus), ("contextual", contextual)):
                if test in options.only:
                    _say({"set": name, "name": test, **measured(data_folder() / name)})
            continue
        for real in chosen(name):
            with tempfile.TemporaryDirectory() as scratch:
                folder = (options.keep or Path(scratch)) / real.name
                folder.mkdir(parents=True, exist_ok=True)
                names = ["refusal"] if real.name.endswith("-refusal") else options.only
                for line in measure(real, folder, names, options.sample, tuple(options.sizes)):
                    _say(line)


def _say(line: Found) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
