"""English questions for how often and after how long something happens, and what holds by default."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.draft.chinese.base import Asked
from builder.draft.english.base import VAGUE, is_dangling, statement_of
from builder.draft.english.grammar import Clause, inner_case, inverted, said

_UNIT = r"(?:seconds?|minutes?|hours?|(?:business |working |calendar )?days?|weeks?|months?|years?)"
_NUMBER = r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)"
_OFTEN = re.compile(rf"\b(?:at least )?(?:every (?:{_NUMBER} )?{_UNIT}|(?:once|twice|{_NUMBER} times) (?:a|an|per|every) {_UNIT}|daily|weekly|monthly|quarterly|annually)(?=[.,]|$)")  # fmt: skip
_AFTER = re.compile(rf"\bafter (?:about |around |at least )?{_NUMBER} {_UNIT}(?: of \w+)?(?=[.,]|$)")
_DEFAULT = re.compile(r"(?:,? by default\b,?|^By default, )")
_EXTENT = re.compile(
    rf"(?P<subject>[^,;:()]{{3,60}}?) (?P<modal>must|should|can|may) be (?P<size>(?:at least |at most |up to |no (?:more|less|longer|older|shorter) than |a (?:minimum|maximum) of )?{_NUMBER} [a-z]+) (?P<how>long|old|tall|wide|high|deep)(?P<rest> [^,;:]+)?\.$"
)
# What holds by default is asked of a thing by name or with its owner, not of "the option".
_HELD = re.compile(r"\b(?:enabled|disabled|allowed|on|off|active|activated|hidden|shown|displayed|visible|included|saved|stored|kept|retained|encrypted|installed|used|sent|deleted|created|set up|turned o(?:n|ff)|switched o(?:n|ff)|public|private|accessible|available|required|logged|exposed)\b")  # fmt: skip


def times(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "Backups run every 24 hours": how often? "Tokens expire after 30 days": after how long?"""
    for pattern, wh in ((_OFTEN, "How often"), (_AFTER, "After how long")):
        match = pattern.search(sentence)
        whole = clause.end + 2 >= len(clause.root.doc)
        # "at the end of every month": the time is part of another.
        if match is not None and re.search(r"\b(?:of|at|for|by|until|in|on)\s*$", sentence[: match.start()]):
            continue
        if match is None or clause.negation is not None or clause.lead or not whole or _leans(clause):
            continue
        span = clause.root.doc.char_span(match.start(), match.end(), alignment_mode="expand")
        if span is None or not clause.root.i < span.start < span.end <= clause.end:
            continue
        question = inverted(clause, (span.start, span.end), wh)
        if (
            len(question.split()) >= 5
            and not is_dangling(question[len(wh) :].strip())
            and not re.search(r"\d", question)
        ):
            yield Asked(question, said(clause, sentence), match.group(), "number", "en:time", 0.84)


def extents(sentence: str) -> Iterator[Asked]:
    """ "Passwords must be at least 12 characters long": how long must passwords be?"""
    match = _EXTENT.match(sentence)
    if match is None:
        return
    subject, modal, how, rest = match.group("subject", "modal", "how", "rest")
    question = f"How {how} {modal} {inner_case(subject)} be{rest or ''}?"
    leans = VAGUE.match(inner_case(subject)) or is_dangling(subject) or is_dangling(rest or "x") or re.match(r"(?:it|we|I)\b", subject, re.I)  # fmt: skip
    if not leans and len(question.split()) >= 5:
        yield Asked(question, statement_of(sentence), match.group("size"), "number", "en:time", 0.84)


def defaults(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "DNS forwarding is enabled by default": is DNS forwarding enabled by default?"""
    whole = clause.end + 2 >= len(clause.root.doc)
    if len(_DEFAULT.findall(sentence)) != 1 or not whole or clause.root.tag_ not in ("VBN", "VBZ", "VBP"):
        return
    clause = replace(clause, lead="") if clause.lead.lower() == "by default" else clause
    told = sentence[clause.root.idx :]
    if (
        clause.lead
        or _leans(clause)
        or not _HELD.search(told)
        or "," in told
        or re.search(r"\b(?:set to|but|to)\b|\d", told)
    ):
        return
    denied = clause.negation is not None
    question = inverted(clause, None, "").replace(" not ", " ", 1 if denied else 0)
    question = re.sub(r",? by default\b", "", question).rstrip("?") + " by default?"
    if not is_dangling(question) and len(question.split()) >= 6:
        value = "no" if denied else "yes"
        yield Asked(question[0].upper() + question[1:], said(clause, sentence), value, "yes_no", "en:default", 0.83)


def _leans(clause: Clause) -> bool:
    """Whether only the text before says what the sentence is about."""
    subject = clause.subject_text
    return VAGUE.match(subject) is not None or is_dangling(subject) or clause.subject.lower_ in ("you", "we", "i", "it", "this")  # fmt: skip
