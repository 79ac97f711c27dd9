"""Prediction-powered inference against figures of ppi_py, at its edges, and by simulation; and the planner."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.errors import BadCall
from core.stats.intervals import wilson
from core.stats.planner import items_to_see, labels_needed, spread_of_pairs
from core.stats.ppi import ppi_mean_ci, ppi_share
from core.stats.ppi_weighted import Observation, ppi_weighted
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
    useless = ppi_share([1] * 40 + [0] * 2, [1] * 42, [1] * 99)
    assert useless.lam == 0 and 0 < useless.interval.low < 40 / 42 < useless.interval.high < 1


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


@pytest.mark.parametrize("n", [20, 50])
def test_a_judge_that_was_never_wrong_in_few_labels_is_not_taken_for_perfect(n):
    """With 5 % and 10 % errors, 20 labels often show none: the normal interval then covers 85 % of the time only."""
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(300):
        y, z = rng.binomial(1, 0.5, n), rng.binomial(1, 0.5, 1000)
        said = [np.where(row == 1, rng.random(len(row)) < 0.95, rng.random(len(row)) > 0.9) for row in (y, z)]
        low, high = ppi_share(y, said[0].astype(float), said[1].astype(float)).interval
        hits += low <= 0.5 <= high
    assert hits / 300 > 0.93


def test_a_judge_narrows_the_interval_and_a_useless_one_does_not():
    rng = np.random.default_rng(1)
    y, z = rng.binomial(1, 0.4, 200), rng.binomial(1, 0.4, 3000)
    good = [np.where(rng.random(len(row)) < 0.95, row, 1 - row) for row in (y, z)]
    coin = [rng.binomial(1, 0.5, len(row)) for row in (y, z)]
    people = wilson(float(y.sum()), 200)
    width = {name: np.ptp(ppi_share(y, said[0], said[1]).interval) for name, said in (("good", good), ("coin", coin))}
    assert width["good"] < 0.6 * (people.high - people.low)
    assert width["coin"] == pytest.approx(people.high - people.low, rel=0.05)


def test_a_constant_judge_is_not_used():
    rng = np.random.default_rng(0)
    found = ppi_share(rng.binomial(1, 0.5, 60), [1.0] * 60, [1.0] * 500)
    assert found.lam == 0 and found.interval.low < found.value < found.interval.high


def observations(claims_of, labelled, weights=True):
    """Claims of items; all claims of an item share one chance of being right."""
    rng = np.random.default_rng(5)
    rows = []
    for item in range(80):
        chance = rng.beta(2, 1)
        for _ in range(claims_of):
            y = float(rng.random() < chance)
            said = y if rng.random() < 0.85 else 1 - y
            rows.append(Observation(said, y if rng.random() < labelled else None, 1.0, item if weights else None))
    return rows


def test_weighted_with_equal_weights_and_no_groups_is_the_plain_share():
    rows = observations(1, 0.5, weights=False)
    seen, rest = [r for r in rows if r.label is not None], [r for r in rows if r.label is None]
    plain = ppi_share([r.label for r in seen], [r.prediction for r in seen], [r.prediction for r in rest])
    found = ppi_weighted(rows)
    assert found.value == pytest.approx(plain.value) and found.interval == pytest.approx(plain.interval)


def test_claims_of_one_answer_are_not_many_answers():
    alone = ppi_weighted([row._replace(group=None) for row in observations(6, 0.6)])
    grouped = ppi_weighted(observations(6, 0.6))
    assert grouped.value == alone.value and np.ptp(grouped.interval) > 1.1 * np.ptp(alone.interval)
    assert "design effect" in grouped.method


def test_weights_move_the_value_to_what_they_weigh():
    rows = [Observation(1.0, 1.0, 3.0, n) for n in range(20)] + [Observation(0.0, 0.0, 1.0, 100 + n) for n in range(20)]
    assert ppi_weighted(rows).value == pytest.approx(0.75)


def test_weighted_constant_labels_use_people_alone():
    found = ppi_weighted([Observation(1.0, 1.0, 1.0, n) for n in range(120)] + [Observation(1.0, None, 1.0, 500)])
    assert found.interval == wilson(120, 120) and "agree" in found.note


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


def test_the_number_that_would_decide_is_more_than_there_are():
    from core.stats.intervals import Interval, wilson

    # All ten right, and the line at 0.85 lies inside the long lower side of the interval.
    read = read_threshold(1.0, wilson(10, 10), 0.85, "at_least", 10)
    assert read.verdict == "undecided" and read.n_to_decide > 20
    assert wilson(read.n_to_decide, read.n_to_decide).low >= 0.85
    assert read_threshold(0.5, Interval(0.4, 0.7), 0.5, "at_least", 10).n_to_decide is None
