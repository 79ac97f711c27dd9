"""A model that drafts: its prompts, its calls in batches, and one chance to mend what a check would drop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from builder.draft.candidates import Candidate
from builder.draft.checks import WRITTEN_CHECKS, Scene
from builder.draft.judging import Verdict, examine
from builder.draft.model.locate import around
from builder.draft.topic import language_for
from core.errors import ModelError
from core.model.call import BudgetSpent, Call
from core.model.prompts import Prompt, fence, load_prompt
from core.records import Chunk

PROMPTS = Path(__file__).with_name("prompts")
# What the calls are kept under, so that later estimates rest on them.
PURPOSE = "draft"
# Calls sent together, as many as may be in flight; a stop is heeded between batches.
_BATCH = 8
# Calls sent at most for each one that is to give something: a passage may hold nothing to ask about.
_AT_MOST = 2
# So many failures before the first draft (first mended draft) mean that more calls of the kind would only cost time.
_GIVE_UP = 4
# Tokens a reply may take, and more for each draft: a small model that has begun to repeat itself stops there.
_REPLY, _REPLY_DRAFT = 300, 500
# Drafts of a reply taken beyond those asked for.
_BESIDES = 2
# Characters a passage is shown with, what stands before and after it on its page included.
_SHOWN = {"en": 2400, "zh": 1000}
LOST = "Its quote does not stand in the passage word for word, or is no sentence."
_NAMES = {"en": {"en": "English", "zh": "Chinese"}, "zh": {"en": "英文", "zh": "中文"}}
Candidates = Callable[[Any], Candidate]
Examine = Callable[[Candidate], Verdict]
# The drafts of one reply, each with the verdict over it.
Row = list[tuple[BaseModel, Verdict]]


@dataclass(frozen=True)
class Task:
    """One call, what candidate each draft of its reply makes, and which fault a candidate has."""

    call: Call
    language: str
    candidate: Candidates
    examine: Examine


@dataclass
class Writer:
    """A model with what all its prompts share. `failed` collects calls that came to nothing, `rejected` drafts beyond mending."""

    client: Any
    scene: Scene
    per_call: int = 1
    language: str = ""
    persona: str = ""
    widen: bool = True
    check_stop: Callable[[], None] = lambda: None
    progress: Callable[[int, int, str], None] = lambda done, total, message: None
    failed: list[str] = field(default_factory=list)
    rejected: list[Verdict] = field(default_factory=list)
    made: int = 0
    mended: int = 0
    told: int = 0
    spent: bool = False

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

    def where(self, chunk: Chunk) -> str:
        """Title and headings of a passage, as a prompt shows them."""
        return fence(self.titled(chunk), "title")

    def titled(self, chunk: Chunk) -> str:
        """Title and headings of a passage in one line."""
        return " > ".join(dict.fromkeys((self.scene.document(chunk.document_id).title, *chunk.headings)))

    def widened(self, chunk: Chunk) -> Chunk:
        """A passage with what stands before and after it, which may hold the case it is true in; a small model gets it bare."""
        if not self.widen:
            return chunk
        text, shown = self.scene.document(chunk.document_id).text, _SHOWN[self.prompt_language(chunk.text) or "en"]
        start, end = around(text, chunk.start, chunk.end, max(0, shown - len(chunk.text)) // 2)
        return chunk.model_copy(update={"start": start, "end": end, "text": text[start:end]})

    def common(self, passage_language: str) -> dict[str, str]:
        """The parts of every prompt: language, persona, number of drafts."""
        code = "zh" if passage_language == "zh" else "en"
        voice = ""
        if self.persona:
            who = fence(self.persona, "persona")
            voice = f"\n提问者是这样的人，请用其口吻：{who}" if code == "zh" else f"\nThe person who asks, whose voice you take: {who}"  # fmt: skip
        name = _NAMES[code]["zh" if self.asked_language(passage_language) == "zh" else "en"]
        return {"language": name, "persona": voice, "count": str(self.per_call)}

    def task(self, text: str, schema: type[BaseModel], language: str, candidate: Candidates, examine: Examine) -> Task:
        """One call of this model."""
        limit = _REPLY + _REPLY_DRAFT * self.per_call
        return Task(Call(text, schema=schema, purpose=PURPOSE, max_tokens=limit), language, candidate, examine)

    def passage_task(
        self,
        name: str,
        chunk: Chunk,
        schema: type[BaseModel],
        candidate: Callable[[Any, Prompt, str], Candidate],
        examine: Examine,
        **more: str,
    ) -> Task | None:
        """The call that shows one passage under the prompt of that name; None for passages of other languages."""
        language = self.prompt_language(chunk.text)
        if not language:
            return None
        prompt = load_draft_prompt(name, language)
        shared = {"passage": fence(chunk.text, "passage"), "title": self.where(chunk), **self.common(language)}
        text = prompt.fill(**{**shared, **more})
        return self.task(text, schema, language, lambda written: candidate(written, prompt, language), examine)

    def run(self, tasks: Iterable[Task | None], wanted: int, message: str) -> list[Candidate]:
        """What passes of the drafts of these calls, sent in batches until `wanted` of them gave something.

        At most twice as many are sent; a failed call costs its passage only.
        """
        found: list[Candidate] = []
        self.progress(0, max(1, wanted), message)
        together = min(_BATCH, getattr(getattr(self.client, "settings", None), "concurrency", _BATCH))
        left, fertile = islice(filter(None, tasks), _AT_MOST * wanted), 0
        while fertile < wanted and (batch := list(islice(left, min(together, wanted - fertile)))):
            self.check_stop()
            drafts = self._ask(batch, self.failed)
            fertile += sum(map(bool, drafts))
            self.made += sum(map(len, drafts))
            found += self._mended(batch, drafts)
            self.progress(fertile, wanted, message)
            if self.spent or (len(self.failed) >= _GIVE_UP and not self.made):
                break
        return found

    def _ask(self, tasks: Sequence[Task], failed: list[str]) -> list[Row]:
        """For each call the drafts of its reply with the verdict over each; what went wrong is added to `failed`.

        Some more than asked for are taken: of refusals there may be one more, and a false premise beside them.
        """
        rows: list[Row] = []
        for task, reply in zip(tasks, self.client.complete_many([task.call for task in tasks]), strict=True):
            rows.append([])
            if isinstance(reply, ModelError):
                failed.append(str(reply))
                self.spent = self.spent or isinstance(reply, BudgetSpent)
                continue
            rows[-1] = [
                (draft, task.examine(task.candidate(draft)))
                for draft in reply.parsed.drafts[: self.per_call + _BESIDES]
            ]
        return rows

    def _mended(self, tasks: Sequence[Task], drafts: list[Row]) -> list[Candidate]:
        """The candidates that pass, after the model has been told once what is wrong with the others."""
        good = [verdict.candidate for row in drafts for _, verdict in row if not verdict.dropped_by]
        faulty = [
            (task, bad)
            for task, row in zip(tasks, drafts, strict=True)
            if (bad := [(draft, verdict) for draft, verdict in row if verdict.dropped_by])
        ]
        # A small model says the same again: when the first few calls mend nothing, no more are made.
        allowed = 0 if self.spent else len(faulty) if self.mended else max(0, _GIVE_UP - self.told)
        again = self._ask([_repair(task, bad) for task, bad in faulty[:allowed]], [])
        self.told += len(again)
        for (_, bad), better in zip(faulty, [*again, *[[] for _ in faulty[allowed:]]], strict=True):
            had = {candidate.key for candidate in good}
            fit = [v.candidate for _, v in better if not v.dropped_by and v.candidate.key not in had]
            mended = fit[: len(bad)]
            self.mended += len(mended)
            good += mended
            self.rejected += [verdict for _, verdict in bad[len(mended) :]]
        return good


def examined(candidate: Candidate, scene: Scene, quotes: int) -> Verdict:
    """The checks of what is written, after the question whether all its quotes were found."""
    if len({span.group for span in candidate.spans}) < quotes:
        return Verdict(candidate, (), "grounded", LOST)
    return examine(candidate, scene, WRITTEN_CHECKS)


def _repair(task: Task, bad: Row) -> Task:
    """The same call once more, with the drafts that cannot be used and why."""
    written = ", ".join(draft.model_dump_json() for draft, _ in bad)
    problem = " ".join(f"{number}. {verdict.reason}" for number, (_, verdict) in enumerate(bad, 1))
    prompt = load_prompt("repair", task.language).fill(
        prompt=task.call.prompt, reply=fence(f'{{"drafts": [{written}]}}', "reply"), problem=problem
    )
    return replace(task, call=replace(task.call, prompt=prompt))


def load_draft_prompt(name: str, language: str) -> Prompt:
    """A drafting prompt (`draft`, `hops`, `absent`, `read`, `nearest`) in `zh` or `en`."""
    code = "zh" if language == "zh" else "en"
    return Prompt(name, code, (PROMPTS / f"{name}.{code}.md").read_text(encoding="utf-8").strip())


def origin_notes(prompt: Prompt, model: str, *more: str) -> tuple[str, ...]:
    """What the item remembers of how it was written."""
    return (f"model:{model}", f"prompt:{prompt.hash}", *more)
