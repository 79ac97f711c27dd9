"""Drawing where the golden set is thin: documents with the fewest items first, within them the sections."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from builder.sample_cards import ChunkMeta


@dataclass
class _Place:
    """A document or a section of one: how many items it has or was just given, and what is left to draw."""

    items: int
    rank: float
    waiting: list[str] = field(default_factory=list)
    sections: list[tuple[int, float, _Place]] = field(default_factory=list)


def draw_lacking(
    cards: Sequence[ChunkMeta], section_of: Callable[[ChunkMeta], str], n: int, rng: random.Random
) -> list[str]:
    """Ids of up to `n` chunks: each time from the section with the fewest items of the document with the fewest.

    A chunk that was drawn counts as an item for those that follow; among equals the seed decides.
    """
    heap = [(place.items, place.rank, place) for place in _documents(cards, section_of, rng)]
    heapq.heapify(heap)
    drawn: list[str] = []
    while heap and len(drawn) < n:
        items, rank, document = heapq.heappop(heap)
        held, order, section = heapq.heappop(document.sections)
        drawn.append(section.waiting.pop(0))
        if section.waiting:
            heapq.heappush(document.sections, (held + 1, order, section))
        if document.sections:
            heapq.heappush(heap, (items + 1, rank, document))
    return drawn


def _documents(cards: Sequence[ChunkMeta], section_of: Callable[[ChunkMeta], str], rng: random.Random) -> list[_Place]:
    by_document: dict[str, dict[str, list[ChunkMeta]]] = {}
    for card in cards:
        by_document.setdefault(card.document_id, {}).setdefault(section_of(card), []).append(card)
    places = []
    for sections in by_document.values():
        document = _Place(_count([card for held in sections.values() for card in held]), rng.random())
        for held in sections.values():
            shuffled = list(held)
            rng.shuffle(shuffled)
            waiting = [card.id for card in sorted(shuffled, key=lambda card: len(card.items))]
            section = _Place(_count(held), rng.random(), waiting)
            document.sections.append((section.items, section.rank, section))
        heapq.heapify(document.sections)
        places.append(document)
    return places


def _count(cards: Sequence[ChunkMeta]) -> int:
    """Different items whose evidence lies in these chunks; neighbours that overlap may both hold one."""
    return len({item for card in cards for item in card.items})
