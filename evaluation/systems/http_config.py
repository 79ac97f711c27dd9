"""The description of an HTTP endpoint: read from a TOML file, checked, and written back after an edit."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import BadInput
from core.files import read_input_text

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


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


def read_config(path: Path) -> HttpConfig:
    """The description in a TOML file."""
    try:
        data = tomllib.loads(read_input_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"The system file {path} is not valid TOML: {error}; docs/systems.md shows one.") from error
    return checked_config(data, f"The system file {path}")


def checked_config(data: Mapping[str, Any], what: str) -> HttpConfig:
    """The description these values make; BadInput names everything that is wrong with `what`."""
    try:
        config = HttpConfig.model_validate(data)
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, p['loc']))}: {p['msg']}" for p in error.errors()]
        raise BadInput(f"{what} cannot be used:", problems) from None
    if not config.url.startswith(("http://", "https://")):
        raise BadInput(f"{what} cannot be used: url must begin with http:// or https://, found {config.url!r}.")
    return config


def as_toml(config: HttpConfig) -> str:
    """The TOML file of a description; what stands at its default is left out."""
    data = config.model_dump(exclude_defaults=True)
    data = {"url": config.url, **data}
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in data.items())


def expand(value: str, where: str) -> str:
    """`${NAME}` replaced by environment variables, so that keys stay out of files."""
    missing = [name for name in _VARIABLE.findall(value) if name not in os.environ]
    if missing:
        raise BadInput(
            f"{where} needs the environment variable {', '.join(missing)}, which is not set: export it where Assay is started."
        )
    return _VARIABLE.sub(lambda match: os.environ[match.group(1)], value)


def compiled_paths(paths: ResponsePaths) -> dict[str, Any]:
    """The JMESPaths that are given, ready to search with; BadInput names those that are none."""
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


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if value is None:
        raise BadInput("TOML knows no null: leave the value out of the body, or write the body as one text.")
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
