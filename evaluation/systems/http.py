"""An HTTP endpoint as the system under test, described in a TOML file (see docs/systems.md)."""

from __future__ import annotations

import json
import os
import re
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import BadInput
from core.files import read_input_text
from core.model.faults import seconds_of
from core.model.llm import is_loopback, public_url
from core.records import Answer, Item
from evaluation.systems.rows import answer_from_row

_VARIABLE = re.compile(r"\$\{(\w+)\}")
# After so many items in a row without a reply the others are asked once each: waiting would not help.
_GIVE_UP = 5
_SLOT = re.compile(r"\{(question|item_id|context|history)\}")


class ResponsePaths(BaseModel):
    """JMESPath of each field in the endpoint's reply."""

    model_config = ConfigDict(extra="forbid")

    answer: str = "answer"
    retrieved: str = ""
    context: str = ""
    cost: str = ""


class HttpConfig(BaseModel):
    """The TOML file; unknown keys are refused, so that a misspelt one is not silently ignored."""

    model_config = ConfigDict(extra="forbid")

    url: str
    name: str = ""
    method: Literal["POST", "GET", "PUT"] = "POST"
    headers: dict[str, str] = Field(default_factory=dict)
    body: dict[str, Any] | str = Field(default_factory=lambda: {"question": "{question}"})
    params: dict[str, str] = Field(default_factory=dict)
    response: ResponsePaths = Field(default_factory=ResponsePaths)
    top_k: int | None = Field(default=None, ge=1)
    concurrency: int = Field(default=4, ge=1, le=64)
    timeout: float = Field(default=60.0, gt=0)
    retries: int = Field(default=2, ge=0, le=10)


class HttpSystem:
    """Asks the endpoint once per item; every fault is one sentence on that item, and the run goes on."""

    def __init__(self, config: HttpConfig, sleep: Callable[[float], None] = time.sleep) -> None:
        import httpx

        self.config = config
        self.name = config.name or f"http:{public_url(config.url)}"
        self.top_k, self.concurrency = config.top_k, config.concurrency
        self._sleep = sleep
        self._failed = 0  # items in a row without a reply
        self._paths = _compiled(config.response)
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
            data, error, wait = self._once(item, context)
            if not error:
                self._failed = 0
                return self._read(data, item, time.monotonic() - started)
            if wait is None or attempt == retries:
                break
            self._sleep(wait or 2.0**attempt)
            started = time.monotonic()
        self._failed += 1
        return Answer(item_id=item.id, error=error)

    @property
    def takes_context(self) -> bool:
        """Whether the body has a place for the context."""
        return "{context}" in json.dumps(self.config.body, ensure_ascii=False)

    def _once(self, item: Item, context: Sequence[str]) -> tuple[Any, str, float | None]:
        """Data, or an error with how long to wait before another try (None: do not try again; 0: usual pause)."""
        import httpx

        at = public_url(self.config.url)
        try:
            reply = self._http.request(self.config.method, self.config.url, **self._sent(item, context))
        except httpx.TimeoutException:
            return None, f"{at} did not answer within {self.config.timeout:g} seconds", 0.0
        except httpx.ConnectError:
            return None, f"nothing answers at {at}: is the system running?", 0.0
        except httpx.HTTPError as error:
            return None, f"{at} broke off the connection ({type(error).__name__})", 0.0
        except httpx.InvalidURL as error:
            return None, f"the url {at} is not valid: {error}", None
        if reply.status_code == 429 or reply.status_code >= 500:
            return (
                None,
                f"{at} answered with status {reply.status_code}",
                seconds_of(reply.headers.get("retry-after", "")) or 0.0,
            )
        if reply.status_code >= 400:
            return None, f"{at} rejected the call with status {reply.status_code}{_beginning(reply.text)}", None
        try:
            return reply.json(), "", None
        except ValueError:
            what = "a web page" if reply.text.lstrip().startswith("<") else "text that is not JSON"
            return None, f"{at} answered with {what}: check url and method{_beginning(reply.text)}", None

    def _sent(self, item: Item, context: Sequence[str]) -> dict[str, Any]:
        history = [{"role": turn.role, "content": turn.text} for turn in item.history]
        values: dict[str, Any] = {
            "question": item.question, "item_id": item.id, "context": list(context), "history": history,
        }  # fmt: skip
        sent: dict[str, Any] = {"params": {name: _fill(value, values) for name, value in self.config.params.items()}}
        if self.config.method != "GET":
            body = self.config.body
            if isinstance(body, str):
                text = _SLOT.sub(lambda m: _inside_json(values[m.group(1)]), body)
                sent["content"] = text.encode()
                sent["headers"] = {"Content-Type": "application/json"}
            else:
                sent["json"] = _fill(body, values)
        return sent

    def _read(self, data: Any, item: Item, seconds: float) -> Answer:
        row = {name: path.search(data) for name, path in self._paths.items()}
        if row["answer"] is None:
            found = ", ".join(map(str, data)) if isinstance(data, Mapping) else type(data).__name__
            return Answer(
                item_id=item.id,
                error=f"the reply has nothing at {self.config.response.answer!r} (found: {found[:120]})",
            )
        try:
            answer = answer_from_row(row, item.id)
        except ValueError as error:
            return Answer(item_id=item.id, error=f"the reply cannot be used: {error}")
        return answer.model_copy(update={"latency": round(seconds, 4)})


def read_config(path: Path) -> HttpConfig:
    """The description in a TOML file."""
    try:
        data = tomllib.loads(read_input_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"The system file {path} is not valid TOML: {error}; docs/systems.md shows one.") from error
    try:
        config = HttpConfig.model_validate(data)
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, p['loc']))}: {p['msg']}" for p in error.errors()]
        raise BadInput(f"The system file {path} cannot be used:", problems) from None
    if not config.url.startswith(("http://", "https://")):
        raise BadInput(
            f"The system file {path} cannot be used: url must begin with http:// or https://, found {config.url!r}."
        )
    return config


def expand(value: str, where: str) -> str:
    """`${NAME}` replaced by environment variables, so that keys stay out of files."""
    missing = [name for name in _VARIABLE.findall(value) if name not in os.environ]
    if missing:
        raise BadInput(
            f"{where} needs the environment variable {', '.join(missing)}, which is not set: export it where Assay is started."
        )
    return _VARIABLE.sub(lambda match: os.environ[match.group(1)], value)


def _compiled(paths: ResponsePaths) -> dict[str, Any]:
    import jmespath
    from jmespath.exceptions import JMESPathError

    found: dict[str, Any] = {}
    problems: list[str] = []
    for name, path in paths.model_dump().items():
        if not path:
            continue
        try:
            found[name] = jmespath.compile(path)
        except JMESPathError as error:
            problems.append(f"response.{name}: {path!r} is not a JMESPath ({str(error).splitlines()[0]})")
    if problems:
        raise BadInput("The system file cannot be used:", problems)
    return found


def _fill(value: Any, values: Mapping[str, Any]) -> Any:
    """The template with its slots filled; a slot that is the whole string keeps its type."""
    if isinstance(value, dict):
        return {name: _fill(one, values) for name, one in value.items()}
    if isinstance(value, list):
        return [_fill(one, values) for one in value]
    if not isinstance(value, str):
        return value
    whole = _SLOT.fullmatch(value)
    if whole:
        return values[whole.group(1)]
    return _SLOT.sub(lambda match: _as_text(values[match.group(1)]), value)


def _as_text(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n\n".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _inside_json(value: Any) -> str:
    """Escaped for a place between quotes in a JSON text."""
    return json.dumps(_as_text(value), ensure_ascii=False)[1:-1]


def _beginning(text: str) -> str:
    shown = " ".join(text.split())[:100]
    return f" ({shown})" if shown and not shown.startswith("<") else ""
