"""Which quantities of a claim its premise holds, contradicts, or does not have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.text.dates import same_moment
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import content_words

_APPROXIMATE = re.compile(
    r"(?:about|around|roughly|nearly|almost|approximately|some|over|more than|大约|约|近|将近|超过|左右|逾)\s*$",
    re.IGNORECASE,
)
_CLAUSE_EDGE = re.compile(r"[，,；;。！？!?\n|]|\.\s")
# How much of the claim's clause must be about the same thing before another value is a contradiction.
_SAME_CONTEXT = 0.4


@dataclass(frozen=True)
class QuantityComparison:
    """The claim's quantities by what became of them; a conflict pairs the claim's with the premise's."""

    present: tuple[Quantity, ...] = ()
    conflicting: tuple[tuple[Quantity, Quantity], ...] = ()
    absent: tuple[Quantity, ...] = ()


def compare_quantities(claim: str, premise: str) -> QuantityComparison:
    """Look up each quantity of the claim in the premise: equal, another value in a similar place, or none."""
    ours, theirs = find_quantities(claim), find_quantities(premise)
    present: list[Quantity] = []
    conflicting: list[tuple[Quantity, Quantity]] = []
    absent: list[Quantity] = []
    for quantity in ours:
        if any(same_quantity(quantity, other, _is_approximate(claim, quantity)) for other in theirs):
            present.append(quantity)
            continue
        rival = _rival(claim, quantity, premise, theirs, ours)
        if rival is None:
            absent.append(quantity)
        else:
            conflicting.append((quantity, rival))
    return QuantityComparison(tuple(present), tuple(conflicting), tuple(absent))


def same_quantity(ours: Quantity, theirs: Quantity, approximate: bool = False) -> bool:
    """Whether two quantities agree; a unit that is not written agrees with any."""
    if {ours.kind, theirs.kind} & {"date", "time"}:
        return _same_date(ours, theirs)
    if not _units_agree(ours, theirs):
        return False
    mine, other = ours.value, theirs.value
    if ours.unit != theirs.unit and ours.number is not None and theirs.number is not None:
        mine, other = ours.number, theirs.number  # "nine" may be nine weeks: compare as written
    tolerance = 0.06 if approximate else 1e-6
    return abs(mine - other) <= tolerance * max(abs(mine), abs(other), 1e-9)


def _same_date(ours: Quantity, theirs: Quantity) -> bool:
    if ours.kind == theirs.kind:
        return same_moment(ours.unit, theirs.unit)
    date, number = (ours, theirs) if ours.kind == "date" else (theirs, ours)
    # "2024" may be a year on one side and a plain number on the other.
    return date.unit.isdigit() and number.kind == "count" and number.value == float(date.unit)


def _units_agree(ours: Quantity, theirs: Quantity) -> bool:
    if ours.unit == theirs.unit and (ours.kind == theirs.kind or not ours.unit):
        return True
    loose = {"count", "ordinal"}
    if ours.kind in loose and theirs.kind in loose:
        return not ours.unit or not theirs.unit or ours.kind == theirs.kind == "count"
    return (not ours.unit and ours.kind == "count") or (not theirs.unit and theirs.kind == "count")


def _is_approximate(text: str, quantity: Quantity) -> bool:
    return bool(_APPROXIMATE.search(text[max(0, quantity.start - 14) : quantity.start])) or any(
        mark in quantity.text for mark in "多余"
    )


def _rival(
    claim: str, quantity: Quantity, premise: str, theirs: tuple[Quantity, ...], ours: tuple[Quantity, ...]
) -> Quantity | None:
    """The premise's quantity in the same place with another value, the nearest in context; None without one."""
    context = _context(claim, quantity)
    best, best_share = None, 0.0
    for other in theirs:
        if not _comparable(quantity, other) or any(same_quantity(mine, other) for mine in ours):
            continue  # a value the claim also names is not the one it got wrong
        share = len(context & _context(premise, other)) / len(context) if context else 0.5
        if share > best_share:
            best, best_share = other, share
    return best if best_share >= _SAME_CONTEXT else None


def _comparable(ours: Quantity, theirs: Quantity) -> bool:
    if ours.kind in ("date", "time"):
        return ours.kind == theirs.kind and (ours.kind == "time" or _shape(ours.unit) == _shape(theirs.unit))
    return ours.kind == theirs.kind and ours.unit == theirs.unit


def _shape(iso: str) -> tuple[bool, int]:
    return iso.startswith("-"), iso.lstrip("-").count("-")


@lru_cache(maxsize=65536)
def _context(text: str, quantity: Quantity) -> frozenset[str]:
    """Content words of the clause around a quantity, its own words left out."""
    left = max((m.end() for m in _CLAUSE_EDGE.finditer(text, 0, quantity.start)), default=0)
    right = _CLAUSE_EDGE.search(text, quantity.end)
    end = right.start() if right else len(text)
    # A short clause says too little by itself: take the one before too.
    if quantity.start - left < 4 and left > 0:
        left = max((m.end() for m in _CLAUSE_EDGE.finditer(text, 0, left - 1)), default=0)
    return frozenset(content_words(text[left : quantity.start] + " " + text[quantity.end : end]))
