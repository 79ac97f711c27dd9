"""Before a run is paid for: estimate, width of a sample, how a file was read, one question tried; and after it broke off."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core.errors import Stopped
from core.records import Release
from core.store import Store, runs
from screens import job_bar
from tests.app.conftest import OpenPage
from tests.app.run_scenes import copy_with_runs
from tests.loopback import Loopback, Scripted
from verbs.evaluating import EvaluationOrder, evaluate
from verbs.opening import open_release
from verbs.systems import keep_endpoint, keep_system_file

LANGUAGES = ("en", "zh")
REPLY = Scripted(body=json.dumps({"data": {"answer": "25 days", "docs": [{"id": "p1", "text": "A text."}]}}))


@pytest.fixture
def scene(workspace: Path) -> Store:
    return copy_with_runs(workspace)


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_bar.jobs, "spawn_worker", lambda workspace: None)


def golden(store: Store) -> Release:
    return open_release(store, "tiny-set@1.0.0")


def kept(store: Store, rows: list[dict[str, object]], name: str) -> Path:
    return keep_system_file(store, "answers", name, "\n".join(json.dumps(row) for row in rows).encode())


def at(open_page: OpenPage, way: str, language: str = "en") -> AppTest:
    app = open_page("evaluate", language)
    app.session_state["evaluate_way"] = way
    return app.run()


def said(app: AppTest) -> str:
    kinds = (app.markdown, app.caption, app.info, app.warning, app.error, app.code)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "Estimate: 7 questions · no cost"), ("zh", "估计：7 题 · 无费用")]
)
def test_every_way_begins_with_an_estimate(open_page: OpenPage, scene: Store, language: str, expected: str) -> None:
    app = open_page("evaluate", language)
    assert not app.exception and expected in said(app)


def test_a_sample_says_how_much_wider_the_intervals_become(open_page: OpenPage, scene: Store) -> None:
    app = open_page("evaluate")
    assert "All 7 items: the 95 % interval of a metric is at most ± 30 points." in said(app)
    app.number_input(key="evaluate_sample").set_value(4).run()
    assert (
        "4 of 7 items, drawn by kind and document: the 95 % interval of a metric widens from ± 30 to at most ± 35"
        in said(app)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_format_is_named_and_one_row_is_shown_raw_and_read(
    open_page: OpenPage, scene: Store, language: str
) -> None:
    rows = [
        {"user_input": i.question, "response": "25 days", "retrieved_contexts": ["one"]} for i in golden(scene).items
    ]
    kept(scene, rows, "ragas.jsonl")
    app = at(open_page, "answers", language)
    assert not app.exception and not app.error
    assert {"en": "Read as: **RAGAS rows**", "zh": "按内容识别为：**RAGAS 的行**"}[language] in said(app)
    assert '"retrieved_contexts"' in said(app)


def test_columns_of_unknown_names_are_said_by_hand(open_page: OpenPage, scene: Store) -> None:
    path = kept(scene, [{"Frage": i.question, "Antwort": "25 Tage"} for i in golden(scene).items], "fremd.jsonl")
    app = at(open_page, "answers")
    assert "can be used" in app.error[0].value and app.button(key=f"map_{path.name}").disabled
    app.selectbox(key=f"map_question_{path.name}").set_value("Frage")
    app.selectbox(key=f"map_text_{path.name}").set_value("Antwort").run()
    app.button(key=f"map_{path.name}").click().run()
    assert not app.exception and not app.error
    assert "7 items have an answer in this file" in said(app)
    app.button(key="run_answers").click().run()
    assert "fremd-mapped" in jobs.latest(scene, "evaluate")[0].params["system"]


def test_a_file_cannot_be_run_with_the_generator_alone(open_page: OpenPage, scene: Store) -> None:
    kept(scene, [{"item_id": i.id, "text": "x"} for i in golden(scene).items], "mine.jsonl")
    app = at(open_page, "answers")
    app.selectbox(key="evaluate_mode").set_value("generator").run()
    assert "holds replies to other contexts" in said(app)
    assert not [button for button in app.button if button.key == "run_answers"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_endpoint_is_tried_corrected_and_only_then_started(open_page: OpenPage, scene: Store, language: str) -> None:
    with Loopback(default=REPLY) as server:
        path = keep_endpoint(scene, "mine", {"url": server.url, "response": {"answer": "answer"}})
        app = at(open_page, "http", language)
        assert not [button for button in app.button if button.key == "run_http"]
        app.button(key="try_http").click().run()
        assert not app.exception and app.button(key="run_http").disabled
        assert '"docs"' in said(app) and len(server.requests) == 1
        app.text_input(key=f"path_answer_{path.name}").set_value("data.answer")
        app.text_input(key=f"path_retrieved_{path.name}").set_value("data.docs")
        save = next(b for b in app.button if b.label in ("Save the description", "保存描述"))
        save.click().run()
        app.button(key="try_http").click().run()
        assert not app.exception and not [e.value for e in app.error]
        assert not app.button(key="run_http").disabled
        app.button(key="run_http").click().run()
    spec = jobs.latest(scene, "evaluate")[0].params["system"]
    assert spec.startswith("http:") and spec != f"http:{path}"


def test_a_new_endpoint_with_a_bad_header_is_explained(open_page: OpenPage, scene: Store) -> None:
    app = at(open_page, "http")
    app.text_input(key="url_new").set_value("http://127.0.0.1:9/ask")
    app.text_area(key="headers_new").set_value("just words")
    next(b for b in app.button if b.label == "Save the description").click().run()
    assert not app.exception and "name: value" in app.error[0].value.replace("\\", "")


def stopped_run(store: Store, system: str) -> str:
    rounds = iter(range(99))

    def stop_after_three() -> None:
        if next(rounds) >= 3:
            raise Stopped("asked to")

    with pytest.raises(Stopped):
        evaluate(
            store, EvaluationOrder(set="tiny-set@1.0.0", system=system, mode="retriever", name="mine"),
            check_stop=stop_after_three, rng=random.Random(5),
        )  # fmt: skip
    return next(run.id for run in runs.list_all(store) if run.status == "stopped")


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "stopped after 3 of 7 items"), ("zh", "在完成 3/7 题后停止")]
)
def test_a_stopped_run_says_what_is_next_and_goes_on_with_the_rest(
    open_page: OpenPage, scene: Store, language: str, expected: str
) -> None:
    run_id = stopped_run(
        scene, f"answers:{kept(scene, [{'item_id': i.id, 'text': 'x'} for i in golden(scene).items], 'm.jsonl')}"
    )
    app = open_page("evaluate", language)
    app.session_state["evaluate_view"] = "results"
    app.session_state["run"] = run_id
    app.run()
    assert not app.exception and expected in said(app)
    app.button(key=f"again_{run_id}").click().run()
    params = jobs.latest(scene, "evaluate")[0].params
    assert (params["resume"], params["retry_failed"], params["mode"]) == (run_id, False, "retriever")
    assert "being worked on" in said(app) or "正在进行" in said(app)


def test_failed_items_alone_can_be_done_again(open_page: OpenPage, scene: Store) -> None:
    items = golden(scene).items
    broken = [{"item_id": i.id, "text": "x", "error": "it broke" if n < 2 else ""} for n, i in enumerate(items)]
    run = evaluate(
        scene, EvaluationOrder(set="tiny-set@1.0.0", system=f"answers:{kept(scene, broken, 'b.jsonl')}", mode="retriever"),
        rng=random.Random(6),
    )  # fmt: skip
    app = open_page("evaluate")
    app.session_state["evaluate_view"] = "results"
    app.session_state["run"] = run.id
    app.run()
    assert "On 2 of 7 items the system or the judge failed" in said(app)
    app.button(key=f"again_{run.id}").click().run()
    params = jobs.latest(scene, "evaluate")[0].params
    assert (params["resume"], params["retry_failed"]) == (run.id, True)


def test_a_run_of_a_python_function_is_gone_on_with_by_command(open_page: OpenPage, scene: Store) -> None:
    run_id = stopped_run(
        scene, f"answers:{kept(scene, [{'item_id': i.id, 'text': 'x'} for i in golden(scene).items], 'm.jsonl')}"
    )
    run = runs.get(scene, run_id)
    runs.save(scene, run.model_copy(update={"settings": {**run.settings, "spec": "python:my_rag:answer"}}))
    app = open_page("evaluate")
    app.session_state["evaluate_view"] = "results"
    app.session_state["run"] = run_id
    app.run()
    assert f"--system python:my_rag:answer --resume {run_id}" in said(app)
    assert not [button for button in app.button if button.key == f"again_{run_id}"]
