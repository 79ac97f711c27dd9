"""English questions for whom something goes to, who is turned to, who alone may do it, and where one can do it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from builder.draft.chinese.base import Asked
from builder.draft.english.base import PERSON_NOUN, is_dangling, statement_of
from builder.draft.english.grammar import Clause, inverted, said, span_text

_SENT = frozenset("report send submit forward email escalate hand address direct return refer deliver".split())
_ASKED = frozenset("contact notify email ask tell inform call".split())
_FOUND = frozenset(
    "find view see access sign apply book request download check read buy order submit register enroll manage update track "
    "report shop change search watch listen join follow".split()
)
_SITE = re.compile(r"[A-Z]|\b(?:website|site|portal|intranet|app|platform|\w+\.(?:com|org|gov|net|io|uk)\b)")
# A day, a way or a kind is no place: "on Monday", "in English", "through VAT relief".
_NO_PLACE = re.compile(r"\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|English|French|German|Spanish|Linux|Windows|macOS|format|mode|order|case|addition|general|advance|person)\b")  # fmt: skip
_PEOPLE = re.compile(r"\b(?:users?|owners?|members?|admins?|people|staff|employees?|customers?|maintainers?|moderators?|authors?|residents?|students?|citizens?)\b")  # fmt: skip
_OF_ONE = {"are": "is", "have": "has", "need": "needs"}
_ONLY = re.compile(
    r"Only (?P<who>(?!if\b|when\b|then\b|use\b|one\b|two\b|after\b|in\b|on\b|the following\b)[^,;:]{3,80}?) (?P<may>can|may|must|should|are (?:able|allowed|permitted|eligible|entitled)|have access|need|needs) (?P<rest>[^,;:]{6,120})\.$"
)


def recipients(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "You should report stolen items to the security manager": who should you report stolen items to?"""
    if clause.subject.lower_ != "you" or clause.negation is not None or not clause.auxiliaries:
        return
    root, whole = clause.root, clause.end + 2 >= len(clause.root.doc)
    if root.lemma_ in _SENT:
        given = [root, *(t for t in root.children if t.dep_ == "dobj")]
        to = [
            t
            for g in given
            for t in g.children
            if t.dep_ in ("prep", "dative") and t.lower_ == "to" and t.i < clause.end
        ]
        objects = [o for t in to for o in t.children if o.dep_ == "pobj"]
        if len(objects) == 1 and _is_somebody(objects[0]):
            gap = (to[0].left_edge.i, min(to[0].right_edge.i + 1, clause.end))
            question = inverted(clause, gap, "Who")
            if clause.end == gap[1] or not span_text(root.doc, gap[1], clause.end).strip(" ,."):
                question = f"{question[:-1]} to?"
                yield from _asked(question, said(clause, sentence), objects[0].text)
    if root.lemma_ in _ASKED and whole:
        objects = [t for t in root.children if t.dep_ == "dobj" and _is_somebody(t)]
        about = re.search(
            r"\b(?:if|when|about|before|after|regarding)\b", f"{clause.lead} {sentence[root.idx :]}", re.I
        )
        if len(objects) == 1 and about:
            gap = (objects[0].left_edge.i, objects[0].right_edge.i + 1)
            if not re.search(r"\b(?:if|when|about)\b", span_text(root.doc, *gap)):
                yield from _asked(inverted(clause, gap, "Who"), said(clause, sentence), objects[0].text)


def sites(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "You can sign up for vision coverage on Benefeds": where can you sign up for vision coverage?"""
    root = clause.root
    modal = [t.lower_ for t in clause.auxiliaries]
    if clause.subject.lower_ != "you" or clause.negation is not None or modal != ["can"] or root.lemma_ not in _FOUND:
        return
    last = [t for t in root.subtree if t.dep_ == "prep" and t.lower_ in ("on", "at", "in", "through", "via", "from")]
    last = [t for t in last if t.right_edge.i + 1 == clause.end and t.head in (root, *root.children)]
    if len(last) != 1 or clause.end + 2 < len(root.doc):
        return
    # "Where can you enroll?": in what, the sentence before says; "alternatively" it does too.
    if last[0].i - root.i < 3 or clause.lead and not re.match(r"(?:If|When) ", clause.lead):
        return
    place = span_text(root.doc, last[0].i + 1, clause.end)
    if not _SITE.search(place) or _NO_PLACE.search(place) or is_dangling(place) or len(place.split()) > 8:
        return
    question = inverted(clause, (last[0].i, clause.end), "Where")
    if re.search(r"\bone of\b|\balso\b", question):
        return
    yield from _asked(question, said(clause, sentence), place, "place")


def only(sentence: str) -> Iterator[Asked]:
    """ "Only account owners can delete an account": who can delete an account?"""
    match = _ONLY.match(sentence)
    if match is None:
        return
    who, may, rest = match.group("who", "may", "rest")
    if PERSON_NOUN.search(who.split(" with ")[0].split(" of ")[0]) or _PEOPLE.search(who):
        first, _, more = may.partition(" ")
        may = f"{_OF_ONE.get(first, first)} {more}".rstrip()
        yield from _asked(f"Who {may} {rest}?", statement_of(sentence), who)


def _is_somebody(token: Any) -> bool:
    phrase = span_text(token.doc, token.left_edge.i, token.i + 1)
    return PERSON_NOUN.search(phrase) is not None or _PEOPLE.search(phrase) is not None or "@" in phrase


def _asked(question: str, statement: str, value: str, subkind: str = "name") -> Iterator[Asked]:
    if len(question.split()) >= 5 and not is_dangling(re.sub(r"^\w+ (?:should|must|can|do|is|has|may) ", "", question)):
        yield Asked(question, statement, value, subkind, "en:who-where", 0.83)
