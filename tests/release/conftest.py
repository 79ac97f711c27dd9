"""A bilingual knowledge base of ten documents with sixty accepted items that meet every gate of a small set."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.alignment import make_evidence
from core.clock import Clock
from core.records import Document, Item, KnowledgeBase, Release, SearchTrace, Status, text_hash
from core.store import documents, items, knowledge_bases
from core.store.database import Store
from release.gates import GateSettings
from release.write import make_release

NOTES = {"licence": "CC BY 4.0", "personal_data": "none; the company is invented"}
EN = ["badge", "canteen", "parking", "laptop", "travel"]
ZH = ["门禁", "食堂", "停车", "电脑", "差旅"]
ABSENT = {
    "badge": "Who prints a new badge at night?",
    "canteen": "Which caterer won the tender?",
    "parking": "Are electric cars charged for free?",
    "laptop": "Can I keep the machine when I leave?",
    "travel": "What is the hotel limit in Oslo?",
    "门禁": "访客忘带证件怎么办？",
    "食堂": "周末供应晚餐吗？",
    "停车": "电动车充电收费多少？",
    "电脑": "离职时能买下设备吗？",
    "差旅": "去奥斯陆的酒店上限是多少？",
}


def ticking_clock() -> Clock:
    state = {"n": 0}

    def now() -> str:
        state["n"] += 1
        return f"2025-03-01T00:{state['n'] // 60:02d}:{state['n'] % 60:02d}.000+00:00"

    return now


def save_document(store: Store, kb_id: str, source: str, text: str, language: str) -> Document:
    document = Document(
        id=text_hash(kb_id + source)[:16], kb_id=kb_id, source=source, title=source, text=text, raw_sha256=text_hash(text),
        text_sha256=text_hash(text), extractor="md/1", language=language,
    )  # fmt: skip
    documents.save(store, document)
    return document


def document_text(language: str, topic: str) -> str:
    if language == "en":
        return " ".join(
            f"Rule {n} of the {topic} policy allows {n * 7 + len(topic)} uses a month." for n in range(1, 7)
        )
    return "".join(f"{topic}制度第{n}条规定每月可用{n * 7 + len(topic)}次。" for n in range(1, 7))


@pytest.fixture
def clock() -> Clock:
    return ticking_clock()


@pytest.fixture
def rng() -> random.Random:
    return random.Random(11)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workspace")


@pytest.fixture
def kb(store: Store, clock: Clock) -> KnowledgeBase:
    made = knowledge_bases.create(store, "handbook", clock)
    for language, topics in (("en", EN), ("zh", ZH)):
        for topic in topics:
            save_document(store, made.id, f"{language}/{topic}.md", document_text(language, topic), language)
    return knowledge_bases.refresh_fingerprint(store, made.id)


def make_item(document: Document, number: int, **fields: Any) -> Item:
    """Item `number` (1 to 6) of a document; number 6 is one to be refused, 4 and 5 take two pieces of evidence."""
    zh = document.language == "zh"
    topic = Path(document.source).stem
    mark = "。" if zh else "."
    sentences = [s + mark for s in document.text.split(mark) if s.strip()]
    starts = [document.text.index(s.strip()) for s in sentences]
    picked = {4: (2, 3), 5: (4, 5)}.get(number, (number - 1,))
    evidence = [
        make_evidence(document, starts[k], starts[k] + len(sentences[k].strip()), group)
        for group, k in enumerate(picked)
    ]
    answer = "".join(e.quote for e in evidence) if zh else " ".join(e.quote for e in evidence)
    question = f"{topic}制度第{number}条说了什么？" if zh else f"What does rule {number} of {topic} say?"
    made: dict[str, Any] = {
        "id": text_hash(document.id + str(number))[:12], "kb_id": document.kb_id, "question": question,
        "question_language": document.language, "kind": "multi_hop" if len(picked) > 1 else "factual", "answer": answer,
        "claims": tuple(e.quote for e in evidence), "evidence": tuple(evidence), "created": "2025-03-01T00:00:00.000+00:00",
        "tags": ("制度", "a=b") if zh else (), "expected_format": "number" if number == 1 else "",
        "origin": {"author": "human", "external_id": f"{document.language}-{topic}-{number}"},
    }  # fmt: skip
    if number == 6:
        made |= {
            "question": ABSENT[topic], "kind": "unanswerable",
            "subkind": "absent", "expected_reply": "refuse", "answer": "", "claims": (), "evidence": (),
            "trace": SearchTrace(fingerprint="f", method="hybrid", depth=50, verified=True),
        }  # fmt: skip
    return Item.model_validate({**made, **fields})


AddAll = Callable[..., list[Item]]


@pytest.fixture
def add_all(store: Store, kb: KnowledgeBase) -> AddAll:
    """Stores items 1 to 6 of every document with the given status."""

    def add(status: Status = "accepted", numbers: range = range(1, 7)) -> list[Item]:
        made = [make_item(document, n) for document in documents.iterate(store, kb.id) for n in numbers]
        for item in made:
            items.add(store, item, status=status)
        return made

    return add


@pytest.fixture
def release_now(store: Store, kb: KnowledgeBase, clock: Clock) -> Callable[..., Release]:
    """Releases what is accepted as a small set."""

    def do(name: str = "handbook-gold", **options: Any) -> Release:
        given = {"notes": NOTES, "settings": GateSettings.small(), "golden_dir": store.golden_dir, "clock": clock}
        return make_release(store, kb, name, **{**given, **options})

    return do
