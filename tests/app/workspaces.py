"""Small workspaces for page and browser tests, made with the store's own functions."""

from __future__ import annotations

from pathlib import Path

from core.alignment import make_evidence
from core.claims import split_claims
from core.clock import utc_now
from core.records import (
    CheckResult,
    Chunk,
    Document,
    Evidence,
    Item,
    KnowledgeBase,
    NearPassage,
    SearchTrace,
    text_hash,
)
from core.store import Store, chunks, documents, items, knowledge_bases

EN = "leave-policy.md"
ZH = "年假制度.md"
TRICKY = "<b>bold</b> <script>alert(1)</script> **stars** [link](javascript:alert(1)) $x^2$ # not a heading"
TEXTS = {
    EN: (
        "# Leave policy\n\n## Annual leave\n\nFull-time staff receive 15 days of annual leave each calendar year. "
        "Part-time staff receive leave in proportion to their hours.\n\n## Carry-over\n\nUp to 5 unused days may be carried "
        "over and must be used by 31 March. Days left after that date lapse without payment. A manager may approve an "
        f"exception in writing before 15 February.\n\n## Notes\n\n{TRICKY}\n\n"
        + "Requests are filed in the portal at least ten working days ahead and answered within three. "
        * 12
    ),
    ZH: (
        "# 年假制度\n\n## 年假天数\n\n正式员工每个自然年享有十五天年假。兼职员工按工时比例折算。\n\n## 结转\n\n"
        "未休年假最多可结转五天，须在次年三月三十一日前休完。逾期未休的年假作废，不予折现。"
        "如有特殊情况，部门经理可在二月十五日前书面批准延期。\n\n## 说明\n\n"
        + "员工应至少提前十个工作日在系统中提交申请，主管须在三个工作日内答复。"
        * 140
    ),
}
LANGUAGE = {EN: "en", ZH: "zh"}
QUESTIONS = (
    (EN, "How many days of annual leave do full-time staff receive?", "15 days each calendar year.", ("Full-time staff receive 15 days",)),
    (ZH, "未休年假最多可以结转几天，什么时候之前必须休完？", "最多五天，次年三月三十一日前。", ("未休年假最多可结转五天", "逾期未休的年假作废")),
    (EN, "How many days of leave do volunteers receive?", "", ()),
    (ZH, "正式员工每年有多少天年假？", "十五天。", ("正式员工每个自然年享有十五天年假",)),
)  # fmt: skip


def make_workspace(folder: Path, count: int = 3) -> tuple[Store, KnowledgeBase]:
    """A knowledge base of two documents, English and Chinese, with `count` drafts of all three kinds."""
    store = Store(folder)
    kb = knowledge_bases.create(store, "handbook", utc_now)
    for source, text in TEXTS.items():
        documents.save(store, document(kb.id, source, text, LANGUAGE[source]))
        _chunk(store, documents.by_source(store, kb.id, source))
    kb = knowledge_bases.refresh_fingerprint(store, kb.id)
    add_drafts(store, kb, count)
    return store, kb


def document(kb_id: str, source: str, text: str, language: str) -> Document:
    """A document as the loader would store it."""
    return Document.model_validate({
        "id": text_hash(kb_id + source)[:16], "kb_id": kb_id, "source": source, "title": source, "text": text,
        "raw_sha256": text_hash(text), "text_sha256": text_hash(text), "extractor": "md/1", "language": language,
        "headings": [{"start": at, "end": at + 1, "label": line.lstrip("# ")} for at, line in _headings(text)],
    })  # fmt: skip


def add_drafts(store: Store, kb: KnowledgeBase, count: int, first: int = 0) -> None:
    """Drafts in turn: English factual, Chinese multi-hop, unanswerable, Chinese factual; one transaction."""
    found = {source: documents.by_source(store, kb.id, source) for source in TEXTS}
    with store.write() as db:
        for number in range(first, first + count):
            items.add_within(db, draft(kb.id, found, number), batch="test")


def draft(kb_id: str, found: dict[str, Document | None], number: int) -> Item:
    """The draft of a number; its text says the number, so that a test sees which one it is."""
    source, question, answer, quotes = QUESTIONS[number % len(QUESTIONS)]
    home = found[source]
    assert home is not None
    spans = tuple(_evidence(home, quote, group) for group, quote in enumerate(quotes))
    kind = ("factual", "multi_hop", "unanswerable", "factual")[number % len(QUESTIONS)]
    checks = [CheckResult(check="grounding", passed=True), CheckResult(check="form", passed=True)]
    if number % 5 == 3:
        checks.append(
            CheckResult(check="ambiguity", passed=False, reason="Two passages answer this question differently.")
        )
    return Item.model_validate({
        "id": f"{number:012x}", "kb_id": kb_id, "question": f"[{number}] {question}", "kind": kind, "answer": answer,
        "question_language": LANGUAGE[source], "expected_reply": "refuse" if kind == "unanswerable" else "answer",
        "claims": tuple(split_claims(answer, question)), "evidence": spans, "checks": tuple(checks), "created": utc_now(),
        "tags": ("leave",) if number % 2 == 0 else (), "trace": _trace(found) if kind == "unanswerable" else None,
        "origin": {"author": "rules", "generator": "rules/1", "seed": 0},
    })  # fmt: skip


def _evidence(home: Document, quote: str, group: int) -> Evidence:
    start = home.text.index(quote)
    stop = "。" if home.language == "zh" else "."
    return make_evidence(home, start, home.text.index(stop, start) + 1, group)


def _trace(found: dict[str, Document | None]) -> SearchTrace:
    home = found[EN]
    assert home is not None
    near = [
        NearPassage(document_id=home.id, source=EN, start=s, end=s + 160, text=home.text[s : s + 160], score=score)
        for s, score in ((34, 0.71), (190, 0.48))
    ]
    return SearchTrace(
        method="hybrid", depth=20, verified=True, reason="Volunteers are named nowhere.", nearest=tuple(near)
    )


def _headings(text: str) -> list[tuple[int, str]]:
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        if line.startswith("#"):
            found.append((at, line.strip()))
        at += len(line)
    return found


def _chunk(store: Store, home: Document | None, size: int = 700) -> None:
    from core.settings import load_settings

    assert home is not None
    chunking = load_settings(store).chunking
    made = [
        Chunk(
            id=f"{home.id}-{n}", kb_id=home.kb_id, document_id=home.id, chunking=chunking, position=n, start=at,
            end=min(len(home.text), at + size), text=home.text[at : at + size],
        )
        for n, at in enumerate(range(0, len(home.text), size))
    ]  # fmt: skip
    chunks.replace(store, home.id, chunking, made)
