"""English questions about amounts: how many, how much, within how many days."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.draft.chinese.base import Asked
from builder.draft.english.grammar import Clause, inverted, said, span_text

_UNIT = re.compile(
    r"(calendar |working |business |work |full |consecutive |unused |paid |unpaid |additional |extra |completed |official )*"
    r"(days?|weeks?|hours?|months?|years?|minutes?|seconds?|percent|dollars|euros|miles|km|kilometers?|people|employees|times|"
    r"characters|words|pages|items|votes?|bytes|units|copies|points|credits|nights|attempts|users?|members|questions|interviews?)",
    re.IGNORECASE,
)
_WORD_NUMBER = re.compile(
    r"\d|^(two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)$"
)
_PREPOSED = frozenset("within after before for in at by until during over under to from of on with per up than".split())
# Words of a bound before the number, which are part of the asked phrase.
_BOUND = frozenset(
    "some around nearly almost roughly at least most up to no more less than about approximately only a an minimum maximum of".split()
)
_SIGNS = ("$", "€", "£")
# Verbs that leave an amount hanging when it is fronted.
_UNFIT_VERBS = frozenset("exceed be count remember divide expect fall".split())


@dataclass(frozen=True)
class _Amount:
    """The asked phrase: tokens [start, end), the question words for it, and whether it is the verb's own object."""

    start: int
    end: int
    wh: str
    value: str
    direct: bool


def quantities(clause: Clause, sentence: str) -> Iterator[Asked]:
    """Every amount behind the main verb that can be asked for."""
    # "You work 5 days a week": in the case the section is about.
    told = clause.subject.lower_ == "you" and not clause.auxiliaries and not clause.lead
    # "As you receive increases, …": a reason or a time that a question would not open with.
    if "," in clause.subject_text or told or clause.lead.startswith("As "):
        return
    for token in clause.root.doc:
        if token.pos_ != "NUM" or not _WORD_NUMBER.search(token.lower_):
            continue
        if not clause.root.i < token.i < clause.end or re.fullmatch(r"(19|20)\d\d", token.text):
            continue
        amount = None if _in_range(clause.root.doc, token) else _amount(clause, token)
        if amount is None:
            continue
        question = inverted(clause, (amount.start, amount.end), amount.wh)
        if _sound(clause, amount, question):
            score = (0.84 if amount.direct else 0.8) + (0.03 if clause.subject.lower_ == "you" else 0.0)
            yield Asked(
                question, said(clause, sentence).replace(" also ", " ", 1), amount.value, "number", "en:quantity", score
            )


def _in_range(doc: Any, token: Any) -> bool:
    """Whether the number is one end of "six to nine" or "27-30"."""
    if re.search(r"\d\s*[-–]\s*\d", token.text):
        return True
    near = (token.i - 1, token.i + 1)
    joins = [i for i in near if 0 <= i < len(doc) and doc[i].lower_ in ("to", "-", "–", "or", "and")]
    return any(0 <= 2 * i - token.i < len(doc) and doc[2 * i - token.i].pos_ == "NUM" for i in joins)


def _amount(clause: Clause, token: Any) -> _Amount | None:
    doc = clause.root.doc
    signed = doc[token.i - 1].text in _SIGNS
    noun = (
        token.head
        if token.dep_ == "nummod" and token.head.pos_ in ("NOUN", "PROPN", "SYM")
        else token
        if signed
        else None
    )
    measure = _measure(doc, token, noun, signed) if noun is not None else ""
    if noun is None or not measure or doc[token.i - 1].lower_ == "every":
        return None
    first = token.i - int(signed)
    start = _with_bound(clause, first, token)
    preposition = doc[start - 1] if doc[start - 1].dep_ == "prep" and start - 1 > clause.root.i else None
    if noun.dep_ == "npadvmod" and doc[noun.i + 1].lower_ == "before":
        # "at least 72 hours before the event": asked for with the event.
        event = span_text(doc, noun.i + 1, clause.end)
        if re.search(r"[,;]| (?:and|or) ", event):
            return None
        wh = f"{_bounded(measure, span_text(doc, start, first).lower())} {event}"
        return _Amount(start, clause.end, wh.rstrip("."), span_text(doc, first, noun.i + 1), direct=True)
    direct = preposition is None and noun.dep_ in ("dobj", "attr", "npadvmod", "oprd") and noun.head == clause.root
    if not direct and not (
        preposition is not None and preposition.lower_ in _PREPOSED and attached(preposition.head, clause.root)
    ):
        return None
    within = preposition is not None and preposition.lower_ == "within"
    end = _end_of(clause, noun) if direct or within else noun.i + 1
    wh = _bounded(measure, span_text(doc, start, first).lower())
    tail = span_text(doc, noun.i + 1, end)
    wh = f"{wh} {tail}".strip()
    if preposition is not None:
        wh, start = f"{preposition.text.capitalize()} {wh[0].lower()}{wh[1:]}", preposition.i
    return _Amount(start, end, wh, span_text(doc, first, noun.i + 1), direct)


def _measure(doc: Any, token: Any, noun: Any, signed: bool) -> str:
    """What is asked: how much, what percentage, how many of which unit; empty for things nobody counts."""
    if signed or noun.text in ("EUR", "USD", "GBP", "dollars", "euros"):
        return "How much"
    if noun.text == "%" or noun.lower_ == "percent":
        return "What percentage"
    if not _UNIT.fullmatch(noun.text):
        return ""
    modifiers = " ".join(t.text for t in doc[token.i + 1 : noun.i])
    plural = noun.text if noun.text.endswith("s") or noun.lower_ in ("people", "staff") else f"{noun.text}s"
    return f"How many {f'{modifiers} {plural}'.strip()}"


def _with_bound(clause: Clause, start: int, token: Any) -> int:
    """The start of the phrase with "at least", "up to" and their like."""
    doc = clause.root.doc
    first = start
    while (
        start - 1 > clause.root.i
        and doc[start - 1].lower_ in _BOUND
        and first - 3 <= doc[start - 1].head.i <= token.i + 2
    ):
        start -= 1
    return int(start)


def _end_of(clause: Clause, noun: Any) -> int:
    """The end of the phrase with its "of …"."""
    doc, end = clause.root.doc, noun.i + 1
    if end < clause.end and doc[end].lower_ == "of" and doc[end].head == noun:
        return int(min(clause.end, doc[end].right_edge.i + 1))
    return int(end)


def _sound(clause: Clause, amount: _Amount, question: str) -> bool:
    """Whether the question reads well and asks for one thing."""
    doc = clause.root.doc
    after = doc[amount.end] if amount.end < clause.end else None
    before = doc[amount.start - 1].lower_
    if clause.root.lemma_ == "have" and amount.direct and amount.end >= clause.end - 4 and " of " not in amount.wh:
        return False
    # "Each pair of cards removed scores two points": the participle was taken for the verb.
    if clause.root.tag_ == "VBD" and not clause.auxiliaries and re.fullmatch(r"[a-z]+s", doc[clause.root.i + 1].text):
        return False
    if clause.root.lemma_ in _UNFIT_VERBS or before in (
        ",",
        "worth",
        "flat",
        "between",
        "and",
        "or",
        "last",
        "first",
        "next",
        "past",
        "previous",
    ):
        return False
    if after is not None and (
        after.text in ("(", ",", "-", "'", "’", "'s")
        or after.dep_ == "relcl"
        or after.lower_ in ("of", "or", "and", "to")
    ):
        return False
    if re.search(r"\d", question) or "only" in question.split():
        return False
    return not re.search(r", (but|and|including|plus)\b|\bwithin\b.*\bof\b", question[len(amount.wh) :])


def attached(head: Any, root: Any) -> bool:
    """Whether a phrase hangs on the main verb or on the infinitive or participle right under it."""
    return bool(head == root or (head.head == root and head.dep_ in ("xcomp", "acomp")))


def _bounded(measure: str, words: str) -> str:
    for pattern, lead in (
        (r"at least|minimum|no less", "At least"),
        (r"up to|at most|no more|maximum", "Up to"),
        (r"more than|over", "More than"),
    ):
        if re.search(pattern, words):
            return f"{lead} {measure[0].lower()}{measure[1:]}"
    return measure
