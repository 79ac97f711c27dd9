"""Filling the question, the context and the conversation into what is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_SLOT = re.compile(r"\{(question|item_id|context|history)\}")


def filled(value: Any, values: Mapping[str, Any]) -> Any:
    """The template with its slots filled; a slot that is the whole string keeps its type."""
    if isinstance(value, dict):
        return {name: filled(one, values) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, values) for one in value]
    if not isinstance(value, str):
        return value
    whole = _SLOT.fullmatch(value)
    if whole:
        return values[whole.group(1)]
    return _SLOT.sub(lambda match: _as_text(values[match.group(1)]), value)


def filled_json(template: str, values: Mapping[str, Any]) -> str:
    """A JSON text with slots between quotes, filled and escaped for there."""
    return _SLOT.sub(lambda match: _inside_json(values[match.group(1)]), template)


def _as_text(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n\n".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _inside_json(value: Any) -> str:
    return json.dumps(_as_text(value), ensure_ascii=False)[1:-1]
