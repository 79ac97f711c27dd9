"""What is asked of a model and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from core.errors import ModelError
from core.model.parse import Unusable, parse_reply, visible_text

MAX_TOKENS = 1024


class BudgetSpent(ModelError):
    """The call budget is used up: work stops here instead of failing row by row."""


class UnusableReply(ModelError):
    """The model answered, but not in the form asked for, also after the repair."""


@dataclass(frozen=True)
class Reply:
    """One reply. `parsed` is set when a schema was given; tokens, seconds and cost are what the first asking took."""

    text: str
    parsed: Any = None
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cached: bool = False
    cost: float | None = None


@dataclass(frozen=True)
class Call:
    """One call for `complete_many`; `check` gives a problem in one sentence, or an empty string.

    Where calls wait for a free slot, those of a lower `rank` go first: 0 for what other calls wait for.
    """

    prompt: str
    system: str = ""
    schema: type[BaseModel] | None = None
    check: Callable[[Any], str] | None = None
    repeat: int = 0
    purpose: str = ""
    max_tokens: int = MAX_TOKENS
    rank: int = 0


def checked(reply: Reply, call: Call) -> Reply:
    """The reply parsed and checked; Unusable says what is wrong with it."""
    if call.schema is None:
        text = visible_text(reply.text)
        if not text:
            raise Unusable("the reply is empty")
        return replace(reply, text=text)
    parsed = parse_reply(reply.text, call.schema)
    problem = call.check(parsed) if call.check else ""
    if problem:
        raise Unusable(problem)
    return replace(reply, parsed=parsed)
