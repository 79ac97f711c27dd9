"""A second, short call reads what is to be kept: a question with its evidence alone, or with the nearest passages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, field_validator

from builder.draft.candidates import Candidate
from builder.draft.checks.base import Scene
from builder.draft.model.writer import load_draft_prompt
from core.errors import ModelError
from core.model.call import BudgetSpent, Call
from core.model.prompts import fence, fence_all

# What these calls are kept under, and tokens their replies may take.
PURPOSE = "read draft"
_REPLY = 400
# After so many failures without one reply, nothing more is read.
_GIVE_UP = 3
_NO = ("no", "false", "0", "否", "不", "不清楚", "没有")


class _Asked(BaseModel):
    """Whether the question stands alone, and whether people ask so."""

    clear: bool = True
    natural: bool = True

    @field_validator("clear", "natural", mode="before")
    @classmethod
    def _flag(cls, value: object) -> bool:
        return str(value).strip().casefold() not in _NO


class Reading(_Asked):
    """The answer the model finds in the evidence alone; empty where there is none."""

    answer: str

    @field_validator("answer", mode="before")
    @classmethod
    def _said(cls, value: object) -> str:
        return "" if value is None else "\n".join(map(str, value)) if isinstance(value, list) else str(value)


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
        return str(value or "")


@dataclass
class Reader:
    """Reads drafts with a model; None where it gave nothing. Readings made ahead, several at once, are kept."""

    client: Any
    read: int = 0
    failed: list[str] = field(default_factory=list)
    spent: bool = False
    _kept: dict[str, Any] = field(default_factory=dict)

    @property
    def at_work(self) -> bool:
        """Whether calls are left, and the model has not failed again and again from the start."""
        return not self.spent and (bool(self.read) or len(self.failed) < _GIVE_UP)

    def reading(self, candidate: Candidate, scene: Scene, group: int | None = None) -> Reading | None:
        """The question read with its evidence, or with that of one group alone."""
        found = self._ask([_evidence_call(candidate, scene, group)])[0]
        return found if isinstance(found, Reading) else None

    def nearest(self, candidate: Candidate) -> Nearest | None:
        """The question read with the passages that came nearest to it."""
        passages = [near.text for near in candidate.trace.nearest] if candidate.trace else []
        prompt = load_draft_prompt("nearest", candidate.language)
        text = prompt.fill(question=fence(candidate.question, "question"), passages=fence_all(passages, "passage"))
        found = self._ask([Call(text, schema=Nearest, purpose=PURPOSE, max_tokens=_REPLY)])[0] if passages else None
        return found if isinstance(found, Nearest) else None

    def ahead(self, candidates: Iterable[Candidate], scene: Scene) -> None:
        """Read several candidates with their evidence at once."""
        self._ask([_evidence_call(c, scene, None) for c in candidates if c.spans])

    def _ask(self, calls: Sequence[Call]) -> list[Any]:
        new = [call for call in dict.fromkeys(calls) if call.prompt not in self._kept]
        if new and self.at_work:
            for call, reply in zip(new, self.client.complete_many(new), strict=True):
                if isinstance(reply, ModelError):
                    self.failed.append(str(reply))
                    self.spent = self.spent or isinstance(reply, BudgetSpent)
                else:
                    self._kept[call.prompt] = reply.parsed
                    self.read += 1
        return [self._kept.get(call.prompt) for call in calls]


def _evidence_call(candidate: Candidate, scene: Scene, group: int | None) -> Call:
    spans = [span for span in candidate.spans if group is None or span.group == group]
    prompt = load_draft_prompt("read", candidate.language)
    text = prompt.fill(
        question=fence(candidate.question, "question"),
        evidence=fence_all([scene.context(span) for span in spans], "text"),
    )
    return Call(text, schema=Reading, purpose=PURPOSE, max_tokens=_REPLY)
