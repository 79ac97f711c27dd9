"""The built-in systems over the workspace's own knowledge base: what any other system should beat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from core.errors import ModelError
from core.model.call import BudgetSpent
from core.records import Answer, Chunk, Item, Passage
from core.search import SearchIndex
from evaluation.systems.answerers import Answerer
from evaluation.systems.base import NotRun, perfect_context

SEARCHED = ("bm25", "dense", "hybrid", "hybrid+rerank")
BASELINES = (*SEARCHED, "perfect", "none")
# Ranked lists go this deep, so that a passage just outside the top K is seen at its rank.
DEPTH = 20


class Baseline:
    """Search, take the first `top_k` passages as context, answer."""

    def __init__(self, name: str, index: SearchIndex, answerer: Answerer, top_k: int, concurrency: int = 1) -> None:
        self.name, self.top_k, self.concurrency = name, top_k, concurrency
        self.answered_by = answerer.name
        self._index, self._answerer = index, answerer
        self._method = name

    def retrieve(self, item: Item) -> Answer:
        """The ranked passages, and the first of them as context."""
        started = time.monotonic()
        hits = self._index.search(item.question, self._method, max(self.top_k, DEPTH))
        passages = tuple(_passage(hit.chunk, hit.score) for hit in hits)
        seconds = time.monotonic() - started
        return Answer(
            item_id=item.id,
            retrieved=passages,
            context=tuple(p.text for p in passages[: self.top_k]),
            latency=round(seconds, 4),
        )

    def answer(self, item: Item) -> Answer:
        """Retrieve and reply."""
        found = self.retrieve(item)
        return _replied(found, self._answerer, item, found.context or ())

    def answer_from(self, item: Item, context: Sequence[str]) -> Answer:
        """Reply from a given context."""
        return _replied(Answer(item_id=item.id, context=tuple(context)), self._answerer, item, context)


class FixedContext:
    """No search: the golden evidence as context (`perfect`), or nothing at all (`none`)."""

    def __init__(self, name: str, answerer: Answerer, concurrency: int = 1) -> None:
        self.name, self.concurrency = name, concurrency
        self.top_k: int | None = None
        self.answered_by = answerer.name
        self._answerer = answerer

    def answer(self, item: Item) -> Answer:
        """The reply from that context; what was retrieved is the same texts."""
        context = perfect_context(item) if self.name == "perfect" else ()
        retrieved = tuple(Passage(id=str(rank), text=text) for rank, text in enumerate(context, 1))
        given = Answer(item_id=item.id, retrieved=retrieved, context=context)
        return _replied(given, self._answerer, item, context)

    def answer_from(self, item: Item, context: Sequence[str]) -> Answer:
        """Reply from a given context."""
        return _replied(Answer(item_id=item.id, context=tuple(context)), self._answerer, item, context)


def baseline(
    name: str,
    answerer: Answerer,
    index: Callable[[], SearchIndex] | None,
    top_k: int,
    concurrency: int = 1,
    reranker: str = "",
) -> Baseline | FixedContext:
    """One of `BASELINES`; NotRun when what it needs is not there."""
    if name in ("perfect", "none"):
        return FixedContext(name, answerer, concurrency)
    if name == "hybrid+rerank" and not reranker:
        raise NotRun("not run: no reranker (name a sentence-transformers CrossEncoder in Settings or ASSAY_RERANKER)")
    if index is None:
        raise NotRun(
            f"not run: {name} searches the golden set's own knowledge base, which this workspace does not hold"
        )
    return Baseline(name, index(), answerer, top_k, concurrency)


def _replied(given: Answer, answerer: Answerer, item: Item, context: Sequence[str] | str) -> Answer:
    started = time.monotonic()
    passages = [context] if isinstance(context, str) else list(context)
    try:
        text, cost = answerer.reply(item.question, passages)
    except BudgetSpent:
        raise
    except ModelError as error:
        return given.model_copy(update={"error": str(error)})
    seconds = (given.latency or 0.0) + time.monotonic() - started
    return given.model_copy(update={"text": text, "cost": cost, "latency": round(seconds, 4)})


def _passage(chunk: Chunk, score: float) -> Passage:
    return Passage(
        id=chunk.id, text=chunk.text, score=score, document_id=chunk.document_id, start=chunk.start, end=chunk.end
    )
