"""What a check is, and what it may look at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from builder.draft.candidates import Candidate, Span
from builder.draft.markup import plain
from core.judges.base import JudgeLike
from core.records import Document


@dataclass(frozen=True)
class Outcome:
    """What a check says of a draft. `repaired` is a better version; `flag` keeps the draft but tells the reviewer.

    `doubt` is how unsure the judge was, from 0 to 1; None where none was asked.
    """

    passed: bool
    reason: str = ""
    doubt: float | None = None
    repaired: Candidate | None = None
    flag: bool = False


PASSED = Outcome(True)


@dataclass
class Scene:
    """Everything checks may look at: documents, the search over the whole base, the judge, what is kept already, and the model that reads."""

    document: Callable[[str], Document]
    search: Callable[[str, int], list[Any]] | None = None
    encoder: Any = None
    judge: JudgeLike | None = None
    reader: Any = None
    kept: list[Candidate] = field(default_factory=list)
    older_questions: list[str] = field(default_factory=list)
    vectors: dict[str, Any] = field(default_factory=dict)

    @property
    def reads(self) -> bool:
        """Whether a model will read what is kept again."""
        return self.reader is not None and bool(self.reader.at_work)

    def is_read(self, candidate: Candidate) -> bool:
        """Whether a model, which words freely, wrote this draft and will read it again."""
        return self.reads and candidate.by_model

    def quote(self, span: Span) -> str:
        """The verbatim text of a span."""
        return self.document(span.document_id).text[span.start : span.end]

    def premise(self, span: Span) -> str:
        """A span as a reader sees it: with its document's title, and the header row where it is a row of a table."""
        document = self.document(span.document_id)
        quote = document.text[span.start : span.end]
        if "|" in quote:
            # The bars stay: what one cell denies says nothing of the next.
            return f"{plain(_table_header(document.text, span.start))}\n{plain(quote)}"
        return plain(quote)

    def context(self, span: Span) -> str:
        """The premise with the document's title and the headings above it."""
        document = self.document(span.document_id)
        heading = " ".join(h.label for h in document.headings if h.start <= span.start < h.end)
        lines = [
            line.strip("#* ")
            for line in document.text[: span.start].splitlines()
            if re.match(r"#|\*\*[^*]+\*\*[:：]?$", line)
        ][-4:]
        return f"{document.title} {heading} {' '.join(lines)}\n{self.premise(span)}"

    def vector(self, text: str) -> Any:
        """The text's embedding, kept for the next question."""
        if text not in self.vectors:
            self.vectors[text] = self.encoder.encode([text])[0]
        return self.vectors[text]


@dataclass(frozen=True)
class Check:
    """A named test of a draft. `why_*` is what a person reads in the funnel."""

    id: str
    name_en: str
    name_zh: str
    why_en: str
    why_zh: str
    run: Callable[[Candidate, Scene], Outcome]


def _table_header(text: str, start: int) -> str:
    """The first row of the table a row belongs to."""
    lines: list[str] = []
    for line in reversed(text[:start].splitlines()):
        if not line.strip().startswith("|"):
            break
        lines.append(line)
    # The cells before `start` on the same line come first in the reversed text.
    rows = [line for line in lines if line.strip().count("|") >= 2]
    return rows[-1] if rows else ""
