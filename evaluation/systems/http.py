"""An HTTP endpoint as the system under test, described in a TOML file (see docs/systems.md)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BadInput
from core.model.faults import seconds_of
from core.model.llm import is_loopback, public_url
from core.records import Answer, Item
from evaluation.systems.http_body import filled, filled_json
from evaluation.systems.http_config import HttpConfig, compiled_paths, expand, read_config
from evaluation.systems.rows import answer_from_row

# After so many items in a row without a reply the others are asked once each: waiting would not help.
_GIVE_UP = 5
_SHOWN = 20_000


@dataclass(frozen=True)
class Exchange:
    """One question as it was sent, the reply as it came (pretty JSON where it is JSON), and what was read from it."""

    method: str
    url: str
    sent: str
    status: int | None
    raw: str
    seconds: float
    answer: Answer


class _Reply(NamedTuple):
    """Data, or an error and how long to wait before another try (None: do not try again; 0: usual pause)."""

    data: Any = None
    error: str = ""
    wait: float | None = None
    status: int | None = None
    text: str = ""


class HttpSystem:
    """Asks the endpoint once per item; every fault is one sentence on that item, and the run goes on."""

    def __init__(self, config: HttpConfig, sleep: Callable[[float], None] = time.sleep) -> None:
        import httpx

        self.config = config
        self.name = config.name or f"http:{public_url(config.url)}"
        self.top_k, self.concurrency = config.top_k, config.concurrency
        self._sleep = sleep
        self._failed = 0  # items in a row without a reply
        self._paths = compiled_paths(config.response)
        self._url = expand(config.url, "url")
        self._params = {name: expand(value, f"params.{name}") for name, value in config.params.items()}
        self._http = httpx.Client(
            timeout=httpx.Timeout(config.timeout, connect=min(10.0, config.timeout)),
            headers={name: expand(value, f"headers.{name}") for name, value in config.headers.items()},
            trust_env=not is_loopback(config.url),
            limits=httpx.Limits(max_connections=config.concurrency),
        )

    @classmethod
    def from_file(cls, path: Path, sleep: Callable[[float], None] = time.sleep) -> HttpSystem:
        """The system a TOML file describes; BadInput names everything that is wrong with it."""
        config = read_config(path)
        try:
            return cls(config, sleep)
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from None

    def answer(self, item: Item) -> Answer:
        """The endpoint's reply to the item's question."""
        return self.answer_from(item, ())

    def answer_from(self, item: Item, context: Sequence[str]) -> Answer:
        """The same with `{context}` filled in."""
        started = time.monotonic()
        error = ""
        retries = self.config.retries if self._failed < _GIVE_UP else 0
        for attempt in range(retries + 1):
            reply = self._once(item, context)
            error = reply.error
            if not error:
                self._failed = 0
                return self._read(reply.data, item, time.monotonic() - started)
            if reply.wait is None or attempt == retries:
                break
            self._sleep(reply.wait or 2.0**attempt)
            started = time.monotonic()
        self._failed += 1
        return Answer(item_id=item.id, error=error)

    def examine(self, item: Item, context: Sequence[str] = ()) -> Exchange:
        """Ask once, without retries, and keep everything that passed."""
        started = time.monotonic()
        reply = self._once(item, context)
        seconds = time.monotonic() - started
        answer = Answer(item_id=item.id, error=reply.error) if reply.error else self._read(reply.data, item, seconds)
        sent = self._sent(item, context)
        body = sent.get("json", sent.get("content", b"").decode()) or self.config.params
        raw = reply.text if reply.data is None else _pretty(reply.data)
        return Exchange(
            self.config.method, public_url(self.config.url), body if isinstance(body, str) else _pretty(body),
            reply.status, raw[:_SHOWN], seconds, answer,
        )  # fmt: skip

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    @property
    def retrieval_only(self) -> bool:
        """Whether the description names passages and no answer."""
        return not self.config.response.answer and bool(self.config.response.retrieved)

    @property
    def takes_context(self) -> bool:
        """Whether the body has a place for the context."""
        return "{context}" in json.dumps(self.config.body, ensure_ascii=False)

    def _once(self, item: Item, context: Sequence[str]) -> _Reply:
        import httpx

        at = public_url(self.config.url)
        try:
            reply = self._http.request(self.config.method, self._url, **self._sent(item, context))
        except httpx.TimeoutException:
            return _Reply(error=f"{at} did not answer within {self.config.timeout:g} seconds", wait=0.0)
        except httpx.ConnectError:
            return _Reply(error=f"nothing answers at {at}: is the system running?", wait=0.0)
        except httpx.HTTPError as error:
            return _Reply(error=f"{at} broke off the connection ({type(error).__name__})", wait=0.0)
        except httpx.InvalidURL as error:
            return _Reply(error=f"the url {at} is not valid: {error}")
        status, text = reply.status_code, reply.text
        if status == 429 or status >= 500:
            pause = seconds_of(reply.headers.get("retry-after", "")) or 0.0
            return _Reply(error=f"{at} answered with status {status}", wait=pause, status=status, text=text)
        if status >= 400:
            said = f"{at} rejected the call with status {status}{_beginning(text)}"
            return _Reply(error=said, status=status, text=text)
        try:
            return _Reply(reply.json(), status=status, text=text)
        except ValueError:
            what = "a web page" if text.lstrip().startswith("<") else "text that is not JSON"
            said = f"{at} answered with {what}: check url and method{_beginning(text)}"
            return _Reply(error=said, status=status, text=text)

    def _sent(self, item: Item, context: Sequence[str]) -> dict[str, Any]:
        history = [{"role": turn.role, "content": turn.text} for turn in item.history]
        values: dict[str, Any] = {
            "question": item.question, "item_id": item.id, "context": list(context), "history": history,
        }  # fmt: skip
        sent: dict[str, Any] = {"params": {name: filled(value, values) for name, value in self._params.items()}}
        if self.config.method != "GET":
            body = self.config.body
            if isinstance(body, str):
                sent["content"] = filled_json(body, values).encode()
                sent["headers"] = {"Content-Type": "application/json"}
            else:
                sent["json"] = filled(body, values)
        return sent

    def _read(self, data: Any, item: Item, seconds: float) -> Answer:
        import jmespath.exceptions

        try:
            row = {name: path.search(data) for name, path in self._paths.items()}
        except jmespath.exceptions.JMESPathError as error:
            said = str(error).splitlines()[0]
            return Answer(item_id=item.id, error=f"a JMESPath does not fit the reply: {said}")
        if self.retrieval_only and row.get("retrieved") is not None:
            row["answer"] = ""
        if row.get("answer") is None:
            wanted = self.config.response.answer or self.config.response.retrieved
            found = ", ".join(map(str, data)) if isinstance(data, Mapping) else type(data).__name__
            return Answer(
                item_id=item.id,
                error=f"the reply has nothing at {wanted!r} (found: {found[:120]})",
            )
        try:
            answer = answer_from_row(row, item.id)
        except ValueError as error:
            return Answer(item_id=item.id, error=f"the reply cannot be used: {error}")
        return answer.model_copy(update={"latency": round(seconds, 4)})


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _beginning(text: str) -> str:
    shown = " ".join(text.split())[:100]
    return f" ({shown})" if shown and not shown.startswith("<") else ""
