"""Multi-hop drafts by a model: two passages that share a name, and a quote from each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic import BaseModel, Field

from builder.draft.candidates import Candidate, Span
from builder.draft.model.facts import PER_CHUNK, Writer, load_draft_prompt, origin_notes, where_of
from builder.draft.model.locate import locate
from core.model.call import Call
from core.model.prompts import Prompt, fence
from core.records import Chunk

_KINDS = ("bridge", "comparison", "aggregation")
_DEPTH = 6


class HopDraft(BaseModel):
    """One draft over two passages."""

    question: str
    answer: str
    quote_1: str
    quote_2: str
    claim_1: str
    claim_2: str
    subkind: str = ""


class HopDrafts(BaseModel):
    """What one call returns."""

    drafts: list[HopDraft] = Field(default_factory=list)


def partners(chunks: Sequence[Chunk], search: Callable[[str, int], list[Any]]) -> Iterator[tuple[Chunk, Chunk]]:
    """Each chunk with the nearest other passage, of another document where one is near; no pair twice."""
    seen: set[frozenset[str]] = set()
    for chunk in chunks:
        hits = [hit.chunk for hit in search(chunk.text[:400], _DEPTH) if hit.chunk.id != chunk.id]
        hits = [h for h in hits if h.document_id != chunk.document_id or abs(h.position - chunk.position) > 1]
        hits.sort(key=lambda h: h.document_id == chunk.document_id)
        if hits and frozenset((chunk.id, hits[0].id)) not in seen:
            seen.add(frozenset((chunk.id, hits[0].id)))
            yield chunk, hits[0]


def hop_drafts(writer: Writer, pairs: Sequence[tuple[Chunk, Chunk]]) -> list[Candidate]:
    """Multi-hop candidates over these pairs; a quote that cannot be found leaves a passage out, and the checks say so."""
    calls = []
    for one, two in pairs:
        language = writer.prompt_language(one.text)
        if not language or writer.prompt_language(two.text) != language:
            continue
        prompt = load_draft_prompt("hops", language)
        text = prompt.fill(
            passage_1=fence(one.text, "passage"), passage_2=fence(two.text, "passage"),
            title_1=fence(where_of(one, writer.document(one.document_id)), "title"),
            title_2=fence(where_of(two, writer.document(two.document_id)), "title"), **writer.common(language),
        )  # fmt: skip
        calls.append((Call(text, schema=HopDrafts, purpose="draft"), _reader(writer, one, two, prompt, language)))
    return writer.run(calls, "model")


def _reader(writer: Writer, one: Chunk, two: Chunk, prompt: Prompt, language: str) -> Callable[[Any], Iterator[Candidate]]:  # fmt: skip
    def read(parsed: HopDrafts) -> Iterator[Candidate]:
        for written in parsed.drafts[:PER_CHUNK]:
            spans = [
                Span(chunk.document_id, chunk.start + place[0], chunk.start + place[1], group)
                for group, (chunk, quote) in enumerate(((one, written.quote_1), (two, written.quote_2)))
                if (place := locate(quote, chunk.text)) is not None
            ]
            yield Candidate(
                question=written.question.strip(), answer=written.answer.strip(), claims=(written.claim_1.strip(), written.claim_2.strip()),
                spans=tuple(spans), kind="multi_hop", subkind=written.subkind if written.subkind in _KINDS else "bridge",
                language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9 if len(spans) == 2 else 0.75,
                template=f"model:{prompt.name}.{prompt.language}", topic=writer.document(one.document_id).title,
                chunk_ids=(one.id, two.id), notes=origin_notes(prompt, writer.model),
            )  # fmt: skip

    return read
