"""A small bilingual knowledge base with a golden set, for tests that search, stress and inject."""

from __future__ import annotations

import zlib

import numpy as np

from core.alignment import make_evidence
from core.records import Item, Release, SearchTrace, text_hash
from core.search import SearchIndex
from core.store import documents
from core.text.tokens import search_tokens
from evaluation.inject import Surroundings
from tests.core.store_fixtures import CHUNKING, small_kb

TOPICS = ("badge", "canteen", "parking", "laptop", "travel", "training")
TEXTS = {
    f"{topic}.md": "\n".join(
        f"The {topic} desk answers rule {n} of the {topic} policy within {n * 7 + 3} days in building {topic.title()}."
        for n in range(1, 5)
    )
    for topic in TOPICS
} | {
    f"{topic}.zh.md": "\n".join(f"{topic}制度第{n}条规定，{topic}每月可用{n * 9 + 2}次，由行政部负责。" for n in range(1, 5))
    for topic in TOPICS
}  # fmt: skip


class Letters:
    """Counts tokens by hash: deterministic, quick, and no model."""

    name = "letters"

    def encode(self, texts):
        rows = np.zeros((len(texts), 512), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for token in search_tokens(text):
                row[zlib.crc32(token.encode()) % 512] += 1
            row /= np.linalg.norm(row) or 1
        return rows


def world(store):
    """The knowledge base, its index, its surroundings and a release of answerable and unanswerable items."""
    kb = small_kb(store, TEXTS)
    index = SearchIndex.build(store, kb.id, CHUNKING, Letters())
    return kb, index, Surroundings(store, CHUNKING, index), golden(store, kb)


def golden(store, kb):
    items = []
    for document in documents.iterate(store, kb.id):
        lines = document.text.split("\n")
        topic = document.source.split(".")[0]
        zh = ".zh." in document.source
        question = (
            f"{topic}制度第1条和第3条规定{topic}每月可用几次？"
            if zh
            else f"Within how many days does the {topic} desk answer rule 1 and rule 3 of the {topic} policy?"
        )
        spans = [(document.text.index(line), line) for line in (lines[0], lines[2])]
        items.append(
            Item(
                id=text_hash(document.source)[:12], kb_id=kb.id, question=question, question_language="zh" if zh else "en",
                kind="multi_hop", answer=" ".join(line for _, line in spans), claims=tuple(line.rstrip("。.") for _, line in spans),
                claims_confirmed=True,
                evidence=tuple(make_evidence(document, at, at + len(line), group) for group, (at, line) in enumerate(spans)),
            )
        )  # fmt: skip
    for n, (question, language) in enumerate((("Who paints the fence?", "en"), ("谁负责粉刷围栏？", "zh"))):
        items.append(
            Item(
                id=f"refuse{n}", kb_id=kb.id, question=question, question_language=language, kind="unanswerable",
                subkind="outside", expected_reply="refuse", trace=SearchTrace(verified=True),
            )
        )  # fmt: skip
    return Release(
        name="small",
        version="1.0.0",
        kb_id=kb.id,
        kb_name=kb.name,
        content_hash="small",
        items=tuple(items),
        fingerprint=kb.fingerprint,
    )
