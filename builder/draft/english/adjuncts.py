"""English statements asked for the part they leave open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

# Words that give a reason or a purpose, or may do so.
REASON = (
    r"\b(because|since|so that|so as|in order|due to|owing|thanks to|reasons?|therefore|thus|hence|so\b|consequent\w*|results?|resulted|why|purposes?|"
    r"caus\w+|le(?:a|)ds?(?:ing)? to|for fear|otherwise|motiv\w+|aim\w*|inten\w+|in response|based on|in view of|given that|"
    r"as (?:it|they|he|she|the|this|these|there)|after|following|forced|persuad\w+|decid\w+|wish\w*|want\w*|in honou?r|hop\w+|fear\w*|"
    r"(?:, | )to (?:be|ensure|avoid|prevent|reduce|protect|help|make|keep|allow|comply|meet|give|provide|save|escape|gain|take|"
    r"improve|increase|support|become|create|show|get|promote|celebrate|raise|obtain|study|teach|work|marry|find)|for (?:its|their|his|her|the sake|safety|security|legal))\b"
)
CONSEQUENCE = (
    r"\bif\b[^.]*\bnot\b|otherwise|\belse\b|penalt|block|laps|\bfine[sd]?\b|charged|reject|refus|\blost\b|expire|clos(?:ed|es)|delet|consequence|disciplin|escalat|"
    r"remind|without|unless|\blate\b|fail|miss|overdue|withdr[ae]w|not (?:paid|refunded|accepted|approved|possible)|cannot|stop"
)
YEAR = r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)|century|January|February|March|April|May \d|June|July|August|September|October|November|December"
PLACE = r"\b(?:in|at|near|from|to|of) (?:the )?[A-Z]"
_AGENT = r"\bby (?!\d)|found|invent|design|creat|writ|wrot|built|direct"
# Acts of somebody in particular, whom the text may leave out.
_ACTS = frozenset(
    "found establish create build construct design write develop invent discover produce propose compose edit appoint paint translate kill "
    "arrest murder assassinate defeat commission buy acquire nominate rename restore excavate demolish record".split()
)
# Events that took place somewhere, sometime.
_EVENTS = frozenset(
    "bear die marry found establish build sign graduate launch publish discover invent arrest kill elect appoint film bury destroy abolish adopt".split()
)
_LIMIT = re.compile(r"\b(?:within|at least|no later than|at the latest|(?:days?|weeks?|months?) before)\b")
# Of a number or a bound people ask why it is so.
_BOUND = re.compile(
    r"\b(?:within|at least|at most|up to|no (?:later|more|less|longer) than|only|\d+(?!\.\d)|two|three|four|five|six|seven|eight|nine|ten)\b"
)
# What a reader is told to look at needs no reason.
_POINTS = frozenset("be have refer see contact visit review ask call email read find consult check".split())
_EVERY = ("every", "each", "no")
_MOST_WORDS = 30
# Words the verb and what follows it must hold, for a question to say which event is meant.
_LEAST_BEHIND = 4
Part = tuple[str, str, str, float]


def open_parts_en(statement: str) -> Iterator[Part]:
    """Questions (with trigger, name and trust) for what a plain English sentence leaves open."""
    from builder.draft.english.base import is_dangling, usable
    from builder.draft.english.grammar import main_clause, parsed

    if not usable(statement) or len(statement.split()) > _MOST_WORDS or re.search(r"[;:(“”\"]", statement):
        return
    doc = parsed(statement)
    sentences = list(doc.sents)
    clause = main_clause(sentences[0]) if len(sentences) == 1 else None
    if (
        clause is None
        or clause.subject.pos_ == "PRON"
        and clause.subject.lower_ != "you"
        or is_dangling(clause.subject_text)
        or is_dangling(statement)
    ):
        return
    commas = [t.i for t in doc[clause.subject.left_edge.i : clause.end] if t.text == ","]
    if any(i < clause.root.i for i in commas) or len(clause.lead.split()) > 6:
        return
    # What follows a comma is an afterthought a question can do without.
    clause = replace(clause, end=min([clause.end, *commas]))
    if clause.end - clause.root.i < _LEAST_BEHIND:
        return
    yield from _rules(clause)
    yield from _events(clause, doc)


def _rules(clause: Any) -> Iterator[Part]:
    from builder.draft.english.base import PERSON_NOUN
    from builder.draft.english.grammar import ask, inverted, rest_of

    root, first = clause.root, clause.auxiliaries[0].lower_ if clause.auxiliaries else ""
    # What a machine can do has no reason a handbook would give.
    allowed = first in ("may", "must") or first == "can" and PERSON_NOUN.search(clause.subject_text)
    rest = rest_of(clause, None)
    if clause.negation is None and allowed and root.lemma_ not in _POINTS and _BOUND.search(rest):
        yield inverted(clause, None, "Why"), REASON, "why", 0.8
    passive = any(a.dep_ == "auxpass" for a in clause.auxiliaries)
    # Only of a deadline or a least amount do people ask what becomes of those who miss it.
    if not passive or clause.negation is not None or first not in ("must", "is", "are") or not _LIMIT.search(rest):
        return
    if (
        root.lemma_ in ("find", "take", "pay", "call", "base", "use", "accept", "allow", "permit")
        or clause.subject.left_edge.lower_ in _EVERY
    ):
        return
    be = "are" if first == "are" or first == "must" and clause.subject.tag_ in ("NNS", "NNPS") else "is"
    asked = f"What happens if {clause.subject_text} {be} not {root.text} {rest}"
    yield ask(clause.lead, asked), CONSEQUENCE, "if-not", 0.84


def _events(clause: Any, doc: Any) -> Iterator[Part]:
    from builder.draft.english.grammar import inverted

    root = clause.root
    past = root.tag_ == "VBD" or any(a.tag_ == "VBD" for a in clause.auxiliaries)
    if not past or clause.negation is not None or root.lemma_ in ("be", "have", "become", "do", "say", "mean"):
        return
    passive = any(a.dep_ == "auxpass" for a in clause.auxiliaries)
    if clause.lead:
        return
    if passive and root.lemma_ in _ACTS:
        yield inverted(clause, None, "By whom"), _AGENT, "who", 0.82
    if root.lemma_ in _EVENTS:
        yield inverted(clause, None, "In which year"), YEAR, "year", 0.82
        if not any(e.label_ in ("GPE", "LOC", "FAC") for e in doc.ents):
            yield inverted(clause, None, "Where"), PLACE, "where", 0.8
