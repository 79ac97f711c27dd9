"""The picture of coverage counts what a person would count, and the same seed draws the same picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from builder.card_source import cards_of
from builder.chunk import chunk_documents
from builder.coverage import coverage
from builder.load.read import known, read_known
from core.alignment import make_evidence
from core.clock import utc_now
from core.records import Item, KnowledgeBase
from core.store import Store, chunks, documents, items, knowledge_bases

CHUNKING = "markdown:64:0"
PAGES = {
    "hr/leave.md": "# Leave\n\n## Annual\n\nEveryone has twenty working days of annual leave in a calendar year of service.\n\n"
    "## Illness\n\nA certificate is needed from the third day of illness on, and is handed to the team lead.\n",
    "it/vpn.md": "# Network\n\n## Tunnel\n\nThe tunnel opens with the badge number and a code from the telephone of the person.\n",
    "it/footer.md": "# Footer\n\nAll rights reserved. All rights reserved. All rights reserved by the company.\n",
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workspace")


@pytest.fixture
def kb(store: Store) -> KnowledgeBase:
    made = knowledge_bases.create(store, "base", utc_now)
    for source, text in PAGES.items():
        documents.save(store, read_known(known(text.encode(), source), made.id))
    chunk_documents(store, made.id, CHUNKING)
    return made


def add_item(store: Store, kb: KnowledgeBase, item_id: str, source: str, quote: str, status: str = "accepted") -> None:
    document = documents.by_source(store, kb.id, source)
    assert document is not None
    at = document.text.index(quote)
    made = Item(
        id=item_id, kb_id=kb.id, question=f"What of {quote}?", question_language="en", kind="factual", answer=quote,
        evidence=(make_evidence(document, at, at + len(quote)),),
    )  # fmt: skip
    items.add(store, made, status=status)  # type: ignore[arg-type]


def vectors(ids: Sequence[str]) -> np.ndarray:
    return np.array([[float(len(i)), float(sum(map(ord, i)))] for i in ids], dtype=np.float32)


def texts(store: Store):
    return lambda ids: [chunk.text for chunk in chunks.get_many(store, ids)]


def test_documents_sections_and_what_lacks_items(store: Store, kb: KnowledgeBase) -> None:
    add_item(store, kb, "a", "hr/leave.md", "twenty working days")
    add_item(store, kb, "b", "hr/leave.md", "annual leave in a calendar year")
    add_item(store, kb, "c", "it/vpn.md", "badge number", status="rejected")
    found = coverage(cards_of(store, kb.id, CHUNKING), vectors, texts(store))
    assert {p.name: (p.passages, p.items) for p in found.documents} == {
        "hr/leave.md": (2, 2), "it/footer.md": (0, 0), "it/vpn.md": (1, 0),
    }  # fmt: skip
    assert [(p.name, p.heading) for p in found.lacking(found.sections)] == [
        ("hr/leave.md", "Leave > Illness"),
        ("it/vpn.md", "Network > Tunnel"),
    ]
    assert [p.name for p in found.lacking(found.documents)] == ["it/vpn.md"]
    assert found.left_out == {"boilerplate": 1} and (found.passages, found.items) == (3, 2)
    assert sum(cell.passages for cell in found.cells) == 3


def test_topics_are_named_by_words_that_set_them_apart_and_are_seeded(store: Store, kb: KnowledgeBase) -> None:
    leave = [
        "申请须提前三天提交",
        "由直接主管批准后生效",
        "未休完可结转至次年三月",
        "按工龄计算且每满十年加五天",
        "期间工资照发不打折扣",
        "遇节假日自动顺延一天",
    ]
    router = [
        "重启后指示灯变为绿色",
        "支持千兆网口与双频信号",
        "天线可以自行更换型号",
        "固件每季度更新一次",
        "放在通风干燥的地方",
        "密码印在机身背面标签上",
    ]
    text = "".join(
        f"## 第{n}条\n\n{name}{what}，{name}的其他事项请向{desk}咨询，电话在通讯录第{n}页。\n\n"
        for name, desk, whats in (("年假", "人事部", leave), ("路由器", "信息部", router))
        for n, what in enumerate(whats, 1)
    )
    documents.save(store, read_known(known(text.encode(), "手册.md"), kb.id))
    chunk_documents(store, kb.id, CHUNKING)

    def by_word(ids: Sequence[str]) -> np.ndarray:
        return np.array(
            [[10.0 * ("年假" in t), 10.0 * ("路由器" in t)] for t in texts(store)(list(ids))], dtype=np.float32
        )

    found = coverage(cards_of(store, kb.id, CHUNKING), by_word, texts(store), seed=3)
    names = " | ".join(topic.name for topic in found.topics)
    assert "路由器" in names and "人事部" in names
    assert found == coverage(reversed(list(cards_of(store, kb.id, CHUNKING))), by_word, texts(store), seed=3)


def test_evidence_over_a_boundary_counts_where_its_middle_lies(store: Store, kb: KnowledgeBase) -> None:
    add_item(
        store,
        kb,
        "a",
        "hr/leave.md",
        "calendar year of service.\n\n## Illness\n\nA certificate is needed from the third day",
    )
    cards = {card.heading: card.items for card in cards_of(store, kb.id, CHUNKING) if card.source == "hr/leave.md"}
    assert cards == {"Leave > Annual": (), "Leave > Illness": ("a",)}
