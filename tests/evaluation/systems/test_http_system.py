"""An HTTP endpoint as the system under test: templates, paths, faults."""

from __future__ import annotations

import json
import re

import pytest

from core.errors import BadInput
from core.records import Turn
from evaluation.systems.http import HttpSystem
from evaluation.systems.http_config import as_toml, checked_config, read_config
from tests.evaluation.stand_ins import answer_item
from tests.loopback import Loopback, Scripted, disconnect, failing, free_port, html, slow

ITEM = answer_item(0, question='He said "hi" & 你好', history=(Turn(role="user", text="before"),))
GOOD = Scripted(
    body=json.dumps({"data": {"answer": "25 days", "docs": [{"key": "d1", "body": "text one"}], "used": ["text one"]}})
)


def system(tmp_path, url, extra="", **more):
    path = tmp_path / "system.toml"
    lines = [f'url = "{url}"', *(f"{k} = {json.dumps(v)}" for k, v in more.items()), extra]
    lines += (
        [
            "[response]",
            'answer = "data.answer"',
            'retrieved = "data.docs[].{id: key, text: body}"',
            'context = "data.used"',
        ]
        if "[response]" not in extra
        else []
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    return HttpSystem.from_file(path, sleep=lambda seconds: None)


def test_body_headers_and_paths(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", "k-1")
    extra = '[headers]\nAuthorization = "Bearer ${MY_KEY}"\n[body]\nq = "{question}"\nturns = "{history}"\nnote = "about {question}!"\nn = 3'
    with Loopback(default=GOOD) as server:
        answer = system(tmp_path, server.url, extra).answer(ITEM)
        assert server.headers[0]["Authorization"] == "Bearer k-1"
        assert server.requests[0] == {
            "q": ITEM.question,
            "turns": [{"role": "user", "content": "before"}],
            "note": f"about {ITEM.question}!",
            "n": 3,
        }
    assert (answer.text, answer.retrieved[0].id, answer.context, answer.error) == ("25 days", "d1", ("text one",), "")
    assert answer.latency is not None


def test_body_as_text_is_escaped(tmp_path):
    with Loopback(default=GOOD) as server:
        assert not system(tmp_path, server.url, body='{"q": "{question}"}').answer(ITEM).error
        assert server.requests[0] == {"q": ITEM.question}


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (html(), "answered with a web page"),
        (Scripted(body="hello", content_type="text/plain"), "text that is not JSON"),
        (failing(500), "status 500"),
        (failing(429, retry_after=1), "status 429"),
        (failing(400, "no field q"), "rejected the call with status 400"),
        (disconnect(), "broke off the connection"),
        (slow(1.0), "did not answer within 0.3 seconds"),
        (Scripted(body='{"other": 1}'), "nothing at 'data.answer' \\(found: other\\)"),
        (Scripted(body='{"data": {"answer": 5}}'), "the answer must be text"),
        (Scripted(body='{"data": {"answer": "x", "docs": [{"key": 1}]}}'), "passage 1 has no text"),
    ],
)
def test_faults_become_the_items_error(tmp_path, reply, sentence):
    with Loopback(default=reply) as server:
        answer = system(tmp_path, server.url, timeout=0.3, retries=1).answer(ITEM)
    assert re.search(sentence, answer.error), answer.error


def test_retry_helps(tmp_path):
    with Loopback(failing(503), GOOD) as server:
        assert system(tmp_path, server.url).answer(ITEM).text == "25 days"


def test_down(tmp_path):
    assert (
        "is the system running?" in system(tmp_path, f"http://127.0.0.1:{free_port()}/", retries=0).answer(ITEM).error
    )


def test_bad_description_names_everything(tmp_path):
    with pytest.raises(BadInput) as caught:
        system(tmp_path, "http://x", timeouts=3, concurrency=0)
    assert "timeouts" in str(caught.value) and "concurrency" in str(caught.value)
    with pytest.raises(BadInput, match="MY_ABSENT_KEY"):
        system(tmp_path, "http://x", '[headers]\nA = "${MY_ABSENT_KEY}"')
    with pytest.raises(BadInput, match="response.answer: .* is not a JMESPath"):
        system(tmp_path, "http://x", '[response]\nanswer = "a["')
    with pytest.raises(BadInput, match="must begin with http"):
        system(tmp_path, "ftp://x")


def test_one_exchange_shows_what_was_sent_and_what_came_back(tmp_path):
    with Loopback(default=GOOD) as server:
        seen = system(tmp_path, server.url).examine(ITEM)
    assert json.loads(seen.sent) == {"question": ITEM.question} and seen.status == 200
    assert json.loads(seen.raw)["data"]["answer"] == "25 days" == seen.answer.text


@pytest.mark.parametrize(
    ("reply", "status", "raw"),
    [
        (html(), 200, "<!doctype html>"),
        (failing(500), 500, "it broke"),
        (Scripted(body='{"other": 1}'), 200, '"other"'),
    ],
)
def test_an_exchange_that_failed_still_shows_what_came_back(tmp_path, reply, status, raw):
    with Loopback(default=reply) as server:
        seen = system(tmp_path, server.url).examine(ITEM)
        assert len(server.requests) == 1
    assert seen.answer.error and seen.status == status and raw in seen.raw


def test_an_endpoint_without_an_answer_is_a_retriever(tmp_path):
    extra = '[response]\nanswer = ""\nretrieved = "data.docs[].{id: key, text: body}"'
    with Loopback(default=GOOD) as server:
        alone = system(tmp_path, server.url, extra)
        answer = alone.answer(ITEM)
    assert alone.retrieval_only and answer.retrieved[0].text == "text one" and not answer.error


def test_keys_in_query_parameters_come_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", "k-1")
    with Loopback(default=GOOD) as server:
        asked = system(tmp_path, server.url, extra='params = { key = "${MY_KEY}", q = "{question}" }')
        assert asked._sent(ITEM, ())["params"] == {"key": "k-1", "q": ITEM.question}
        assert "k-1" not in asked.examine(ITEM).sent


def test_a_description_survives_being_written_and_read(tmp_path):
    config = checked_config(
        {
            "url": "http://127.0.0.1:1/a?b=1", "name": "我的 \"系统\"", "headers": {"X-Key": "${K}"},
            "body": {"q": "{question}", "深": {"n": [1, 2.5, True, {"a b": "\x7f\n"}]}}, "concurrency": 9,
            "response": {"answer": "data.answer", "retrieved": "docs[?score > `0.5`].{id: id}"},
        },
        "it",
    )  # fmt: skip
    path = tmp_path / "written.toml"
    path.write_text(as_toml(config), encoding="utf-8")
    assert read_config(path) == config
    with pytest.raises(BadInput, match="TOML knows no null"):
        as_toml(config.model_copy(update={"body": {"a": None}}))
