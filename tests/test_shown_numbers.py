"""Numbers as the command line and the screens write them: what is small is not nothing, and zero has no sign."""

from __future__ import annotations

import pytest

from core.records import Score
from evaluation.metrics.declared import metric
from screens.score_text import interval, number
from verbs import show


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "–"), (0.0, "0.000"), (0.0004, "0.0004"), (0.00004, "4e-05"), (0.25, "0.250")]
)
def test_a_small_cost_is_not_shown_as_nothing(value: float | None, shown: str) -> None:
    assert show._value(value) == shown


def test_zero_has_no_sign() -> None:
    score = Score(metric="answer_relevancy", value=0.02, low=-0.001, high=0.06, n_used=7, n_skipped=0)
    assert interval(score) == "0.00–0.06" and number(-0.001, metric("answer_relevancy")) == "0.00"
    assert show._interval({"low": -0.001, "high": 0.06}) == "0.00–0.06"
