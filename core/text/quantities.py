"""Numbers, amounts, percentages, dates, times, durations and measures in English and Chinese text, normalised."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.text.dates import find_moments
from core.text.numerals import Number, find_numbers, narrow, parse_chinese
from core.text.units import CURRENCY_BEFORE, CURRENCY_SIGNS, UNIT_AFTER, Unit, unit_named

_RANGE = re.compile(r"\s?(?:[-–—~～至到]|to|and)\s?$")
_YEAR = re.compile(r"(?:1[0-9]|20|21)\d\d$")
_PERCENT_ZH = re.compile(r"百分之\s?(?P<n>\d+(?:\.\d+)?|[零一二两三四五六七八九十百点]+)")
_TENTHS = re.compile(
    r"(?P<n>[一二两三四五六七八九\d])成(?P<rest>[一二三四五六七八九半])?(?![为了立果长员人功份就本熟语])"
)
_HALF = re.compile(
    r"(?:[Hh]alf\s(?:an?\s|of\s(?:an?\s)?)?(?P<en>day|hour|year|month)\b)|半(?:个)?(?P<zh>年|月|天|小时|学期)"
)
_ONE_AND_HALF = re.compile(r"个半(?P<unit>小时|钟头|月|星期|工作日)")
_AND_HALF = re.compile(r"半(?!天|年|个|数|途|径)|\sand\sa\shalf\b")
# Windows 10, Section 12: the number names its thing and counts nothing.
_LABEL = re.compile(r"(?<=[a-z,;:(] )[A-Z][A-Za-z]+ $")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")


@dataclass(frozen=True)
class Quantity:
    """One quantity: `source[start:end] == text`; `value` is in `unit`, `number` is the one written.

    Dates and times have their ISO form as unit and no value.
    """

    start: int
    end: int
    text: str
    kind: str
    value: float
    unit: str
    number: float | None = None


@lru_cache(maxsize=65536)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """All quantities of a text in order, without overlaps."""
    folded = narrow(text)
    found = [Quantity(m.start, m.end, text[m.start : m.end], m.kind, 0.0, m.iso) for m in find_moments(folded)]
    found += _chinese_shares(folded, text)
    taken = [(q.start, q.end) for q in found]
    numbers = [n for n in find_numbers(folded) if not any(s < n.end and n.start < e for s, e in taken)]
    for position, number in enumerate(numbers):
        following = numbers[position + 1] if position + 1 < len(numbers) else None
        quantity = _classify(folded, text, number, following)
        if quantity:
            found.append(quantity)
    return tuple(_without_overlaps(found))


def _classify(folded: str, text: str, number: Number, following: Number | None) -> Quantity | None:
    unit, end = _unit_after(folded, number.end)
    value = number.value
    if unit is None and following is not None and _RANGE.fullmatch(folded[number.end : following.start]):
        unit, _ = _unit_after(folded, following.end)  # "3–5 days": both ends are days
        end = number.end
    if one_and_half := _ONE_AND_HALF.match(folded, number.end):
        unit, end, value = unit_named("个" + one_and_half["unit"]), one_and_half.end(), value + 0.5
    half = _AND_HALF.match(folded, end) if unit and unit.kind == "duration" else None
    if half:
        value, end = value + 0.5, half.end()
    before = CURRENCY_BEFORE.search(folded, max(0, number.start - 5), number.start)
    if before:
        start = before.start()
        sign = CURRENCY_SIGNS[before["sign"].lower()]
        return Quantity(start, number.end, text[start : number.end], "money", value, sign, value)
    ordinal = number.start > 0 and folded[number.start - 1] == "第"
    if ordinal:
        base = unit.base if unit else ""
        return Quantity(number.start - 1, end, text[number.start - 1 : end], "ordinal", value, base, value)
    if unit and unit.kind == "count" and number.written == "zh" and value == 1:
        return None  # 一个, 一种: an article rather than a count
    if unit:
        return Quantity(
            number.start, end, text[number.start : end], unit.kind, round(value * unit.factor, 9), unit.base, value
        )
    return _bare(folded, text, number)


def _bare(folded: str, text: str, number: Number) -> Quantity | None:
    """A number without a unit: a year, an ordinal, a count, or no number at all."""
    written = text[number.start : number.end]
    # Chinese single numerals stand in many words (一般, 统一): they count only before a unit.
    if number.written == "zh" and len(written) < 2:
        return None
    if number.written == "en" and written.lower() == "one":
        return None
    suffix = _ORDINAL.match(folded, number.end)
    if suffix:
        end = suffix.end()
        return Quantity(number.start, end, text[number.start : end], "ordinal", number.value, "", number.value)
    if number.written == "digit" and _LABEL.search(folded, 0, number.start):
        return Quantity(number.start, number.end, written, "ordinal", number.value, "", number.value)
    after = folded[number.end : number.end + 1]
    if number.written == "digit" and after.isascii() and after.isalpha():
        return None  # 3D, 5G: part of a name
    if number.written == "digit" and _YEAR.fullmatch(folded[number.start : number.end]):
        return Quantity(number.start, number.end, written, "date", 0.0, written)
    return Quantity(number.start, number.end, written, "count", number.value, "", number.value)


def _unit_after(folded: str, position: int) -> tuple[Unit | None, int]:
    match = UNIT_AFTER.match(folded, position)
    if match is None:
        return None, position
    name = match["latin"] or match["other"]
    if name in ("G", "M", "L", "H", "K"):
        return None, position  # 5G is a network, not a weight
    unit = unit_named(name)
    return unit, match.end() if unit else position


def _chinese_shares(folded: str, text: str) -> list[Quantity]:
    """百分之十五, 三成, 半年, half a day: quantities whose number is not written as one."""
    found: list[Quantity] = []
    for match in _PERCENT_ZH.finditer(folded):
        value = float(match["n"]) if match["n"][0].isdigit() else parse_chinese(match["n"])
        if value is not None:
            found.append(Quantity(*match.span(), text[slice(*match.span())], "percent", value, "%"))
    for match in _TENTHS.finditer(folded):
        tenths = parse_chinese(match["n"]) if not match["n"].isdigit() else float(match["n"])
        rest = 5.0 if match["rest"] == "半" else (parse_chinese(match["rest"]) or 0.0) if match["rest"] else 0.0
        found.append(Quantity(*match.span(), text[slice(*match.span())], "percent", 10 * (tenths or 0) + rest, "%"))
    for match in _HALF.finditer(folded):
        if match.start() and folded[match.start() - 1] in "一二两三四五六七八九十个年月多大前下上":
            continue
        name = match["en"] or {"月": "个月"}.get(match["zh"], match["zh"])
        unit = unit_named(name)
        if unit:
            found.append(
                Quantity(*match.span(), text[slice(*match.span())], unit.kind, round(unit.factor / 2, 9), unit.base)
            )
    return found


def _without_overlaps(found: list[Quantity]) -> list[Quantity]:
    kept: list[Quantity] = []
    for quantity in sorted(found, key=lambda q: (q.start, -q.end)):
        if not kept or quantity.start >= kept[-1].end:
            kept.append(quantity)
    return kept
