"""Finding and trying endpoints. One found on this machine is offered to the user, never used unasked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from core.clock import Clock, utc_now
from core.model.client import ModelClient
from core.model.faults import Endpoint, NotJson, explain
from core.model.llm import is_loopback, public_url
from core.settings import Settings
from core.store import Store

LOCAL: tuple[tuple[str, str], ...] = (
    ("Ollama", "http://127.0.0.1:11434/v1"),
    ("llama.cpp", "http://127.0.0.1:8080/v1"),
    ("LM Studio", "http://127.0.0.1:1234/v1"),
    ("vLLM", "http://127.0.0.1:8000/v1"),
)


@dataclass(frozen=True)
class Probe:
    """What an endpoint said of itself: its models, or in one sentence why it cannot be used."""

    base_url: str
    models: tuple[str, ...] = ()
    problem: str = ""
    server: str = ""

    @property
    def usable(self) -> bool:
        """Whether it answered with a list of models."""
        return not self.problem


def client_from_settings(settings: Settings, store: Store | None = None, clock: Clock = utc_now) -> ModelClient | None:
    """The client for the connected model, or None when the embedded defaults are in use."""
    return ModelClient(settings, store, clock) if settings.has_model else None


def probe(base_url: str, key_variable: str = "", timeout: float = 5.0) -> Probe:
    """Ask an endpoint for its models (`GET base_url/models`)."""
    import httpx

    key = os.environ.get(key_variable, "") if key_variable else ""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    shown = public_url(base_url)
    try:
        with httpx.Client(timeout=timeout, trust_env=not is_loopback(base_url)) as http:
            reply = http.get(base_url.rstrip("/") + "/models", headers=headers)
            reply.raise_for_status()
        return Probe(shown, _model_names(reply))
    except (httpx.HTTPError, httpx.InvalidURL, NotJson) as error:
        fault = explain(_with_status(error), Endpoint(shown, "", key_variable or "of the key", bool(key), timeout))
        return Probe(shown, problem=fault.sentence)


def find_local(addresses: Sequence[tuple[str, str]] = LOCAL, timeout: float = 0.5) -> list[Probe]:
    """Model servers that answer on this machine's usual ports."""
    with ThreadPoolExecutor(max_workers=max(1, len(addresses))) as pool:
        found = list(pool.map(lambda address: probe(address[1], timeout=timeout), addresses))
    named = [Probe(p.base_url, p.models, p.problem, name) for (name, _), p in zip(addresses, found, strict=True)]
    return [p for p in named if p.usable and p.models]


def _model_names(reply: Any) -> tuple[str, ...]:
    try:
        data = reply.json()
    except ValueError:
        raise NotJson(reply.headers.get("content-type", ""), reply.text[:400]) from None
    rows = data.get("data") if isinstance(data, dict) else data
    if not isinstance(rows, list):
        raise NotJson("application/json", reply.text[:400])
    return tuple(str(row["id"]) for row in rows if isinstance(row, dict) and row.get("id"))


class _Status(Exception):
    def __init__(self, status_code: int, message: str, response: Any) -> None:
        super().__init__(message)
        self.status_code, self.message, self.response = status_code, message, response


def _with_status(error: Exception) -> Exception:
    response = getattr(error, "response", None) if type(error).__name__ == "HTTPStatusError" else None
    return error if response is None else _Status(response.status_code, "", response)
