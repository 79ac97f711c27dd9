"""Two looks at a reply that need no judge: does it put another value in place of a missing one, does it stay general."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.text.names import find_codes
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import content_words

# A general reply still speaks of the matter: this share of its words stands in the question or the reference.
_ON_TOPIC = 0.3
_LETTERS = re.compile(r"^[A-Za-z]+")


def other_value(reply: str, missing: Sequence[str], known: str) -> tuple[str, str] | None:
    """A value of the reply that nothing known (reference and question) holds, and the missing value it stands in for.

    Values are alike when they have the same kind and unit (50 loggers, 80 loggers), or are codes of one series (P4, P5).
    """
    held = {(q.kind, q.value, q.unit) for q in find_quantities(known)}
    numbers = {q.number for q in find_quantities(known)}
    strange = [q for q in find_quantities(reply) if (q.kind, q.value, q.unit) not in held and q.number not in numbers]
    said = {(q.kind, q.value, q.unit) for q in find_quantities(reply)}
    for claim in missing:
        for wanted in find_quantities(claim):
            if (wanted.kind, wanted.value, wanted.unit) in said:
                continue
            found = next((q for q in strange if _alike(q, wanted)), None)
            if found:
                return found.text, wanted.text
    return _other_code(reply, missing, known)


def stays_general(reply: str, question: str, reference: str) -> bool:
    """Whether a reply speaks of the matter without any value, where the reference has some."""
    if not (find_quantities(reference) or find_codes(reference)) or _new_values(reply, question):
        return False
    spoken, known = set(content_words(reply)), set(content_words(question)) | set(content_words(reference))
    return bool(spoken) and len(spoken & known) >= _ON_TOPIC * len(spoken)


def _new_values(reply: str, question: str) -> bool:
    asked = {q.text for q in find_quantities(question)} | set(find_codes(question))
    return any(text not in asked for text in [*(q.text for q in find_quantities(reply)), *find_codes(reply)])


def _alike(one: Quantity, other: Quantity) -> bool:
    if one.kind in ("date", "time") or other.kind in ("date", "time"):
        return one.kind == other.kind
    return one.kind == other.kind and one.unit == other.unit


def _other_code(reply: str, missing: Sequence[str], known: str) -> tuple[str, str] | None:
    strange = [code for code in find_codes(reply) if code not in known]
    for claim in missing:
        for wanted in find_codes(claim):
            if wanted in reply:
                continue
            found = next((code for code in strange if _series(code) == _series(wanted)), None)
            if found:
                return found, wanted
    return None


def _series(code: str) -> str:
    letters = _LETTERS.match(code)
    return letters.group().upper() if letters else ""
