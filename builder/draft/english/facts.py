"""English questions about dates, people and places, found by pattern in a parsed sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder.draft.chinese.base import Asked
from builder.draft.english import named as named_en
from builder.draft.english import relations as relations_en
from builder.draft.english import rules as rules_en
from builder.draft.english.base import PERSON_NOUN, VAGUE, is_dangling, statement_of, usable
from builder.draft.english.duties import duties
from builder.draft.english.grammar import (
    Clause,
    ask,
    inverted,
    main_clause,
    parse_ahead,
    parsed,
    past_tense,
    said,
    span_text,
    third_person,
)
from builder.draft.english.purposes import purposes
from builder.draft.english.quantities import attached, quantities
from builder.draft.english.times import defaults, extents, times
from builder.draft.english.values import values, versions
from builder.draft.english.verbs import VERBS
from builder.draft.english.who_where import only, recipients, sites
from builder.draft.markup import balanced


def read_ahead(sentences: Iterable[str]) -> None:
    """Parse together what `questions_of` will parse of the plain sentences of a document."""
    told = [s for s in map(_in_words, sentences) if usable(s)]
    parse_ahead([*told, *(_as_order(s) for s in told if s.split()[0].lower() in VERBS)])


def questions_of(sentence: str) -> Iterator[Asked]:
    """All questions a plain English sentence allows, without topic."""
    whole, sentence = sentence, _in_words(sentence)
    if not usable(sentence):
        return
    doc = parsed(sentence)
    if len(list(doc.sents)) != 1:
        return
    yield from purposes(sentence)
    yield from only(sentence)
    yield from extents(sentence)
    yield from relations_en.acronyms(whole)
    born = list(relations_en.births(whole))
    yield from born
    clause = main_clause(next(iter(doc.sents)))
    if clause is None and sentence.split()[0].lower() in VERBS:
        yield from _orders(sentence)
    if clause is None or _pronoun_subject(clause) or _RELATIVE_TIME.search(clause.lead):
        return
    # "You cannot (at least until you add a key)": what stands in brackets is no aside.
    limited = re.search(r"\([^)]*\b(?:until|unless|except|only|if|when|at least)\b", whole) is not None
    for make in (
        relations_en.relations,
        relations_en.superlatives,
        relations_en.measures,
        relations_en.uses,
        quantities,
        values,
        versions,
        times,
        defaults,
        recipients,
        sites,
        _deadlines,
        _agents,
        duties,
        rules_en.definitions,
        rules_en.enabling,
        rules_en.prohibitions,
        rules_en.requirements,
        rules_en.reasons,
        named_en.years,
        named_en.makers,
        named_en.places,
    ):
        if limited and make in (rules_en.prohibitions, rules_en.requirements):
            continue
        for asked in make(clause, sentence):
            if born and asked.subject == born[0].subject and asked.question.startswith("What "):
                continue
            least = 3 if asked.template in ("en:who-by", "en:definition") else 4
            if asked.question and _reads_well(asked.question) and least <= len(asked.question.split()) <= 34:
                yield asked


def _in_words(sentence: str) -> str:
    """The sentence without asides, its duties in small letters: "SHALL NOT", as RFC 2119 has them."""
    return _DUTIES.sub(lambda m: m.group().lower(), relations_en.without_asides(sentence))


def _orders(sentence: str) -> Iterator[Asked]:
    """The bounds of an order, asked of who is told: "Fill out the form at least 72 hours before"."""
    clause = main_clause(next(iter(parsed(_as_order(sentence)).sents)))
    if clause is None:
        return
    for asked in recipients(clause, sentence):
        yield replace(asked, question=asked.question.replace(" must ", " should ", 1), statement=statement_of(sentence))
    for make in (quantities, _deadlines):
        for asked in make(clause, sentence):
            if _reads_well(asked.question) and re.match(r"(?:At least|Up to|Within|By when|Before) ", asked.question):
                yield replace(asked, statement=statement_of(sentence))


def _as_order(sentence: str) -> str:
    return f"You must {sentence[0].lower()}{sentence[1:]}"


def _reads_well(question: str) -> bool:
    if _BAD_END.search(question) or re.search(r"\b(him|himself|herself|itself|themselves|etc)\b", question):
        return False
    # "on Sunday": the day of a report.
    if re.search(
        r"\bon (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:yesterday|today|tomorrow|tonight)\b", question
    ):
        return False
    if not balanced(question):
        return False
    return question.startswith("What") or re.search(r" (would|could|might) .*\?$", question.split(",")[-1]) is None


_DUTIES = re.compile(
    r"(?<=\w )(?:MUST|SHALL|SHOULD|MAY|CAN|CANNOT|REQUIRED|RECOMMENDED|OPTIONAL)(?: NOT)?\b(?! [A-Z]{2})"
)

# What a gap in the wrong place leaves at the end of a question.
_BAD_END = re.compile(
    r"[\s,](entirely|completely|primarily|originally|initially|eventually|mostly|chiefly|that|but|rather|mainly|partly|largely|which|who|and|or|as|than|because|the|an?|some|nearly|almost|over|about|around|only|"
    r"also|including|such|more|less|either|both|six|seven|eight|one|two|three|four|five|nine|ten|not|simply|usually)\?$",
    re.IGNORECASE,
)


# A time told by what was told before.
_RELATIVE_TIME = re.compile(
    r"\b(later|earlier|afterwards?|next|previous\w*|recently|same|that (?:year|month|day|time)|now|so far|to date|at the time|by then|"
    r"already|last (?:year|month|week|night|season)|this (?:year|month|week))\b",
    re.IGNORECASE,
)


def _pronoun_subject(clause: Clause) -> bool:
    subject = clause.subject
    if re.match(r"(other|another|fellow|one of|such|our|my|its|their|his|her|additional|further|similar|both|the (same|latter|former|other))\b|\w+ (additional|other|more|further)\b", clause.subject_text, re.IGNORECASE):  # fmt: skip
        return True
    if relations_en.GENERIC_NAME.match(clause.subject_text):
        return True
    return subject.pos_ == "PRON" and subject.lower_ not in ("you", "anyone", "everyone", "nobody", "somebody")


def _is_past(clause: Clause) -> bool:
    first = clause.auxiliaries[0] if clause.auxiliaries else clause.root
    return first.tag_ == "VBD" or first.lower_ in ("has", "have", "had", "could", "would")


def _deadlines(clause: Clause, sentence: str) -> Iterator[Asked]:
    doc = clause.root.doc
    for entity in doc.ents:
        if entity.label_ != "DATE" or not re.search(
            r"\d|day|Monday|January|February|March|April|May|June|July|August|September|October|November|December",
            entity.text,
        ):
            continue
        prep = entity.root.head
        if clause.root.lemma_ == "be" and not clause.auxiliaries:
            continue
        if (
            doc[min(entity.end, len(doc) - 1)].lower_ in ("or", "and")
            or prep.lower_ == "from"
            and re.fullmatch(r"[\d.,]+( to [\d.,]+)?", entity.text)
        ):
            continue
        if entity.label_ == "DATE" and re.search(r"\bof\b|\bthrough\b|week|first day", entity.text):
            continue
        if (
            prep.dep_ != "prep"
            or prep.lower_ not in ("by", "on", "before", "until", "from", "since")
            or not attached(prep.head, clause.root)
            or prep.i < clause.root.i
            or entity.end > clause.end
        ):
            continue
        if not re.search(r"\d|Monday|Tuesday|Wednesday|Thursday|Friday|first|last", entity.text):
            continue
        # What happened once needs its year: "on Friday" and "on 24 November" are out of date tomorrow.
        if _is_past(clause) and not re.search(r"\b[12]\d{3}\b", entity.text):
            continue
        wh = {
            "by": "By when",
            "until": "Until when",
            "from": "From when",
            "since": "Since when",
            "before": "Before what date",
        }.get(prep.lower_, "When")
        question = inverted(clause, (prep.i, entity.end), wh)
        # A second date left behind means that only one half of "1 January or 1 July" was taken.
        if re.search(r"\b\d{1,2} [A-Z]|[A-Z][a-z]+ \d{1,2}\b", question[len(wh) :]):
            continue
        # "You will only have 8 weeks until March": an example's figures.
        if re.search(r"\bonly\b", question):
            continue
        # "When is the card returned?": which, the page shows.
        if VAGUE.match(clause.subject_text) and len(question.split()) < 8:
            continue
        yield Asked(question, said(clause, sentence), entity.text, "date", "en:date", 0.8)


# What people and bodies do, and parts of programs do not.
_DONE_BY_PEOPLE = frozenset(
    "approve authorize authorise sign review decide appoint hire pay reimburse grant deny reject assess audit certify elect nominate develop maintain "
    "found write publish own fund organize organise lead chair run oversee supervise issue confirm verify assign coordinate teach train interview "
    "evaluate advise invite negotiate report submit request make conduct handle manage".split()
)


def _agents(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is approved by the Y team": who approves X?"""
    doc, root = clause.root.doc, clause.root
    agent = next((t for t in root.children if t.dep_ == "agent"), None)
    if agent is not None and agent.i < clause.end:
        person = next((t for t in agent.children if t.dep_ == "pobj"), None)
        if person is not None and root.lemma_ in _DONE_BY_PEOPLE and PERSON_NOUN.search(person.text) and not is_dangling(clause.subject_text):  # fmt: skip
            value = span_text(doc, person.left_edge.i, person.right_edge.i + 1)
            modal = next((t.lower_ for t in clause.auxiliaries if t.tag_ == "MD"), "")
            verb = f"{modal} {root.lemma_}".strip() if modal else third_person(root.lemma_) if doc[agent.i].tag_ else ""
            if any(t.lower_ in ("was", "were", "been") for t in clause.auxiliaries) and not modal:
                verb = past_tense(root)
            rest = span_text(doc, agent.right_edge.i + 1, clause.end)
            middle = span_text(doc, root.i + 1, agent.i)
            # What hangs on behind the maker of a thing with a name is no part of the question.
            rest = "" if clause.subject.pos_ == "PROPN" and re.match(r"(?:with|for|as) ", rest) else rest
            if re.search(r", (but|and|which)\b|^ ?(but|which)\b", rest) or re.search(
                r"\b(at|on) (team|day|time)\b", value
            ):
                return
            yield Asked(
                ask(clause.lead, f"Who {verb} {clause.subject_text} {middle} {rest}"),
                said(clause, sentence),
                value,
                "person",
                "en:who-by",
                0.86,
            )
