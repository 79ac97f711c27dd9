"""Samples keep kinds and documents in proportion, are the same for a seed, and cost what they say."""

from __future__ import annotations

from collections import Counter

import pytest

from core.stats.intervals import wilson
from evaluation.sampling import half_width, sample_items
from tests.evaluation.stand_ins import answer_item, evidence, refuse_item


def item(n: int, source: str):
    return answer_item(n, evidence=(evidence("Annual leave is 25 days a year").model_copy(update={"source": source}),))


ITEMS = [item(n, f"doc{n % 4}.md") for n in range(80)] + [refuse_item(n) for n in range(80, 100)]


def test_kinds_and_documents_keep_their_shares() -> None:
    chosen = sample_items(ITEMS, 20, 3)
    assert Counter(one.kind for one in chosen) == {"factual": 16, "unanswerable": 4}
    assert Counter(one.evidence[0].source for one in chosen if one.evidence) == {f"doc{n}.md": 4 for n in range(4)}
    assert [one.id for one in chosen] == [one.id for one in ITEMS if one in chosen]


def test_a_seed_gives_one_sample_and_another_seed_another() -> None:
    ids = [[one.id for one in sample_items(ITEMS, 20, seed)] for seed in (1, 1, 2)]
    assert ids[0] == ids[1] != ids[2]
    assert sample_items(ITEMS, 0, 1) == ITEMS == sample_items(ITEMS, 500, 1)


@pytest.mark.parametrize("size", [1, 3, 7, 50, 99])
def test_the_size_is_exact(size: int) -> None:
    assert len(sample_items(ITEMS, size, 5)) == size


def test_documents_with_one_item_each_all_have_a_chance() -> None:
    many = [item(n, f"doc{n}.md") for n in range(10)]
    drawn = {one.id for seed in range(40) for one in sample_items(many, 2, seed)}
    assert len(drawn) == 10


def test_the_width_is_that_of_the_interval_shown_later() -> None:
    low, high = wilson(30, 60)
    assert half_width(60) == pytest.approx((high - low) / 2)
    assert half_width(30) > half_width(60) > half_width(600)
