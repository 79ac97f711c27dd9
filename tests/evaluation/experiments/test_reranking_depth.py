"""Reranking in contextual retrieval: 150 candidates go in, 20 come out, by a CrossEncoder saved here."""

from __future__ import annotations

import pytest

from builder.chunk import chunk_text
from core.search.rerank import cross_encoder
from core.store import Store, documents
from evaluation.anchor import anchor
from evaluation.experiments import cell_index
from evaluation.experiments.chunk_grid import Material
from evaluation.experiments.contextual import RERANKED, contextual
from evaluation.experiments.measure import questions_of
from evaluation.experiments.prefix import FromHeadings
from tests.core.store_fixtures import small_kb
from tests.evaluation.small_world import TOPICS, Letters, golden

LINES = 60


@pytest.fixture
def scripted(tmp_path):
    """A folder with a tiny CrossEncoder of random weights."""
    torch = pytest.importorskip("torch")
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *TOPICS, *"rule days desk within 1 2 3 4".split()]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        num_labels=1,
    )  # fmt: skip
    folder = str(tmp_path / "tiny")
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizerFast(vocab_file=str(tmp_path / "vocab.txt")).save_pretrained(folder)
    yield folder
    cross_encoder.cache_clear()


def test_150_candidates_are_reranked_to_20_with_and_without_prefixes(tmp_path, scripted, monkeypatch):
    store = Store(tmp_path / "w")
    texts = {
        f"{topic}.md": "\n".join(
            f"The {topic} desk answers rule {n} of the {topic} policy within {n * 7 + 3} days in building {topic.title()}."
            for n in range(1, LINES)
        )
        for topic in TOPICS
    }
    kb = small_kb(store, texts)
    release = golden(store, kb)
    questions = questions_of(release, anchor(store, kb.id, release.items))
    material = Material(
        store, kb.id, kb.fingerprint, "small", lambda: documents.iterate(store, kb.id), chunk_text, Letters(), scripted
    )
    seen: list[int] = []
    scores: list[list[float]] = []

    def watched(model, query, passages):
        seen.append(len(passages))
        ranked = real(model, query, passages)
        scores.append([score for _, score in ranked])
        return ranked

    real = cell_index.rerank
    monkeypatch.setattr(cell_index, "rerank", watched)
    report = contextual(material, questions, "sentence:24:0", FromHeadings(), "headings")
    assert report["chunks"] > RERANKED == 150
    assert seen == [150] * 2 * len(questions.items)
    assert all(one == sorted(one, reverse=True) for one in scores)
    row = report["rows"][3]
    assert row["status"] == "run" and row["method"] == "embeddings + BM25 + rerank" and report["reranked"] == 150
    assert row["failure_rate"]["20"]["with"]["n"] == len(questions.items)
    assert row["published_reduction_at_20"] == 0.67 and set(report["seconds"]["with"]) == {
        r["method"] for r in report["rows"]
    }
