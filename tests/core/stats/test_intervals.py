from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from core.stats.intervals import (
    Interval,
    bootstrap_mean,
    bootstrap_quantile,
    bounded_mean,
    clopper_pearson,
    wilson,
)


@given(st.integers(1, 500), st.data())
def test_proportions_agree_with_statsmodels(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    for ours, method in ((wilson(k, n), "wilson"), (clopper_pearson(k, n), "beta")):
        assert tuple(ours) == pytest.approx(proportion_confint(k, n, method=method), abs=1e-9)
        assert 0 <= ours.low <= k / n <= ours.high <= 1
        assert ours.low < ours.high


def test_without_observations_everything_is_possible() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == Interval(0.0, 1.0)


def test_all_equal_labels_keep_a_width() -> None:
    interval, name = bounded_mean([1.0] * 20)
    assert name == "95% Wilson"
    assert interval == wilson(20, 20)
    assert interval.high - interval.low > 0.1
    interval, _ = bounded_mean([0.5] * 20)
    assert interval.low < 0.5 < interval.high


def test_bootstrap_covers_the_mean() -> None:
    rng = random.Random(1)
    covered = 0
    for trial in range(100):
        values = [rng.random() for _ in range(40)]
        found = bootstrap_mean(values, resamples=400, seed=trial)
        assert found is not None
        covered += found.low <= 0.5 <= found.high
    assert 88 <= covered <= 100


def test_bootstrap_is_seeded_and_ignores_order() -> None:
    rng = random.Random(1)
    values = [rng.random() for _ in range(40)]
    assert bootstrap_mean(values, seed=3) == bootstrap_mean(values[::-1], seed=3)
    assert bootstrap_mean(values, seed=3) != bootstrap_mean(values, seed=4)


def test_no_spread_no_bootstrap() -> None:
    assert bootstrap_mean([2.0]) is None
    assert bootstrap_mean([2.0, 2.0]) is None


def test_quantile() -> None:
    found = bootstrap_quantile([float(i) for i in range(100)], 0.95)
    assert found is not None
    assert 85 < found.low <= found.high <= 99
