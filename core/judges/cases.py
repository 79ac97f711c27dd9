"""Neighbouring conditions: "up to five days …; beyond five days …" are two cases, and a claim about one is not of the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.judges.terms import terms_of
from core.text.compare import same_quantity
from core.text.quantities import Quantity, find_quantities

_EDGE = re.compile(r"[，；;。！？!?\n|]|,(?!\d)|\.\s|\s(?:and|but|while|whereas)\s|但|而")
_STOP = re.compile(r"[。！？!?\n]|\.\s")
# How much of a claim must be told of the opposite case alone to be taken for said of it.
_TOLD = 0.25
# What stands before a value, and after it, to say that more is meant or less; the longer form is tried first.
_BEFORE = (
    ("below", re.compile(r"(?:no more than|not more than|not exceeding|not over|up to|under|below|less than|fewer than|within|at most|(?:before|until)(?:\s\w+)?|不超过|未超过|不满|未满|不足|不到|不高于|不多于|不大于|低于|少于|小于|至多|最多)\s?$", re.I)),
    ("above", re.compile(r"(?:more than|longer than|greater than|over|beyond|above|exceed(?:s|ing)?|at least|after(?:\s\w+)?|超过|满|达到|达|多于|高于|大于|不低于|不少于|至少|逾)\s?$", re.I)),
)  # fmt: skip
_AFTER = (
    ("above", re.compile(r"^(?:\s\w+){0,3}\s(?:or|and) (?:more|above|over|longer|later)\b|^(?:\s?[（(]含[)）])?(?:及|或)?(?:以上|以后|之后|后)", re.I)),
    ("below", re.compile(r"^(?:\s\w+){0,3}\s(?:or|and) (?:less|fewer|below|under|shorter|earlier)\b|^(?:\s?[（(]含[)）])?(?:及|或)?(?:以下|以内|之内|内|以前|之前|前)", re.I)),
)  # fmt: skip


@dataclass(frozen=True)
class Bound:
    """A value that a text names as a limit, and on which side of it the text speaks: `above` or `below`."""

    quantity: Quantity
    side: str

    def opposite(self, other: Bound) -> bool:
        """Whether the other speaks of the same limit from the other side."""
        return self.side != other.side and same_quantity(self.quantity, other.quantity)

    def same(self, other: Bound) -> bool:
        """Whether the other speaks of the same limit from the same side."""
        return self.side == other.side and same_quantity(self.quantity, other.quantity)


@dataclass(frozen=True)
class Case:
    """The stretch of a premise that sets the case a claim is about, and the stretch that sets the opposite case.

    `first` is whether the claim's case comes first: only the second of two leaves out what both have in common.
    """

    own: str
    other: str
    first: bool


def case_of(claim: str, premise: str) -> Case | None:
    """The claim's case in a premise that sets both it and its opposite; None in any other premise."""
    ours, theirs = bounds(claim), bounds(premise)
    if any(one.opposite(other) for one in ours for other in ours):
        return None  # the claim tells both
    held = [bound for bound in theirs if any(one.same(bound) for one in ours)]
    against = [bound for bound in theirs if any(one.opposite(bound) for one in ours)]
    if not held or not against:
        return None
    own = min(_stretches(held, against, premise), key=len)
    other = min((s for s in _stretches(against, held, premise) if s not in own and own not in s), key=len, default="")
    return Case(own, other, premise.find(own) < premise.find(other))


def of_the_case(claim: str, case: Case) -> tuple[Quantity, Quantity] | None:
    """A value of the claim in place of which its case has another one of that kind; None where the case holds the claim's."""
    there = _without_limits(case.own)
    for quantity in _strange(claim, case):
        rival = next((o for o in there if o.kind == quantity.kind and o.unit == quantity.unit), None)
        if rival:
            return quantity, rival
    return None


def told_of_the_other(claim: str, case: Case, heavy: Collection[str]) -> bool:
    """Whether what a claim says, a value or a good part of its `heavy` words, is told of the opposite case alone."""
    there = _without_limits(case.other)
    if any(same_quantity(quantity, other) for quantity in _strange(claim, case) for other in there):
        return True
    # The second of two cases leaves out what both have in common, so words tell only in the first.
    strange = set(heavy) - set(terms_of(case.own).words) if case.first else set()
    return len(strange) >= max(1, _TOLD * len(heavy)) and strange <= set(terms_of(case.other).words)


def _strange(claim: str, case: Case) -> list[Quantity]:
    """The claim's values that its own case does not hold, limits aside."""
    there = _without_limits(case.own)
    return [q for q in _without_limits(claim) if not any(same_quantity(q, other) for other in there)]


@lru_cache(maxsize=65536)
def bounds(text: str) -> tuple[Bound, ...]:
    """The limits a text names, in order."""
    found = []
    for quantity in find_quantities(text):
        before, after = text[max(0, quantity.start - 24) : quantity.start], text[quantity.end : quantity.end + 30]
        side = next((side for side, mark in _BEFORE if mark.search(before)), "")
        side = side or next((side for side, mark in _AFTER if mark.search(after)), "")
        if side:
            found.append(Bound(quantity, side))
    return tuple(found)


def _stretches(held: Sequence[Bound], against: Sequence[Bound], text: str) -> Iterator[str]:
    """From each clause that sets a case to where its opposite begins, or the sentence ends."""
    edges = [0, *(match.end() for match in _EDGE.finditer(text)), len(text)]
    opposites = [max(edge for edge in edges if edge <= bound.quantity.start) for bound in against]
    for bound in held:
        start = max(edge for edge in edges if edge <= bound.quantity.start)
        stop = _STOP.search(text, bound.quantity.end)
        end = stop.start() if stop else len(text)
        yield text[start : min([end, *(begins for begins in opposites if begins > bound.quantity.start)])]


def _without_limits(text: str) -> list[Quantity]:
    limits = [bound.quantity for bound in bounds(text)]
    return [quantity for quantity in find_quantities(text) if quantity not in limits]
