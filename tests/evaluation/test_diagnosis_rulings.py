"""A person's word: on a tag, where it holds and how it is taken back; and on gold that is incomplete."""

from __future__ import annotations

import random

import pytest

from annotate.review import load_draft_edit
from core.clock import utc_now
from core.errors import BadCall
from core.store import items as item_store
from core.store import runs
from evaluation.diagnosis.gold import Alternative
from tests.app.run_scenes import POOR, answers_file, make_items, release, run_of, workspace
from verbs.completing import offer_alternative
from verbs.diagnosing import diagnosis
from verbs.ruling import rule_tag


@pytest.fixture
def scene(tmp_path):
    store, kb = workspace(tmp_path / "w")
    items = make_items(store, kb)
    made = release(store, kb, items)
    return store, made, items, answers_file(tmp_path, items, POOR)


def failure(store, run, item_id):
    return next(f for f in runs.get(store, run.id).failures if f.item_id == item_id)


def result(store, run, item_id):
    return next(r for r in runs.results(store, run.id) if r.item.id == item_id)


def test_a_ruling_holds_in_a_later_run_of_the_same_answer_and_can_be_taken_back(scene):
    store, made, items, path = scene
    first = run_of(store, made, path, 1)
    one = items[0].id
    before = failure(store, first, one)
    rule_tag(store, first, result(store, first, one), "FP7", "Ann", rng=random.Random(1), clock=utc_now)
    ruled = failure(store, first, one)
    assert (ruled.tag, ruled.by, ruled.subtype, ruled.confidence) == ("FP7", "person", "by_person", 1.0)
    # What the machine said is still to be seen, with its proof.
    assert before.tag in ruled.also and ruled.steps == before.steps
    later = run_of(store, made, path, 2)
    assert failure(store, later, one).tag == "FP7"
    rule_tag(store, later, result(store, later, one), "machine", "Ann", rng=random.Random(2), clock=utc_now)
    assert failure(store, later, one) == before


def test_another_answer_is_not_touched_by_the_ruling(scene, tmp_path):
    store, made, items, path = scene
    first = run_of(store, made, path, 1)
    one = items[0].id
    rule_tag(store, first, result(store, first, one), "FP7", "Ann", rng=random.Random(1), clock=utc_now)
    other = tmp_path / "other.jsonl"
    other.write_text(
        path.read_text(encoding="utf-8").replace("The leave is generous.", "It is ample."), encoding="utf-8"
    )
    assert failure(store, run_of(store, made, other, 3), one).by == "rule"


def test_a_label_that_is_no_tag_and_a_missing_name_are_refused(scene):
    store, made, items, path = scene
    run = run_of(store, made, path, 1)
    for label, person, said in (("FP8", "Ann", "no failure tag"), ("FP2", " ", "carries the name")):
        with pytest.raises(BadCall, match=said):
            rule_tag(store, run, result(store, run, items[0].id), label, person, rng=random.Random(1), clock=utc_now)


def test_an_alternative_waits_in_review_as_a_draft_edit(scene):
    store, _, items, _ = scene
    item = items[0]
    item_store.add(store, item, status="accepted")
    found = Alternative(2, "Hotels are paid up to 120 EUR a night.", "travel.md", None, None, None)
    offer_alternative(store, item.id, found, "Ann", clock=utc_now)
    draft = load_draft_edit(store, item.id, "Ann")
    assert draft is not None and [e["source"] for e in draft.fields["evidence"]] == ["leave.md", "travel.md"]
    assert {e["group"] for e in draft.fields["evidence"]} == {0}
    assert item_store.get(store, item.id).evidence == item.evidence


@pytest.mark.parametrize(
    ("text", "source", "said"),
    [
        ("Annual leave is 25 days.", "leave.md", "among the evidence of this item already"),
        ("No such text.", "leave.md", "no longer stands in leave.md"),
        ("Annual leave", "gone.md", "not in this knowledge base: gone.md"),
    ],
)
def test_an_alternative_that_cannot_be_offered_says_why(scene, text, source, said):
    store, _, items, _ = scene
    item_store.add(store, items[0], status="accepted")
    with pytest.raises(BadCall, match=said):
        offer_alternative(store, items[0].id, Alternative(1, text, source, None, None, None), "Ann", clock=utc_now)


def test_the_machine_form_has_groups_gold_and_what_to_try(scene, tmp_path):
    store, made, items, path = scene
    run = run_of(store, made, path, 1)
    found = diagnosis(tmp_path / "w", run.id)
    assert {group["name"] for group in found["groups"]["kind"]} == {"factual", "multi_hop", "unanswerable"}
    assert found["self_knowledge"] == [] and found["incomplete_gold"] == []
    assert all(one["advice"] for one in found["items"])
