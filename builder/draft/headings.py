"""English headings that ask, answered by the text under them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.blocks import Block, Outline
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.markup import is_clean, plain
from builder.draft.setting import Setting, length_factor, situate
from builder.draft.topic import clean_heading, is_generic, names_topic
from core.text.sentences import split_sentences

_TRUST, _TRUST_TALK = 0.8, 0.78
# What stands under such a heading sends the reader elsewhere or leads on.
_POINTS_ELSEWHERE = re.compile(r"(?:Feel free|Check out|Yes: |No: |Visit|Read|This page)\b|\W*$")
_SENDS = re.compile(r"\bsee\b|click here|for more|\bedit ?\d*:", re.IGNORECASE)
# "According to …, what is my role?": a heading within a talk with its reader.
_OWN, _TALK = re.compile(r"\b(?:I|my|me|we|our)\b"), 0.9
_SOLUTION = re.compile(r"(solutions?|answers?|fix|resolution)", re.IGNORECASE)
_OPENS_QUESTION = re.compile(
    r"(how|what|why|when|where|who|which|whose|can|could|may|must|should|do|does|did|is|are|was|will|would|has|have|am|if)\b",
    re.IGNORECASE,
)
# "Do you have an upcoming trip?" leads the reader on.
_ASKS_READER = re.compile(r"(?:(?:do|are|have|did|will|would) you|is your|has your)\b", re.IGNORECASE)


def from_headings(setting: Setting) -> Iterator[Candidate]:
    """A heading that is a question, answered by the prose under it or under its "Solution"."""
    view = setting.view
    for index, block in enumerate(view.blocks):
        heading = clean_heading(view.text(block.start, block.end).lstrip("# ")) if block.kind == "heading" else ""
        if not heading or not _asks(heading):
            continue
        body = section_body(view, index)
        if body is None:
            told = _solution(view, index)
            body = section_body(view, told) if told is not None else None
        if body is None or _POINTS_ELSEWHERE.match(body[2]):
            continue
        start, end, answer = body
        thing = re.match(r"What (?:is|are) (?:an? |the )?(.+)\?$", heading)
        if thing and not names_topic(answer.split(". ")[0], thing.group(1)):
            continue
        asked = re.sub(r"^How to ", "How do you ", heading)
        question, factor, topic = situate(
            setting, asked, block.headings, re.match(r"What (?:is|are) ", asked) is not None
        )
        factor *= _TALK if question != asked and _OWN.search(question) else 1.0
        trust = _TRUST_TALK if _OWN.search(asked) else _TRUST
        yield Candidate(
            question=question, answer=answer, claims=tuple(s.text for s in split_sentences(answer)),
            spans=(Span(view.document.id, start, end),), kind="factual",
            subkind="procedure" if asked.lower().startswith("how") else "faq", language="en",
            score=round(trust * factor * length_factor(answer), 4), template="en:heading-question", topic=topic,
            slots=Slots(entity=topic), tags=("from_heading",),
        )  # fmt: skip


def _asks(heading: str) -> bool:
    """Whether a heading is a question of its reader's; "Visit another building?" is none."""
    if not heading.endswith("?") or not 4 <= len(heading.split()) <= 22 or is_generic(heading):
        return False
    return _OPENS_QUESTION.match(heading) is not None and not _ASKS_READER.match(heading)


def _solution(view: Outline, index: int) -> int | None:
    """The heading "Solution" under a heading that asks, as articles of a help desk have it."""
    for number in range(index + 1, len(view.blocks)):
        block = view.blocks[number]
        if block.kind == "heading" and block.level <= view.blocks[index].level:
            return None
        if block.kind == "heading" and _SOLUTION.fullmatch(
            clean_heading(view.text(block.start, block.end).lstrip("# "))
        ):
            return number
    return None


def section_body(view: Outline, index: int) -> tuple[int, int, str] | None:
    """The paragraphs (or paragraph and list) right under a heading, when they are short and whole."""
    blocks: list[Block] = []
    for block in view.blocks[index + 1 :]:
        if block.kind == "heading":
            break
        blocks.append(block)
    # What stands before a block of code or a table is an answer of its own, when it is whole.
    shown = next((i for i, b in enumerate(blocks) if b.kind not in ("paragraph", "list")), len(blocks))
    blocks = blocks[:shown] if shown <= 3 else []
    if not blocks:
        return None
    start, end = blocks[0].start, blocks[-1].end
    parts: list[str] = []
    for block in blocks:
        if block.kind == "list":
            marks = [f"{n}." if i.ordered else "-" for n, i in enumerate(block.items, 1)]
            parts.extend(f"{m} {plain(view.text(i.start, i.end))}" for m, i in zip(marks, block.items, strict=True))
        else:
            parts.append(plain(view.text(block.start, block.end)))
    answer = "\n".join(parts)
    whole = 20 <= len(answer) <= 500 and is_clean(answer) and not answer.rstrip().endswith(":")
    return (start, end, answer) if whole and not _SENDS.search(answer) else None
