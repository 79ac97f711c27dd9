"""The user's own splitter: exact offsets whatever it returns, and one clear sentence where it cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.chunk import Chunking, chunk_documents, chunk_text
from builder.chunk.custom import custom_stretches
from builder.load.read import known, read_known
from core.errors import BadCall
from core.records import KnowledgeBase
from core.store import Store, chunks, documents

TEXT = "Staff ask first.\n\n员工请假需提前三天申请。\n\nStaff ask first. Then they go.\n"
MODULE = """
class Cutter:
    def split_text(self, text):
        return text.split("\\n\\n")


def paragraphs(text):
    return text.split("\\n\\n")


def windows(text):
    return [(0, 10), (5, 20)]


def generator(text):
    yield from (line for line in text.splitlines() if line)


def invented(text):
    return ["Staff never ask."]


def backwards(text):
    return [(5, 10), (0, 4)]


def beyond(text):
    return [(0, 10_000)]


def numbers(text):
    return [1, 2]


def whole(text):
    return text


def nothing(text):
    return None


def broken(text):
    raise ValueError("no such rule")


constant = 7
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cutters_of_a_test.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


def cut(name: str, text: str = TEXT) -> list[str]:
    return [text[a:b] for a, b in custom_stretches(text, f"cutters_of_a_test:{name}")]


@pytest.mark.parametrize("name", ["paragraphs", "Cutter", "generator"])
def test_passages_are_found_word_for_word_and_in_order(name: str) -> None:
    assert cut(name) == ["Staff ask first.", "员工请假需提前三天申请。", "Staff ask first. Then they go."]
    starts = [a for a, _ in custom_stretches(TEXT, f"cutters_of_a_test:{name}")]
    assert starts == [0, 18, 32]


def test_pairs_may_overlap() -> None:
    assert cut("windows") == [TEXT[0:10], TEXT[5:20]]


def test_splitters_of_llama_index_do_as_well() -> None:
    pieces = [TEXT[a:b] for a, b in custom_stretches(TEXT, "llama_index.core.node_parser:TokenTextSplitter")]
    assert pieces == [TEXT.strip()]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("invented", "gave as passage 1 'Staff never ask.', which does not stand in the text"),
        ("backwards", "gave as passage 2 \\(0, 4\\): expected a start not before 5"),
        ("beyond", "gave as passage 1 \\(0, 10000\\)"),
        ("numbers", "gave as passage 1 int: expected a list of passages"),
        ("whole", "returned str: expected a list of passages"),
        ("nothing", "returned NoneType"),
        ("broken", "failed on a text of 63 characters: ValueError: no such rule"),
        ("constant", "is int: expected a function"),
        ("missing", "cannot be used \\(AttributeError"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_sentence(name: str, told: str) -> None:
    with pytest.raises(BadCall, match=told):
        cut(name)


def test_it_is_a_chunking_like_any_other(store: Store, kb: KnowledgeBase) -> None:
    name = "own:cutters_of_a_test:paragraphs"
    assert str(Chunking.parse(name)) == name and str(Chunking.parse("OWN")) == "own"
    document = read_known(known(TEXT.encode(), "a.md"), kb.id)
    made = chunk_text(document, name)
    assert [c.text for c in made] == cut("paragraphs") and {c.chunking for c in made} == {name}
    documents.save(store, document)
    assert chunk_documents(store, kb.id, name).chunks == 3
    assert [c.text for c in chunks.iterate(store, kb.id, name)] == cut("paragraphs")
    for wrong in ("own:cutters_of_a_test", "own:a b:c"):
        with pytest.raises(BadCall, match="is not a chunking|own"):
            Chunking.parse(wrong)
