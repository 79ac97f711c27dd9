"""Which quantities of a claim a reply holds, lacks, or gives another value for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.judges.figures import alike, form_asked, gives
from core.judges.overlap import weighted_mean
from core.judges.reply_view import ReplyView, held, speaks
from core.judges.terms import terms_of
from core.text.compare import same_quantity
from core.text.names import find_codes
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import fold

_EDGE = re.compile(r"[，；;。\n]|,(?!\d)|\.\s|\s(?:and|but|while|whereas)\s")
# How much better a claim must fit another value's clause before its own value is taken to be of something else.
_MARGIN = 0.3
_PRONOUN = re.compile(r"\b(?:it|its|they|their|this|that|these|those)\b|其|它|该|此|这", re.IGNORECASE)
_SENTENCE_EDGE = re.compile(r"[。\n]|\.\s")
# (1), ①: the numbers of a list; "of the two," speaks of what was named.
_LISTED = re.compile(r"(?:(?<=\s)|^)[(（]\d{1,2}[)）](?=\s?[^\W\d])|^\d{1,2}[.)、]\s")
_SAID_BEFORE = re.compile(r"the (?:two|three|four|five|six)\b(?!\s\w)")
_RANGE = re.compile(r"\s?(?:[-–—~～至到]|to|and)\s?")


@dataclass(frozen=True)
class Facts:
    """The claim's quantities by what became of them in the reply; those `added` are not in the question already."""

    present: tuple[Quantity, ...] = ()
    added: tuple[Quantity, ...] = ()
    absent: tuple[Quantity, ...] = ()
    rivals: tuple[tuple[Quantity, Quantity], ...] = ()


def compare_facts(claim: str, view: ReplyView, beside: Sequence[Quantity] = ()) -> Facts:
    """Which quantities of the claim the reply holds, lacks, or gives another value for.

    Values that are also stated `beside` this claim are no other values for it: they are of something else.
    """
    asked = form_asked(view.question)
    ours = _telling(claim)
    known = (*ours, *view.asked_quantities, *beside)
    fresh = [other for other in view.quantities if not any(alike(other, mine, asked) for mine in known)]
    covered = _ranges_around(claim, ours, view, fresh)
    present = [quantity for quantity in ours if _stated(claim, quantity, view)]
    absent: list[Quantity] = []
    rivals: list[tuple[Quantity, Quantity]] = []
    for quantity in ours:
        if quantity in present or quantity in covered:
            continue
        others = [other for other in fresh if _comparable(quantity, other)]
        # Grade 7 in the question does not give seven months.
        given = any(same_quantity(quantity, o) and quantity.unit in ("", o.unit) for o in view.asked_quantities)
        if given and (present or not others):
            continue  # the case asked about, which a reply need not repeat
        absent.append(quantity)
        if given and quantity.kind == "date" and speaks(view.text) is not False:
            continue  # other dates in an answer do not deny the one asked about
        rivals.extend((quantity, other) for other in others[:1])
    added = [q for q in present if not any(same_quantity(q, other) for other in view.asked_quantities)]
    return Facts(tuple(present), tuple(added), tuple(absent), tuple(rivals))


def _telling(claim: str) -> tuple[Quantity, ...]:
    """The quantities of a claim that say something: not the numbers of a list, nor "the three" said before."""
    listed = [match.span() for match in _LISTED.finditer(claim)]
    found = (q for q in find_quantities(claim) if not any(a <= q.start and q.end <= b for a, b in listed))
    return tuple(
        q for q in found if not (q.kind == "count" and not q.unit and _SAID_BEFORE.match(claim[q.start - 4 :]))
    )


def _comparable(ours: Quantity, theirs: Quantity) -> bool:
    return ours.kind == theirs.kind and (ours.unit == theirs.unit or ours.kind == "date")


def _stated(claim: str, quantity: Quantity, view: ReplyView) -> bool:
    """Whether the reply holds the quantity, in its unit, and not of another thing than the claim's."""
    asked = form_asked(view.question)
    equal = [other for other in view.quantities if gives(other, quantity, asked)]
    if not any(other.unit == quantity.unit for other in equal):
        # 6 without a unit may stand for six months, unless six years stands there.
        same_number = [other for other in view.quantities if other.unit and other.number == quantity.number is not None]
        if quantity.unit and any(other.kind == quantity.kind and other not in equal for other in same_number):
            return False
    if equal and _belongs_elsewhere(claim, quantity, equal, view):
        return False
    codes = set(_codes(claim))
    everywhere = [(m.start(), m.end(), code) for code in _codes(view.text) for m in _placed(code, view.text)]
    if not codes or not equal or len({code for *_, code in everywhere}) < 2 or not codes & {c for *_, c in everywhere}:
        return bool(equal)
    return any(not (of := _owners(other, view.text, everywhere)) or codes & of for other in equal)


def _belongs_elsewhere(claim: str, quantity: Quantity, equal: Sequence[Quantity], view: ReplyView) -> bool:
    """Whether the claim fits a clause with another such value far better than any clause with its own."""
    asked, own = form_asked(view.question), _telling(claim)
    others = [
        other for other in view.quantities
        if other not in equal and _comparable(quantity, other) and not any(alike(other, mine, asked) for mine in own)
    ]  # fmt: skip
    if not others or any(_leans(other, view.text) for other in equal):
        return False
    terms = terms_of(claim)

    def fit(of: Quantity) -> float:
        left, right = _clause_around(of, view.text)
        letters, words = fold(view.text[left:right]), frozenset(terms_of(view.text[left:right]).words)
        return weighted_mean(
            np.array([held(word, words, letters) for word in terms.words]), np.array(terms.weights), 0.0
        )

    return max(map(fit, others)) >= max(map(fit, equal)) + _MARGIN


def _leans(quantity: Quantity, text: str) -> bool:
    """Whether a quantity's clause says too little by itself to tell what it is of."""
    left, right = _clause_around(quantity, text)
    return len(terms_of(text[left:right]).words) < 2 or bool(_PRONOUN.search(text[left:right]))


def _clause_around(quantity: Quantity, text: str) -> tuple[int, int]:
    edges = [0, *(match.end() for match in _EDGE.finditer(text)), len(text)]
    return max(e for e in edges if e <= quantity.start), min((e for e in edges if e >= quantity.end), default=len(text))


def _codes(text: str) -> list[str]:
    """The codes of a text; FY2022 is a year and no code."""
    return [code for code in find_codes(text) if not any(q.kind == "date" for q in find_quantities(code))]


def _placed(code: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(
        rf"(?<![A-Za-z0-9]){re.escape(code)}(?![A-Za-z0-9]|\s(?:Pro|Max|Plus|Lite|Mini|Ultra|SE)\b)", text
    )


def _owners(quantity: Quantity, text: str, codes: Sequence[tuple[int, int, str]]) -> set[str]:
    """The codes a quantity belongs to: those in its clause, else the last one before it in its sentence."""
    left, right = _clause_around(quantity, text)
    inside = {code for start, end, code in codes if left <= start and end <= right}
    if inside:
        return inside
    opening = max((match.end() for match in _SENTENCE_EDGE.finditer(text, 0, quantity.start)), default=0)
    before = [(start, code) for start, _, code in codes if opening <= start < quantity.start]
    return {max(before)[1]} if before else set()


def _ranges_around(claim: str, ours: Sequence[Quantity], view: ReplyView, fresh: Sequence[Quantity]) -> set[Quantity]:
    """Both ends of a range ("3 to 7 years") that the value in the question lies in: the case asked about."""
    covered: set[Quantity] = set()
    for low, high in zip(ours, ours[1:], strict=False):
        if low.unit != high.unit or not _RANGE.fullmatch(claim[low.end : high.start]):
            continue
        if any(other.unit == low.unit or other.unit == high.unit for other in fresh):
            continue  # the reply has bounds of its own
        if any(other.unit == low.unit and low.value <= other.value <= high.value for other in view.asked_quantities):
            covered.update((low, high))
    return covered
