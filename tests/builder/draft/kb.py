"""A small bilingual knowledge base for drafting tests, stored and chunked by section."""

from __future__ import annotations

from pathlib import Path

from builder.draft.blocks import outline
from core.records import Chunk, Document, KnowledgeBase, text_hash
from core.store import Store, chunks, documents, knowledge_bases

CHUNKING = "sections"
LEAVE_EN = """# Annual leave policy

## Entitlement

Employees may carry up to 5 unused days into the next year. Leave requests are approved by the line manager.
If you fall ill during annual leave, tell your supervisor on the first day of illness.

| Country | Leave days | Notice period |
|---|---|---|
| Poland | 24 | 4 weeks |
| Canada | 18 | 2 weeks |
| Malaysia | 16 | 3 weeks |

## Requesting a sabbatical

1. Open the HR portal and choose "Sabbatical".
2. Enter the first and last day.
3. Submit the request to your line manager.
"""
TRAVEL_EN = """# Business travel policy

The Travel Desk is the team that books flights and hotels for all employees.
Travellers must submit their expense report within 10 working days. Travel over 2,000 EUR must be approved by the finance director.

| Country | Hotel ceiling |
|---|---|
| Poland | 95 EUR |
| Canada | 175 EUR |

The expense report should include:

- the original receipts
- the purpose of the trip
- the cost centre
"""
LEAVE_ZH = """# 年休假管理办法

## 一、标准

员工未休完的年假最多可结转五天至次年。年休假申请由直接主管审批。

如果员工在年休假期间生病，应当在生病当天通知直接主管。

| 司龄 | 年假天数 | 提前申请时间 |
|---|---|---|
| 一年以上 | 5天 | 3个工作日 |
| 十年以上 | 10天 | 5个工作日 |

## 二、申请长假

申请长假需要提交以下材料：

- 书面申请
- 工作交接表
- 部门意见
"""
GATEWAY_ZH = """# X200 边缘网关用户手册

X200 是一款用于采集车间设备数据的边缘网关。X200 默认每 30 秒上报一次数据。X200 从 v2.1 版本开始支持断网缓存功能。

## 技术规格

| 参数 | 数值 |
|---|---|
| 最大采集点数 | 2000点 |
| 断网缓存 | 7天 |
| 工作温度 | -20～60℃ |
"""
TEXTS = {"leave.md": LEAVE_EN, "travel.md": TRAVEL_EN, "年休假.md": LEAVE_ZH, "x200.md": GATEWAY_ZH}


def document_of(source: str, text: str, kb_id: str = "kb") -> Document:
    """A document as the loader would make it."""
    title = text.splitlines()[0].lstrip("# ")
    language = "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"
    return Document(
        id=text_hash(kb_id + source)[:12], kb_id=kb_id, source=source, title=title, text=text, raw_sha256=text_hash(text),
        text_sha256=text_hash(text), extractor="test", language=language,  # type: ignore[arg-type]
    )  # fmt: skip


def chunks_of(document: Document) -> list[Chunk]:
    """One chunk per section."""
    view = outline(document)
    starts = sorted({0, *(b.start for b in view.blocks if b.kind == "heading" and b.level == 2)})
    ends = [*starts[1:], len(document.text)]
    return [
        Chunk(
            id=f"{document.id}-{n}", kb_id=document.kb_id, document_id=document.id, chunking=CHUNKING, position=n, start=a, end=b,
            text=document.text[a:b], headings=(document.title,),
        )
        for n, (a, b) in enumerate(zip(starts, ends, strict=True))
    ]  # fmt: skip


def make_base(workspace: Path, texts: dict[str, str] | None = None) -> tuple[Store, KnowledgeBase]:
    """A stored and chunked knowledge base; its ids depend on nothing but the texts."""
    store = Store(workspace)
    kb = KnowledgeBase(id="kb", name="test")
    with store.write() as db:
        db.execute("INSERT INTO knowledge_bases VALUES (?, ?, ?)", [kb.id, kb.name, kb.to_json()])
    for source, text in (texts or TEXTS).items():
        document = document_of(source, text, kb.id)
        documents.save(store, document)
        chunks.replace(store, document.id, CHUNKING, chunks_of(document))
    return store, knowledge_bases.refresh_fingerprint(store, kb.id)
