"""The Knowledge base page: chunks drawn into the text, chunkings side by side, what is covered."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.clock import utc_now
from core.jobs import run_next
from core.records import KnowledgeBase, LoadReport
from core.settings import load_settings
from core.store import Store, chunks, documents, items, knowledge_bases
from screens import chunking_view, job_bar
from tests.app.conftest import OpenPage
from verbs.jobs import HANDLERS

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


def test_code_is_not_run_because_somebody_typed_its_name(
    open_page: OpenPage, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.chunk.custom._splitter", lambda path: pytest.fail("imported"))
    monkeypatch.setattr("screens.chunking_view.CHUNKINGS", (*chunking_view.CHUNKINGS, "own:shutil:rmtree"))
    app = open_page("knowledge_base")
    app.session_state["chunk_beside"] = ["own:shutil:rmtree"]
    app.selectbox(key="chunk_use").set_value("own:shutil:rmtree").run()
    next(b for b in app.button if b.label == "Cut into chunks").click()
    app.run()
    assert not app.exception and not job_bar.jobs.latest(made[0], "chunk")
    assert sum("own:shutil:rmtree" in one.value for one in app.info) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_coverage_is_drawn_when_it_is_asked_for(open_page: OpenPage, made: Made, language: str) -> None:
    store, kb = made
    app = open_page("knowledge_base", language)
    assert len(app.metric) == 0
    app.button(key="coverage_draw").click().run()
    assert not app.exception and len(app.metric) == 4
    cited = [item for item in items.iterate(store, kb.id) if item.evidence]
    assert app.metric[3].value == str(len(cited))


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_not_taken_are_listed_whole_with_their_reason_in_the_readers_language(
    open_page: OpenPage, made: Made, language: str
) -> None:
    store, kb = made
    reason = "cut.txt is empty (0 bytes); check that it was saved or copied whole."
    documents.save_report(store, kb.id, LoadReport(source="cut.txt", status="refused", reason=reason))
    documents.save_report(store, kb.id, LoadReport(source="same.md", status="skipped", reason="unchanged"))
    app = open_page("knowledge_base", language)
    assert not app.exception
    rows = app.table[0].value
    assert len(rows) == 1 and (reason if language == "en" else "空文件") in rows.iloc[0, 2].replace("\\", "")
    assert any("2" in one.value and "1" in one.value for one in app.caption), "documents, skipped and refused"


def test_cutting_anew_is_a_job_that_sets_the_chunking(
    open_page: OpenPage, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, kb = made
    monkeypatch.setattr(job_bar.jobs, "spawn_worker", lambda workspace: None)
    app = open_page("knowledge_base")
    app.selectbox(key="chunk_use").set_value("fixed:256:32")
    next(b for b in app.button if b.label == "Cut into chunks").click()
    app.run()
    assert not app.exception and job_bar.jobs.latest(store, "chunk")[0].active
    while run_next(store, HANDLERS):
        pass
    assert load_settings(store).chunking == "fixed:256:32" and chunks.count(store, kb.id, "fixed:256:32")


def test_a_search_without_words_that_occur_says_so(open_page: OpenPage, made: Made) -> None:
    app = open_page("knowledge_base")
    app.selectbox(key="kb_method").set_value("bm25")
    app.text_input(key="kb_query").set_value("zzzzqqqq").run()
    assert not app.exception and len(app.info) == 1


@pytest.mark.parametrize(("language", "said"), [("en", "is a sample"), ("zh", "示例")])
def test_a_sample_says_where_documents_of_ones_own_belong(
    open_page: OpenPage, made: Made, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    assert not open_page("knowledge_base", language).info
    monkeypatch.setattr("verbs.workspace.sample_names", lambda: [made[1].name])
    app = open_page("knowledge_base", language)
    assert not app.exception and said in app.info[0].value


def test_every_document_can_be_leafed_to_in_the_picture(
    open_page: OpenPage, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.coverage_view.ROWS", 1)
    app = open_page("knowledge_base")
    app.button(key="coverage_draw").click().run()
    assert not app.exception and app.session_state["coverage_page"] == 1
    app.session_state["coverage_page"] = 2
    app.run()
    assert not app.exception


@pytest.mark.parametrize(("language", "said"), [("en", "near-duplicate 3"), ("zh", "近似重复 3")])
def test_what_was_left_out_is_said_in_words(
    open_page: OpenPage, made: Made, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    from verbs.loading import coverage_of

    found = coverage_of(*made).model_copy(update={"left_out": {"near_duplicate": 3}})
    monkeypatch.setattr("screens.coverage_view._coverage", lambda *given: found)
    app = open_page("knowledge_base", language)
    app.button(key="coverage_draw").click().run()
    assert any(said in caption.value.replace("\\", "") for caption in app.caption)


@pytest.mark.parametrize(("language", "shown"), [("en", "ostrevane-en"), ("zh", "xulan-zh")])
def test_of_the_samples_the_one_in_the_readers_language_is_shown_first(
    workspace: Path, open_page: OpenPage, language: str, shown: str
) -> None:
    store = Store(workspace)
    for name in ("ostrevane-en", "xulan-zh"):
        knowledge_bases.create(store, name, utc_now)
    app = open_page("home", language)
    assert app.session_state["kb"] == shown


def test_a_base_of_ones_own_is_shown_before_a_sample(workspace: Path, open_page: OpenPage) -> None:
    store = Store(workspace)
    for name in ("handbook", "ostrevane-en", "xulan-zh"):
        knowledge_bases.create(store, name, utc_now)
    assert open_page("home", "zh").session_state["kb"] == "handbook"
