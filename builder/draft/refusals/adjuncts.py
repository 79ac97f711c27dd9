"""What a statement leaves open: its reason, what becomes of those who break it, who sees to it, when or where it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from builder.draft.anaphora import points_back
from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.adjuncts import REASON as REASON_ZH
from builder.draft.chinese.adjuncts import open_parts_zh
from builder.draft.english.adjuncts import REASON as REASON_EN
from builder.draft.english.adjuncts import open_parts_en
from builder.draft.markup import plain, without_lead
from builder.draft.other_replies.premises import has_reason, why
from builder.draft.setting import Setting, before, situate
from core.text.sentences import split_sentences
from core.text.tokens import content_words

# Statements tried per document, and the fewest words that say which statement is meant.
_PER_DOCUMENT, _LEAST_WORDS = 16, 4
# Characters before and behind a statement that must not give the part either.
_NEIGHBOURS = 320


@dataclass(frozen=True)
class OpenPart:
    """A question for a part a statement lacks, with the words that would betray that a text gives it."""

    question: str
    trigger: str
    name: str
    score: float


def missing_adjuncts(setting: Setting, ranges: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    """Statements within these ranges asked for a part they lack; whether the base gives it elsewhere is checked afterwards."""
    if setting.language not in ("en", "zh"):
        return
    ask: Callable[[str], Iterator[tuple[str, str, str, float]]] = (
        open_parts_zh if setting.language == "zh" else open_parts_en
    )
    text, tried = setting.view.document.text, 0
    for block in setting.view.blocks:
        if block.kind not in ("paragraph", "list") or not any(a <= block.start < b for a, b in ranges):
            continue
        for sentence in split_sentences(text[block.start : block.end]):
            statement = without_lead(plain(sentence.text))
            words = tuple(dict.fromkeys(w for w in content_words(statement) if len(w) > 1))
            if len(words) < _LEAST_WORDS:
                continue
            start, end = block.start + sentence.start, block.start + sentence.end
            around = text[max(0, start - _NEIGHBOURS) : end + _NEIGHBOURS]
            made = [OpenPart(*part) for part in ask(statement)]
            tried += bool(made)
            if tried > _PER_DOCUMENT:
                return
            for part in made:
                if not re.search(part.trigger, around, re.IGNORECASE):
                    yield from _situated(setting, part, words, start, block.headings)


def missing_reasons(facts: Sequence[Candidate]) -> Iterator[Candidate]:
    """Values somebody set, asked why they are what they are; whether the base gives a reason is checked afterwards."""
    for fact in facts:
        statement = fact.claims[0].rstrip("。.; ；") if has_reason(fact) else ""
        told = tuple(dict.fromkeys(w for w in content_words(statement) if len(w) > 1))
        question = why(fact, statement) if len(told) >= _LEAST_WORDS else ""
        reason = REASON_ZH if fact.language == "zh" else REASON_EN
        if question and not re.search(reason, statement, re.IGNORECASE):
            yield Candidate(
                question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_attribute", language=fact.language,
                score=0.84, template=f"{fact.language}:adjunct:why", subject=fact.subject, topic=fact.topic, expected_reply="refuse",
                slots=Slots(attribute=(reason,), told=told),
                notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.spans[0].document_id}:{fact.spans[0].start}"),
            )  # fmt: skip


def _situated(
    setting: Setting, part: OpenPart, told: tuple[str, ...], start: int, headings: tuple[str, ...]
) -> Iterator[Candidate]:
    from builder.draft.candidates import Span

    question, factor, topic = situate(setting, part.question, headings)
    read = before(setting, Span(setting.view.document.id, start, start))
    if setting.language == "en" and points_back(question, f"{topic} {read}", topic):
        return
    yield Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_attribute",
        language="zh" if setting.language == "zh" else "en", score=round(part.score * factor, 4),
        template=f"{setting.language}:adjunct:{part.name}", subject=topic, topic=topic, expected_reply="refuse",
        slots=Slots(attribute=(part.trigger,), told=told),
        notes=(f"document:{setting.view.document.id}", f"fact:{setting.view.document.id}:{start}"),
    )  # fmt: skip
