"""Experiments: retrievers and what each stage adds, the chunk grid by spans, contextual prefixes; kept and resumed."""

from __future__ import annotations

import pytest

from builder.chunk import chunk_text
from core.errors import BadCall
from core.search import SearchIndex
from core.search.rerank import cross_encoder
from core.store import Store, documents
from evaluation.anchor import anchor
from evaluation.experiments.cache import Cells
from evaluation.experiments.chunk_grid import Grid, Material, chunk_grid, split_evidence
from evaluation.experiments.contextual import contextual, reduction
from evaluation.experiments.measure import METRICS, measure, questions_of, within_tokens
from evaluation.experiments.prefix import FromHeadings, from_headings
from evaluation.experiments.retrievers import compare_retrievers
from evaluation.experiments.sweeps import knee, weighted
from evaluation.metrics.evidence_gain import cover
from tests.core.store_fixtures import CHUNKING
from tests.evaluation.small_world import Letters, world


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "w")
    kb, index, _, release = world(store)
    return store, kb, index, release, questions_of(release, anchor(store, kb.id, release.items))


def material(store, kb, encoder, reranker=""):
    return Material(
        store, kb.id, kb.fingerprint, "small", lambda: documents.iterate(store, kb.id), chunk_text, encoder, reranker
    )


class Counting(Letters):
    def __init__(self):
        self.texts = 0

    def encode(self, texts):
        self.texts += len(texts)
        return super().encode(texts)


def test_retrievers_have_intervals_readings_and_an_honest_rerank_row(scene):
    *_, index, release, questions = scene
    report = compare_retrievers(index, questions)
    rows = {row["method"]: row for row in report["rows"]}
    assert report["n"] == 12 and "2 of 14 items have no evidence" in report["notes"][0]
    for method in ("bm25", "dense", "hybrid"):
        assert set(rows[method]["metrics"]) == set(METRICS)
        found = rows[method]["metrics"]["mrr"]
        assert found["low"] <= found["value"] <= found["high"] and found["n"] == 12 and "verdict" in found["reading"]
    assert rows["hybrid+rerank"]["status"].startswith("not run: no reranker") and rows["hybrid+rerank"]["metrics"] == {}
    stage = report["stages"][0]
    difference = rows["hybrid"]["metrics"]["mrr"]["value"] - rows["bm25"]["metrics"]["mrr"]["value"]
    assert (
        stage["metrics"]["mrr"]["value"] == pytest.approx(difference, abs=2e-4) and "p_holm" in stage["metrics"]["mrr"]
    )
    assert report["stages"][2]["status"].startswith("not run")
    assert len(report["sweeps"]["top_k"]["rows"]) == 8 and report["sweeps"]["similarity"]["rows"][0]["passages"] > 0


def test_a_scripted_cross_encoder_is_run_and_orders_the_list(scene, tmp_path):
    torch = pytest.importorskip("torch")
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *"badge canteen parking laptop travel training rule days 1 2 3 4".split(),
    ]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
    )
    folder = str(tmp_path / "tiny")
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizerFast(vocab_file=str(tmp_path / "vocab.txt")).save_pretrained(folder)

    store, kb, _, _, questions = scene
    index = SearchIndex.build(store, kb.id, CHUNKING, Letters(), reranker=folder)
    report = compare_retrievers(index, questions, folder)
    assert report["rows"][3]["status"] == "run" and report["rows"][3]["metrics"]["mrr"]["n"] == 12
    assert report["stages"][2]["with"] == "hybrid+rerank"
    query = questions.items[0].question
    hits = index.search(query, "hybrid+rerank", 10)
    scores = CrossEncoder(folder).predict([(query, hit.chunk.text) for hit in hits], show_progress_bar=False)
    assert [hit.score for hit in hits] == pytest.approx([float(s) for s in sorted(scores, reverse=True)], abs=1e-5)
    cross_encoder.cache_clear()


def test_the_grid_scores_spans_and_resumes(scene):
    store, kb, _, _, questions = scene
    grid = Grid(sizes=(16, 64), overlaps=(0.0,), splitters=("sentence", "fixed"), base="sentence:64:0", budget=60)
    encoder, seen = Counting(), []
    report = chunk_grid(
        material(store, kb, encoder), questions, grid, progress=lambda done, total, what: seen.append(what)
    )
    assert [c["chunking"] for c in report["cells"]] == ["sentence:16:0", "sentence:64:0", "fixed:16:0", "fixed:64:0"]
    small, large = report["cells"][2], report["cells"][3]
    assert small["chunks"] > large["chunks"] and len(small["split_evidence"]) > 0 and small["index_bytes"] > 0
    assert {"recall@60 tokens", "hit_rate@5"} <= set(small["metrics"]) and small["size"] == 16
    assert report["advice"]["best"] in [c["chunking"] for c in report["cells"]] and report["advice"]["sentence"]
    before = encoder.texts
    again = chunk_grid(material(store, kb, encoder), questions, grid)
    assert again["reused_cells"] == 4 and encoder.texts == before
    assert again["cells"] == report["cells"]
    assert seen[-1] == "done"


def test_a_grid_that_is_stopped_goes_on_where_it_was(scene):
    store, kb, _, _, questions = scene
    grid = Grid(sizes=(16, 64), overlaps=(0.0,), splitters=("sentence",), base="sentence:16:0")
    calls = []

    def stop():
        calls.append(1)
        if len(calls) == 2:
            raise BadCall("stopped")

    with pytest.raises(BadCall):
        chunk_grid(material(store, kb, Letters()), questions, grid, check_stop=stop)
    assert chunk_grid(material(store, kb, Letters()), questions, grid)["reused_cells"] == 1


def test_a_cell_cut_off_by_a_crash_is_made_again(tmp_path):
    cells = Cells(Store(tmp_path / "w"))
    assert cells.get({"a": 1}, lambda: {"x": 1}) == {"x": 1}
    next(cells.folder.glob("*.json")).write_text('{"x"', encoding="utf-8")
    assert cells.get({"a": 1}, lambda: {"x": 2}) == {"x": 2} and cells.reused == 0


def test_contextual_prefixes_are_searched_and_compared(scene):
    store, kb, _, _, questions = scene
    report = contextual(material(store, kb, Letters()), questions, "sentence:32:0", FromHeadings(), "headings")
    rows = {row["method"]: row for row in report["rows"]}
    assert report["prefix"]["mean_tokens"] > 5 and report["published"]["reductions"]["embeddings + BM25"] == 0.49
    for name in ("BM25", "embeddings", "embeddings + BM25"):
        found = rows[name]["failure_rate"]["5"]
        assert found["fall"]["value"] == pytest.approx(found["without"]["value"] - found["with"]["value"], abs=2e-4)
    assert rows["embeddings + BM25 + rerank"]["status"].startswith("not run")


def test_a_reduction_needs_failures():
    many = {str(i): 1.0 for i in range(20)}
    half = {k: float(int(k) % 2) for k in many}
    found = reduction(many, half)
    assert found["value"] == 0.5 and found["low"] < 0.5 < found["high"]
    assert reduction({"a": 1.0}, {"a": 0.0})["low"] is None and reduction({"a": 0.0}, {"a": 0.0})["value"] is None


def test_prefixes_speak_the_document_s_language(scene):
    store, kb, *_ = scene
    found = {d.source: from_headings(d, chunk_text(d, "sentence:32:0")[-1]) for d in documents.iterate(store, kb.id)}
    assert found["badge.md"].startswith("From “badge.md”") and found["badge.zh.md"].startswith("摘自《badge.zh.md》")


def test_context_of_equal_tokens_cuts_the_last_passage(scene):
    *_, index, release, questions = scene
    item = questions.items[0]
    from evaluation.experiments.measure import as_passage

    passages = [as_passage(hit) for hit in index.search(item.question, "bm25", 10)]
    kept = within_tokens(passages, 30)
    assert len(kept) < len(passages) and kept[-1].end - kept[-1].start == len(kept[-1].text)
    assert cover(item.evidence, kept).groups == 2


def test_nothing_to_measure_is_said(scene):
    *_, release, questions = scene
    refuse = release.model_copy(update={"items": tuple(i for i in release.items if not i.evidence)})
    with pytest.raises(BadCall, match="no item with evidence"):
        questions_of(refuse, questions.anchors)


def test_weights_of_hybrid_end_at_the_single_lists(scene):
    *_, index, release, questions = scene
    query = questions.items[0].question
    lexical, dense = index.search(query, "bm25", 20), index.search(query, "dense", 20)
    assert [h.chunk.id for h in weighted(lexical, dense, 0.0)] == [h.chunk.id for h in lexical]
    assert [h.chunk.id for h in weighted(lexical, dense, 1.0)] == [h.chunk.id for h in dense]
    assert [h.chunk.id for h in weighted(lexical, dense, 0.5)][:5] == [
        h.chunk.id for h in index.search(query, "hybrid", 5)
    ]


def test_split_evidence_is_listed_and_the_knee_found(scene):
    store, kb, _, _, questions = scene
    whole = [c for d in documents.iterate(store, kb.id) for c in chunk_text(d, "sentence:512:0")]
    assert split_evidence(whole, questions) == []
    assert knee([1, 2, 3, 10], [0.5, 0.8, 0.9, 0.92]) == 3 and knee([1, 2, 3], [0.5, 0.5, 0.5]) is None
    assert measure(scene[2], questions, "bm25").queries == 12
