"""Factual drafts by a model: a few per passage, each with a verbatim quote that must be found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import BaseModel, Field, model_validator

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.model.locate import locate_all
from builder.draft.model.replies import Draft, as_drafts
from builder.draft.model.writer import Task, Writer, examined, origin_notes
from core.model.prompts import Prompt
from core.records import Chunk

_SUBKINDS = ("number", "date", "condition", "definition", "procedure", "list", "person", "reason", "yes_no")


class ModelDraft(Draft):
    """One draft as the model writes it: the quote first, then what it answers."""

    quote: str = ""
    answer: str = ""
    claims: list[str] = Field(default_factory=list)
    subkind: str = ""


class ModelDrafts(BaseModel):
    """What one call returns."""

    drafts: list[ModelDraft]
    _tolerant = model_validator(mode="before")(as_drafts)


def factual_drafts(writer: Writer, chunks: Iterable[Chunk], wanted: int) -> list[Candidate]:
    """Factual candidates the model wrote, one call for each chunk that no earlier call showed, until `wanted` gave some."""
    return writer.run((_task(writer, chunk) for chunk in _unseen(writer, chunks)), wanted, "model")


def _unseen(writer: Writer, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Passages as they are shown, without those whose middle stands in an earlier one."""
    seen: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        mine, middle = seen.setdefault(chunk.document_id, []), (chunk.start + chunk.end) // 2
        if not any(other.start <= middle < other.end for other in mine):
            mine.append(writer.widened(chunk))
            yield mine[-1]


def _task(writer: Writer, chunk: Chunk) -> Task | None:
    def candidate(written: ModelDraft, prompt: Prompt, language: str) -> Candidate:
        return _candidate(written, chunk, writer, prompt, language)

    return writer.passage_task("draft", chunk, ModelDrafts, candidate, lambda made: examined(made, writer.scene, 1))


def _is_whole(claim: str) -> bool:
    """Whether a claim may be a sentence: small models give its bare value."""
    return len(claim.split()) >= 4 or len(claim) >= 8 and not claim.isascii()


def _candidate(written: ModelDraft, chunk: Chunk, writer: Writer, prompt: Prompt, language: str) -> Candidate:
    """A draft as a candidate; one whose quote is not in the passage has no evidence, which the checks say."""
    places = locate_all(written.quote, chunk.text)
    title = writer.scene.document(chunk.document_id).title
    spans = tuple(Span(chunk.document_id, chunk.start + start, chunk.start + end) for start, end in places)
    claims = tuple(c.strip() for c in written.claims)
    return Candidate(
        question=written.question.strip(), answer=written.answer.strip(), claims=claims if claims and all(map(_is_whole, claims)) else (written.answer.strip(),), spans=spans, kind="factual",
        subkind=written.subkind if written.subkind in _SUBKINDS else "faq",
        language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9,
        template=f"model:{prompt.name}.{prompt.language}", topic=title, slots=Slots(entity=title), chunk_ids=(chunk.id,),
        notes=origin_notes(prompt, writer.model),
    )  # fmt: skip
