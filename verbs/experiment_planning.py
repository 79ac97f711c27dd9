"""Before an experiment: how much it searches, and what a model would be asked."""

from __future__ import annotations

from dataclasses import dataclass

from core.records import Release
from core.search.index import METHODS
from core.settings import load_settings
from core.store import Store, chunks
from verbs.experimenting import ExperimentOrder

# Tokens of a document as the prompt carries it at most, of the chunk with the instructions, and of a prefix.
_DOCUMENT, _CHUNK, _PREFIX = 3000, 400, 100


@dataclass(frozen=True)
class Plan:
    """`cells` indexes or methods, each searched for `items` questions; `calls` of a model; `cost` None without prices.

    `no_model` tells that prefixes by a model were asked for and none is connected.
    """

    cells: int
    items: int
    searches: int
    calls: int = 0
    cost: float | None = 0.0
    no_model: bool = False


def plan_experiment(store: Store, release: Release, order: ExperimentOrder) -> Plan:
    """What an order would take at most; cells and replies that are kept are not made again."""
    settings = load_settings(store)
    found = sum(bool(i.evidence) and i.expected_reply != "refuse" for i in release.items)
    items = min(order.sample, found) if order.sample else found
    methods = len(METHODS) - (not (order.reranker or settings.reranker))
    if order.name == "retrievers":
        return Plan(methods, items, methods * items)
    if order.name == "chunks":
        cells = len(order.grid(settings.chunking).chunkings())
        return Plan(cells, items, cells * items)
    if not order.model_prefixes:
        return Plan(2, items, 2 * methods * items)
    calls = chunks.count(store, release.kb_id, settings.chunking)
    priced = settings.price_in or settings.price_out
    cost = calls * ((_DOCUMENT + _CHUNK) * settings.price_in + _PREFIX * settings.price_out) / 1e6 if priced else None
    return Plan(2, items, 2 * methods * items, calls, cost, not settings.has_model)
