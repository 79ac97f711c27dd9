"""Other drafts like one: near in wording, whatever the language, found among those of the same document."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from core.records import Item, Status
from core.store import items as item_store
from core.store.database import Store

_LIKE = 0.6
_NOT_TEXT = re.compile(r"[\W_]+")


class Similar(NamedTuple):
    """A draft that resembles another; `likeness` is Dice over character trigrams, 0 to 1."""

    item_id: str
    question: str
    status: Status
    likeness: float


def similar_drafts(store: Store, item: Item, limit: int = 3) -> list[Similar]:
    """The most alike first; items without evidence are compared with each other."""
    home = item.evidence[0].document_id if item.evidence else None
    own = _trigrams(item.question)
    found = [
        Similar(other, question, status, likeness)
        for other, question, status in item_store.in_document(store, item.kb_id, home)
        if other != item.id and (likeness := _dice(own, _trigrams(question))) >= _LIKE
    ]
    return sorted(found, key=lambda one: (-one.likeness, one.item_id))[:limit]


@lru_cache(maxsize=8192)
def _trigrams(text: str) -> frozenset[str]:
    plain = _NOT_TEXT.sub(" ", text.lower()).strip()
    return frozenset(plain[i : i + 3] for i in range(max(1, len(plain) - 2)))


def _dice(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))
