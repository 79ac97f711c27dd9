"""A picture of what the items cover: documents, their sections, and topics, with what has no item yet."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from builder.sample import Vectors, section_of, topics_of
from builder.sample_cards import ChunkMeta, eligible
from core.records import Record
from core.text.language import script_runs
from core.text.tokens import content_words, fold, jieba

TOPICS = 14
_NAMED_BY, _READ = 3, 40
_Key = tuple[str, str]
_LATIN = re.compile(r"[a-z][a-z'’-]+[a-z]")


class Place(Record):
    """A document, a section of one (`heading`) or a topic: passages worth asking about, and items that cite it."""

    name: str
    heading: str = ""
    passages: int
    items: int


class Cell(Record):
    """What one document says on one topic; `document` and `topic` are positions in the coverage's lists."""

    document: int
    topic: int
    passages: int
    items: int


class Coverage(Record):
    """Documents × topics × items. A place with passages and no items is what the golden set lacks."""

    seed: int
    passages: int
    items: int
    documents: tuple[Place, ...]
    sections: tuple[Place, ...]
    topics: tuple[Place, ...]
    cells: tuple[Cell, ...]
    left_out: dict[str, int]

    def lacking(self, places: Sequence[Place]) -> list[Place]:
        """Those with something to ask about and no item, the largest first."""
        bare = [place for place in places if place.passages and not place.items]
        return sorted(bare, key=lambda place: (-place.passages, place.name, place.heading))


def coverage(
    cards: Iterable[ChunkMeta],
    vectors: Vectors,
    texts: Callable[[Sequence[str]], list[str]],
    seed: int = 0,
) -> Coverage:
    """Count passages and items by document, section and topic; the same seed makes the same topics.

    Items whose evidence lies in a passage that sampling leaves out still count for their document and section.
    """
    every = list(cards)
    kept, left_out = eligible(every)
    topics = topics_of(kept, vectors, seed, most=TOPICS)
    usable = {card.id for card in kept}
    sources = sorted({card.source for card in every})
    sections = _grouped(every, lambda card: (card.source, section_of(card)))
    return Coverage(
        seed=seed, passages=len(kept), items=_items(every), left_out=left_out,
        documents=tuple(
            _place(source, cards_in, usable) for (source, _), cards_in in _grouped(every, _document).items()
        ),
        sections=tuple(_place(source, held, usable, heading) for (source, heading), held in sections.items()),
        topics=tuple(
            _place(name, topic, usable) for name, topic in zip(_names(topics, texts), topics, strict=True)
        ),
        cells=tuple(
            Cell(document=sources.index(source), topic=n, passages=len(held), items=_items(held))
            for n, topic in enumerate(topics)
            for (source, _), held in _grouped(topic, _document).items()
        ),
    )  # fmt: skip


def _document(card: ChunkMeta) -> _Key:
    return card.source, ""


def _grouped(cards: Sequence[ChunkMeta], key: Callable[[ChunkMeta], _Key]) -> dict[_Key, list[ChunkMeta]]:
    groups: dict[_Key, list[ChunkMeta]] = {}
    for card in cards:
        groups.setdefault(key(card), []).append(card)
    return {name: groups[name] for name in sorted(groups)}


def _place(name: str, cards: Sequence[ChunkMeta], usable: set[str], heading: str = "") -> Place:
    return Place(name=name, heading=heading, passages=sum(card.id in usable for card in cards), items=_items(cards))


def _items(cards: Sequence[ChunkMeta]) -> int:
    return len({item for card in cards for item in card.items})


def _names(topics: Sequence[Sequence[ChunkMeta]], texts: Callable[[Sequence[str]], list[str]]) -> list[str]:
    """Each topic by the words that set it apart: frequent in its passages, rare in the others."""
    read = [[set(_terms(text)) for text in texts([card.id for card in topic[:_READ]])] for topic in topics]
    everywhere = Counter(term for topic in read for terms in topic for term in terms)
    total = sum(len(topic) for topic in read)
    return [_name(topic, everywhere, total) for topic in read]


def _name(topic: Sequence[set[str]], everywhere: Counter[str], total: int) -> str:
    here = Counter(term for terms in topic for term in terms)

    def weight(term: str) -> float:
        share = here[term] / len(topic)
        return share * math.log(share * total / everywhere[term])

    best = sorted(here, key=lambda term: (-weight(term), term))[:_NAMED_BY]
    return ", ".join(best)


def _terms(text: str) -> list[str]:
    found: list[str] = []
    for piece, han in script_runs(fold(text)):
        words = jieba().lcut(piece) if han else _LATIN.findall(piece)
        found.extend(word for word in words if len(word) > 1 and _telling(word))
    return found


@lru_cache(maxsize=50_000)
def _telling(word: str) -> bool:
    """Whether it is more than a stop word."""
    return bool(content_words(word))
