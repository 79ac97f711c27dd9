"""Fitting the judge to a knowledge base: what is replaced, what stays, and what the report says of it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core.embeddings import encoder
from core.errors import BadInput
from core.judges import refit as module
from core.judges.embedded import EmbeddedJudge
from core.judges.pairs import read_labelled
from core.judges.refit import MadeRow, move, refit
from core.judges.scorer import Scorer, load_scorers
from core.judges.vectors import Vectors

ROOMS = [("Quito", 4), ("Oslo", 6), ("Lima", 8), ("Cairo", 10), ("Perth", 12), ("Turin", 14), ("Malmö", 16), ("Bergen", 18)]  # fmt: skip
ASPECTS = ("seats {n} people", "opens at {n} minutes past seven", "costs {n} EUR an hour", "holds {n} chairs")


def _rows(scorer: str) -> list[MadeRow]:
    """Claims that stand in their passage and claims with another number; or questions with their passage and another."""
    rows = []
    for i, (room, n) in enumerate(ROOMS):
        for k, aspect in enumerate(ASPECTS):
            for seed in range(2):
                held, number = (i + k) % 4 == 0, n + seed
                passage = f"The {room} room {aspect.format(n=number)}. It lies on floor {number % 3 + 1}."
                if scorer in ("relevant", "answers"):
                    other = f"Invoices of batch {number} are paid on Fridays."
                    question = f"What is known of the {room} room?"
                    rows += [
                        MadeRow(scorer, question, passage, True, held),
                        MadeRow(scorer, question, other, False, held),
                    ]
                    continue
                right, wrong = (f"The {room} room {aspect.format(n=v)}." for v in (number, number + 31))
                rows += [MadeRow(scorer, right, passage, True, held), MadeRow(scorer, wrong, passage, False, held)]
    return rows


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    return Vectors(encoder())


def test_without_labels_by_people_faithfulness_stays_as_shipped(vectors: Vectors) -> None:
    shipped = load_scorers()
    weights, report = refit(shipped, _rows("support"), vectors)
    assert weights == shipped
    assert report["support"]["used"] is False
    assert "at least 40" in report["support"]["reason"]
    assert report["support"]["guard"]["n"] == 0
    assert report["support"]["fitted"]["auroc"] <= 1.0


def test_relevance_is_replaced_and_the_rest_stays(vectors: Vectors) -> None:
    shipped = load_scorers()
    weights, report = refit(shipped, _rows("relevant"), vectors)
    assert report["relevant"]["used"] is True
    assert weights["relevant"] != shipped["relevant"]
    assert {name: weights[name] for name in weights if name != "relevant"} == {
        name: shipped[name] for name in shipped if name != "relevant"
    }
    assert report["answers"]["reason"].startswith("only 0 rows")


@pytest.mark.parametrize(
    ("mended", "broken", "better", "used"),
    [(9, 0, True, True), (9, 1, True, True), (4, 0, True, False), (9, 7, True, False), (0, 0, True, False), (9, 0, False, False)],
)  # fmt: skip
def test_labels_by_people_decide_on_faithfulness(
    vectors: Vectors, monkeypatch: pytest.MonkeyPatch, mended: int, broken: int, better: bool, used: bool
) -> None:
    """Only a gain beyond chance on them lets a fit through."""
    accuracies = iter([0.8, 0.8, 0.8, 0.9 if better else 0.7])  # held-out rows before and after, then the guard
    monkeypatch.setattr(module, "_measure", lambda *_: {"balanced_accuracy": next(accuracies), "auroc": 0.9})
    monkeypatch.setattr(module, "_turned", lambda *_: (mended, broken))
    shipped, guard = load_scorers(), 2 * [row for row in _rows("support") if row.held_out]
    weights, report = refit(shipped, _rows("support"), vectors, guard)
    assert report["support"]["used"] is used
    assert (weights["support"] != shipped["support"]) is used
    assert report["support"]["guard"]["n"] == len(guard) >= module.LEAST_GUARD
    assert bool(report["support"]["reason"]) is not used


@pytest.mark.parametrize(("mended", "broken", "chance"), [(0, 0, 1.0), (3, 0, 0.125), (5, 0, 1 / 32), (1, 1, 0.75)])
def test_sign_test(mended: int, broken: int, chance: float) -> None:
    assert module.sign_test(mended, broken) == pytest.approx(chance)


def test_one_kind_of_label_is_no_guard(vectors: Vectors) -> None:
    guard = [row for row in _rows("support") if row.label]
    assert len(guard) >= module.LEAST_GUARD
    _, report = refit(load_scorers(), _rows("support"), vectors, guard)
    assert report["support"]["used"] is False


def test_a_prior_holds_the_weights() -> None:
    before = Scorer(("a", "b"), (0.0, 0.0), (1.0, 1.0), (1.0, 1.0), 0.0)
    rng = np.random.default_rng(0)
    table = rng.normal(size=(400, 2))
    labels = (table[:, 0] - table[:, 1] > 0).astype(float)

    def distance(prior: float) -> float:
        return float(np.abs(np.array(move(before, table, labels, prior).weights) - 1.0).sum())

    assert distance(1.0) > distance(100.0) > distance(1e6)
    assert distance(1e6) < 0.01


def test_fitted_weights_are_another_judge(tmp_path: Path) -> None:
    shipped = load_scorers()
    path = tmp_path / "weights.json"
    changed = {**shipped, "relevant": {**shipped["relevant"], "bias": shipped["relevant"]["bias"] + 0.5}}
    path.write_text(json.dumps(changed), encoding="utf-8")
    fitted, plain = EmbeddedJudge(weights=path).record, EmbeddedJudge().record
    assert fitted.version == f"{plain.version} fitted"
    assert fitted.prompt_hash != plain.prompt_hash
    assert fitted.id != plain.id


def test_labelled_pairs_need_a_label(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [{"claim": "A", "premise": "A.", "label": "entailed"}, {"claim": "B", "premise": "A.", "label": "neutral"}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [label for *_, label in read_labelled(path)] == [True, False]
    path.write_text(json.dumps({"claim": "A", "premise": "A."}), encoding="utf-8")
    with pytest.raises(BadInput, match="1 of 1 labels") as caught:
        read_labelled(path)
    assert caught.value.problems == ("line 1: label is ''",)
