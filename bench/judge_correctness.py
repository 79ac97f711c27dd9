"""Correct or not by the embedded judge against people, on long replies (financebench): python -m bench.judge_correctness.

One half of the questions, drawn with a seed, was read when the rules on figures were written; the other half was not.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bench.judge import interval, share_right
from bench.judge_sets import data_folder
from core.judges.embedded import EmbeddedJudge
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.correctness import correctness_label

SEED = 11


@dataclass(frozen=True)
class Labelled:
    """One reply: whether its question was read, what people called it, and what the judge does."""

    model: str
    read: bool
    people: str
    ours: str


def replies(judge: EmbeddedJudge, models: Sequence[str] = ()) -> Iterator[Labelled]:
    """Replies of the models named, of all three by default, judged as an evaluation does."""
    folder = data_folder() / "financebench"
    lines = (folder / "financebench_open_source.jsonl").read_text(encoding="utf-8").splitlines()
    items = {row["financebench_id"]: row for row in map(json.loads, lines)}
    names = sorted(items)
    random.Random(SEED).shuffle(names)
    read = set(names[: len(names) // 2])
    for path in sorted((folder / "results").glob("*.jsonl")):
        if models and path.stem not in models:
            continue
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            name, reply = row["financebench_id"], str(row["model_answer"])
            yield Labelled(
                path.stem, name in read, row["label"], label(judge, items[name]["question"], items[name]["answer"], reply)
            )  # fmt: skip


def label(judge: EmbeddedJudge, question: str, reference: str, reply: str) -> str:
    """Correct, partial, wrong or refused."""
    if judge.refuses(question, reply):
        return "refused"
    theirs, ours = judge.split(reference, question), judge.split(reply, question)
    matrix = ClaimMatrix(
        answer_vs_reference=[v.label for v in judge.states(ours, reference, question)],
        reference_vs_answer=[v.label for v in judge.states(theirs, reply, question)],
    )
    return correctness_label(matrix)


def main() -> None:
    """Print balanced accuracy with a bootstrap interval for each half, and what became of the replies people call right."""
    found = list(replies(EmbeddedJudge()))
    for half, read in (("half that was read", True), ("other half", False)):
        part = [reply for reply in found if reply.read is read]
        people = np.array([reply.people == "Correct Answer" for reply in part])
        said = np.array([reply.ours == "correct" for reply in part])
        low, high = interval(people, said)
        sys.stdout.write(
            f"{half}: n={len(part)}  agreement {np.mean(people == said):.3f}  balanced accuracy {share_right(people, said):.3f} [{low:.3f}, {high:.3f}]\n"
        )
        for word in ("Correct Answer", "Incorrect Answer", "Refusal"):
            counts = Counter(reply.ours for reply in part if reply.people == word)
            sys.stdout.write(f"  people {word}: {dict(counts.most_common())}\n")


if __name__ == "__main__":
    main()
