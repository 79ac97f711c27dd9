"""Experiments as they are ordered: lines and grids as typed, samples, kept reports, what is reused, evidence that moved."""

from __future__ import annotations

import pytest

from core.errors import BadCall
from core.store import Store, documents, reports
from evaluation.anchor import anchor
from evaluation.experiments.chunk_grid import moved_evidence
from evaluation.experiments.measure import questions_of
from release.write import write_release
from tests.evaluation.small_world import Letters, world
from verbs.experiment_planning import plan_experiment
from verbs.experimenting import ExperimentOrder, experiment, starting_lines


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "w")
    kb, _, _, release = world(store)
    made = write_release(
        release.model_copy(update={"kb_name": kb.name, "knowingly": "a test", "notes": {"licence": "CC0-1.0"}}),
        [],
        store.golden_dir,
    )
    return store, kb, made


def tried(store, name, made, **options):
    return experiment(
        store.workspace, ExperimentOrder(name, f"{made.name}@{made.version}", **options), encoder=Letters()
    )


def test_lines_are_typed_over_the_defaults():
    assert starting_lines([]) is None
    assert starting_lines(["mrr=0.5", "map=0.4"]) == {"hit_rate@5": 0.85, "mrr": 0.5, "ndcg@10": 0.6, "map": 0.4}
    with pytest.raises(BadCall, match="METRIC=VALUE"):
        starting_lines(["mrr"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lines": {"speed": 1.0}}, "No starting line can be drawn for 'speed'"),
        ({"method": "magic"}, "'magic' is not a search method"),
        ({"overlaps": (1.5,)}, "An overlap is a share"),
    ],
)
def test_orders_that_cannot_be_are_one_sentence(scene, options, said):
    store, _, made = scene
    with pytest.raises(BadCall, match=said):
        tried(store, "chunks", made, **options)
    with pytest.raises(BadCall, match="Unknown experiment"):
        tried(store, "weather", made)


def test_reports_are_kept_newest_first_and_methods_are_measured_once(scene):
    store, _, made = scene
    first = tried(store, "retrievers", made, lines={"mrr": 0.1})
    again = tried(store, "retrievers", made, lines={"mrr": 0.99})
    assert (first["reused_cells"], again["reused_cells"]) == (0, 3)
    readings = [r["rows"][0]["metrics"]["mrr"]["reading"]["limit"] for r in (first, again)]
    assert readings == [0.1, 0.99]
    assert first["rows"][0]["metrics"]["map"] == again["rows"][0]["metrics"]["map"]
    kept = reports.kept(store, "experiment", first["set"])
    assert [r["report"] for r in kept] == [again["report"], first["report"]]
    assert reports.kept(store, "stress", first["set"]) == []


def test_a_sample_is_seeded_and_said(scene):
    store, _, made = scene
    found = tried(store, "chunks", made, sample=4, sizes=(32,), overlaps=(0.0,), splitters=("sentence",))
    assert found["n"] == 4 and any("A sample of 4 of 12" in note for note in found["notes"])


def test_a_plan_counts_searches_and_calls(scene):
    store, _, made = scene
    ref = f"{made.name}@{made.version}"
    assert plan_experiment(store, made, ExperimentOrder("retrievers", ref)).searches == 3 * 12
    assert (
        plan_experiment(
            store, made, ExperimentOrder("chunks", ref, sizes=(64, 128), overlaps=(0.0,), splitters=("fixed",))
        ).cells
        == 3
    )
    tried(store, "retrievers", made)
    by_model = plan_experiment(store, made, ExperimentOrder("contextual", ref, model_prefixes=True))
    assert by_model.calls > 0 and by_model.no_model and by_model.cost is None


def test_evidence_that_moved_is_listed_with_both_places(scene):
    store, kb, made = scene
    old = documents.by_source(store, kb.id, "badge.md")
    from core.records import text_hash

    text = "A line before.\n" + old.text
    documents.save(store, old.model_copy(update={"text": text, "text_sha256": text_hash(text)}))
    questions = questions_of(made, anchor(store, kb.id, made.items))
    moved = moved_evidence(questions)
    assert {row["source"] for row in moved} == {"badge.md"}
    assert all(row["now"][0] - row["then"][0] == len("A line before.\n") for row in moved)
