"""Small workspaces for tests of the core."""

from __future__ import annotations

from core.records import Chunk, Document, KnowledgeBase, text_hash
from core.store import Store, chunks, documents, knowledge_bases

CHUNKING = "test:1"
TEXTS = {
    "leave.md": "Employees receive 15 days of annual leave.\nLeave is requested in the portal.",
    "vpn.md": "The VPN needs the SSO account.\nTokens expire after 30 days.",
    "年假.md": "工龄满十年的员工，年假为20天。\n年假须提前三天申请。",
}


def clock() -> str:
    """A time that never moves."""
    return "2026-01-01T00:00:00.000+00:00"


def small_kb(store: Store, texts: dict[str, str] | None = None) -> KnowledgeBase:
    """A knowledge base of a few documents, one chunk a line."""
    kb = knowledge_bases.create(store, "small", clock)
    for source, text in (texts or TEXTS).items():
        document = Document(
            id=text_hash(f"{kb.id}\n{source}")[:16], kb_id=kb.id, source=source, title=source, text=text,
            raw_sha256=text_hash(text), text_sha256=text_hash(text), extractor="test",
        )  # fmt: skip
        documents.save(store, document)
        chunks.replace(store, document.id, CHUNKING, _lines(document))
    return knowledge_bases.refresh_fingerprint(store, kb.id)


def _lines(document: Document) -> list[Chunk]:
    found, start = [], 0
    for position, line in enumerate(document.text.split("\n")):
        found.append(
            Chunk(
                id=f"{document.id}-{position}", kb_id=document.kb_id, document_id=document.id, chunking=CHUNKING,
                position=position, start=start, end=start + len(line), text=line,
            )
        )  # fmt: skip
        start += len(line) + 1
    return found
