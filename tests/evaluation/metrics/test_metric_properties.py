"""What holds for any list, any matrix and any order of items: bounds, monotonicity, indifference to repeats and order."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.records import Label
from evaluation.metrics.aggregate import aggregate
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.declared import METRICS, metric
from evaluation.metrics.item_values import RANKED, claim_values, ranked_values
from evaluation.metrics.ranking import ranking_of_ids

IDS = [f"d{n}" for n in range(12)]
GOLD = st.dictionaries(st.sampled_from(IDS), st.integers(1, 3), min_size=1)
LISTED = st.lists(st.sampled_from(IDS), max_size=20)
LABELS: st.SearchStrategy[Label | None] = st.sampled_from(["entailed", "neutral", "contradicted", None])
GROWING = ("hit_rate", "recall", "all_groups_recall", "mrr", "map")


@settings(max_examples=150, deadline=None)
@given(GOLD, LISTED, st.integers(1, 15))
def test_rank_metrics_stay_within_bounds(gold: dict[str, int], listed: list[str], k: int) -> None:
    ranking = ranking_of_ids(gold, listed)
    for name, formula in RANKED.items():
        value = formula(ranking, k).value
        assert value is not None and 0 <= value <= 1 + 1e-12, name


@settings(max_examples=150, deadline=None)
@given(GOLD, LISTED, st.integers(1, 14))
def test_looking_further_down_never_loses_what_was_found(gold: dict[str, int], listed: list[str], k: int) -> None:
    ranking = ranking_of_ids(gold, listed)
    for name in GROWING:
        nearer, further = RANKED[name](ranking, k).value, RANKED[name](ranking, k + 1).value
        assert nearer is not None and further is not None and further >= nearer - 1e-12, name


@settings(max_examples=150, deadline=None)
@given(GOLD, LISTED, st.data())
def test_repeats_change_nothing_but_the_duplicate_rate(
    gold: dict[str, int], listed: list[str], data: st.DataObject
) -> None:
    once = list(dict.fromkeys(listed))
    doubled = list(once)
    for name in once:
        first = doubled.index(name)
        doubled.insert(data.draw(st.integers(first + 1, len(doubled))), name)
    before, after = ranked_values(ranking_of_ids(gold, once)), ranked_values(ranking_of_ids(gold, doubled))
    before.pop("duplicate_rate")
    assert after.pop("duplicate_rate").value == (0.5 if once else None)
    assert before == after


@settings(max_examples=100, deadline=None)
@given(GOLD, st.permutations(IDS), st.integers(0, 10))
def test_moving_a_relevant_document_up_never_hurts(gold: dict[str, int], listed: list[str], place: int) -> None:
    better = list(listed)
    if better[place + 1] in gold and better[place] not in gold:
        better[place], better[place + 1] = better[place + 1], better[place]
    for name, formula in RANKED.items():
        old, new = formula(ranking_of_ids(gold, listed), 5).value, formula(ranking_of_ids(gold, better), 5).value
        assert old is not None and new is not None
        # What was found among the first five may be joined by one at rank five: that average can fall.
        assert new >= old - 1e-12 or name == "map_retrieved", name


@st.composite
def matrices(draw: st.DrawFn) -> ClaimMatrix:
    answers, references, width = draw(st.integers(0, 4)), draw(st.integers(0, 4)), draw(st.integers(0, 4))

    def row(size: int) -> list[Label | None]:
        return draw(st.lists(LABELS, min_size=size, max_size=size))

    return ClaimMatrix(
        row(answers), row(references), [row(width) for _ in range(answers)], [row(width) for _ in range(references)],
        passages=[f"p{n}" for n in range(width)],
    )  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(matrices())
def test_claim_metrics_stay_within_bounds_and_say_why_not(matrix: ClaimMatrix) -> None:
    for name, found in claim_values(matrix).items():
        low, high = metric(name).range
        if found.value is None:
            assert found.reason, name
        else:
            assert low <= found.value <= (high or 1.0), name


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=4), st.one_of(st.none(), st.floats(0, 1)), max_size=20),
    st.integers(),
)
def test_the_order_of_items_changes_no_score(values: dict[str, float | None], seed: int) -> None:
    shuffled = list(values.items())
    random.Random(seed).shuffle(shuffled)
    assert aggregate("faithfulness", values) == aggregate("faithfulness", dict(shuffled))


@pytest.mark.parametrize("declared", METRICS.values(), ids=lambda m: m.id)
def test_every_metric_says_what_it_is_in_both_languages(declared) -> None:
    assert declared.names["en"] != declared.id
    for words in (declared.names, declared.sentence, declared.undefined):
        assert words["en"].strip() and words["zh"].strip()
    assert any("\u4e00" <= sign <= "\u9fff" for sign in declared.sentence["zh"])
