"""The Knowledge base page: chunks drawn into the text, chunkings side by side, what is covered."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.records import KnowledgeBase
from core.store import Store, chunks, items
from tests.app.conftest import OpenPage

LANGUAGES = ("en", "zh")
Made = tuple[Store, KnowledgeBase]


def html(app: AppTest) -> str:
    return "".join(str(block.proto.body) for block in app.get("html"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_under_two_chunkings_with_nothing_stored(open_page: OpenPage, made: Made, language: str) -> None:
    store, kb = made
    before = chunks.chunkings(store, kb.id)
    app = open_page("knowledge_base", language)
    assert not app.exception and not app.error
    app.multiselect(key="chunk_beside").set_value(["fixed:64:16", "sentence:64:16"]).run()
    for n in (0, 1):
        app.selectbox(key="chunk_document").select_index(n).run()
        assert not app.exception
        assert "repeating-linear-gradient" in html(app), "what two chunks share is hatched"
        assert "<script>" not in html(app), "a document's own markup stays text"
    assert chunks.chunkings(store, kb.id) == before


def test_a_wrong_chunking_is_said_in_one_sentence(open_page: OpenPage, made: Made) -> None:
    app = open_page("knowledge_base")
    app.session_state["chunk_beside"] = ["fixed:7"]
    app.run()
    assert not app.exception and len(app.error) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_coverage_is_drawn_when_it_is_asked_for(open_page: OpenPage, made: Made, language: str) -> None:
    store, kb = made
    app = open_page("knowledge_base", language)
    assert len(app.metric) == 0
    app.button(key="coverage_draw").click().run()
    assert not app.exception and len(app.metric) == 4
    cited = [item for item in items.iterate(store, kb.id) if item.evidence]
    assert app.metric[3].value == str(len(cited))
