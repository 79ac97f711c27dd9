"""English questions that end in their preposition: what is X based on, what did X lead to, what is X known as."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from builder.draft.chinese.base import Asked
from builder.draft.english.base import is_dangling
from builder.draft.english.grammar import Clause, inverted, said, span_text, subject_question

# Verbs, participles and adjectives whose preposition belongs to them, so that its object can be asked for.
_PAIRS = frozenset(
    "base-on depend-on focus-on consist-of compose-of make-of result-in lead-to result-from derive-from stem-from arise-from "
    "originate-in originate-from belong-to contribute-to suffer-from associate-with divide-into name-after name-for "
    "dedicate-to devote-to convert-into characterize-by characterise-by cause-by power-by border-by surround-by measure-in "
    "measure-by know-for famous-for responsible-for equip-with design-for build-on correspond-to react-with evolve-from "
    "evolve-into specialize-in specialise-in serve-as act-as function-as describe-as define-as classify-as regard-as consider-as view-as "
    "know-as rich-in limit-to restrict-to apply-to compete-with border-on "
    "trigger-by inspire-by influence-by".split()
)
_SAYS = frozenset("propose argue suggest claim show demonstrate prove discover theorize predict declare conclude believe assert estimate".split())  # fmt: skip
_RATED = frozenset("view regard consider see know credit recognize recognise describe name elect appoint hail".split())
# Subjects that only the text before them makes clear.
VAGUE = re.compile(
    r"(?:(?:the (?:proper|correct|right|appropriate)|a|an|some|many|several|most|other|each|all|both|any|no|much|more|few|one|two|three|these|those|various|certain|part|the first|the second)\b"
    r"|the (?:(?:left|right|new) )?[a-z]+$)",
    re.IGNORECASE,
)


def complements(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is based on Y": what is X based on? Only when the object ends the clause."""
    doc, subject = clause.root.doc, clause.subject_text
    if (
        clause.negation is not None
        or clause.lead
        or VAGUE.match(subject)
        or is_dangling(subject)
        or clause.subject.pos_ == "PRON"
    ):
        return
    if len(subject.split()) > 9 or any(t.dep_ in ("conj", "appos") for t in clause.subject.children):
        return
    found = _governed(clause)
    if found is None:
        return
    head, prep = found
    value = span_text(doc, prep.i + 1, clause.end)
    if (
        not (3 if value.islower() else 1) <= len(value.split()) <= 22
        or is_dangling(value)
        or re.match(r"(its|their|his|her|a number|that)\b", value)
    ):
        return
    if (
        prep.lower_ == "as"
        and head.lemma_ in ("know", "describe", "define")
        and re.match(r"(well|much|the|far)\b", value)
    ):
        return
    # "The width of a column depends on …": on much else too.
    if head.lemma_ == "depend" and (subject.startswith("the ") or " " not in subject):
        return
    # "only applies to mail": without its "only" the question asks for something else.
    if re.search(r"\b(?:only|mainly|largely)\b", sentence):
        return
    question = re.sub(r" (?:actually|really)(?= )", "", inverted(clause, (prep.i + 1, clause.end), "What"))
    # "linked to each other" answers nothing.
    if re.search(r"\b(each other|one another|itself|themselves)$", value):
        return
    yield Asked(question, said(clause, sentence), value, "definition", "en:complement", 0.8, subject=subject)


def rated(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "Hutton is often viewed as the first modern geologist", "Aristotle proposed that …": who …?"""
    root, subject = clause.root, clause.subject
    if subject.ent_type_ != "PERSON" or subject.pos_ != "PROPN" or clause.negation is not None or clause.lead:
        return
    rest = sentence[root.idx + len(root.text) :].strip(" .")
    if is_dangling(rest) or re.search(r"\b(his|her|he|she)\b", rest) or not 4 <= len(rest.split()) <= 22:
        return
    claims = root.lemma_ in _SAYS and any(t.dep_ == "ccomp" and t.i > root.i for t in root.children)
    seen = root.lemma_ in _RATED and any(t.dep_ in ("prep", "oprd") and t.i > root.i for t in root.children)
    seen = seen and any(t.dep_ == "auxpass" for t in clause.auxiliaries)
    if claims or seen:
        name = span_text(root.doc, subject.left_edge.i, subject.i + 1)
        yield Asked(subject_question(clause, "Who"), said(clause, sentence), name, "person", "en:who-said", 0.8, subject=name)  # fmt: skip


def _governed(clause: Clause) -> tuple[Any, Any] | None:
    """The word that governs the last preposition of the clause, and the preposition, when they are a pair."""
    root = clause.root
    heads = [
        root,
        *(t for t in root.children if t.dep_ in ("acomp", "attr") and t.i > root.i and t.pos_ in ("ADJ", "VERB")),
    ]
    for head in heads:
        for prep in head.children:
            if prep.dep_ not in ("prep", "agent") or not head.i < prep.i < clause.end:
                continue
            last = max((t.i for t in prep.subtree if t.i < clause.end), default=prep.i)
            own = f"{head.lemma_.lower()}-{prep.lower_}" in _PAIRS or f"{head.lower_}-{prep.lower_}" in _PAIRS
            if own and prep.i - head.i <= 2 and last >= clause.end - 1:
                return head, prep
    return None
