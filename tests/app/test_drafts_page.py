"""The drafts page without a browser: it boots, teaches, starts a job and shows its funnel."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from builder.draft.funnel import Funnel, Shortfall
from core import jobs
from core.clock import fresh_rng, utc_now
from core.records import KnowledgeBase
from core.settings import Settings, save_settings
from core.store import Store, calls, drafts
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
    assert "Is it 15 days?" in app.table[0].value.to_string()


@pytest.mark.parametrize(("language", "said"), [("en", "The model wrote 9 drafts; 4 were kept. Dropped of them: Read again 5."),
                                                ("zh", "模型写了 9 道题，保留 4 道。其中淘汰：重读核对 5。")])  # fmt: skip
def test_what_became_of_the_models_drafts(
    made: tuple[Store, KnowledgeBase], open_page: OpenPage, language: str, said: str
) -> None:
    store, kb = made
    found = FUNNEL.model_copy(update={"written": 9, "written_kept": 4, "written_dropped": {"read_back": 5}, "dropped": {"read_back": 5}})  # fmt: skip
    payload = {"question": "Is it 15 days?", "template": "model:draft.en"}
    drafts.drop(store, kb.id, "b", payload, "read_back", "The model, which saw the evidence alone, found no answer in it.")  # fmt: skip
    job_id = jobs.enqueue(store, "draft", {"kb": kb.name}, fresh_rng())
    with store.write() as db:
        db.execute("UPDATE jobs SET status = 'done', started = ?, finished = ?, result = ? WHERE id = ?", [utc_now(), utc_now(), found.to_json(), job_id])  # fmt: skip
    app = open_page("drafts", language)
    assert not app.exception and said in [caption.value for caption in app.caption]
    row = app.table[0].value.to_string()
    assert (
        ("模型只看证据，没有找到答案。" in row) if language == "zh" else ("found no answer" in row and "model" in row)
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_while_a_model_drafts_its_cost_is_shown(
    made: tuple[Store, KnowledgeBase], open_page: OpenPage, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, kb = made
    monkeypatch.setattr("core.jobs.spawn_worker", lambda workspace: None)
    save_settings(store, Settings(base_url="http://127.0.0.1:9/v1", model="m", price_in=2.0, price_out=8.0))
    calls.put(store, "before", {"tokens_in": 9, "tokens_out": 9, "cost": 9.0}, clock=lambda: "2020-01-01T00:00:00.000+00:00")  # fmt: skip
    job_id = jobs.enqueue(store, "draft", {"kb": kb.name}, fresh_rng())
    with store.write() as db:
        db.execute("UPDATE jobs SET status = 'running', started = ?, pid = ?, lease_until = ?, done = 2, total = 9, message = 'model' WHERE id = ?",
                   [utc_now(), os.getpid(), time.time() + 60, job_id])  # fmt: skip
    calls.put(store, "now", {"tokens_in": 900, "tokens_out": 100, "cost": 0.25})
    app = open_page("drafts", language)
    captions = " ".join(caption.value for caption in app.caption)
    assert not app.exception and "1,000" in captions and "0.25" in captions and "9.25" not in captions


@pytest.mark.parametrize(("model", "said"), [("llama3.2:3b", "this small"), ("gpt-4o", "reads every draft again"), ("", "built-in rules")])  # fmt: skip
def test_it_says_who_drafts(made: tuple[Store, KnowledgeBase], open_page: OpenPage, model: str, said: str) -> None:
    store, _ = made
    save_settings(store, Settings(base_url="http://127.0.0.1:9/v1" if model else "", model=model))
    app = open_page("drafts")
    assert not app.exception and any(said in caption.value for caption in app.caption)


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
