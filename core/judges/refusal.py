"""Does a reply refuse: patterns first, then what is left of the reply once politeness is gone."""

from __future__ import annotations

from core.claims import split_claims
from core.text.refusals import is_refusal


def refuses(question: str, answer: str) -> bool:
    """Whether the reply declines to answer; an empty reply is a missing answer, not a refusal."""
    signal = is_refusal(answer)
    if signal.refused:
        return True
    # A weak sign ("sorry, …") beside a reply that states nothing at all is a refusal too.
    return signal.strength > 0 and not split_claims(answer, question)
