"""What every system under test can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from core.errors import BadCall
from core.records import Answer, Item


class NotRun(BadCall):
    """A system that cannot run here for a reason that is no fault ("not run: no reranker"): listed, and others go on."""


class SystemLike(Protocol):
    """A system under test. `answer` never raises for one item: a fault is that answer's `error`."""

    @property
    def name(self) -> str:
        """How the system is called in runs and tables."""

    @property
    def top_k(self) -> int | None:
        """How many of the retrieved passages count as the system's own top K; None when it declares none."""

    @property
    def concurrency(self) -> int:
        """How many items may be asked at once."""

    def answer(self, item: Item) -> Answer:
        """The system's reply to one item."""


@runtime_checkable
class TakesContext(Protocol):
    """A system whose generator can be given its context, for runs of the generator alone."""

    def answer_from(self, item: Item, context: Sequence[str]) -> Answer:
        """The reply when exactly these texts are the context."""


@runtime_checkable
class Retrieves(Protocol):
    """A system whose retriever can be asked alone, without any model."""

    def retrieve(self, item: Item) -> Answer:
        """What is retrieved, without a reply."""


@runtime_checkable
class Noted(Protocol):
    """A system that has something to say about the whole run (rows that were bad, items without an answer)."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Full sentences."""


def only_retrieves(system: SystemLike) -> bool:
    """Whether the system has no replies at all, so that only its retrieval can be scored."""
    return bool(getattr(system, "retrieval_only", False))


def perfect_context(item: Item) -> tuple[str, ...]:
    """The golden evidence with its surroundings, one text per group; for items to be refused, what came nearest."""
    if item.evidence:
        return tuple(group[0].before + group[0].quote + group[0].after for group in item.groups.values())
    return tuple(passage.text for passage in item.trace.nearest[:5]) if item.trace else ()
