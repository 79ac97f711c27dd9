"""Unanswerable drafts by a model: near-topic gaps, swaps and false premises, each with the slots that are then looked up."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import BaseModel, Field, model_validator

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.checks import QUESTION_CHECKS, Scene
from builder.draft.judging import Verdict, examine
from builder.draft.model.locate import locate
from builder.draft.model.replies import Draft, as_drafts
from builder.draft.model.writer import Task, Writer, examined, origin_notes
from core.model.prompts import Prompt, fence
from core.records import Chunk

# Sections whose titles are shown beside a passage, and characters of it they are looked up by.
_NEAR, _LOOKED_FOR = 16, 1500


class AbsentDraft(Draft):
    """One question the passage does not answer: what is asked of what, the words that would answer it, then the question."""

    subkind: str = "missing_attribute"
    entity: str = ""
    words: list[str] = Field(default_factory=list)
    quote: str = ""
    truth: str = ""


class AbsentDrafts(BaseModel):
    """What one call returns."""

    drafts: list[AbsentDraft]
    _tolerant = model_validator(mode="before")(as_drafts)


def absent_drafts(writer: Writer, chunks: Iterable[Chunk], wanted: int) -> list[Candidate]:
    """Candidates for refusals and false premises; whether the base answers them all the same is looked up afterwards."""
    return writer.run((_task(writer, writer.widened(chunk)) for chunk in chunks), wanted, "model")


def _near(writer: Writer, chunk: Chunk) -> str:
    """Titles and headings of the sections that come nearest to a passage: what they treat is not absent."""
    assert writer.scene.search is not None
    near = [hit.chunk for hit in writer.scene.search(chunk.text[:_LOOKED_FOR], _NEAR)]
    titles = dict.fromkeys(writer.titled(one) for one in near if one.id != chunk.id)
    return fence("\n".join(titles), "titles")


def _task(writer: Writer, chunk: Chunk) -> Task | None:
    def candidate(written: AbsentDraft, prompt: Prompt, language: str) -> Candidate:
        return _candidate(written, chunk, writer, prompt, language)

    def verdict(made: Candidate) -> Verdict:
        return _verdict(made, writer.scene)

    # One more than of facts, so that those can be chosen that lie as near to the base as the answerable ones.
    more = {"near": _near(writer, chunk), "count": str(writer.per_call + 1)}
    return writer.passage_task("absent", chunk, AbsentDrafts, candidate, verdict, **more)


def _verdict(candidate: Candidate, scene: Scene) -> Verdict:
    """Whether there is something to look for, and the checks of wording; the proof comes later."""
    entity = candidate.slots.entity
    if candidate.expected_reply == "correct_premise":
        return examined(candidate, scene, 1)
    if len(entity) < 2 or entity.casefold() not in candidate.question.casefold():
        return Verdict(candidate, (), "right_kind", f"The question does not name its entity “{entity}”, which is looked for.")  # fmt: skip
    if not candidate.slots.attribute:
        return Verdict(candidate, (), "right_kind", "No words are given that an answer would hold, to be looked for.")
    return examine(candidate, scene, QUESTION_CHECKS)


def _candidate(written: AbsentDraft, chunk: Chunk, writer: Writer, prompt: Prompt, language: str) -> Candidate:
    question, entity, truth = written.question.strip(), written.entity.strip(), written.truth.strip()
    words = tuple(dict.fromkeys(re.escape(w.strip()) for w in written.words if len(w.strip()) > 1))
    corrected = written.subkind == "false_premise"
    place = locate(written.quote, chunk.text) if corrected else None
    kind = written.subkind if written.subkind in ("entity_swap", "false_premise") else "missing_attribute"
    return Candidate(
        question=question, answer=truth if corrected else "", claims=(truth,) if corrected else (),
        spans=(Span(chunk.document_id, chunk.start + place[0], chunk.start + place[1]),) if place else (),
        kind="unanswerable", subkind=kind, language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9,
        template=f"model:{prompt.name}.{prompt.language}", subject=entity,
        value=written.words[0].strip() if corrected and written.words else "",
        expected_reply="correct_premise" if corrected else "refuse", slots=Slots(entity=entity, attribute=words),
        chunk_ids=(chunk.id,), notes=(*origin_notes(prompt, writer.model), f"document:{chunk.document_id}"),
    )  # fmt: skip
