"""Unanswerable drafts by a model: near-topic gaps, swaps and false premises, each with the slots that are then looked up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic import BaseModel, Field

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.model.facts import PER_CHUNK, Writer, load_draft_prompt, origin_notes, where_of
from builder.draft.model.locate import locate
from core.model.call import Call
from core.model.prompts import Prompt, fence
from core.records import Chunk


class AbsentDraft(BaseModel):
    """One question the passage does not answer."""

    question: str
    subkind: str = "missing_attribute"
    entity: str = ""
    words: list[str] = Field(default_factory=list)
    quote: str = ""
    truth: str = ""


class AbsentDrafts(BaseModel):
    """What one call returns."""

    drafts: list[AbsentDraft] = Field(default_factory=list)


def absent_drafts(writer: Writer, chunks: Sequence[Chunk]) -> list[Candidate]:
    """Candidates for refusals and false premises; whether the base answers them all the same is looked up afterwards."""
    calls = []
    for chunk in chunks:
        language = writer.prompt_language(chunk.text)
        if not language:
            continue
        prompt = load_draft_prompt("absent", language)
        text = prompt.fill(
            passage=fence(chunk.text, "passage"), title=fence(where_of(chunk, writer.document(chunk.document_id)), "title"),
            **writer.common(language),
        )  # fmt: skip
        calls.append((Call(text, schema=AbsentDrafts, purpose="draft"), _reader(writer, chunk, prompt, language)))
    return writer.run(calls, "model")


def _reader(writer: Writer, chunk: Chunk, prompt: Prompt, language: str) -> Callable[[Any], Iterator[Candidate]]:
    def read(parsed: AbsentDrafts) -> Iterator[Candidate]:
        for written in parsed.drafts[:PER_CHUNK]:
            made = _candidate(written, chunk, writer, prompt, language)
            if made is not None:
                yield made

    return read


def _candidate(written: AbsentDraft, chunk: Chunk, writer: Writer, prompt: Prompt, language: str) -> Candidate | None:
    question, entity = written.question.strip(), written.entity.strip()
    words = tuple(re.escape(w.strip()) for w in written.words if len(w.strip()) > 1)
    # Without a name and words to look for, nothing could be shown to be absent.
    if not question or not words or entity.casefold() not in question.casefold() or len(entity) < 2:
        return None
    place = locate(written.quote, chunk.text) if written.subkind == "false_premise" else None
    if written.subkind == "false_premise" and (place is None or not written.truth.strip()):
        return None
    corrected = written.subkind == "false_premise"
    kind = written.subkind if written.subkind in ("entity_swap", "false_premise") else "missing_attribute"
    truth = written.truth.strip()
    return Candidate(
        question=question, answer=truth if corrected else "", claims=(truth,) if corrected else (),
        spans=(Span(chunk.document_id, chunk.start + place[0], chunk.start + place[1]),) if place else (),
        kind="unanswerable", subkind=kind, language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9,
        template=f"model:{prompt.name}.{prompt.language}", subject=entity, value=written.words[0].strip() if corrected else "",
        expected_reply="correct_premise" if corrected else "refuse", slots=Slots(entity=entity, attribute=words),
        chunk_ids=(chunk.id,), notes=(*origin_notes(prompt, writer.model), f"document:{chunk.document_id}"),
    )  # fmt: skip
