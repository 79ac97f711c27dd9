"""The Import page: what is personal is masked in the preview already, and a set's kind is told."""

from __future__ import annotations

import json

import pytest

from core.records import KnowledgeBase
from core.store import Store
from tests.app.conftest import OpenPage

Made = tuple[Store, KnowledgeBase]
LOG = "2026-01-05 10:00 INFO 我的手机号是13812345678，差旅报销多久到账？\n2026-01-05 10:01 INFO How long is leave?\n"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_log_is_shown_masked_unless_the_box_is_cleared(open_page: OpenPage, made: Made, language: str) -> None:
    app = open_page("import_questions", language)
    app.file_uploader[0].set_value(("log.txt", LOG.encode(), "text/plain")).run()
    assert not app.exception and app.selectbox(key="import_format_log.txt").value == "log"
    assert "[phone]" in app.dataframe[0].value.iloc[0, 0]
    if language == "zh":
        return  # the testing library sends a select box back with its English words
    app.checkbox(key="import_mask_log").uncheck().run()
    assert "13812345678" in app.dataframe[0].value.iloc[0, 0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_table_with_unknown_columns_asks_for_the_question(open_page: OpenPage, made: Made, language: str) -> None:
    app = open_page("import_questions", language)
    app.file_uploader[0].set_value(("q.csv", b"Frage,Antwort\nWas gilt?,nichts\n", "text/csv")).run()
    assert not app.exception and not app.error and len(app.info) == 1 and not app.dataframe
    if language == "zh":
        return  # the testing library sends a select box back with its English words
    app.selectbox(key="import_map_question_q.csv").select("Frage").run()
    assert not app.info and app.dataframe[0].value.iloc[0, 0] == "Was gilt?"


def test_a_set_of_another_tool_is_told_and_brings_its_passages(open_page: OpenPage, made: Made) -> None:
    pairs = {"queries": {"q": "Who approves?"}, "corpus": {"n": "The head approves."}, "relevant_docs": {"q": ["n"]}}
    app = open_page("import_questions")
    app.file_uploader[0].set_value(("pairs.json", json.dumps(pairs).encode(), "application/json")).run()
    assert not app.exception and app.selectbox(key="import_format_pairs.json").value == "llamaindex-qa"
    assert app.checkbox(key="import_documents_llamaindex-qa").value


def test_a_broken_archive_is_one_sentence(open_page: OpenPage, made: Made) -> None:
    app = open_page("import_questions")
    app.file_uploader[0].set_value(("set.zip", b"PK\x03\x04 cut", "application/zip")).run()
    assert not app.exception and len(app.error) == 1 and "whole copy" in app.error[0].value
