"""The embedded judge against people's labels, beside always-supported and token overlap: python -m bench.judge."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from bench.fit_judge import FIT_ON
from bench.judge_sets import SETS, Row, data_folder, load
from bench.question_sets import Question, across_languages, questions, statements
from core.judges.embedded import EmbeddedJudge
from core.stats.discrimination import auroc, balanced_accuracy
from core.text.tokens import words


@dataclass(frozen=True)
class Line:
    """One set in one language: the judge, its interval, and the two baselines (overlap cut where it is best on fitting rows)."""

    name: str
    language: str
    left_out: bool
    n: int
    supported: float
    balanced_accuracy: float
    low: float
    high: float
    auroc: float
    always_supported: float
    overlap: float
    overlap_auroc: float


def interval(labels: np.ndarray, said: np.ndarray, seed: int = 3, draws: int = 1000) -> tuple[float, float]:
    """95 % bootstrap interval of balanced accuracy, drawn within each label."""
    rng = np.random.default_rng(seed)
    right = [said[labels], ~said[~labels]]
    means = sum(rng.choice(part, size=(draws, len(part))).mean(axis=1) for part in right) / 2
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def token_overlap(row: Row) -> float:
    """Share of the claim's tokens that stand in the premise."""
    there, ours = set(words(row.premise)), words(row.claim)
    return sum(word in there for word in ours) / max(1, len(ours))


def best_cut(labels: np.ndarray, scores: np.ndarray) -> float:
    """The threshold with the best balanced accuracy."""
    cuts = np.unique(scores)
    return float(max(cuts, key=lambda cut: share_right(labels, scores >= cut)))


def share_right(labels: np.ndarray, said: np.ndarray) -> float:
    """Balanced accuracy of a set that holds both labels."""
    found = balanced_accuracy(labels, said)
    assert found is not None
    return found


def area(labels: np.ndarray, scores: np.ndarray) -> float:
    """AUROC of a set that holds both labels."""
    found = auroc(labels, scores)
    assert found is not None
    return found


def measure(name: str, rows: list[Row], judge: EmbeddedJudge, fitted: bool) -> Line:
    """One line of the table; rows used in fitting serve only to place the cut of token overlap."""
    tests = [row for row in rows if not row.train] if fitted else rows
    others = [row for row in rows if row.train]
    cut = best_cut(np.array([r.supported for r in others]), np.array([token_overlap(r) for r in others]))
    labels = np.array([row.supported for row in tests])
    verdicts = [judge.entails([row.claim], [row.premise], row.question)[0][0] for row in tests]
    said = np.array([verdict.label == "entailed" for verdict in verdicts])
    scores = np.array([judge.support(row.claim, row.premise, row.question) for row in tests])
    overlap = np.array([token_overlap(row) for row in tests])
    low, high = interval(labels, said)
    return Line(
        name, rows[0].language, not fitted, len(tests), float(labels.mean()), share_right(labels, said), low, high,
        area(labels, scores), 0.5, share_right(labels, overlap >= cut), area(labels, overlap),
    )  # fmt: skip


def measure_questions(name: str, rows: list[Question], judge: EmbeddedJudge, field: str) -> Line:
    """The same for relevance or answering; overlap is that of the question's words in the passage."""
    rows = [row for row in rows if getattr(row, field) is not None]
    as_rows = [Row(row.name, row.language, row.group, row.question, row.passage, getattr(row, field)) for row in rows]
    left_out = name.startswith(("ares", "rgb"))
    tests = as_rows if left_out else [row for row in as_rows if not row.train]
    ask: Callable[[str, list[str]], list[float]] = judge.relevant if field == "relevant" else judge.answers
    labels = np.array([row.supported for row in tests])
    scores = np.array([ask(row.claim, [row.premise])[0] for row in tests])
    overlap = np.array([token_overlap(row) for row in tests])
    train = [row for row in as_rows if row.train]
    cut = best_cut(np.array([r.supported for r in train]), np.array([token_overlap(r) for r in train]))
    low, high = interval(labels, scores >= 0.5)
    return Line(
        f"{field}: {name}", rows[0].language, left_out, len(tests), float(labels.mean()),
        share_right(labels, scores >= 0.5), low, high, area(labels, scores), 0.5,
        share_right(labels, overlap >= cut), area(labels, overlap),
    )  # fmt: skip


def by_name(rows: list[Row]) -> dict[str, list[Row]]:
    """Rows by set."""
    return {name: [row for row in rows if row.name == name] for name in dict.fromkeys(row.name for row in rows)}


def table(names: list[str]) -> list[Line]:
    """All lines asked for."""
    judge = EmbeddedJudge()
    lines = [
        measure(name, rows, judge, name in FIT_ON)
        for wanted in names
        if wanted in SETS
        for name, rows in by_name(load(wanted)).items()
    ]
    if "statements" in names:
        lines += [
            measure(name, rows, judge, True)
            for name, rows in by_name([*statements(data_folder()), *across_languages(data_folder())]).items()
        ]
    if "questions" in names:
        rows = list(questions(data_folder()))
        for field in ("relevant", "answered"):
            for name in dict.fromkeys(row.name for row in rows):
                part = [row for row in rows if row.name == name and getattr(row, field) is not None]
                if part:
                    lines.append(measure_questions(name, part, judge, field))
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[*SETS, "statements", "questions"])
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--no-splits", action="store_true", help="leave out the other five halves, which take minutes")
    options = parser.parse_args()
    lines = table(options.names)
    write = sys.stdout.write
    if options.json:
        write("".join(json.dumps(asdict(line)) + "\n" for line in lines))
        return
    write(f"{'set':24} lang left out    n  judge [95 %]         AUROC  always  overlap  AUROC\n")
    for line in lines:
        write(
            f"{line.name:24} {line.language:4} {'yes' if line.left_out else 'no':8} {line.n:4}  {line.balanced_accuracy:.3f} "
            f"[{line.low:.3f}, {line.high:.3f}]  {line.auroc:.3f}  {line.always_supported:.3f}   {line.overlap:.3f}    {line.overlap_auroc:.3f}\n"
        )
    if not options.no_splits:
        from bench.judge_splits import show

        show()


if __name__ == "__main__":
    main()
