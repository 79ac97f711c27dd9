"""The embedded judge fitted to one knowledge base: made-up rows move its weights only as far as a prior at the shipped ones lets them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.judges.features import NAMES, features
from core.judges.passages import NAMES as PASSAGE_NAMES
from core.judges.passages import passage_features
from core.judges.premises import view_premises
from core.judges.scorer import Scorer
from core.judges.vectors import Vectors
from core.stats.discrimination import auroc, balanced_accuracy

# How hard the shipped weights hold (inverse variance of the prior): see docs/judge.md for what it does to human labels.
PRIOR = {"support": 1000.0, "asked": 1000.0, "relevant": 30.0, "answers": 30.0}
# All rows of one scorer together count as this many: a large base moves no more than a small one.
WORTH = 200.0
LEAST = 60
# Scorers that judge answers: a gain on made-up rows has been a loss on labels by people, so these decide.
GUARDED = ("support", "asked")
LEAST_GUARD = 40
LEAST_OF_A_LABEL = 10
# A fit that merely did not lose on 338 labels lost .011 on 700 others: the gain must be beyond chance.
CHANCE = 0.05
SCORERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "support": ("faithfulness of statements", NAMES),
    "asked": ("faithfulness of answers to a question", NAMES),
    "relevant": ("context relevance", PASSAGE_NAMES),
    "answers": ("answer relevance", PASSAGE_NAMES),
}


@dataclass(frozen=True)
class MadeRow:
    """A claim or question against a passage, with the label it has by construction; `held_out` rows are only measured."""

    scorer: str
    text: str
    passage: str
    label: bool
    held_out: bool
    question: str = ""


def refit(
    shipped: Mapping[str, Any],
    rows: Sequence[MadeRow],
    vectors: Vectors,
    guard: Sequence[MadeRow] = (),
    guarded: Sequence[str] = GUARDED,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """New weights, and for each scorer what it does on held-out rows before and after.

    A scorer with fewer than LEAST rows, or that is worse on the held-out rows, stays as shipped; so do those of
    faithfulness (`guarded`) unless the `guard`, claims labelled by people, is large enough and shows a gain.
    """
    weights, report = dict(shipped), {}
    for name, (title, columns) in SCORERS.items():
        part = [row for row in rows if row.scorer == name]
        before = Scorer.from_dict(shipped[name], columns)
        table, kept = _table(name, part, vectors)
        found = _refit_one(before, table, kept, PRIOR[name])
        if found.scorer is not None and name in guarded:
            found = _guarded(found, before, *_table(name, guard, vectors))
        report[name] = {"name": title, **found.report}
        if found.scorer is not None:
            weights[name] = found.scorer.to_dict()
    return weights, report


@dataclass(frozen=True)
class _Refitted:
    scorer: Scorer | None
    report: dict[str, Any]


def _table(name: str, rows: Sequence[MadeRow], vectors: Vectors) -> tuple[np.ndarray, list[MadeRow]]:
    """Features of the rows that this scorer would judge."""
    passages = list(dict.fromkeys(row.passage for row in rows))
    views = dict(zip(passages, view_premises(passages, vectors), strict=True))
    vectors.add([row.text for row in rows])
    table, kept = [], []
    for row in rows:
        if name not in GUARDED:
            table.append(passage_features(row.text, views[row.passage], vectors))
        else:
            found = features(row.text, views[row.passage], vectors, row.question)
            if found.across or found.asked != (name == "asked"):
                continue
            table.append(found.values)
        kept.append(row)
    return np.stack(table) if table else np.zeros((0, 0)), kept


def _refit_one(before: Scorer, table: np.ndarray, rows: list[MadeRow], prior: float) -> _Refitted:
    labels = np.array([row.label for row in rows], dtype=bool)
    held = np.array([row.held_out for row in rows], dtype=bool)
    report: dict[str, Any] = {"fitted_on": int((~held).sum()), "held_out": int(held.sum())}
    if len(rows) < LEAST or len(set(labels[~held])) < 2 or len(set(labels[held])) < 2:
        reason = f"only {len(rows)} rows could be made, at least {LEAST} of both labels are needed"
        return _Refitted(None, {**report, "used": False, "reason": reason})
    after = move(before, table[~held], labels[~held].astype(float), prior)
    shown = {
        word: _measure(scorer, table[held], labels[held]) for word, scorer in (("shipped", before), ("fitted", after))
    }
    better = shown["fitted"]["auroc"] >= shown["shipped"]["auroc"] and shown["fitted"]["balanced_accuracy"] >= shown["shipped"]["balanced_accuracy"]  # fmt: skip
    reason = "" if better else "no better on the held-out documents, so the shipped weights stay"
    return _Refitted(after if better else None, {**report, **shown, "used": better, "reason": reason})


def _guarded(found: _Refitted, before: Scorer, table: np.ndarray, rows: list[MadeRow]) -> _Refitted:
    """The same when rows labelled by people show a gain beyond chance; else the shipped scorer stays."""
    labels = np.array([row.label for row in rows], dtype=bool)
    counts = {"n": len(rows), "supported": int(labels.sum())}
    if len(rows) < LEAST_GUARD or min(labels.sum(), (~labels).sum()) < LEAST_OF_A_LABEL:
        reason = (
            f"only {len(rows)} labels by people, at least {LEAST_GUARD} with {LEAST_OF_A_LABEL} of each kind are needed "
            "to tell whether it judges real answers better, so the shipped weights stay"
        )
        return _Refitted(None, {**found.report, "guard": counts, "used": False, "reason": reason})
    assert found.scorer is not None
    then, now = _measure(before, table, labels), _measure(found.scorer, table, labels)
    mended, broken = _turned(before, found.scorer, table, labels)
    kept = now["balanced_accuracy"] > then["balanced_accuracy"] and sign_test(mended, broken) <= CHANCE
    shown = {**counts, "shipped": then, "fitted": now, "put_right": mended, "put_wrong": broken}
    report = {**found.report, "guard": shown, "used": kept}
    if kept:
        return _Refitted(found.scorer, report)
    reason = (
        f"of {len(rows)} labels by people it puts {mended} right and {broken} wrong, which does not show a gain, "
        "so the shipped weights stay"
    )
    return _Refitted(None, {**report, "reason": reason})


def _turned(before: Scorer, after: Scorer, table: np.ndarray, labels: np.ndarray) -> tuple[int, int]:
    """How many rows the change puts right, and how many wrong."""
    then, now = (scorer.probabilities(table) >= 0.5 for scorer in (before, after))
    return int(((then != labels) & (now == labels)).sum()), int(((then == labels) & (now != labels)).sum())


def sign_test(mended: int, broken: int) -> float:
    """The chance of so many put right, or more, if right and wrong were as likely (one-sided binomial)."""
    n = mended + broken
    return float(sum(math.comb(n, k) for k in range(mended, n + 1)) / 2**n)


def _measure(scorer: Scorer, table: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    chances = scorer.probabilities(table)
    return {
        "balanced_accuracy": round(balanced_accuracy(labels, chances >= 0.5) or 0.0, 4), "auroc": round(auroc(labels, chances) or 0.0, 4),
    }  # fmt: skip


def move(before: Scorer, table: np.ndarray, labels: np.ndarray, prior: float) -> Scorer:
    """The most likely weights given the rows and a normal prior centred on a scorer's own, by Newton's method."""
    start = np.array([*before.weights, before.bias])
    scaled = np.clip((table - np.array(before.mean)) / np.array(before.scale), -4.0, 4.0)
    design = np.hstack([scaled, np.ones((len(table), 1))])
    share = labels.mean()
    worth = WORTH / len(labels) * np.where(labels > 0, 0.5 / share, 0.5 / (1 - share))
    weights = start.copy()
    for _ in range(50):
        chances = 1.0 / (1.0 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (worth * (labels - chances)) - prior * (weights - start)
        curvature = (design * (worth * chances * (1 - chances))[:, None]).T @ design + prior * np.eye(len(start))
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < 1e-6:
            break
    return Scorer(before.names, before.mean, before.scale, tuple(map(float, weights[:-1])), float(weights[-1]))
