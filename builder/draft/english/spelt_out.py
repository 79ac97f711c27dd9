"""English bridges over an acronym: one passage spells it out, another tells a fact with the letters alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.setting import Setting
from builder.draft.topic import with_article

_ACRONYM = "en:acronym"
# A passage that spells the letters out itself needs no second one; a passage reaches this far, in characters.
_PASSAGE, _PER_NAME = 600, 4
_UNFIT = ("faq", "table_cell", "yes_no")
_DETERMINED = re.compile(r"\b(?:the|an?|your|their|any|each|every|this|no|(?<=\s)[A-Z][\w’'-]+|\w+['’]s) $")


def spelt_out(facts: Sequence[Candidate], settings: Sequence[Setting]) -> Iterator[Candidate]:
    """ "Who approves a PIA?" as "Who approves a Privacy Impact Assessment?", where only another passage says what PIA is."""
    views = {s.view.document.id: s.view.document.text for s in settings}
    known: dict[str, Candidate] = {}
    for fact in facts:
        if fact.template == _ACRONYM and re.match(r"[A-Z][a-z]", fact.value):
            known.setdefault(fact.subject, fact)
    made: dict[str, int] = {}
    for fact in facts:
        if fact.language != "en" or fact.template == _ACRONYM or fact.subkind in _UNFIT:
            continue
        for letters in re.findall(r"(?<![\w-])[A-Z][A-Z0-9]+(?![\w-])", fact.question):
            name = known.get(letters)
            if name is None or made.get(letters, 0) >= _PER_NAME or not _apart(name, fact, views):
                continue
            question = _spoken(fact.question, letters, name.value)
            if question:
                made[letters] = made.get(letters, 0) + 1
                yield _joined(name, fact, question)
                break


def _apart(name: Candidate, fact: Candidate, views: dict[str, str]) -> bool:
    """Whether the passage of the fact nowhere says what the letters stand for."""
    span = fact.spans[0]
    text = views.get(span.document_id, "")
    passage = re.sub(r"\s+", " ", text[max(0, span.start - _PASSAGE) : span.end + _PASSAGE])
    return bool(text) and name.value.casefold() not in passage.casefold()


def _spoken(question: str, letters: str, full: str) -> str:
    """The question with the full name for the letters; empty where both stand in it, or its topic would say it twice."""
    if question.count(letters) != 1 or full.casefold() in question.casefold() or "“" in question:
        return ""
    start = question.index(letters)
    said = full if _DETERMINED.search(question[:start]) else with_article(full)
    return f"{question[:start]}{said}{question[start + len(letters) :]}"


def _joined(name: Candidate, fact: Candidate, question: str) -> Candidate:
    spans = tuple(replace(s, group=0) for s in name.spans) + tuple(replace(s, group=1) for s in fact.spans)
    join = "\n" if "\n" in fact.answer else " "
    return replace(
        fact, question=question, answer=f"{fact.answer}{join}{name.answer}", claims=fact.claims + name.claims, spans=spans,
        kind="multi_hop", subkind="bridge", score=round(min(fact.score, name.score + 0.05), 4), template="en:spelt-out",
        chunk_ids=fact.chunk_ids + name.chunk_ids, subject=f"{name.subject}|{fact.question}", value=fact.value,
    )  # fmt: skip
