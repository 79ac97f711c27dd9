"""Drafting with a language model: a few drafts per passage, each with a verbatim quote that must be found again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.model.locate import locate
from builder.draft.topic import language_for
from core.errors import ModelError
from core.model.call import BudgetSpent, Call
from core.model.prompts import Prompt, fence
from core.records import Chunk, Document

PROMPTS = Path(__file__).with_name("prompts")
# Asked for per passage; the checks keep the best.
PER_CHUNK = 3
# Calls sent together; a stop is heeded between batches.
_BATCH = 8
# So many failures before the first draft mean that the model is no use: the other passages would only cost time.
_GIVE_UP = 4
_SUBKINDS = ("number", "date", "condition", "definition", "procedure", "list", "person", "reason", "yes_no")
_NAMES = {"en": {"en": "English", "zh": "Chinese"}, "zh": {"en": "英文", "zh": "中文"}}


class ModelDraft(BaseModel):
    """One draft as the model writes it."""

    question: str
    answer: str
    quote: str
    claims: list[str] = Field(default_factory=list)
    subkind: str = ""


class ModelDrafts(BaseModel):
    """What one call returns."""

    drafts: list[ModelDraft] = Field(default_factory=list)


@dataclass
class Writer:
    """A model with what all its prompts share; `failed` collects the calls that came to nothing."""

    client: Any
    document: Callable[[str], Document]
    language: str = ""
    persona: str = ""
    check_stop: Callable[[], None] = lambda: None
    progress: Callable[[int, int, str], None] = lambda done, total, message: None
    failed: list[str] = field(default_factory=list)
    made: int = 0

    @property
    def model(self) -> str:
        """The model's name as origin of its drafts."""
        return str(getattr(self.client, "model", ""))

    def prompt_language(self, text: str) -> str:
        """The language a passage's prompt is written in; empty for passages of other languages."""
        found = language_for(text)
        return found if found in ("zh", "en") else ""

    def asked_language(self, passage_language: str) -> str:
        """The language the drafts are to be in."""
        return self.language or passage_language

    def common(self, passage_language: str) -> dict[str, str]:
        """The parts of every prompt: language, persona, number of drafts."""
        code = "zh" if passage_language == "zh" else "en"
        voice = ""
        if self.persona:
            who = fence(self.persona, "persona")
            voice = f"\n提问者是这样的人，请用其口吻：{who}" if code == "zh" else f"\nThe person who asks, whose voice you take: {who}"  # fmt: skip
        name = _NAMES[code]["zh" if self.asked_language(passage_language) == "zh" else "en"]
        return {"language": name, "persona": voice, "count": str(PER_CHUNK)}

    def run(self, calls: Sequence[tuple[Call, Callable[[Any], Iterator[Candidate]]]], message: str) -> list[Candidate]:
        """Send the calls in batches and read what comes back; a failed call costs its passage only."""
        found: list[Candidate] = []
        for begin in range(0, len(calls), _BATCH):
            self.check_stop()
            batch = calls[begin : begin + _BATCH]
            for (_, read), reply in zip(batch, self.client.complete_many([call for call, _ in batch]), strict=True):
                if isinstance(reply, ModelError):
                    self.failed.append(str(reply))
                    if isinstance(reply, BudgetSpent):
                        return found
                    continue
                made = list(read(reply.parsed))
                self.made += len(made)
                found += made
            self.progress(min(begin + _BATCH, len(calls)), len(calls), message)
            if len(self.failed) >= _GIVE_UP and not self.made:
                break
        return found


def load_draft_prompt(name: str, language: str) -> Prompt:
    """A drafting prompt (`draft`, `hops`, `absent`) in `zh` or `en`."""
    code = "zh" if language == "zh" else "en"
    return Prompt(name, code, (PROMPTS / f"{name}.{code}.md").read_text(encoding="utf-8").strip())


def origin_notes(prompt: Prompt, model: str, *more: str) -> tuple[str, ...]:
    """What the item remembers of how it was written."""
    return (f"model:{model}", f"prompt:{prompt.hash}", *more)


def where_of(chunk: Chunk, document: Document) -> str:
    """Title and headings, as a prompt shows them."""
    return " > ".join((document.title, *chunk.headings))


def factual_drafts(writer: Writer, chunks: Sequence[Chunk]) -> list[Candidate]:
    """Factual candidates the model wrote for these chunks.

    A quote that is not in the passage makes a candidate without evidence, which the checks drop with the reason.
    """
    calls = []
    for chunk in chunks:
        language = writer.prompt_language(chunk.text)
        if not language:
            continue
        prompt = load_draft_prompt("draft", language)
        document = writer.document(chunk.document_id)
        text = prompt.fill(
            passage=fence(chunk.text, "passage"),
            title=fence(where_of(chunk, document), "title"),
            **writer.common(language),
        )
        calls.append((Call(text, schema=ModelDrafts, purpose="draft"), _reader(writer, chunk, prompt, language)))
    return writer.run(calls, "model")


def _reader(writer: Writer, chunk: Chunk, prompt: Prompt, language: str) -> Callable[[Any], Iterator[Candidate]]:
    def read(parsed: ModelDrafts) -> Iterator[Candidate]:
        for written in parsed.drafts[: PER_CHUNK + 1]:
            yield _candidate(written, chunk, writer, prompt, language)

    return read


def _candidate(written: ModelDraft, chunk: Chunk, writer: Writer, prompt: Prompt, language: str) -> Candidate:
    place = locate(written.quote, chunk.text)
    title = writer.document(chunk.document_id).title
    spans = (Span(chunk.document_id, chunk.start + place[0], chunk.start + place[1]),) if place else ()
    claims = tuple(c.strip() for c in written.claims if c.strip()) or (written.answer.strip(),)
    lost = () if place else (f"quote:{written.quote[:200]}",)
    return Candidate(
        question=written.question.strip(), answer=written.answer.strip(), claims=claims, spans=spans, kind="factual",
        subkind=written.subkind if written.subkind in _SUBKINDS else "faq",
        language="zh" if writer.asked_language(language) == "zh" else "en", score=0.9 if place else 0.75,
        template=f"model:{prompt.name}.{prompt.language}", topic=title, slots=Slots(entity=title), chunk_ids=(chunk.id,),
        notes=origin_notes(prompt, writer.model, *lost),
    )  # fmt: skip
