"""Passages that come from no document of the knowledge base: counted, and above a fifth nothing is scored."""

from __future__ import annotations

import random

import pytest

from core.records import Answer, Passage
from core.store import Store, runs
from evaluation.run import evaluate
from tests.core.store_fixtures import clock, small_kb
from tests.evaluation.small_world import TEXTS, golden


class Listed:
    """Retrieves the evidence's surroundings as bare texts, and `foreign` texts of nowhere beside them."""

    name, top_k, concurrency = "listed", 5, 1

    def __init__(self, foreign):
        self.foreign = foreign

    def answer(self, item):
        texts = [e.quote + "\n" for e in item.evidence]
        texts += [
            f"Sentence {n} of {item.id} was never written down in any of these documents." for n in range(self.foreign)
        ]
        return Answer(item_id=item.id, retrieved=tuple(Passage(id=str(n), text=t) for n, t in enumerate(texts)))


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "ws")
    return store, golden(store, small_kb(store, TEXTS))


def run_of(scene, foreign):
    store, release = scene
    answerable = release.model_copy(update={"items": release.items[:12]})
    run = evaluate(store, answerable, Listed(foreign), None, mode="retriever", clock=clock, rng=random.Random(1))
    return run, {s.metric: s for s in run.scores}


def test_texts_of_the_documents_are_aligned(scene):
    run, scores = run_of(scene, 0)
    assert scores["recall@5"].value == 1.0 and not any("match no document" in note for note in run.notes)


def test_above_a_fifth_retrieval_is_undefined_with_the_reason(scene):
    run, scores = run_of(scene, 1)
    assert (scores["recall@5"].value, scores["recall@5"].n_used) == (None, 0)
    assert scores["recall@5"].reason.startswith("more than 20 %")
    assert scores["duplicate_rate"].value == 0.0
    assert (
        "12 of 36 retrieved passages match no document of the knowledge base: retrieval metrics are undefined."
        in run.notes
    )
    assert all(r.values["mrr"] is None for r in runs.results(scene[0], run.id))


def test_a_few_are_counted_and_count_as_not_relevant(scene):
    store, release = scene
    lonely = Listed(0)
    with_one = release.items[0].id

    def answer(item, plain=lonely.answer):
        given = plain(item)
        extra = (
            (Passage(id="x", text="Nobody has ever written this sentence anywhere."),) if item.id == with_one else ()
        )
        return given.model_copy(update={"retrieved": given.retrieved + extra})

    lonely.answer = answer
    answerable = release.model_copy(update={"items": release.items[:12]})
    run = evaluate(store, answerable, lonely, None, mode="retriever", clock=clock, rng=random.Random(1))
    assert "1 of 25 retrieved passages match no document of the knowledge base and count as not relevant." in run.notes
    assert {s.metric: s.value for s in run.scores}["recall@5"] == 1.0
