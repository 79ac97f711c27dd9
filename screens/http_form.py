"""The fields of an endpoint's description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import streamlit as st

from evaluation.systems.http_config import HttpConfig, read_config
from screens.plain import plain
from screens.words import words

METHODS = ("POST", "GET", "PUT")
PATHS = ("answer", "retrieved", "context")


def http_form(path: Path | None) -> dict[str, Any] | None:
    """The values once the person saves them; None before, and when something typed cannot be read."""
    config = read_config(path) if path else HttpConfig(url="")
    key = path.name if path else "new"
    with st.form(f"http_{key}", border=False):
        values = _fields(config, key)
        saved = st.form_submit_button(words("run.save"), icon=":material/save:")
    if not saved:
        return None
    try:
        return {
            **values,
            "headers": _pairs(values["headers"]),
            "params": _pairs(values["params"]),
            "body": _body(values["body"]),
        }
    except ValueError as error:
        st.error(plain(str(error)))
        return None


def _fields(config: HttpConfig, key: str) -> dict[str, Any]:
    a, b, c = st.columns([1, 4, 2])
    found: dict[str, Any] = {
        "method": a.selectbox(words("run.method"), METHODS, METHODS.index(config.method), key=f"method_{key}"),
        "url": b.text_input(
            words("run.url"), config.url, placeholder="http://127.0.0.1:8000/ask", key=f"url_{key}"
        ).strip(),
        "name": c.text_input(words("run.endpoint_name"), config.name, key=f"endpoint_{key}").strip(),
    }
    a, b, c = st.columns(3)
    found["headers"] = a.text_area(
        words("run.headers"), _lines(config.headers), help=words("run.headers_help"), key=f"headers_{key}"
    )
    body = config.body if isinstance(config.body, str) else json.dumps(config.body, ensure_ascii=False, indent=1)
    found["body"] = b.text_area(words("run.body"), body, help=words("run.body_help"), key=f"body_{key}")
    found["params"] = c.text_area(
        words("run.params"), _lines(config.params), help=words("run.params_help"), key=f"params_{key}"
    )
    paths = config.response.model_dump()
    for column, name in zip(st.columns(3), PATHS, strict=True):
        paths[name] = column.text_input(
            words(f"run.path_{name}"), paths[name], help=words("run.path_help"), key=f"path_{name}_{key}"
        ).strip()
    found["response"] = paths
    a, b, c = st.columns(3)
    found["concurrency"] = int(a.number_input(words("run.at_once"), 1, 64, config.concurrency, key=f"slots_{key}"))
    found["timeout"] = float(b.number_input(words("run.timeout"), 1.0, 3600.0, config.timeout, key=f"timeout_{key}"))
    found["retries"] = int(c.number_input(words("run.retries"), 0, 10, config.retries, key=f"retries_{key}"))
    found["top_k"] = config.top_k
    return found


def _lines(pairs: dict[str, str]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in pairs.items())


def _pairs(text: str) -> dict[str, str]:
    found = {}
    for line in filter(str.strip, text.splitlines()):
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise ValueError(words("run.bad_line", line=line.strip()))
        found[name.strip()] = value.strip()
    return found


def _body(text: str) -> dict[str, Any] | str:
    """The body as an object where it is JSON that TOML can hold, else as the text it is."""
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        raise ValueError(words("run.bad_body", error=str(error))) from None
    return value if isinstance(value, dict) and "null" not in text else text
