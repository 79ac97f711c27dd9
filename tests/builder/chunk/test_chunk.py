"""Chunks slice their documents exactly under every chunking, and break where a reader would."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.chunk import Chunking, chunk_documents, chunk_text, preview
from builder.chunk.units import measure
from builder.load import load_rows
from builder.load.read import known, read_known
from core.errors import BadCall
from core.records import Document, KnowledgeBase
from core.store import Store, chunks, documents

WITHOUT_MODELS = ["markdown:32:8", "sentence:32:8", "fixed:32:8", "markdown:256:32", "own"]


def document(text: str, source: str = "a.md") -> Document:
    return read_known(known(text.encode("utf-8"), source), "kb")


def uncovered(doc: Document, made: list) -> str:
    seen = set()
    for chunk in made:
        seen.update(range(chunk.start, chunk.end))
    return "".join(char for n, char in enumerate(doc.text) if n not in seen).strip()


PIECES = st.sampled_from(
    ["# 标题\n", "## Head\n", "### x\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "员工请假需提前三天申请。", "Staff ask first. ", "\n\n", "\n",
     "- item\n", "```\ncode # not\n```\n", "e.g. Mr. Smith pays $3.50; then leaves. ", "长" * 90, "x" * 400, "，逗号，", "👩‍👩‍👧", "    ", "…！？"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.lists(PIECES, min_size=1, max_size=40).map("".join), st.text(min_size=1, max_size=400)))
@pytest.mark.parametrize("chunking", WITHOUT_MODELS)
def test_offsets_are_exact_and_nothing_is_lost(chunking: str, text: str) -> None:
    doc = Document(
        id="d", kb_id="k", source="a.md", title="t", text=text, raw_sha256="", text_sha256="", extractor="markdown-1",
        headings=_spans(text),
    )  # fmt: skip
    made = chunk_text(doc, chunking)
    assert all(chunk.text == text[chunk.start : chunk.end] and chunk.text for chunk in made)
    assert [c.position for c in made] == list(range(len(made)))
    assert [c.start for c in made] == sorted(c.start for c in made)
    assert len({c.id for c in made}) == len(made)
    assert uncovered(doc, made) == ""


def _spans(text: str):
    from builder.load.headings import heading_spans

    return heading_spans(text)


@pytest.mark.parametrize("chunking", ["markdown:64:16", "sentence:64:16", "fixed:64:16"])
@pytest.mark.parametrize(
    "sentence", ["员工请假需提前三天申请，由部门主管审批。", "All staff follow the rule on page 3. "]
)
def test_chunks_keep_to_their_size_and_overlap(chunking: str, sentence: str) -> None:
    made = chunk_text(document(sentence * 200, "a.txt"), chunking)
    assert max(measure(chunk.text) for chunk in made) <= 64 + 4
    shared = [left.end - right.start for left, right in zip(made, made[1:], strict=False)]
    assert all(0 < characters for characters in shared)
    assert all(measure(right.text[:n]) <= 16 + 2 for right, n in zip(made[1:], shared, strict=True))


def test_sentences_stay_whole() -> None:
    doc = document("The first rule has 3.5 parts. " * 30 + "第二条规定很重要。" * 30, "a.txt")
    for chunk in chunk_text(doc, "sentence:48:12"):
        assert chunk.text.endswith((".", "。")) and chunk.text.startswith(("The", "第二"))


def test_a_sentence_beyond_the_size_is_cut_at_clauses() -> None:
    doc = document("第一部分的内容很长很长很长，" * 40, "a.txt")
    made = chunk_text(doc, "sentence:64:0")
    assert len(made) > 3 and all(chunk.text.endswith("，") for chunk in made)


def test_markdown_does_not_cross_large_headings() -> None:
    body = "Some words that make up a sentence of fair length here. " * 12
    doc = document(f"# A\n\n{body}\n\n## B\n\n{body}\n\n### B1\n\n{body}\n\n# 丙\n\n{body}")
    made = chunk_text(doc, "markdown:256:32")
    for chunk in made:
        assert sum(line.startswith(("# ", "## ")) for line in chunk.text.split("\n")) <= 1
        assert not chunk.text.rstrip().split("\n")[-1].startswith("#")
    assert {chunk.headings for chunk in made} == {("A",), ("A", "B"), ("A", "B", "B1"), ("丙",)}


def test_tiny_sections_are_put_together() -> None:
    doc = document("# 手册\n\n## 甲\n\n短。\n\n## 乙\n\n" + "这一节的内容要长一些才行。" * 20)
    made = chunk_text(doc, "markdown:256:32")
    assert len(made) == 1 and made[0].headings == ("手册", "乙")


def test_headings_are_filled_under_every_chunking() -> None:
    doc = document("# A\n\n" + "Words of the section. " * 100)
    for chunking in WITHOUT_MODELS:
        assert all(chunk.headings == ("A",) for chunk in chunk_text(doc, chunking))


def test_a_table_stays_whole_or_splits_between_rows() -> None:
    rows = "".join(f"| 城市{n} | {n * 10} 元 |\n" for n in range(40))
    table = f"| 城市 | 上限 |\n| --- | --- |\n{rows}"
    doc = document(f"# 标准\n\n前言一句。\n\n{table}\n后记一句。")
    large = chunk_text(doc, "markdown:512:0")
    assert any(table.strip() in chunk.text for chunk in large)
    for chunk in chunk_text(doc, "markdown:64:0"):
        for line in chunk.text.split("\n"):
            assert not line.startswith("|") or line in table.split("\n")


def test_page_labels_and_own_divisions() -> None:
    doc = read_known(known(b'[{"id":"r1","text":"One."},{"id":"r2","text":"Two."}]', "rows.json"), "kb")
    made = chunk_text(doc, "own")
    assert [(chunk.text, chunk.page) for chunk in made] == [("One.", "row r1"), ("Two.", "row r2")]


@pytest.mark.parametrize(
    "text", ["x" * 400_000, "汉" * 400_000, "word " * 80_000, "A short sentence. " * 23_000, "{'a':1}," * 50_000]
)
def test_one_line_of_400_kb(text: str) -> None:
    doc = document(text, "a.txt")
    made = chunk_text(doc, "markdown:256:32")
    assert uncovered(doc, made) == "" and max(len(chunk.text) for chunk in made) < 256 * 13


def test_ids_are_stable_and_differ_by_chunking() -> None:
    doc = document("# A\n\n" + "Words of the section. " * 100)
    assert chunk_text(doc, "markdown:64:8") == chunk_text(doc, "markdown:64:8")
    assert not {c.id for c in chunk_text(doc, "markdown:64:8")} & {c.id for c in chunk_text(doc, "sentence:64:8")}


@pytest.mark.parametrize(
    "text", ["markdown:256:32", "sentence:512:64", "fixed:512:64", "semantic:256", "own", "sentence:256:0"]
)
def test_text_form_is_parse_form(text: str) -> None:
    assert str(Chunking.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "words:256", "markdown:x", "markdown:8", "fixed:256:200", "markdown:256:32:1", "fixed:99999"]
)
def test_a_wrong_chunking_is_explained(text: str) -> None:
    with pytest.raises(BadCall, match="for example|expected"):
        Chunking.parse(text)


def test_semantic_breaks_where_the_topic_turns_and_offsets_hold() -> None:
    leave = "员工每年有二十天年假。年假须提前三天申请。病假须提供医院证明。"
    router = "路由器支持千兆网口。路由器的无线频段有两个。路由器的天线可以更换。"
    doc = document(
        leave + router + "\n\n" + "The cat sat on the mat. " * 3 + "Interest rates rose by two percent. " * 3, "a.txt"
    )
    made = chunk_text(doc, "semantic:256")
    assert len(made) >= 2 and uncovered(doc, made) == ""
    assert all(chunk.text == doc.text[chunk.start : chunk.end] for chunk in made)


def test_chunk_documents_does_only_what_is_missing(store: Store, kb: KnowledgeBase) -> None:
    rng = random.Random(7)
    for n in range(5):
        text = " ".join(f"Rule {rng.randint(1, 99)} holds." for _ in range(200))
        documents.save(store, read_known(known(text.encode(), f"{n}.txt"), kb.id))
    first = chunk_documents(store, kb.id, "sentence:64:0")
    assert (first.documents, first.chunked, first.chunks) == (5, 5, chunks.count(store, kb.id, "sentence:64:0"))
    assert (
        first.tokens.n == first.chunks
        and 0 < first.tokens.min <= first.tokens.median <= first.tokens.p90 <= first.tokens.max
    )
    before = list(chunks.iterate(store, kb.id, "sentence:64:0"))
    assert chunk_documents(store, kb.id, Chunking.parse("sentence:64:0")).chunked == 0
    assert list(chunks.iterate(store, kb.id, "sentence:64:0")) == before
    documents.save(store, read_known(known(b"Quite another text.", "0.txt"), kb.id))
    assert chunk_documents(store, kb.id, "sentence:64:0").chunked == 1
    assert chunk_documents(store, kb.id).chunked == 5, "another chunking lives beside it"


def test_ids_of_rows_are_kept_and_never_taken_from_another_document(store: Store, kb: KnowledgeBase) -> None:
    load_rows(store, kb, [{"id": "c1", "text": "One.", "document": "x"}], "rows")
    load_rows(store, kb, [{"id": "c1", "text": "Uno.", "document": "y"}], "rows")
    assert chunk_documents(store, kb.id, "own").chunks == 2
    assert chunks.get(store, "c1").text in ("One.", "Uno.")


def test_preview_stores_nothing(store: Store, kb: KnowledgeBase) -> None:
    shown = preview(document("Words. " * 300), "sentence:64:0")
    assert shown.tokens.n == len(shown.chunks) > 3
    assert chunks.chunkings(store, kb.id) == {}


@pytest.mark.parametrize("size", [32, 256])
def test_fixed_windows_never_exceed_their_size(size: int) -> None:
    text = (
        "参考 [`max-index-length`](/tidb-configuration-file.md#max-index-length)。See https://a.b/c_d?e=f&g=1 or x=1,y=2; "
        * 60
    )
    made = chunk_text(document(text, "a.txt"), f"fixed:{size}:0")
    assert max(measure(chunk.text) for chunk in made) <= size
