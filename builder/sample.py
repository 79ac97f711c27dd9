"""Drawing chunks to draft from: seeded, stratified, with what nobody would ask about left out and counted."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from core.errors import BadCall
from core.records import Chunk, Record, text_hash
from core.text.language import language_of
from core.text.tokens import words

Strategy = Literal["document", "folder", "heading", "language", "uniform", "clustered", "long_tail"]
STRATEGIES: tuple[Strategy, ...] = ("document", "folder", "heading", "language", "uniform", "clustered", "long_tail")

_SHORTEST, _SHORTEST_HAN = 60, 24
_BOILERPLATE = re.compile(
    r"(all rights reserved|copyright ©|©\s*\d{4}|cookie (policy|settings)|privacy policy|terms of (use|service)|subscribe to|"
    r"table of contents|this page (is|was) (intentionally left blank|last (updated|edited))|"
    r"版权所有|保留所有权利|未经许可.{0,10}不得|本页(空白|留空)|免责声明|返回顶部|扫码关注|备案号)",
    re.IGNORECASE,
)
_CONTENTS_LINE = re.compile(
    r"(\.{4,}|…{2,}|·{4,}|\t)\s*\d{1,4}\s*$|^\s*[-*+]\s*\[[^\]]+\]\(#?[^)]*\)\s*$|^\s*\d+(\.\d+)*\s+\S.{0,60}\s\d{1,4}$"
)


class ChunkMeta(Record):
    """What sampling needs to know of a chunk; the text itself need not stay in memory."""

    id: str
    document_id: str
    source: str = ""
    heading: str = ""
    language: str = "other"
    length: int = 0
    left_out: str = ""
    fingerprint: tuple[int, ...] = ()


class SampleReport(Record):
    """What was drawn, from how many, and what was left out."""

    strategy: str
    seed: int
    drawn: int
    eligible: int
    total: int
    left_out: dict[str, int]
    strata: int


def chunk_meta(chunk: Chunk, source: str = "") -> ChunkMeta:
    """The sampling card of one chunk."""
    return ChunkMeta(
        id=chunk.id, document_id=chunk.document_id, source=source, heading=chunk.headings[0] if chunk.headings else "",
        language=language_of(chunk.text), length=len(chunk.text), left_out=left_out_reason(chunk.text),
        fingerprint=_min_hashes(chunk.text),
    )  # fmt: skip


def left_out_reason(text: str) -> str:
    """Why nothing should be drafted from a text: `short`, `contents`, `boilerplate`, `links`, `code`; empty when it is fine."""
    stripped = text.strip()
    han = len(re.findall(r"[\u4e00-\u9fff]", stripped))
    if len(stripped) < (_SHORTEST_HAN if han > 10 else _SHORTEST):
        return "short"
    lines = [line for line in stripped.splitlines() if line.strip()]
    if len(lines) >= 4 and sum(bool(_CONTENTS_LINE.search(line)) for line in lines) > 0.6 * len(lines):
        return "contents"
    if _BOILERPLATE.search(stripped) and len(stripped) < 600:
        return "boilerplate"
    bare = re.sub(r"!?\[[^\]]*\]\([^)]*\)|https?://\S+|<[^>]+>", "", stripped)
    if len(bare) < 0.25 * len(stripped):
        return "links"
    code = sum(len(block) for block in re.findall(r"```.*?```", stripped, re.DOTALL))
    return "code" if code > 0.85 * len(stripped) else ""


def sample_chunks(
    chunks_meta: Iterable[ChunkMeta],
    n: int,
    seed: int,
    strategy: Strategy = "document",
    *,
    vectors: Callable[[Sequence[str]], Any] | None = None,
) -> tuple[list[str], SampleReport]:
    """Ids of `n` chunks (fewer when there are fewer), in an order in which any beginning is a fair sample.

    `vectors` gives the embeddings of chunk ids, needed by `clustered` and `long_tail`.
    """
    if strategy not in STRATEGIES:
        raise BadCall(f"{strategy!r} is not a sampling strategy; choose one of {', '.join(STRATEGIES)}.")
    if n < 0:
        raise BadCall(f"The number of chunks to draw must not be negative, but is {n}.")
    cards = list(chunks_meta)
    eligible, left_out = _eligible(cards)
    rng = random.Random(f"sample:{seed}:{strategy}")
    strata = _strata(eligible, strategy, vectors, seed)
    drawn = _round_robin(strata, n, rng) if strategy != "uniform" else _uniform(eligible, n, rng)
    report = SampleReport(
        strategy=strategy,
        seed=seed,
        drawn=len(drawn),
        eligible=len(eligible),
        total=len(cards),
        left_out=left_out,
        strata=len(strata),
    )
    return drawn, report


def _eligible(cards: Sequence[ChunkMeta]) -> tuple[list[ChunkMeta], dict[str, int]]:
    """Cards worth drawing from, in a stable order, and how many were left out for which reason."""
    counts: Counter[str] = Counter()
    seen: dict[tuple[int, ...], str] = {}
    kept: list[ChunkMeta] = []
    for card in sorted(cards, key=lambda c: (c.source, c.document_id, c.id)):
        if card.left_out:
            counts[card.left_out] += 1
            continue
        # Equal minima of shingle hashes mean nearly equal texts: one of them is enough.
        if card.fingerprint and card.fingerprint in seen:
            counts["near_duplicate"] += 1
            continue
        seen[card.fingerprint] = card.id
        kept.append(card)
    return kept, dict(sorted(counts.items()))


def _min_hashes(text: str, size: int = 5, keep: int = 6) -> tuple[int, ...]:
    """The smallest hashes of the text's word shingles: equal for texts that differ in little but their order of lines."""
    tokens = [t for t in words(text) if not t.isspace()]
    if len(tokens) < 12:
        return (int(text_hash(" ".join(tokens))[:12], 16),) if tokens else ()
    shingles = {" ".join(tokens[i : i + size]) for i in range(len(tokens) - size + 1)}
    return tuple(sorted(int(text_hash(s)[:12], 16) for s in shingles)[:keep])


def _strata(
    cards: Sequence[ChunkMeta], strategy: Strategy, vectors: Callable[[Sequence[str]], Any] | None, seed: int
) -> list[list[ChunkMeta]]:
    if strategy in ("clustered", "long_tail"):
        return _clusters(cards, vectors, seed, small_first=strategy == "long_tail")
    groups: dict[str, list[ChunkMeta]] = {}
    for card in cards:
        groups.setdefault(_stratum(card, strategy), []).append(card)
    return [groups[key] for key in sorted(groups)]


def _stratum(card: ChunkMeta, strategy: Strategy) -> str:
    if strategy == "folder":
        return card.source.rpartition("/")[0]
    if strategy == "heading":
        return f"{card.document_id}\x00{card.heading}"
    if strategy == "language":
        return card.language
    return "" if strategy == "uniform" else card.document_id


def _clusters(
    cards: Sequence[ChunkMeta], vectors: Callable[[Sequence[str]], Any] | None, seed: int, small_first: bool
) -> list[list[ChunkMeta]]:
    """Topics by k-means over embeddings; the long tail hears the smallest topics first."""
    if vectors is None:
        raise BadCall("Sampling by topic needs embeddings: give an encoder, or choose the strategy 'document'.")
    if len(cards) < 4:
        return [list(cards)] if cards else []
    from sklearn.cluster import MiniBatchKMeans

    rows = vectors([card.id for card in cards])
    k = max(2, min(50, round((len(cards) / 2) ** 0.5)))
    labels = MiniBatchKMeans(n_clusters=k, random_state=seed, n_init=3, batch_size=1024).fit_predict(rows)
    groups: dict[int, list[ChunkMeta]] = {}
    for card, label in zip(cards, labels, strict=True):
        groups.setdefault(int(label), []).append(card)
    ordered = sorted(groups.values(), key=lambda g: (len(g), g[0].id))
    return ordered if small_first else sorted(groups.values(), key=lambda g: g[0].id)


def _uniform(cards: Sequence[ChunkMeta], n: int, rng: random.Random) -> list[str]:
    ids = [card.id for card in cards]
    rng.shuffle(ids)
    return ids[:n]


def _round_robin(strata: Sequence[Sequence[ChunkMeta]], n: int, rng: random.Random) -> list[str]:
    """One chunk of each stratum in turn, strata and chunks shuffled, until `n` are drawn."""
    piles = []
    for stratum in strata:
        ids = [card.id for card in stratum]
        rng.shuffle(ids)
        piles.append(ids)
    rng.shuffle(piles)
    drawn: list[str] = []
    depth = 0
    while len(drawn) < n and any(depth < len(pile) for pile in piles):
        drawn.extend(pile[depth] for pile in piles if depth < len(pile))
        depth += 1
    return drawn[:n]
