"""Short calls read what is to be kept: questions with their evidence alone, several a call, or one with the nearest passages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from pydantic import BaseModel, field_validator

from builder.draft.candidates import Candidate, Span
from builder.draft.checks.base import Scene
from builder.draft.checks.same_answer import covers
from builder.draft.model.locate import around, locate_all
from builder.draft.model.writer import load_draft_prompt
from core.errors import ModelError
from core.model.call import BudgetSpent, Call
from core.model.prompts import fence, fence_all
from core.text.sentences import split_sentences

# What these calls are kept under, and tokens their replies may take for each question.
PURPOSE = "read draft"
_REPLY = 400
# Questions read in one call, and characters of its page that stand before and after a text, by language.
TOGETHER = 4
_PAGE = {"en": 900, "zh": 400}
# After so many failures without one reply, nothing more is read.
_GIVE_UP = 3
_NO = ("no", "false", "0", "否", "不", "不清楚", "没有")
# What models write into a field that was to stay empty.
_EMPTY = re.compile(r"\W*(?:none|null|n/?a|empty|nothing|无|没有|空)?\W*", re.IGNORECASE)


def _text(value: object) -> str:
    """A field as text; a list is one line each, and "none" is empty."""
    text = "\n".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    return "" if _EMPTY.fullmatch(text) else text.strip()


class _Asked(BaseModel):
    """Whether the question stands alone, and whether people ask so."""

    clear: bool = True
    natural: bool = True

    @field_validator("clear", "natural", mode="before")
    @classmethod
    def _flag(cls, value: object) -> bool:
        return str(value).strip().casefold() not in _NO


class Reading(_Asked):
    """The answer found in the evidence alone (empty where there is none), what its page says that it must not leave out, and
    the better answer and question there may be."""

    n: int = 0
    answer: str
    missing: str = ""
    full: str = ""
    better: str = ""

    @field_validator("answer", "missing", "full", "better", mode="before")
    @classmethod
    def _said(cls, value: object) -> str:
        return _text(value)


class Readings(BaseModel):
    """What one call returns."""

    readings: list[Reading]


class Nearest(_Asked):
    """Which of the numbered passages answers (0: none), and its words that do."""

    passage: int
    quote: str = ""

    @field_validator("passage", mode="before")
    @classmethod
    def _number(cls, value: object) -> int:
        digits = re.search(r"\d+", str(value))
        return int(digits.group()) if digits else 0

    @field_validator("quote", mode="before")
    @classmethod
    def _quoted(cls, value: object) -> str:
        return _text(value)


@dataclass(frozen=True)
class _Entry:
    """A question with the texts it is to be answered from, and the page of the first where it has one passage."""

    question: str
    texts: tuple[str, ...]
    page: str
    language: str

    def shown(self, number: int) -> str:
        """The entry as the prompt shows it."""
        page = [fence(self.page, f"page {number}")] if self.page else []
        return "\n".join((fence(self.question, f"question {number}"), *(fence(t, f"text {number}") for t in self.texts), *page))  # fmt: skip


@dataclass
class Reader:
    """Reads drafts with a model; None where it gave nothing. Readings made ahead, several at once, are kept."""

    client: Any
    read: int = 0
    failed: list[str] = field(default_factory=list)
    spent: bool = False
    _kept: dict[_Entry, Reading] = field(default_factory=dict)

    @property
    def at_work(self) -> bool:
        """Whether calls are left, and the model has not failed again and again from the start."""
        return not self.spent and (bool(self.read) or len(self.failed) < _GIVE_UP)

    def reading(self, candidate: Candidate, scene: Scene, group: int | None = None) -> Reading | None:
        """The question read with its evidence, or with that of one group alone."""
        entry = _entry(candidate, scene, group)
        self._read([[entry]])
        return self._kept.get(entry)

    def missing(self, candidate: Candidate, scene: Scene) -> tuple[Span, ...]:
        """Where the page says what the reader misses in the answer; nothing where the answer says it or the page does not."""
        begin, page = _page_of(candidate, scene)
        places = locate_all(self._kept[_entry(candidate, scene, None)].missing, page)
        lacking = [(start, end) for start, end in places if not covers("", page[start:end], candidate.answer)]
        first = candidate.spans[0]
        return tuple(Span(first.document_id, begin + start, begin + end, first.group) for start, end in lacking)

    def improve(self, candidate: Candidate, scene: Scene) -> Candidate:
        """The draft with what its page says besides and in the words the reader gives, which are not read once more."""
        read = self._kept[_entry(candidate, scene, None)]
        better, missing = candidate, self.missing(candidate, scene)
        if missing:
            claims = tuple(said.text for said in split_sentences(read.full))
            better = replace(better, answer=read.full, claims=claims, spans=(*candidate.spans, *missing))
        if read.better and not (read.clear and read.natural):
            better = replace(better, question=read.better)
        for group in (None, *sorted({span.group for span in candidate.spans})):
            if (known := self._kept.get(_entry(candidate, scene, group))) is not None:
                answer = read.full if missing else known.answer
                self._kept[_entry(better, scene, group)] = Reading(n=known.n, answer=answer)
        return better

    def nearest(self, candidate: Candidate) -> Nearest | None:
        """The question read with the passages that came nearest to it."""
        near = [f"{one.source}\n{one.text}" for one in candidate.trace.nearest] if candidate.trace else []
        prompt = load_draft_prompt("nearest", candidate.language)
        text = prompt.fill(question=fence(candidate.question, "question"), passages=fence_all(near, "passage"))
        found = self._ask([Call(text, schema=Nearest, purpose=PURPOSE, max_tokens=_REPLY)])[0] if near else None
        return found if isinstance(found, Nearest) else None

    def ahead(self, candidates: Sequence[Candidate], scene: Scene) -> None:
        """Read several candidates at once: with all their evidence, and those over two passages with each alone, in other calls."""
        groups = {c: sorted({s.group for s in c.spans}) if c.kind == "multi_hop" else [] for c in candidates if c.spans}
        rounds = [[_entry(c, scene, None) for c in groups]]
        for place in range(max(map(len, groups.values()), default=0)):
            rounds.append([_entry(c, scene, found[place]) for c, found in groups.items() if place < len(found)])
        self._read([batch for entries in rounds for batch in _batches(entries)])

    def _read(self, batches: Iterable[list[_Entry]]) -> None:
        new = [left for batch in batches if (left := [e for e in dict.fromkeys(batch) if e not in self._kept])]
        for batch, found in zip(new, self._ask([_call(batch) for batch in new]), strict=True):
            if isinstance(found, Readings):
                self._kept.update({batch[n - 1]: one for n, one in _numbered(found.readings, len(batch)).items()})

    def _ask(self, calls: Sequence[Call]) -> list[Any]:
        """What each call gave; nothing where it failed, or where no more is asked."""
        found: list[Any] = []
        for reply in self.client.complete_many(calls) if calls and self.at_work else [None] * len(calls):
            if isinstance(reply, ModelError):
                self.failed.append(str(reply))
                self.spent = self.spent or isinstance(reply, BudgetSpent)
            self.read += getattr(reply, "parsed", None) is not None
            found.append(getattr(reply, "parsed", None))
        return found


def _batches(entries: Sequence[_Entry]) -> Iterable[list[_Entry]]:
    """So many of one language together."""
    for _, same in groupby(sorted(entries, key=lambda e: e.language), key=lambda e: e.language):
        alike = list(same)
        yield from (alike[begin : begin + TOGETHER] for begin in range(0, len(alike), TOGETHER))


def _numbered(readings: Sequence[Reading], count: int) -> dict[int, Reading]:
    """Readings by their numbers where these are right, though some be missing, else as they come if none is; else none."""
    found = {one.n: one for one in readings}
    if len(found) == len(readings) and found.keys() <= set(range(1, count + 1)):
        return found
    return dict(enumerate(readings, 1)) if len(readings) == count else {}


def _page_of(candidate: Candidate, scene: Scene) -> tuple[int, str]:
    """What stands around the evidence of a draft that rests on one passage, and where it begins; nothing for any other."""
    if len({span.group for span in candidate.spans}) != 1:
        return 0, ""
    first, text = candidate.spans[0], scene.document(candidate.spans[0].document_id).text
    start, end = around(text, first.start, first.end, _PAGE[candidate.language])
    return start, text[start:end]


def _shown(span: Span, scene: Scene) -> str:
    """Evidence word for word, under its title and headings; a row of a table with the head of the table."""
    document, quote = scene.document(span.document_id), scene.quote(span)
    above = " > ".join(
        dict.fromkeys((document.title, *(h.label for h in document.headings if h.start <= span.start < h.end)))
    )
    return f"{above}\n{scene.premise(span) if '|' in quote else quote}"


def _entry(candidate: Candidate, scene: Scene, group: int | None) -> _Entry:
    texts = tuple(_shown(span, scene) for span in candidate.spans if group is None or span.group == group)
    return _Entry(candidate.question, texts, _page_of(candidate, scene)[1], candidate.language)


def _call(batch: Sequence[_Entry]) -> Call:
    prompt = load_draft_prompt("read", batch[0].language)
    text = prompt.fill(questions="\n\n".join(entry.shown(number) for number, entry in enumerate(batch, 1)))
    return Call(text, schema=Readings, purpose=PURPOSE, max_tokens=_REPLY * len(batch))
