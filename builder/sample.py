"""Drawing chunks to draft from: seeded, by strategy, with what nobody would ask about left out and counted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from builder.sample_cards import HEADING_BREAK, ChunkMeta, chunk_meta, eligible, left_out_reason
from core.errors import BadCall
from core.records import Record

__all__ = [
    "STRATEGIES", "ChunkMeta", "SampleReport", "Strategy", "Vectors", "chunk_meta", "left_out_reason", "sample_chunks",
    "topics_of",
]  # fmt: skip

Strategy = Literal[
    "document", "folder", "heading", "language", "uniform", "clustered", "long_tail", "lacking", "picked"
]
STRATEGIES: tuple[Strategy, ...] = (
    "document", "folder", "heading", "language", "uniform", "clustered", "long_tail", "lacking", "picked",
)  # fmt: skip
Vectors = Callable[[Sequence[str]], Any]
_SECTION_DEPTH = 2


class SampleReport(Record):
    """What was drawn, from how many, and what was left out."""

    strategy: str
    seed: int
    drawn: int
    eligible: int
    total: int
    left_out: dict[str, int]
    strata: int


def sample_chunks(
    chunks_meta: Iterable[ChunkMeta],
    n: int,
    seed: int,
    strategy: Strategy = "document",
    *,
    vectors: Vectors | None = None,
    pick: Sequence[str] = (),
) -> tuple[list[str], SampleReport]:
    """Ids of `n` chunks (fewer when there are fewer), in an order in which any beginning is a fair sample.

    `vectors` gives the embeddings of chunk ids, needed by `clustered` and `long_tail`. `lacking` draws where the cards
    name the fewest items: documents first, then sections. `picked` draws from what `pick` names (see `builder.pick`).
    """
    if strategy not in STRATEGIES:
        raise BadCall(f"{strategy!r} is not a sampling strategy; choose one of {', '.join(STRATEGIES)}.")
    if n < 0:
        raise BadCall(f"The number of chunks to draw must not be negative, but is {n}.")
    cards = list(chunks_meta)
    kept, left_out = eligible(cards)
    if strategy == "picked":
        from builder.pick import picked

        kept = picked(cards, kept, pick)
    elif pick:
        raise BadCall(f"Something was picked by hand, but the strategy is {strategy!r}: choose the strategy 'picked'.")
    rng = random.Random(f"sample:{seed}:{strategy}")
    strata = _strata(kept, strategy, vectors, seed)
    if strategy == "uniform":
        drawn = _uniform(kept, n, rng)
    elif strategy == "lacking":
        from builder.lacking import draw_lacking

        drawn = draw_lacking(kept, section_of, n, rng)
    else:
        # The long tail keeps its order: the smallest topics come first in every round.
        drawn = _round_robin(strata, n, rng, shuffled=strategy != "long_tail")
    return drawn, SampleReport(
        strategy=strategy, seed=seed, drawn=len(drawn), eligible=len(kept), total=len(cards), left_out=left_out,
        strata=len(strata),
    )  # fmt: skip


def section_of(card: ChunkMeta) -> str:
    """The card's section: its first two levels of headings."""
    return HEADING_BREAK.join(card.heading.split(HEADING_BREAK)[:_SECTION_DEPTH])


def topics_of(cards: Sequence[ChunkMeta], vectors: Vectors | None, seed: int, most: int = 50) -> list[list[ChunkMeta]]:
    """Topics by k-means over embeddings, in a stable order."""
    if vectors is None:
        raise BadCall("Sampling by topic needs embeddings: give an encoder, or choose the strategy 'document'.")
    if len(cards) < 4:
        return [list(cards)] if cards else []
    from sklearn.cluster import MiniBatchKMeans

    rows = vectors([card.id for card in cards])
    k = max(2, min(most, round((len(cards) / 2) ** 0.5)))
    labels = MiniBatchKMeans(n_clusters=k, random_state=seed, n_init=3, batch_size=1024).fit_predict(rows)
    groups: dict[int, list[ChunkMeta]] = {}
    for card, label in zip(cards, labels, strict=True):
        groups.setdefault(int(label), []).append(card)
    return sorted(groups.values(), key=lambda g: g[0].id)


def _strata(
    cards: Sequence[ChunkMeta], strategy: Strategy, vectors: Vectors | None, seed: int
) -> list[list[ChunkMeta]]:
    if strategy in ("clustered", "long_tail"):
        topics = topics_of(cards, vectors, seed)
        return sorted(topics, key=lambda g: (len(g), g[0].id)) if strategy == "long_tail" else topics
    groups: dict[str, list[ChunkMeta]] = {}
    for card in cards:
        groups.setdefault(_stratum(card, strategy), []).append(card)
    return [groups[key] for key in sorted(groups)]


def _stratum(card: ChunkMeta, strategy: Strategy) -> str:
    if strategy == "folder":
        return card.source.rpartition("/")[0]
    if strategy in ("heading", "lacking"):
        return f"{card.document_id}\x00{section_of(card)}"
    if strategy == "language":
        return card.language
    return "" if strategy == "uniform" else card.document_id


def _uniform(cards: Sequence[ChunkMeta], n: int, rng: random.Random) -> list[str]:
    ids = [card.id for card in cards]
    rng.shuffle(ids)
    return ids[:n]


def _round_robin(
    strata: Sequence[Sequence[ChunkMeta]], n: int, rng: random.Random, *, shuffled: bool = True
) -> list[str]:
    """One chunk of each stratum in turn, chunks and (where `shuffled`) strata in random order, until `n` are drawn."""
    piles = []
    for stratum in strata:
        ids = [card.id for card in stratum]
        rng.shuffle(ids)
        piles.append(ids)
    if shuffled:
        rng.shuffle(piles)
    drawn: list[str] = []
    depth = 0
    while len(drawn) < n and any(depth < len(pile) for pile in piles):
        drawn.extend(pile[depth] for pile in piles if depth < len(pile))
        depth += 1
    return drawn[:n]
