"""Does a reply refuse: patterns over the reply in either language, no model."""

from __future__ import annotations

from core.text.refusals import is_refusal


def refuses(question: str, answer: str) -> bool:
    """Whether the reply declines to answer; an empty reply is a missing answer, not a refusal."""
    return is_refusal(answer).refused
