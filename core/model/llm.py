"""The LlamaIndex side: an LLM made from settings, and one chat call through it."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from core.errors import BadCall
from core.model.faults import NotJson
from core.settings import Settings
from core.text.tokens import count_tokens

_LOOPBACK = ("127.", "localhost", "::1", "0.0.0.0")


@dataclass(frozen=True)
class RawReply:
    """What came back, with tokens as the endpoint counted them, else estimated."""

    text: str
    tokens_in: int
    tokens_out: int
    cut: bool = False


def public_url(url: str) -> str:
    """A base URL without user, password or query: what may be shown and stored."""
    parts = urlsplit(url.strip())
    host = parts.hostname or ""
    if ":" in host:
        host = f"[{host}]"
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit((parts.scheme, host + port, parts.path.rstrip("/"), "", ""))


def is_loopback(url: str) -> bool:
    """Whether the URL points to this machine."""
    return (urlsplit(url).hostname or "").startswith(_LOOPBACK)


def key_of(settings: Settings) -> str:
    """The key in the environment variable the settings name; never stored anywhere."""
    return os.environ.get(settings.key_variable, "") if settings.key_variable else ""


def make_llm(settings: Settings) -> Any:
    """The LlamaIndex LLM the settings describe; imports LlamaIndex only now."""
    return _by_path(settings) if settings.llm_path else _openai_like(settings)


def _openai_like(settings: Settings) -> Any:
    from llama_index.llms.openai_like import OpenAILike

    # Retries are ours (one back-off for all threads). max_tokens stays unset here because a value in the
    # constructor would win over the one of each call. Key and URL are always passed: left out, LlamaIndex takes
    # OPENAI_API_KEY and OPENAI_API_BASE and would send that key to whatever host is configured.
    try:
        return OpenAILike(
            model=settings.model,
            api_base=settings.base_url.rstrip("/"),
            api_key=key_of(settings) or "none",
            is_chat_model=True,
            is_function_calling_model=False,
            temperature=settings.temperature,
            max_retries=0,
            timeout=settings.timeout,
            http_client=_http_client(settings),
        )
    except ValueError as error:
        raise BadCall(f"The model {settings.model!r} cannot be used as a chat model: {error}") from error


def _http_client(settings: Settings) -> Any:
    import httpx

    def reject_other_than_json(response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if response.status_code < 400 and "json" not in kind and "event-stream" not in kind:
            response.read()
            raise NotJson(kind, response.text[:400])

    limits = httpx.Limits(max_connections=settings.concurrency + 4, max_keepalive_connections=settings.concurrency + 4)
    return httpx.Client(
        timeout=httpx.Timeout(settings.timeout, connect=min(10.0, settings.timeout)),
        limits=limits,
        follow_redirects=False,
        # A proxy meant for the outside must not catch calls to this machine.
        trust_env=not is_loopback(settings.base_url),
        event_hooks={"response": [reject_other_than_json]},
    )


def _by_path(settings: Settings) -> Any:
    module_name, _, name = settings.llm_path.partition(":")
    example = "expected module:Class, for example llama_index.llms.ollama:Ollama"
    if not module_name or not name:
        raise BadCall(f"The LLM path {settings.llm_path!r} cannot be read: {example}.")
    try:
        found = getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError) as error:
        raise BadCall(
            f"The LLM {settings.llm_path!r} cannot be imported ({error}): {example}; is its package installed?"
        ) from error
    if not callable(found) or hasattr(found, "chat") and not isinstance(found, type):
        return found
    given = {"model": settings.model, "temperature": settings.temperature, "timeout": settings.timeout}
    fields = getattr(found, "model_fields", None)
    wanted = {k: v for k, v in given.items() if fields is not None and k in fields and v != ""}
    try:
        return found(**wanted)
    except Exception as error:
        raise BadCall(f"The LLM {settings.llm_path!r} could not be made: {error}") from error


def ask(llm: Any, prompt: str, system: str, options: dict[str, Any]) -> RawReply:
    """One chat call."""
    from llama_index.core.base.llms.types import ChatMessage, MessageRole

    messages = [ChatMessage(role=MessageRole.SYSTEM, content=system)] if system else []
    messages.append(ChatMessage(role=MessageRole.USER, content=prompt))
    response = llm.chat(messages, **options)
    text = response.message.content or ""
    counts = response.additional_kwargs or {}
    return RawReply(
        text=text,
        tokens_in=int(counts.get("prompt_tokens") or count_tokens(system + prompt)),
        tokens_out=int(counts.get("completion_tokens") or count_tokens(text)),
        cut=_finish_reason(response.raw) == "length",
    )


def _finish_reason(raw: Any) -> str:
    choices = getattr(raw, "choices", None) or []
    return str(getattr(choices[0], "finish_reason", "") or "") if choices else ""
