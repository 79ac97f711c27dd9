"""Does another document give another answer?"""

from __future__ import annotations

import re
from dataclasses import replace

from builder.draft.candidates import Candidate, Span
from builder.draft.checks.base import PASSED, Check, Outcome, Scene
from builder.draft.checks.form import with_topic
from builder.draft.markup import plain
from core.text.sentences import split_sentences
from core.text.tokens import content_words

_DEPTH = 8
_SAME_FACT = 0.8
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def _not_ambiguous(candidate: Candidate, scene: Scene) -> Outcome:
    if (
        scene.search is None
        or candidate.kind != "factual"
        or candidate.subkind not in ("number", "date", "table_cell", "person", "attribute")
    ):
        return PASSED
    span = candidate.spans[0]
    quote = plain(scene.quote(span).replace("|", " "))
    rival, twins = _others(candidate, scene, quote)
    if rival is None:
        return (
            PASSED
            if not twins
            else Outcome(
                True, "The same fact stands elsewhere too; both places count.", repaired=_with_twins(candidate, twins)
            )
        )
    document = scene.document(rival.document_id)
    other = plain(document.text[rival.start : rival.end].replace("|", " "))[:160]
    title = scene.document(span.document_id).title
    if _names_document(candidate.question, title, document.title):
        return PASSED
    mended = with_topic(candidate, candidate.topic or title)
    reason = f"“{document.title}” gives another answer: {other}"
    if mended is not None and title != document.title:
        return Outcome(False, reason, repaired=mended)
    return Outcome(False, reason, flag=True)


def _names_document(question: str, mine: str, other: str) -> bool:
    """Whether the question holds a word of its own title that the other's lacks."""
    own = set(content_words(mine)) - set(content_words(other))
    return bool(own & set(content_words(question)))


def _others(candidate: Candidate, scene: Scene, quote: str) -> tuple[Span | None, list[Span]]:
    """A place that states the same with another value, and places that state just the same."""
    assert scene.search is not None
    mine = {w for w in content_words(quote) if not _NUMBER.fullmatch(w)}
    numbers = set(_NUMBER.findall(quote))
    if len(mine) < 4:
        return None, []
    twins: list[Span] = []
    for hit in scene.search(candidate.question, _DEPTH):
        chunk = hit.chunk
        for sentence in split_sentences(chunk.text):
            start, end = chunk.start + sentence.start, chunk.start + sentence.end
            if (
                chunk.document_id == candidate.spans[0].document_id
                and start < candidate.spans[0].end
                and end > candidate.spans[0].start
            ):
                continue
            text = plain(sentence.text.replace("|", " "))
            theirs = {w for w in content_words(text) if not _NUMBER.fullmatch(w)}
            if len(mine & theirs) < _SAME_FACT * len(mine | theirs):
                continue
            if set(_NUMBER.findall(text)) == numbers:
                twins.append(Span(chunk.document_id, start, end, candidate.spans[0].group))
            elif chunk.document_id != candidate.spans[0].document_id and numbers:
                return Span(chunk.document_id, start, end), twins
    return None, twins


def _with_twins(candidate: Candidate, twins: list[Span]) -> Candidate:
    spans = candidate.spans + tuple(t for t in dict.fromkeys(twins) if t not in candidate.spans)
    return replace(candidate, spans=spans[:4])


NOT_AMBIGUOUS = Check(
    "not_ambiguous", "Not ambiguous", "无歧义",
    "No other document gives another answer to the same question; if one does, the reviewer sees both.",
    "没有另一份文档对同一问题给出不同答案；如果有，两处都给审核人看。", _not_ambiguous,
)  # fmt: skip
