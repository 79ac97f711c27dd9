"""A small knowledge base of two documents and a handful of drafts, in both languages."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from core.alignment import make_evidence
from core.clock import Clock
from core.records import Document, Item, KnowledgeBase, text_hash
from core.store import documents, items, knowledge_bases
from core.store.database import Store

ENGLISH = "Annual leave is 15 days for full-time staff. Carry-over ends on 31 March. Unused days are not paid out."
CHINESE = "正式员工每年享有十五天年假。未休年假可结转至次年三月底。逾期作废，不予折现。"
SPLIT_ANSWER = {"en": "Full-time staff get 15 days.", "zh": "正式员工享有十五天年假。"}


def ticking_clock() -> Clock:
    """A clock that moves one second at each look."""
    state = {"n": 0}

    def now() -> str:
        state["n"] += 1
        minutes, seconds = divmod(state["n"], 60)
        hours, minutes = divmod(minutes, 60)
        return f"2025-03-01T{hours:02d}:{minutes:02d}:{seconds:02d}.000+00:00"

    return now


def make_document(kb_id: str, source: str, text: str, language: str) -> Document:
    return Document(
        id=text_hash(kb_id + source)[:16], kb_id=kb_id, source=source, title=source, text=text,
        raw_sha256=text_hash(text), text_sha256=text_hash(text), extractor="md/1", language=language,
    )  # fmt: skip


@pytest.fixture
def clock() -> Clock:
    return ticking_clock()


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workspace")


@pytest.fixture
def kb(store: Store, rng: random.Random, clock: Clock) -> KnowledgeBase:
    made = knowledge_bases.create(store, "handbook", clock)
    for source, text, language in (("leave-en.md", ENGLISH, "en"), ("leave-zh.md", CHINESE, "zh")):
        documents.save(store, make_document(made.id, source, text, language))
    return knowledge_bases.refresh_fingerprint(store, made.id)


@pytest.fixture
def add_item(store: Store, kb: KnowledgeBase) -> Callable[..., Item]:
    """Adds one draft; keyword arguments override its fields."""
    counter = {"n": 0}

    def add(language: str = "en", **fields: object) -> Item:
        counter["n"] += 1
        source = f"leave-{language}.md"
        document = documents.by_source(store, kb.id, source)
        assert document is not None
        question = (
            f"How long is annual leave ({counter['n']})?" if language == "en" else f"年假有多少天（{counter['n']}）？"
        )
        end = document.text.index("." if language == "en" else "。") + 1
        made: dict[str, object] = {
            "id": f"{counter['n']:012x}", "kb_id": kb.id, "question": question, "question_language": language,
            "kind": "factual", "answer": SPLIT_ANSWER[language], "claims": (SPLIT_ANSWER[language],),
            "evidence": (make_evidence(document, 0, end),), "created": "2025-03-01T00:00:00.000+00:00",
        }  # fmt: skip
        item = Item.model_validate({**made, **fields})
        items.add(store, item)
        return item

    return add
