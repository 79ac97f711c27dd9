"""Changing the chunking never touches items; under its own divisions a document is cut where it says."""

from __future__ import annotations

import pytest

from builder.chunk import chunk_documents
from builder.chunk.semantic import partition, semantic_stretches
from builder.load.read import known, read_known
from core.alignment import make_evidence, resolve_evidence
from core.records import Item, KnowledgeBase
from core.store import Store, documents, items

CHUNKINGS = ["markdown:64:8", "sentence:64:16", "fixed:32:8", "semantic:64", "own"]
TEXT = "# 手册\n\n" + "".join(f"第{n}条规定每月可用{n}次。Rule {n} allows {n} uses a month. " for n in range(60))


def dump(store: Store) -> list[tuple[object, ...]]:
    with store.read() as db:
        rows = [
            tuple(row) for table in ("items", "decisions", "item_tags") for row in db.execute(f"SELECT * FROM {table}")
        ]
    return rows


@pytest.mark.parametrize("chunking", CHUNKINGS)
def test_items_stay_byte_for_byte(store: Store, kb: KnowledgeBase, chunking: str) -> None:
    documents.save(store, read_known(known(TEXT.encode(), "a.md"), kb.id))
    (document,) = documents.iterate(store, kb.id)
    chunk_documents(store, kb.id, "markdown:256:32")
    for n in (3, 30, 59):
        at = document.text.index(f"Rule {n} allows")
        evidence = make_evidence(document, at, at + len(f"Rule {n} allows"))
        made = Item(
            id=f"i{n}",
            kb_id=kb.id,
            question=f"第{n}条？",
            question_language="zh",
            kind="factual",
            answer="x",
            evidence=(evidence,),
        )
        items.add(store, made, status="accepted")
    before = dump(store)
    chunk_documents(store, kb.id, chunking)
    assert dump(store) == before
    (document,) = documents.iterate(store, kb.id)
    for item in items.iterate(store, kb.id):
        (one,) = item.evidence
        assert resolve_evidence(one, document.text, document.text_sha256) == (one.start, one.end)


class _ByTopic:
    """An encoder whose meaning is which of two words a sentence holds."""

    name = "by-topic"

    def encode(self, texts: list[str]):
        import numpy as np

        rows = np.array([[1.0, 0.01] if "cat" in text else [0.01, 1.0] for text in texts], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_semantic_cuts_where_the_meaning_turns() -> None:
    text = "The cat sleeps. " * 6 + "Rates rise again. " * 6
    found = list(semantic_stretches(text, 256, 0, _ByTopic()))
    assert len(found) == 2
    # Each sentence is embedded together with its neighbours, which may move the cut by one.
    assert abs(found[0][1] - text.index("Rates")) <= len("Rates rise again. ")
    assert partition(text) == ["The cat sleeps. "] * 6 + ["Rates rise again. "] * 6
    assert "".join(text[a:b] for a, b in found).replace(" ", "") == text.replace(" ", "")
