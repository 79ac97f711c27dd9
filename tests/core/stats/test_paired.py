from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from core.stats.paired import holm, paired_delta


@settings(max_examples=30)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_agrees_with_statsmodels(p_values: list[float]) -> None:
    named = {f"m{i}": p for i, p in enumerate(p_values)}
    expected = multipletests(p_values, method="holm")[1]
    assert list(holm(named).values()) == pytest.approx(list(expected))


def test_exact_permutation_agrees_with_scipy() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.random(9), rng.random(9)
    theirs = stats.permutation_test(
        (a, b), lambda x, y, axis: np.mean(y - x, axis=axis), permutation_type="samples", vectorized=True
    )
    assert paired_delta(list(a), list(b)).p == pytest.approx(theirs.pvalue)


def test_a_clear_gain() -> None:
    found = paired_delta([0.2] * 30, [0.2] * 5 + [0.9] * 25)
    assert found.delta == pytest.approx(0.7 * 25 / 30)
    assert found.interval is not None and found.interval.low > 0.3
    assert found.p < 0.001


def test_no_difference() -> None:
    assert paired_delta([0.5, 0.6], [0.5, 0.6]) == (0.0, None, 1.0)


def test_one_item_decides_nothing() -> None:
    found = paired_delta([0.0], [1.0])
    assert (found.delta, found.interval, found.p) == (1.0, None, 1.0)


def test_false_alarms_stay_rare() -> None:
    rng = random.Random(5)
    alarms = 0
    for trial in range(150):
        a, b = [rng.random() for _ in range(30)], [rng.random() for _ in range(30)]
        alarms += paired_delta(a, b, resamples=300, seed=trial).p < 0.05
    assert alarms <= 16


def test_order_of_items_does_not_matter() -> None:
    rng = random.Random(6)
    pairs = [(rng.random(), rng.random()) for _ in range(20)]
    shuffled = rng.sample(pairs, len(pairs))
    one, other = (paired_delta([a for a, _ in rows], [b for _, b in rows]) for rows in (pairs, shuffled))
    assert one.p == other.p
    assert one.interval == pytest.approx(other.interval)


def test_unequal_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="same items"):
        paired_delta([1.0], [1.0, 2.0])


def test_equal_differences_leave_a_width() -> None:
    found = paired_delta([0.0] * 10, [1.0] * 10)
    assert found.delta == 1.0 and found.interval is not None
    assert 0.4 < found.interval.low < 0.5 and found.interval.high == 1.0
    assert paired_delta([1.0, 2.0, 3.0], [3.0, 4.0, 5.0]).interval is None
