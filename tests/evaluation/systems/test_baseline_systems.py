"""The built-in baselines, the copying answerer, and systems as they are typed."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import BadCall
from core.records import Chunk, NearPassage, SearchTrace
from core.search import Hit
from core.settings import Settings
from core.store import Store
from evaluation.systems import NotRun, parse_system
from evaluation.systems.base import perfect_context
from evaluation.systems.baselines import Baseline, baseline
from evaluation.systems.extractive import REFUSAL, ExtractiveAnswerer
from tests.evaluation.stand_ins import DOCUMENT, answer_item, evidence, refuse_item, release_of


class Letters:
    """Texts as counts of their characters."""

    name = "letters"

    def encode(self, texts):
        rows = np.zeros((len(texts), 4096), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for char in text:
                row[ord(char) % 4096] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class OneChunk:
    def search(self, query, method, k):
        texts = [DOCUMENT, "The canteen opens at noon."]
        return [
            Hit(
                Chunk(id=f"c{i}", kb_id="kb", document_id="doc", chunking="x", position=i, start=0, end=len(t), text=t),
                1.0 / i,
                i,
            )
            for i, t in enumerate(texts, 1)
        ]


def test_baseline_retrieves_deeper_than_it_reads():
    system = Baseline("bm25", OneChunk(), ExtractiveAnswerer(Letters()), top_k=1)
    answer = system.answer(answer_item(0, question="How many days of annual leave a year?"))
    assert [p.id for p in answer.retrieved] == ["c1", "c2"] and answer.context == (DOCUMENT,)
    assert "25 days" in answer.text and answer.retrieved[0].document_id == "doc"


def test_perfect_context_is_the_evidence_or_what_came_nearest():
    two = answer_item(0, evidence=(evidence("Annual leave is 25 days a year"), evidence("Overtime is paid", group=1)))
    assert perfect_context(two) == ("Annual leave is 25 days a year", "Overtime is paid")
    near = NearPassage(document_id="doc", source="s", start=0, end=4, text="near", score=0.5)
    assert perfect_context(refuse_item(1).model_copy(update={"trace": SearchTrace(nearest=(near,))})) == ("near",)


def test_copying_answerer_in_both_languages():
    answerer = ExtractiveAnswerer(Letters())
    passages = [
        "# 休假\n\n年假每年15天，入职满一年后享有。\n\n| 城市 | 住宿标准 |\n|---|---|\n| 上海 | 600元 |\n| 合肥 | 400元 |"
    ]
    assert "15天" in answerer.reply("年假每年有多少天？", passages)[0]
    assert "600元" in answerer.reply("上海的住宿标准是多少元？", passages)[0]
    assert answerer.reply("谁赢得了世界杯？", passages)[0] == REFUSAL["zh"]
    assert answerer.reply("Who won the cup?", [])[0] == REFUSAL["en"]


def test_what_cannot_run_says_so():
    answerer = ExtractiveAnswerer(Letters())
    with pytest.raises(NotRun, match="not run: no reranker"):
        baseline("hybrid+rerank", answerer, OneChunk, 5)
    with pytest.raises(NotRun, match="own knowledge base"):
        baseline("bm25", answerer, None, 5)


def test_specs(tmp_path):
    store, release = Store(tmp_path / "ws"), release_of(answer_item(0))
    for spec in ("bm26", "answers:", "python:module", "bm25:x", "http:"):
        with pytest.raises(BadCall, match="nknown system"):
            parse_system(spec, store=store, release=release, settings=Settings())
    assert parse_system("perfect", store=store, release=release, settings=Settings()).name == "perfect"
