"""Prediction-powered intervals against the authors' own library, where it is installed."""

from __future__ import annotations

import numpy as np
import pytest

from core.stats.ppi import ppi_mean_ci

ppi_py = pytest.importorskip("ppi_py", reason="skipped: ppi-python is not installed")


@pytest.mark.parametrize("lam", [None, 0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(10))
def test_two_sided_intervals_are_equal(seed: int, lam: float | None) -> None:
    rng = np.random.default_rng(seed)
    n, count, share = int(rng.integers(20, 300)), int(rng.integers(50, 3000)), rng.uniform(0.1, 0.9)
    y, rest = rng.binomial(1, share, n).astype(float), rng.binomial(1, share, count).astype(float)
    said = np.where(rng.random(n) < 0.8, y, 1 - y)
    low, high = ppi_py.ppi_mean_ci(y, said, rest, alpha=0.05, lam=lam)
    assert ppi_mean_ci(y, said, rest, lam=lam) == pytest.approx(
        (float(np.ravel(low)[0]), float(np.ravel(high)[0])), abs=1e-10
    )
