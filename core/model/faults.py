"""What can go wrong with an endpoint, as one sentence each: what, where, and what to do next."""

from __future__ import annotations

import datetime
import email.utils
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_WAIT = 120.0


@dataclass(frozen=True)
class Fault:
    """One failed attempt. `tries` is how often it is worth trying again; `wait` is what the endpoint asked for."""

    kind: str
    sentence: str
    tries: int = 0
    wait: float | None = None


@dataclass(frozen=True)
class Endpoint:
    """What a sentence about an endpoint needs to know."""

    url: str
    model: str
    key_variable: str
    has_key: bool
    timeout: float


class NotJson(Exception):
    """The endpoint answered with something else than JSON."""

    def __init__(self, content_type: str, beginning: str) -> None:
        super().__init__(content_type)
        self.html = "html" in content_type or beginning.lstrip().lower().startswith(("<!doctype", "<html"))
        self.beginning = " ".join(beginning.split())[:80]


def explain(error: Exception, at: Endpoint) -> Fault:
    """The fault behind an exception of any client library."""
    for cause in _causes(error):
        if isinstance(cause, NotJson):
            return _not_json(cause, at)
        status = getattr(cause, "status_code", None)
        if isinstance(status, int):
            return _by_status(status, cause, at)
    names = {type(cause).__name__ for cause in _causes(error)}
    if any("Timeout" in name for name in names):
        return Fault(
            "slow",
            f"The model at {at.url} did not answer within {at.timeout:g} seconds: raise the timeout in Settings or use a smaller model.",
            1,
        )
    if names & {"RemoteProtocolError", "ReadError", "WriteError", "ConnectionResetError", "RemoteDisconnected"}:
        return Fault(
            "disconnect",
            f"The model at {at.url} closed the connection before it had answered: look at the server's log.",
            3,
        )
    if names & {"ConnectError", "ConnectionRefusedError", "APIConnectionError", "ConnectionError", "gaierror"}:
        return Fault("down", f"No model answers at {at.url}: start the server, or correct the base URL in Settings.", 2)
    if names & {"AttributeError", "IndexError", "TypeError", "KeyError", "ValidationError", "JSONDecodeError"}:
        return Fault(
            "shape",
            f"{at.url} answered with something that is not a chat completion: the base URL usually ends in /v1.",
            1,
        )
    return Fault("other", f"The model at {at.url} failed: {type(error).__name__}: {first_line(str(error))}.", 1)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen = 0
    while error is not None and seen < 8:
        yield error
        error, seen = error.__cause__ or error.__context__, seen + 1


def _not_json(cause: NotJson, at: Endpoint) -> Fault:
    if cause.html:
        return Fault(
            "html",
            f"{at.url} answered with a web page, not with JSON: the base URL is probably wrong (it usually ends in /v1).",
        )
    return Fault(
        "html",
        f"{at.url} answered with plain text, not with JSON ({cause.beginning!r}): check the base URL in Settings.",
    )


def _by_status(status: int, error: BaseException, at: Endpoint) -> Fault:
    said = _said(error)
    if status in (401, 403):
        if at.has_key:
            return Fault(
                "key",
                f"{at.url} refused the key in the environment variable {at.key_variable} ({status}): check that it is valid and may use {at.model!r}.",
            )
        return Fault(
            "key",
            f"{at.url} asks for a key ({status}): set the environment variable {at.key_variable}, or name another one in Settings.",
        )
    if status == 404:
        return Fault(
            "unknown",
            f"{at.url} does not know the model {at.model!r}, or the address is wrong (404{said}): check both in Settings.",
        )
    if status == 429:
        return Fault(
            "rate",
            f"{at.url} limits the rate of calls (429{said}) and kept doing so: lower the concurrency in Settings, or wait.",
            6,
            retry_after(error),
        )
    if status in (408, 409, 425) or status >= 500:
        return Fault(
            "server",
            f"The model server at {at.url} failed ({status}{said}) and kept failing: look at its log, then run the same step again.",
            4,
            retry_after(error),
        )
    return Fault(
        "call",
        f"{at.url} rejected the call ({status}{said}): the model {at.model!r} may not support it, or the text is too long for it.",
    )


def _said(error: BaseException) -> str:
    text = first_line(str(getattr(error, "message", "") or error))
    return f": {text}" if text and not text.lstrip().startswith("<") else ""


def first_line(text: str, limit: int = 160) -> str:
    """The first line, shortened."""
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= limit else line[:limit] + "…"


def retry_after(error: BaseException) -> float | None:
    """Seconds the endpoint asked to wait (number or HTTP date), at most two minutes."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return seconds_of(headers.get("retry-after", ""))


def seconds_of(value: str) -> float | None:
    """A Retry-After header as seconds from now; None when it says nothing usable."""
    value = value.strip()
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = email.utils.parsedate_to_datetime(value)
        except ValueError:
            return None
        seconds = (moment - datetime.datetime.now(datetime.UTC)).total_seconds()
    return min(max(0.0, seconds), LONGEST_WAIT) if seconds == seconds else None
