"""A TREC run as a system: its ids, its order, its overlap with set and knowledge base; scored without a judge."""

from __future__ import annotations

import random

import pytest

from core.errors import BadCall, BadInput
from core.settings import Settings
from core.store import Store, documents
from evaluation.run import evaluate
from evaluation.systems.parse import parse_system
from evaluation.systems.passage_ids import PassageIds
from evaluation.systems.trec_run import TrecRun
from tests.core.store_fixtures import clock, small_kb
from tests.evaluation.small_world import TEXTS, golden


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "ws")
    kb = small_kb(store, TEXTS)
    return store, kb, golden(store, kb)


def write(tmp_path, rows):
    path = tmp_path / "a.run"
    path.write_text("".join(f"{topic} Q0 {doc} 1 {score} mine\n" for topic, doc, score in rows), encoding="utf-8")
    return path


def perfect(release):
    """Each item's own lines, as chunks of the knowledge base."""
    return [(i.id, f"{e.document_id}-{2 * e.group}", 9 - e.group) for i in release.items for e in i.evidence]


def test_ids_of_chunks_documents_and_stretches(scene):
    store, kb, _ = scene
    document = documents.by_source(store, kb.id, "badge.md")
    found = PassageIds(store, kb.id).find(
        [f"{document.id}-1", document.id, "badge.md", "badge.md:5-25", "badge.md:9-9", "no"]
    )
    assert list(found) == [document.id, "badge.md", "badge.md:5-25", f"{document.id}-1"]
    assert found["badge.md:5-25"].text == document.text[5:25]
    assert (found["badge.md"].start, found["badge.md"].end, found["badge.md"].text) == (0, len(document.text), "")
    assert found[f"{document.id}-1"].source == "badge.md"


def test_a_run_is_scored_as_the_retriever_alone(scene, tmp_path):
    store, kb, release = scene
    path = write(tmp_path, perfect(release))
    system = parse_system(f"answers:{path}", store=store, release=release, settings=Settings(), kb=kb)
    run = evaluate(store, release, system, None, clock=clock, rng=random.Random(1), top_k=5)
    scores = {s.metric: s for s in run.scores}
    assert (run.mode, run.judge) == ("retriever", None)
    assert (scores["ndcg@10"].value, scores["all_groups_recall@5"].value) == (1.0, 1.0)
    assert scores["ndcg@10"].n_used == 12 and scores["ndcg@10"].n_skipped == 2
    assert "correct" not in scores
    assert any("2 items have no results in the run" in note for note in run.notes)


def test_order_is_that_of_trec_eval(scene, tmp_path):
    store, kb, release = scene
    item = release.items[0]
    document = item.evidence[0].document_id
    rows = [(item.id, f"{document}-0", 1.0), (item.id, f"{document}-3", 2.0), (item.id, f"{document}-1", 1.0)]
    rows += [row for row in perfect(release) if row[0] != item.id]
    answer = TrecRun(write(tmp_path, rows), release.items, PassageIds(store, kb.id)).retrieve(item)
    assert [(p.id[-1], p.score) for p in answer.retrieved] == [("3", 2.0), ("1", 1.0), ("0", 1.0)]


def test_unknown_ids_are_listed_and_count_as_not_relevant(scene, tmp_path):
    store, kb, release = scene
    rows = [*perfect(release), ("elsewhere", "badge.md", 1), (release.items[0].id, "gone", 99)]
    system = TrecRun(write(tmp_path, rows), release.items, PassageIds(store, kb.id))
    assert (system.unknown, system.unresolved) == (["elsewhere"], ["gone"])
    assert [p.text == "" for p in system.retrieve(release.items[0]).retrieved] == [True, False, False]


def test_a_run_over_another_corpus_or_set_is_refused(scene, tmp_path):
    store, kb, release = scene
    ids = PassageIds(store, kb.id)
    other_corpus = [(i.id, f"MED-{n}", 1) for n, i in enumerate(release.items)]
    with pytest.raises(BadInput, match=r"Only 0 of the 14 document ids .* 'MED-0'.*document:start-end"):
        TrecRun(write(tmp_path, other_corpus), release.items, ids)
    with pytest.raises(BadInput, match=r"Only 0 of the 2 topics .* for example 301; the set has for example"):
        TrecRun(write(tmp_path, [("301", "badge.md", 1), ("302", "badge.md", 1)]), release.items, ids)


def test_the_generator_alone_needs_answers(scene, tmp_path):
    store, kb, release = scene
    system = TrecRun(write(tmp_path, perfect(release)), release.items, PassageIds(store, kb.id))
    with pytest.raises(BadCall, match="takes no context"):
        evaluate(store, release, system, None, mode="generator", clock=clock, rng=random.Random(1))
