"""The drafts page without a browser: it boots, teaches, starts a job and shows its funnel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.draft.funnel import Funnel, Shortfall
from core import jobs
from core.clock import fresh_rng, utc_now
from core.records import KnowledgeBase
from core.store import Store, drafts
from screens.draft_files import kept_file
from tests.app.conftest import OpenPage
from tests.app.workspaces import add_drafts, make_workspace

START = {"en": "Draft", "zh": "开始出题"}
FUNNEL = Funnel(
    batch="b", wanted=20, chunks_drawn=30, drafted=80, dropped={"no_leak": 3, "answerable_after_all": 1}, kept=18, refuse=3,
    unanswerable_share=0.1667, by_kind={"factual": 15, "unanswerable": 3}, refuse_wanted=3, seconds=2.0,
    dropped_examples={"no_leak": [{"question": "Is it 15 days?", "reason": "The answer is in the question."}]},
    shortfalls=(Shortfall(kind="multi_hop", wanted=2, made=0, reason="No two passages share a topic."),),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("count", [0, 3])
def test_boots(language: str, count: int, workspace: Path, open_page: OpenPage) -> None:
    make_workspace(workspace, count)
    app = open_page("drafts", language)
    assert not app.exception
    assert START[language] in [b.label for b in app.button]
    assert bool(app.info) == (not count) and len(app.dataframe) == bool(count)


def test_without_documents_it_says_what_to_do(open_page: OpenPage) -> None:
    app = open_page("drafts")
    assert not app.exception and app.info and not [b for b in app.button if b.label == "Draft"]


def test_start_enqueues_what_was_chosen(
    made: tuple[Store, KnowledgeBase], open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, kb = made
    monkeypatch.setattr("core.jobs.spawn_worker", lambda workspace: None)
    app = open_page("drafts")
    app.number_input(key="drafts_items").set_value(20)
    app.slider(key="drafts_share").set_value(10)
    app.number_input(key="drafts_seed").set_value(7)
    next(b for b in app.button if b.label == "Draft").click().run()
    assert not app.exception
    job = jobs.latest(store, "draft")[0]
    asked = {k: job.params[k] for k in ("kb", "items", "unanswerable", "seed", "strategy")}
    assert asked == {"kb": kb.name, "items": 20, "unanswerable": 0.1, "seed": 7, "strategy": "document"}
    assert next(b for b in app.button if b.label == "Draft").disabled


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_funnel_of_the_last_job(made: tuple[Store, KnowledgeBase], open_page: OpenPage, language: str) -> None:
    store, kb = made
    job_id = jobs.enqueue(store, "draft", {"kb": kb.name}, fresh_rng())
    with store.write() as db:
        db.execute(
            "UPDATE jobs SET status = 'done', started = ?, finished = ?, result = ? WHERE id = ?",
            [utc_now(), utc_now(), FUNNEL.to_json(), job_id],
        )
    app = open_page("drafts", language)
    assert not app.exception
    assert any("No two passages share a topic" in w.value for w in app.warning)
    assert app.get("plotly_chart")
    assert "Is it 15 days?" in app.dataframe[0].value.to_string()


def test_the_list_is_paged(made: tuple[Store, KnowledgeBase], open_page: OpenPage) -> None:
    store, kb = made
    add_drafts(store, kb, 60, first=3)
    app = open_page("drafts")
    assert not app.exception and len(app.dataframe[0].value) == 25


def test_kept_drafts_as_a_file(made: tuple[Store, KnowledgeBase]) -> None:
    store, kb = made
    drafts.drop(store, kb.id, "b", {"question": "?"}, "no_leak", "leaks")
    rows = [json.loads(line) for line in kept_file(store, kb.id).decode("utf-8").splitlines()]
    assert [row["kind"] for row in rows] == ["factual", "multi_hop", "unanswerable"]
