"""Prediction-powered inference against figures of ppi_py, at its edges, and by simulation; and the planner."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.errors import BadCall
from core.stats.intervals import wilson
from core.stats.planner import items_to_see, labels_needed, spread_of_pairs
from core.stats.ppi import ppi_mean_ci, ppi_share
from core.stats.reading import read_threshold


def fixture():
    rng = np.random.default_rng(0)
    y = rng.binomial(1, 0.7, 50)
    yhat = np.where(rng.random(50) < 0.85, y, 1 - y)
    return y, yhat, rng.binomial(1, 0.65, 500)


@pytest.mark.parametrize(
    ("lam", "expected"),
    [(1.0, (0.64393073, 0.93606927)), (None, (0.62053612, 0.85031155)), (0.0, (0.57297982, 0.82702018))],
)
def test_equal_to_ppi_py(lam, expected):
    assert ppi_mean_ci(*fixture(), lam=lam) == pytest.approx(expected, abs=1e-8)


def test_one_sided_requests_stay_one_sided_without_a_lambda():
    low, high = ppi_mean_ci(*fixture(), alternative="larger")
    two = ppi_mean_ci(*fixture(), alpha=0.1)
    assert low == pytest.approx(two.low) and high == math.inf
    assert ppi_mean_ci(*fixture(), alternative="smaller") == (-math.inf, pytest.approx(two.high))


def test_shares_stay_within_0_and_1_and_lists_will_do():
    y, yhat, rest = (list(map(int, row)) for row in fixture())
    found = ppi_share([1] * 30 + [0] * 6, [1] * 30 + [0] * 6, [1] * 900 + [0] * 10)
    assert 0 <= found.interval.low < found.value <= found.interval.high <= 1
    assert ppi_share(y, yhat, rest).interval.low > 0.5 and ppi_share(y, yhat, rest).lam == pytest.approx(0.3935981781)
    one = ppi_share(y, yhat, rest, alternative="larger")
    assert one.interval.high == 1.0 and one.interval.low > ppi_share(y, yhat, rest).interval.low


def test_constant_and_few_labels_use_people_alone():
    same = ppi_share([1] * 40, [1] * 38 + [0] * 2, [1] * 200)
    assert same.interval == wilson(40, 40) and "agree" in same.note
    few = ppi_share([1, 0, 1], [1, 0, 0], [1, 0, 1, 1])
    assert few.interval == wilson(2, 3) and few.note.startswith("Too few labels")
    assert "rarer" in ppi_share([1] * 40 + [0] * 2, [1] * 42, [1] * 99).note


def test_bad_lists_are_named():
    with pytest.raises(BadCall, match="2 human, 1 machine"):
        ppi_share([1, 0], [1], [1])
    with pytest.raises(BadCall, match="not a number"):
        ppi_share([1, float("nan")], [1, 0], [1])


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_coverage_is_as_promised(share):
    rng = np.random.default_rng(7)
    hits, trials = 0, 400
    for _ in range(trials):
        y, z = rng.binomial(1, share, 100), rng.binomial(1, share, 800)
        noisy = [np.where(rng.random(len(row)) < 0.85, row, 1 - row) for row in (y, z)]
        low, high = ppi_share(y, noisy[0], noisy[1]).interval
        hits += low <= share <= high
    assert hits / trials > 0.92  # three standard errors below 95 %


def test_more_labels_are_planned_and_a_good_machine_saves_some():
    plan = labels_needed(0.8, have=100, unlabelled=2000, correlation=0.8)
    assert plan.with_machine < plan.people_alone and plan.more == plan.with_machine - 100
    low, high = wilson(0.8 * plan.people_alone, plan.people_alone)
    assert (high - low) / 2 <= 0.03 and "more human labels" in plan.sentence
    assert (
        labels_needed(0.8, have=5000).more == 0
        and labels_needed(0.5, correlation=0.0, unlabelled=10).with_machine is None
    )


def test_items_to_see_a_difference():
    assert items_to_see(0.03, spread=spread_of_pairs(0.1, 0.03)) == pytest.approx(865, abs=5)
    assert items_to_see(0.1, spread=0.3) < items_to_see(0.03, spread=0.3)
    with pytest.raises(BadCall, match="between 0 and 1"):
        items_to_see(3, spread=0.3)


@pytest.mark.parametrize(
    ("low", "high", "side", "verdict"),
    [(0.86, 0.9, "at_least", "met"), (0.7, 0.8, "at_least", "missed"), (0.8, 0.9, "at_least", "undecided"), (0.01, 0.08, "at_most", "met"), (0.2, 0.3, "at_most", "missed")],
)  # fmt: skip
def test_a_threshold_is_read_by_the_interval(low, high, side, verdict):
    from core.stats.intervals import Interval

    read = read_threshold((low + high) / 2, Interval(low, high), 0.85 if side == "at_least" else 0.1, side, 50)
    assert read.verdict == verdict and read_threshold(None, None, 0.5, "at_least").verdict == "undecided"
