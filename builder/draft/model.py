"""Drafting with a language model: one passage, a few drafts, each with a verbatim quote that must be found again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.topic import language_for
from core.errors import ModelError
from core.model.prompts import Prompt, fence
from core.records import Chunk, Document

PROMPTS = Path(__file__).with_name("prompts")
# Asked for per passage; the checks keep the best.
_PER_CHUNK = 3
_CHUNKS_PER_ITEM = 2
# So many failures before the first draft mean that the model is no use: the other passages would only cost time.
_GIVE_UP = 4
_SUBKINDS = ("number", "date", "condition", "definition", "procedure", "list", "person", "reason", "yes_no")


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


def load_draft_prompt(language: str) -> Prompt:
    """The drafting prompt in `zh` or `en`."""
    code = "zh" if language == "zh" else "en"
    return Prompt("draft", code, (PROMPTS / f"draft.{code}.md").read_text(encoding="utf-8").strip())


def draft_with_model(
    client: Any,
    chunks: Sequence[Chunk],
    document: Callable[[str], Document],
    n: int,
    seed: int,
    check_stop: Callable[[], None],
    progress: Callable[[int, int, str], None],
    failed: list[str],
) -> list[Candidate]:
    """Candidates the model wrote for the sampled chunks; a failed call costs its passage only, and goes to `failed`.

    A quote that is not in the passage makes a candidate without evidence, which the checks drop with the reason.
    """
    wanted = chunks[: max(4, n * _CHUNKS_PER_ITEM)]
    found: list[Candidate] = []
    for number, chunk in enumerate(wanted):
        check_stop()
        try:
            found.extend(drafts_of_chunk(client, chunk, document(chunk.document_id)))
        except ModelError as error:
            failed.append(str(error))
            if len(failed) >= _GIVE_UP and not found:
                break
        finally:
            progress(number + 1, len(wanted), "model")
    return found


def drafts_of_chunk(client: Any, chunk: Chunk, document: Document) -> Iterator[Candidate]:
    """Ask for drafts over one passage and read the reply."""
    language = language_for(chunk.text)
    if language not in ("zh", "en"):
        return
    prompt = load_draft_prompt(language)
    where = " > ".join((document.title, *chunk.headings))
    text = prompt.fill(passage=fence(chunk.text, "passage"), title=fence(where, "title"), count=str(_PER_CHUNK))
    reply = client.complete(text, schema=ModelDrafts, purpose="draft")
    parsed = _parsed(reply)
    for written in parsed.drafts[: _PER_CHUNK + 1]:
        yield _candidate(written, chunk, document, language, prompt, getattr(client, "model", ""))


def _parsed(reply: Any) -> ModelDrafts:
    """The drafts of a reply, whether the client hands back the object or a reply that holds it."""
    for value in (reply, getattr(reply, "parsed", None), getattr(reply, "value", None), getattr(reply, "data", None)):
        if isinstance(value, ModelDrafts):
            return value
        if isinstance(value, dict):
            return ModelDrafts.model_validate(value)
    return ModelDrafts()


def _candidate(
    written: ModelDraft, chunk: Chunk, document: Document, language: str, prompt: Prompt, model: str
) -> Candidate:
    place = locate(written.quote, chunk.text)
    spans = (Span(document.id, chunk.start + place[0], chunk.start + place[1]),) if place else ()
    claims = tuple(c.strip() for c in written.claims if c.strip()) or (written.answer.strip(),)
    return Candidate(
        question=written.question.strip(), answer=written.answer.strip(), claims=claims, spans=spans, kind="factual",
        subkind=written.subkind if written.subkind in _SUBKINDS else "faq", language="zh" if language == "zh" else "en",
        score=0.9 if place else 0.75, template=f"model:{prompt.name}.{prompt.language}", topic=document.title,
        slots=Slots(entity=document.title), chunk_ids=(chunk.id,),
        notes=(f"model:{model}", f"prompt:{prompt.hash}", *(() if place else (f"quote:{written.quote[:200]}",))),
    )  # fmt: skip


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text: letter for letter, or with other white space; None when it does not."""
    wanted = quote.strip().strip('"“”「」')
    if len(wanted) < 6:
        return None
    at = text.find(wanted)
    if at >= 0:
        return at, at + len(wanted)
    pieces = [re.escape(piece) for piece in wanted.split()]
    match = re.search(r"\s+".join(pieces), text)
    if match is None and re.search(r"[\u4e00-\u9fff]", wanted):
        match = re.search(r"\s*".join(re.escape(char) for char in re.sub(r"\s+", "", wanted)[:400]), text)
    return (match.start(), match.end()) if match else None
