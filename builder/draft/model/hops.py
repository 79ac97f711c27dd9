"""Multi-hop drafts by a model: two passages with the words that link them, and a quote from each."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from pydantic import BaseModel, model_validator

from builder.draft.candidates import Candidate, Span
from builder.draft.markup import plain
from builder.draft.model.locate import locate_all
from builder.draft.model.replies import Draft, as_drafts
from builder.draft.model.writer import Task, Writer, examined, load_draft_prompt, origin_notes
from builder.draft.setting import Rarity
from core.model.prompts import Prompt, fence
from core.records import Chunk
from core.text.tokens import content_words

_KINDS = ("bridge", "comparison", "aggregation")
# Passages looked at as partners, words named as the link, and passages partners are looked for, for each pair wanted.
_DEPTH, _WORDS, _LOOKED_AT = 8, 4, 4
# Share of the words of the shorter from which two passages say nearly the same.
_SAME = 0.6


class HopDraft(Draft):
    """One draft over two passages: the link and the quotes first, then what can be asked of both."""

    bridge: str = ""
    quote_1: str = ""
    claim_1: str = ""
    quote_2: str = ""
    claim_2: str = ""
    answer: str = ""
    subkind: str = ""


class HopDrafts(BaseModel):
    """What one call returns."""

    drafts: list[HopDraft]
    _tolerant = model_validator(mode="before")(as_drafts)


Pair = tuple[Chunk, Chunk, tuple[str, ...]]


def partners(
    chunks: Sequence[Chunk], search: Callable[[str, int], list[Any]], rarity: Rarity, wanted: int
) -> list[Pair]:
    """Pairs of a chunk and a near passage apart from it, with the rare words both use, the most closely linked first."""
    found: dict[frozenset[str], tuple[float, Pair]] = {}
    for chunk in chunks[: _LOOKED_AT * wanted]:
        near = [hit.chunk for hit in search(chunk.text[:400], _DEPTH) if hit.chunk.id != chunk.id]
        apart = [n for n in near if n.document_id != chunk.document_id or abs(n.position - chunk.position) > 1]
        linked = [(weight, (chunk, n, words)) for n in apart for weight, words in [_link(chunk, n, rarity)] if words]
        for weight, pair in sorted(linked, key=lambda one: -one[0])[:1]:
            found.setdefault(frozenset((chunk.id, pair[1].id)), (weight, pair))
    ranked = sorted(found.values(), key=lambda one: (-one[0], one[1][0].id, one[1][1].id))
    return [pair for _, pair in ranked]


def _link(one: Chunk, two: Chunk, rarity: Rarity) -> tuple[float, tuple[str, ...]]:
    """How closely two passages are linked by words few documents hold, and the rarest of these as they are written.

    Addresses and markup count for nothing; passages that say nearly the same are no pair.
    """
    text, other = plain(one.text), plain(two.text)
    mine, theirs = set(content_words(text)), set(content_words(other))
    both = {w for w in mine & theirs if len(w) > 1 and not re.search(r"[\d./_]", w)}
    if len(mine & theirs) > _SAME * min(len(mine), len(theirs)):
        return 0.0, ()
    limit = max(3, rarity.documents // 8)
    rare = sorted((w for w in both if rarity.counts.get(w, 0) <= limit), key=lambda w: (rarity.counts.get(w, 0), w))
    # Words are counted by their stems; shown is how the text writes them.
    written = (re.search(rf"(?<![A-Za-z]){re.escape(word)}[a-z]*", text, re.IGNORECASE) for word in rare)
    weight = sum(math.log((rarity.documents + 1) / (rarity.counts.get(w, 0) + 1)) for w in rare)
    return weight, tuple(found.group() for found in islice(filter(None, written), _WORDS))


def hop_drafts(writer: Writer, pairs: Iterable[Pair], wanted: int) -> list[Candidate]:
    """Multi-hop candidates over these pairs, until `wanted` of them gave some."""
    return writer.run((_task(writer, *pair) for pair in pairs), wanted, "model")


def _task(writer: Writer, one: Chunk, two: Chunk, link: tuple[str, ...]) -> Task | None:
    language = writer.prompt_language(one.text)
    if not language or writer.prompt_language(two.text) != language:
        return None
    prompt = load_draft_prompt("hops", language)
    text = prompt.fill(
        passage_1=fence(one.text, "passage"), passage_2=fence(two.text, "passage"), title_1=writer.where(one),
        title_2=writer.where(two), link=fence(", ".join(link), "link"), **writer.common(language),
    )  # fmt: skip

    def candidate(written: Any) -> Candidate:
        return _candidate(written, one, two, writer, prompt, language)

    return writer.task(text, HopDrafts, language, candidate, lambda made: examined(made, writer.scene, 2))


def _candidate(written: HopDraft, one: Chunk, two: Chunk, writer: Writer, prompt: Prompt, language: str) -> Candidate:
    spans = [
        Span(chunk.document_id, chunk.start + start, chunk.start + end, group)
        for group, (chunk, quote) in enumerate(((one, written.quote_1), (two, written.quote_2)))
        for start, end in locate_all(quote, chunk.text)
    ]
    return Candidate(
        question=written.question.strip(), answer=written.answer.strip(), claims=(written.claim_1.strip(), written.claim_2.strip()),
        spans=tuple(spans), kind="multi_hop", subkind=written.subkind if written.subkind in _KINDS else "bridge",
        language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9,
        template=f"model:{prompt.name}.{prompt.language}", subject=written.bridge.strip(),
        topic=writer.scene.document(one.document_id).title, chunk_ids=(one.id, two.id), notes=origin_notes(prompt, writer.model),
    )  # fmt: skip
