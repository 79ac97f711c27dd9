"""English questions about years, makers and places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from builder.draft.chinese.base import Asked
from builder.draft.english.base import VAGUE, is_dangling
from builder.draft.english.grammar import Clause, inverted, past_tense, said, span_text

_YEAR = re.compile(r"(1\d{3}|20\d\d)")
_DATE = re.compile(
    r"(?:(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (?:\d{1,2}, )?)?(?:1\d{3}|20\d\d)"
)
_MAKERS = frozenset(
    "found establish create build construct design write develop publish invent discover direct produce lead propose own operate "
    "introduce compose edit launch name appoint elect sign fund sponsor manufacture acquire run host paint illustrate translate".split()
)
_STAY = frozenset(
    "locate situate base hold bear headquarter house find live sit bury raise serve reside bring release".split()
)
# What is put somewhere, whatever the place is.
_KEPT = frozenset("store save keep install".split())
_SOME_FILE = re.compile(r"the (?:\S+ )?(?:files?|folders?|documents?|images?|pictures?)$")
_CHOSEN = re.compile(
    r"\b(?:you (?:chose|choose|select(?:ed)?|specif(?:y|ied))|same|current|selected|chosen|specified|given)\b|^(?:an? |the )?(?:files?|folders?|documents?)$"
)
# A path, a name, or something that holds things; "at intervals" is no place.
_HOLDS = re.compile(r"[A-Z/~_]|\b(?:folder|director(?:y|ies)|files?|databases?|drives?|disks?|servers?|cache|repositor(?:y|ies)|clipboard|cloud|tables?|variables?|memory|computer|device|machine|partition|office|cabinet|vault|key ?ring)s?\b")  # fmt: skip


def years(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "… in 1998", "On 28 May 2012, …": in what year, or when, …?"""
    doc, root = clause.root.doc, clause.root
    found = [e for e in doc.ents if e.label_ == "DATE" and _DATE.fullmatch(e.text)]
    if len(found) != 1 or len(re.findall(r"\b1\d{3}\b|\b20\d\d\b", sentence)) != 1 or re.search(r"\b(BC|AD|century|between|since|until|would)\b", sentence):  # fmt: skip
        return
    date = found[0]
    prep, bare = doc[date.start - 1] if date.start else doc[0], _YEAR.fullmatch(date.text) is not None
    if (
        prep.lower_ not in ("in", "on")
        or prep.dep_ != "prep"
        or is_dangling(clause.subject_text)
        or _timeless(root)
        or clause.negation
    ):
        return
    wh = "In what year" if bare else "When"
    if prep.i < clause.subject.left_edge.i:
        if (
            clause.lead.lower() != f"{prep.lower_} {date.text.lower()}"
            or root.lemma_ == "be"
            and len(clause.auxiliaries) == 0
        ):
            return
        question = inverted(_without_lead(clause), None, wh)
    elif prep.head == root and root.i < prep.i < clause.end:
        question = inverted(clause, (prep.i, date.end), wh)
    else:
        return
    question = _without_tail(question, root)
    if len(question.split()) < (7 if bare else 6) or re.search(r"\b(in|on|at|by|of|to|and|or)\?$", question):
        return
    yield Asked(
        question, said(clause, sentence), date.text, "date", "en:year", 0.82 if len(question.split()) <= 18 else 0.76
    )


def _timeless(verb: Any) -> bool:
    """Whether the verb tells of no event: what things include or have, or what somebody was."""
    return verb.lemma_ in ("include", "have", "contain", "place", "rank", "be", "remain", "become") and not any(
        t.dep_ == "auxpass" for t in verb.children
    )


_TAIL = re.compile(
    r"(?<!\d), (?:which|who|whose|where|when|but|with|as (?:the|an?)|called|named|including|[a-z]+ing|the only|and was|and were|an?)\b.*\?$"
)


def _without_tail(question: str, verb: Any) -> str:
    """The question without an afterthought behind a comma, which it does not need."""
    short = _TAIL.sub("?", question)
    kept = re.search(rf"\b({re.escape(verb.text)}|{re.escape(verb.lemma_)})\b", short) is not None
    return short if len(short.split()) >= 7 and kept else question


def _without_lead(clause: Clause) -> Clause:
    return Clause(clause.root, clause.subject, clause.auxiliaries, clause.negation, "", clause.end)


def makers(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X was founded by Y": who founded X?"""
    doc, root = clause.root.doc, clause.root
    agent = next((t for t in root.children if t.dep_ == "agent"), None)
    if agent is None or root.lemma_ not in _MAKERS or agent.i >= clause.end or is_dangling(clause.subject_text):
        return
    if VAGUE.match(clause.subject_text):
        return
    person = next((t for t in agent.children if t.dep_ == "pobj"), None)
    if person is None or person.ent_type_ not in ("PERSON", "ORG", "NORP") or person.pos_ != "PROPN":
        return
    name = span_text(doc, person.left_edge.i, person.right_edge.i + 1)
    if len(name.split()) > 8 or len(clause.auxiliaries) != 1 or clause.auxiliaries[0].lower_ not in ("was", "were"):
        return
    middle, rest = span_text(doc, root.i + 1, agent.i), span_text(doc, agent.right_edge.i + 1, clause.end)
    body = re.sub(r"\s+", " ", f"{clause.subject_text} {middle} {rest}").strip(" ,.")
    if len(body.split()) > 18 or re.search(r"[,;]", rest):
        return
    verb = past_tense(root)
    question = f"Who {verb} {body}?" if not clause.lead else f"{clause.lead}, who {verb} {body}?"
    yield Asked(question, said(clause, sentence), name, "person", "en:maker", 0.86)


def places(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is located in Y": where is X located?"""
    doc, root = clause.root.doc, clause.root
    if (
        root.lemma_ not in _STAY | _KEPT
        or is_dangling(clause.subject_text)
        or not clause.auxiliaries
        or clause.auxiliaries[0].lower_ in ("may", "might")
    ):
        return
    for prep in root.children:
        if prep.dep_ != "prep" or prep.lower_ not in ("in", "at", "on", "near") or not root.i < prep.i < clause.end:
            continue
        place = next((t for t in prep.children if t.dep_ == "pobj"), None)
        said_where = span_text(doc, prep.i + 1, prep.right_edge.i + 1)
        placed = place is not None and (
            root.lemma_ in _KEPT and _HOLDS.search(said_where) or place.ent_type_ in ("GPE", "LOC", "FAC")
        )
        if (
            place is None
            or not placed
            or is_dangling(span_text(doc, prep.i + 1, prep.right_edge.i + 1))
            or prep.right_edge.i >= clause.end + 1
        ):
            continue
        # "the SVG file", "in the folder you chose": which, the page says.
        if root.lemma_ in _KEPT and (
            VAGUE.match(clause.subject_text) or _SOME_FILE.match(clause.subject_text) or _CHOSEN.search(said_where)
        ):
            continue
        if root.lemma_ in _KEPT and (
            prep.right_edge.i + 2 < len(doc) or re.search(r"\b(?:either|both|also)\b", sentence)
        ):
            continue
        question = inverted(clause, (prep.i, min(clause.end, prep.right_edge.i + 1)), "Where")
        if len(question.split()) >= 5:
            yield Asked(question, said(clause, sentence), span_text(doc, prep.i, prep.right_edge.i + 1), "place", "en:place", 0.84)  # fmt: skip
        return
