"""Replies of language models as checked data: tolerant of prose and fences around JSON, strict about its shape."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

T = TypeVar("T", bound=BaseModel)

_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNCLOSED_THINKING = re.compile(r"^.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```(?:json|JSON)?[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)


class Unusable(ValueError):
    """A reply that is not what was asked for; the message says what was wrong, for the repair prompt and the person."""


def visible_text(reply: str) -> str:
    """The reply without the reasoning some models put before it."""
    text = _THINKING.sub("", reply)
    if "</think" in text.lower():
        text = _UNCLOSED_THINKING.sub("", text)
    return text.strip()


def parse_reply(reply: str, schema: type[T]) -> T:
    """The reply as `schema`; Unusable when there is no JSON in it or its shape is wrong."""
    data = find_json(visible_text(reply))
    fields = list(schema.model_fields)
    # Many models give the bare list when one list was asked for.
    if isinstance(data, list) and len(fields) == 1:
        data = {fields[0]: data}
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        raise Unusable(_shape_problems(error)) from None


def find_json(text: str) -> Any:
    """The first JSON object or list in a text, mended where it is cut or sloppy; Unusable when there is none."""
    if not text:
        raise Unusable("the reply is empty")
    for candidate in _candidates(text):
        try:
            return json.loads(candidate)
        except ValueError:
            continue
    start = _first_bracket(text)
    if start is None:
        raise Unusable("the reply is prose without JSON")
    return _mended(text[start:])


def _candidates(text: str) -> list[str]:
    fenced = [match.group(1).strip() for match in _FENCE.finditer(text)]
    start = _first_bracket(text)
    end = max(text.rfind("}"), text.rfind("]"))
    inner = [text[start : end + 1]] if start is not None and end > start else []
    return [text, *fenced, *inner]


def _first_bracket(text: str) -> int | None:
    places = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    return min(places) if places else None


def _mended(text: str) -> Any:
    from json_repair import loads

    data = loads(text)
    if not isinstance(data, dict | list) or not data:
        raise Unusable("the reply's JSON is broken beyond repair")
    return data


def _shape_problems(error: ValidationError) -> str:
    problems = []
    for problem in error.errors()[:4]:
        where = ".".join(str(part) for part in problem["loc"]) or "the reply"
        problems.append(f"{where}: {problem['msg']}")
    return "the JSON has another shape than asked (" + "; ".join(problems) + ")"
