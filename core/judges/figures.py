"""Whether two figures agree as people read them: one rounded from the other, or in the scale the question asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from core.text.compare import same_quantity
from core.text.numerals import narrow
from core.text.quantities import Quantity

# How far a rounded figure may lie from the exact one, as a share of it; a question that asks for rounding allows more.
_MOST_APART = 0.03
# Figures of these kinds are rounded in everyday use; days and months are only where decimals are written.
_ROUNDED_KINDS = ("money", "percent")
_WRITTEN = re.compile(r"\d[\d,]*(?:\.(?P<decimals>\d+))?")
_ROUNDING = re.compile(
    r"\bround(?:ed|ing)?\b|\bdecimal (?:place|point)s?\b|\bto the nearest\b|四舍五入|保留|小数|取整", re.IGNORECASE
)
_SCALE_EN = re.compile(
    r"\bin\s(?:[A-Za-z]{2,3}\s?\$?\s|[$€£]\s?)?(?P<en>thousand|million|billion)s\b|\b(?:USD|EUR|GBP|CNY|RMB)\s(?P<code>thousand|million|billion)s\b",
    re.IGNORECASE,
)
_SCALE_ZH = re.compile(
    r"(?:单位(?:为|是|[：:])?\s?|以|按|用|多少|几(?:个)?)(?:人民币)?(?P<zh>十亿|百万|千万|亿|万|千)(?=元|美元|人|吨|股|计|为单位|$|[，。？?）)])"
)
_FACTORS = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "千": 1e3, "万": 1e4, "百万": 1e6, "千万": 1e7, "亿": 1e8, "十亿": 1e9,
}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """In what form a question wants its figure: a scale such as millions (1 without one), and whether rounded."""

    scale: float = 1.0
    rounded: bool = False


@lru_cache(maxsize=4096)
def form_asked(question: str) -> Asked:
    """The form of figure a question asks for."""
    match = _SCALE_EN.search(question)
    name = (match["en"] or match["code"]).lower() if match else ""
    if not name and (han := _SCALE_ZH.search(question)):
        name = han["zh"]
    return Asked(_FACTORS.get(name, 1.0), bool(_ROUNDING.search(question)))


def gives(theirs: Quantity, ours: Quantity, asked: Asked) -> bool:
    """Whether a reply's figure is ours: equal, or exact where ours is rounded, scale and percent sign aside."""
    if same_quantity(ours, theirs):
        return True
    return any(_equal_or_rounded(fine, coarse, asked) for fine, coarse in _readings(theirs, ours, asked))


def alike(one: Quantity, other: Quantity, asked: Asked) -> bool:
    """Whether two figures do not speak against each other: either may be the rounded one."""
    return gives(one, other, asked) or gives(other, one, asked)


def _readings(theirs: Quantity, ours: Quantity, asked: Asked) -> list[tuple[Quantity, Quantity]]:
    """The pair as written, with the scale asked for given to either, and a percentage as the fraction it is."""
    pairs = [(theirs, ours)]
    if asked.scale != 1.0:
        pairs += [(theirs, _times(ours, asked.scale)), (_times(theirs, asked.scale), ours)]
    for first, second in ((theirs, ours), (ours, theirs)):
        if first.kind == "percent" and second.kind == "count" and not second.unit and 0 < second.value < 1:
            part = replace(_times(first, 0.01), kind="count", unit="")
            pairs.append((part, second) if first is theirs else (second, part))
    return pairs


def _times(quantity: Quantity, factor: float) -> Quantity:
    number = None if quantity.number is None else quantity.number * factor
    return replace(quantity, value=quantity.value * factor, number=number)


def _equal_or_rounded(fine: Quantity, coarse: Quantity, asked: Asked) -> bool:
    if same_quantity(coarse, fine):
        return True
    # Only what could be equal at all: the same kind and unit, whatever the value.
    if {fine.kind, coarse.kind} & {"date", "time", "ordinal"} or not same_quantity(
        replace(coarse, value=fine.value, number=fine.number), fine
    ):
        return False
    bare = coarse.kind == "count" and not coarse.unit
    if not (bare or coarse.kind in _ROUNDED_KINDS or "." in fine.text):
        return False
    wide, narrow_step = _step(coarse), _step(fine)
    apart = abs(fine.value - coarse.value)
    if not wide or not narrow_step or wide <= narrow_step * (1 + 1e-9) or apart > wide / 2 * (1 + 1e-9):
        return False
    return asked.rounded or apart <= _MOST_APART * abs(fine.value)


def _step(quantity: Quantity) -> float:
    """What one in the last written digit is worth, final zeros of decimals aside; 0 for figures in words."""
    match = _WRITTEN.search(narrow(quantity.text))
    written = float(match.group().replace(",", "")) if match else 0.0
    if match is None or not written:
        return 0.0
    return abs(quantity.value / written) * 10.0 ** -len((match["decimals"] or "").rstrip("0"))
