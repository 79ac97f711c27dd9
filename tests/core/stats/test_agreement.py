"""Agreement equals the reference libraries, and says why when it has no value."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from core.records import Score
from core.stats.agreement import agreement, cohen, count_table

LABELS = ["accept", "edit", "reject"]


def made_up(raters: int, items: int, gaps: float, seed: int) -> dict[str, dict[str, str]]:
    """Reviewers who mostly follow a common truth; `gaps` is the share of ratings left out."""
    rng = random.Random(seed)
    truth = [rng.choice(LABELS) for _ in range(items)]
    ratings: dict[str, dict[str, str]] = {f"r{i}": {} for i in range(raters)}
    for given in ratings.values():
        for i, label in enumerate(truth):
            if rng.random() >= gaps:
                given[f"q{i:03d}"] = label if rng.random() < 0.7 else rng.choice(LABELS)
    return ratings


def by_metric(scores: list[Score]) -> dict[str, Score]:
    return {score.metric: score for score in scores}


@pytest.mark.parametrize("seed", range(5))
def test_cohen_equals_scikit_learn(seed: int) -> None:
    from sklearn.metrics import cohen_kappa_score

    ratings = made_up(2, 60, 0.2, seed)
    shared = sorted(set(ratings["r0"]) & set(ratings["r1"]))
    expected = cohen_kappa_score([ratings["r0"][i] for i in shared], [ratings["r1"][i] for i in shared])
    ours = cohen(ratings)
    assert ours.value == pytest.approx(expected, abs=1e-12)
    assert ours.n_used == len(shared)
    assert ours.low is not None and ours.high is not None and ours.low <= expected <= ours.high


@pytest.mark.parametrize("seed", range(5))
def test_fleiss_equals_statsmodels(seed: int) -> None:
    from statsmodels.stats.inter_rater import fleiss_kappa

    ratings = made_up(4, 50, 0.0, seed)
    _, _, table = count_table(ratings)
    ours = by_metric(agreement(ratings, repeats=50))["fleiss_kappa"]
    assert ours.value == pytest.approx(fleiss_kappa(table), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_krippendorff_equals_reference_with_gaps(seed: int) -> None:
    import krippendorff

    ratings = made_up(3, 50, 0.3, seed)
    items = sorted({i for given in ratings.values() for i in given})
    data = [[LABELS.index(g[i]) if i in g else np.nan for i in items] for g in ratings.values()]
    expected = krippendorff.alpha(reliability_data=data, level_of_measurement="nominal")
    ours = by_metric(agreement(ratings, repeats=50))["krippendorff_alpha"]
    assert ours.value == pytest.approx(expected, abs=1e-12)
    rated = Counter(i for given in ratings.values() for i in given)
    assert ours.n_skipped == sum(1 for count in rated.values() if count == 1)


def test_gwet_equals_published_example() -> None:
    """Gwet (2008): 118 yes-yes, 5 yes-no, 2 no-yes, 0 no-no give AC1 = 0.9408 while κ is near zero."""
    first = {f"i{n}": "yes" if n < 123 else "no" for n in range(125)}
    second = {f"i{n}": "yes" if n < 118 or n >= 123 else "no" for n in range(125)}
    scores = by_metric(agreement({"a": first, "b": second}, repeats=50))
    assert scores["gwet_ac1"].value == pytest.approx(0.9408, abs=5e-5)
    assert scores["cohen_kappa"].value == pytest.approx(-0.0234, abs=5e-5)
    assert scores["percent"].value == pytest.approx(118 / 125)


def test_one_label_only_is_undefined_and_explained() -> None:
    same = {"a": {"1": "yes", "2": "yes"}, "b": {"1": "yes", "2": "yes"}}
    scores = by_metric(agreement(same, repeats=20))
    assert scores["percent"].value == 1.0
    for metric in ("cohen_kappa", "fleiss_kappa", "krippendorff_alpha", "gwet_ac1"):
        assert scores[metric].value is None and scores[metric].reason
    assert by_metric(agreement(same, ["yes", "no"], repeats=20))["gwet_ac1"].value == 1.0


def test_no_shared_item_is_undefined() -> None:
    scores = agreement({"a": {"1": "yes"}, "b": {"2": "no"}})
    assert all(score.value is None and "nothing to compare" in score.reason for score in scores)


def test_cohen_needs_two_reviewers() -> None:
    assert "exactly two" in cohen({"a": {"1": "yes"}}).reason


def test_seed_repeats_the_interval() -> None:
    ratings = made_up(3, 30, 0.1, 1)
    assert agreement(ratings, seed=4, repeats=100) == agreement(ratings, seed=4, repeats=100)


def test_items_all_alike_are_no_certainty():
    """Four items on which two people differ in the same way: a coefficient of zero width would look certain."""
    ratings = {"a": dict.fromkeys("1234", "accept"), "b": dict.fromkeys("1234", "reject")}
    scores = {s.metric: s for s in agreement(ratings, ["accept", "reject"])}
    assert scores["gwet_ac1"].value is not None
    assert (scores["gwet_ac1"].low, scores["gwet_ac1"].high) == (None, None) and "all alike" in scores[
        "gwet_ac1"
    ].reason
    low, high = scores["percent"].low, scores["percent"].high
    assert scores["percent"].value == 0.0 and low == 0.0 and 0.4 < high < 0.6
