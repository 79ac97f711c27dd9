"""One attribute people ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Attribute:
    """One askable attribute. `{e}` is the entity; `trigger` matches any text that might state the attribute."""

    id: str
    question: str
    trigger: re.Pattern[str]
    kinds: tuple[str, ...]


def attribute(name: str, question: str, trigger: str, kinds: str) -> Attribute:
    """An attribute by its patterns; `kinds` are words between blanks."""
    return Attribute(name, question, re.compile(trigger, re.IGNORECASE), tuple(kinds.split()))
