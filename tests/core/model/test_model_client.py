"""The real client against a real server on loopback, one fault at a time."""

from __future__ import annotations

import threading

import pytest
from pydantic import BaseModel

from core.errors import BadCall, ModelError
from core.model import BudgetSpent, Call, ModelClient, client_from_settings, find_local, probe
from core.settings import Settings
from core.store import Store, calls
from tests.loopback import Loopback, broken_body, disconnect, failing, free_port, good, html, rate_limited, slow


class Numbers(BaseModel):
    numbers: list[int]


@pytest.fixture
def sleeps():
    return []


def client(server, sleeps, store=None, **settings):
    url = server if isinstance(server, str) else server.url
    made = Settings(base_url=url, model="test-model", key_variable="ASSAY_TEST_KEY", **{"timeout": 5, **settings})
    return ModelClient(made, store, sleep=sleeps.append)


def test_good_reply_carries_tokens_and_cost(sleeps):
    with Loopback(good("Hello")) as server:
        reply = client(server, sleeps, price_in=2.0, price_out=10.0).complete("Hi", system="Be brief")
        assert (reply.text, reply.tokens_in, reply.tokens_out, reply.cached) == ("Hello", 11, 7, False)
        assert reply.cost == pytest.approx((11 * 2 + 7 * 10) / 1e6)
        sent = server.requests[0]
        assert sent["temperature"] == 0.0 and [m["role"] for m in sent["messages"]] == ["system", "user"]


def test_same_call_is_paid_once_even_by_another_client(tmp_path, sleeps):
    store = Store(tmp_path)
    with Loopback(good("one"), good("two")) as server:
        assert client(server, sleeps, store).complete("Hi").text == "one"
        again = client(server, sleeps, store).complete("Hi")
        assert (again.text, again.cached) == ("one", True)
        assert client(server, sleeps, store).complete("Hi", repeat=1).text == "two"
        assert len(server.requests) == 2
    assert calls.totals(store)["calls"] == 2


def test_threads_asking_the_same_share_one_call(sleeps):
    with Loopback(default=slow(0.2, "same")) as server:
        replies = client(server, sleeps).complete_many([Call("Hi")] * 6)
        assert {r.text for r in replies} == {"same"} and len(server.requests) == 1


def test_concurrency_is_limited(sleeps):
    with Loopback(default=slow(0.05, "x")) as server:
        replies = client(server, sleeps, concurrency=3).complete_many([Call(f"q{i}") for i in range(12)])
        assert len(replies) == 12 and 1 < server.most_in_flight <= 3


def test_fenced_and_chatty_json_is_read(sleeps):
    with Loopback(good('<think>{"no": 1}</think>Sure!\n```json\n{"numbers": [1, 2,]}\n```\nDone.')) as server:
        assert client(server, sleeps).complete("Hi", schema=Numbers).parsed == Numbers(numbers=[1, 2])


def test_prose_is_repaired_once(sleeps):
    with Loopback(good("I would rather talk."), good({"numbers": [3]})) as server:
        assert client(server, sleeps).complete("Hi", schema=Numbers).parsed.numbers == [3]
        assert "prose without JSON" in server.requests[1]["messages"][-1]["content"]


def test_prose_twice_is_an_error_and_is_not_cached(sleeps):
    with Loopback(good("no"), good("no"), good({"numbers": [1]})) as server:
        one = client(server, sleeps)
        with pytest.raises(ModelError, match="no usable reply for drafting.*prose without JSON"):
            one.complete("Hi", schema=Numbers, purpose="drafting")
        assert one.complete("Hi", schema=Numbers).parsed.numbers == [1]


def test_check_is_part_of_the_repair(sleeps):
    with Loopback(good({"numbers": [1]}), good({"numbers": [1, 2]})) as server:
        reply = client(server, sleeps).complete(
            "Hi", schema=Numbers, check=lambda n: "" if len(n.numbers) == 2 else "two numbers were asked for"
        )
        assert (
            reply.parsed.numbers == [1, 2]
            and "two numbers were asked for" in server.requests[1]["messages"][-1]["content"]
        )


def test_rate_limit_waits_as_long_as_asked(sleeps):
    with Loopback(rate_limited(7), rate_limited(), good("fine")) as server:
        assert client(server, sleeps).complete("Hi").text == "fine"
        assert any(7 <= s < 7.2 for s in sleeps)


def test_rate_limit_for_ever_ends(sleeps):
    with (
        Loopback(default=rate_limited(1)) as server,
        pytest.raises(ModelError, match="limits the rate of calls.*lower the concurrency"),
    ):
        client(server, sleeps).complete("Hi")


def test_server_error_is_retried_then_told(sleeps):
    with Loopback(failing(500), failing(503), good("fine")) as server:
        assert client(server, sleeps).complete("Hi").text == "fine"
    with Loopback(default=failing(500)) as server:
        with pytest.raises(ModelError, match="failed \\(500"):
            client(server, sleeps).complete("Hi")
        assert len(server.requests) == 5


def test_disconnect_is_retried(sleeps):
    with Loopback(disconnect(), good("fine")) as server:
        assert client(server, sleeps).complete("Hi").text == "fine"
    with Loopback(default=disconnect()) as server, pytest.raises(ModelError, match="closed the connection"):
        client(server, sleeps).complete("Hi")


def test_html_is_named(sleeps):
    with Loopback(default=html()) as server, pytest.raises(ModelError, match="web page.*ends in /v1"):
        client(server, sleeps).complete("Hi")
    with Loopback(default=html(502)) as server, pytest.raises(ModelError, match="failed \\(502"):
        client(server, sleeps).complete("Hi")


def test_broken_body_is_named(sleeps):
    with Loopback(default=broken_body()) as server, pytest.raises(ModelError, match="not a chat completion"):
        client(server, sleeps).complete("Hi")


def test_slow_is_named(sleeps):
    with Loopback(default=slow(1.0)) as server, pytest.raises(ModelError, match="did not answer within 0.2 seconds"):
        client(server, sleeps, timeout=0.2).complete("Hi")


def test_down_is_named_and_not_retried_for_every_row(sleeps):
    one = client(f"http://127.0.0.1:{free_port()}/v1", sleeps)
    for expected in (3, 4):
        with pytest.raises(ModelError, match="No model answers at .*start the server"):
            one.complete("Hi")
        assert one.calls_made == expected


def test_missing_key_names_the_variable(sleeps, monkeypatch):
    monkeypatch.delenv("ASSAY_TEST_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-meant-for-somebody-else")
    with Loopback(default=failing(401)) as server:
        with pytest.raises(ModelError, match="set the environment variable ASSAY_TEST_KEY"):
            client(server, sleeps).complete("Hi")
        assert "somebody-else" not in str(server.headers)


def test_bad_key_is_never_repeated(sleeps, monkeypatch, tmp_path):
    monkeypatch.setenv("ASSAY_TEST_KEY", "sk-secret-value")
    store = Store(tmp_path)
    with Loopback(good("ok"), failing(401, "bad key sk-secret-value"), failing(400, "bad sk-secret-value")) as server:
        one = client(server, sleeps, store)
        one.complete("first")
        for prompt in ("second", "third"):
            with pytest.raises(ModelError) as caught:
                one.complete(prompt)
            assert "secret" not in str(caught.value)
        assert server.headers[0]["Authorization"] == "Bearer sk-secret-value"
    assert b"sk-secret" not in store.path.read_bytes()


def test_unknown_model(sleeps):
    with (
        Loopback(default=failing(404, "no such model")) as server,
        pytest.raises(ModelError, match="does not know the model 'test-model'"),
    ):
        client(server, sleeps).complete("Hi")


def test_budget_is_hard(sleeps):
    with Loopback() as server:
        one = client(server, sleeps, max_calls=2)
        replies = one.complete_many([Call(f"q{i}") for i in range(5)])
        assert sum(isinstance(r, BudgetSpent) for r in replies) == 3 and len(server.requests) == 2


def test_refused_options_are_left_out(sleeps):
    def picky(body):
        if "response_format" in body:
            return failing(400, "response_format is not supported")
        if "max_tokens" in body:
            return failing(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return good({"numbers": [1]})

    with Loopback(default=picky) as server:
        assert client(server, sleeps).complete("Hi", schema=Numbers).parsed.numbers == [1]
        assert server.requests[-1]["max_completion_tokens"] == 1024


def test_any_llamaindex_llm_by_path(sleeps):
    one = ModelClient(Settings(llm_path="llama_index.core.llms:MockLLM"), sleep=sleeps.append)
    assert "echo me" in one.complete("echo me").text
    with pytest.raises(BadCall, match="cannot be imported"):
        ModelClient(Settings(llm_path="no.such:Thing")).complete("x")


def test_probe_and_local(monkeypatch):
    with Loopback(models=("a", "b")) as server:
        assert probe(server.url).models == ("a", "b")
        found = find_local([("Test", server.url), ("Nobody", f"http://127.0.0.1:{free_port()}/v1")])
        assert [(p.server, p.usable) for p in found] == [("Test", True)]
    assert "No model answers" in probe(f"http://127.0.0.1:{free_port()}/v1").problem


def test_no_model_no_client():
    assert client_from_settings(Settings()) is None


def test_one_thread_per_prompt_does_not_deadlock(sleeps):
    with Loopback(default=good("x")) as server:
        one = client(server, sleeps, concurrency=1)
        threads = [threading.Thread(target=one.complete, args=(f"p{i % 2}",)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=10)
        assert len(server.requests) == 2
