"""Multi-hop drafts by a model: two passages with the words that link them, and a quote from each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from pydantic import BaseModel, model_validator

from builder.draft.candidates import Candidate, Span
from builder.draft.model.locate import locate
from builder.draft.model.replies import Draft, as_drafts
from builder.draft.model.writer import Task, Writer, examined, load_draft_prompt, origin_notes
from builder.draft.setting import Rarity
from core.model.prompts import Prompt, fence
from core.records import Chunk
from core.text.tokens import content_words

_KINDS = ("bridge", "comparison", "aggregation")
# Passages looked at as partners, and words named as the link.
_DEPTH, _WORDS = 8, 4


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


def partners(chunks: Sequence[Chunk], search: Callable[[str, int], list[Any]], rarity: Rarity) -> Iterator[Pair]:
    """Each chunk with the near passage it shares most rare words with, and those words; no pair twice, none without a link."""
    seen: set[frozenset[str]] = set()
    for chunk in chunks:
        near = [hit.chunk for hit in search(chunk.text[:400], _DEPTH) if hit.chunk.id != chunk.id]
        apart = [n for n in near if n.document_id != chunk.document_id or abs(n.position - chunk.position) > 1]
        linked = [(n, _shared(chunk, n, rarity)) for n in apart if frozenset((chunk.id, n.id)) not in seen]
        if not linked or not any(words for _, words in linked):
            continue
        other, words = max(linked, key=lambda pair: (len(pair[1]), pair[0].document_id != chunk.document_id))
        seen.add(frozenset((chunk.id, other.id)))
        yield chunk, other, words


def _shared(one: Chunk, two: Chunk, rarity: Rarity) -> tuple[str, ...]:
    """Words of both passages that few documents hold, as they are written, the rarest first."""
    limit = max(3, rarity.documents // 8)
    both = {w for w in set(content_words(one.text)) & set(content_words(two.text)) if len(w) > 1 and not w.isdigit()}
    rare = sorted((w for w in both if rarity.counts.get(w, 0) <= limit), key=lambda w: (rarity.counts.get(w, 0), w))
    # Words are counted by their stems; shown is how the text writes them.
    written = (re.search(rf"(?<![A-Za-z]){re.escape(word)}[a-z]*", one.text, re.IGNORECASE) for word in rare)
    return tuple(found.group() for found in islice(filter(None, written), _WORDS))


def hop_drafts(writer: Writer, pairs: Sequence[Pair]) -> list[Candidate]:
    """Multi-hop candidates over these pairs."""
    return writer.run([task for pair in pairs if (task := _task(writer, *pair)) is not None], "model")


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
        Span(chunk.document_id, chunk.start + place[0], chunk.start + place[1], group)
        for group, (chunk, quote) in enumerate(((one, written.quote_1), (two, written.quote_2)))
        if (place := locate(quote, chunk.text)) is not None
    ]
    return Candidate(
        question=written.question.strip(), answer=written.answer.strip(), claims=(written.claim_1.strip(), written.claim_2.strip()),
        spans=tuple(spans), kind="multi_hop", subkind=written.subkind if written.subkind in _KINDS else "bridge",
        language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9,
        template=f"model:{prompt.name}.{prompt.language}", subject=written.bridge.strip(),
        topic=writer.scene.document(one.document_id).title, chunk_ids=(one.id, two.id), notes=origin_notes(prompt, writer.model),
    )  # fmt: skip
