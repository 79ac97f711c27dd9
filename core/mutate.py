"""Change the key fact of a statement so that it no longer holds: a number, date, unit, name, or yes into no."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from core.text.language import has_han
from core.text.names import find_codes, find_names
from core.text.numerals import find_numbers, narrow
from core.text.quantities import Quantity, find_quantities

_UNIT_SWAPS = {
    "days": "weeks", "day": "week", "weeks": "months", "week": "month", "months": "years", "month": "year",
    "hours": "days", "hour": "day", "minutes": "hours", "minute": "hour", "years": "months", "year": "month",
    "kg": "g", "km": "m", "GB": "MB", "MB": "GB", "元": "万元", "美元": "元", "天": "周", "个工作日": "个月", "小时": "天",
    "分钟": "小时", "个月": "年", "公斤": "克", "公里": "米",
}  # fmt: skip
_NAMES_EN = ("Northfield", "Calder", "Weston", "Marlow", "Brandt", "Okafor", "Lindqvist", "Harrow")
_NAMES_ZH = ("启明", "东陵", "华澜", "远岫", "青禾", "云栖")
_MONTHS = "January February March April May June July August September October November December".split()
_ZH_DIGITS = "一二三四五六七八九两"


@dataclass(frozen=True)
class Mutation:
    """The changed text; what stood there and what stands there now; and the kind of change."""

    text: str
    before: str
    after: str
    kind: str


def mutate_fact(text: str, rng: random.Random) -> Mutation | None:
    """One change that contradicts the text, its key quantity first, then a name or code; None when there is none."""
    quantities = [q for q in find_quantities(text) if q.kind != "ordinal"]
    rng.shuffle(quantities)
    # Amounts with a unit carry the fact more often than bare numbers do.
    quantities.sort(key=lambda q: q.kind == "count")
    for quantity in quantities:
        mutation = _change_unit(text, quantity) if rng.random() < 0.15 else None
        mutation = mutation or _change_value(text, quantity, rng)
        if mutation:
            return mutation
    return _change_name(text, rng)


def _change_value(text: str, quantity: Quantity, rng: random.Random) -> Mutation | None:
    taken = {(q.kind, q.value, q.unit) for q in find_quantities(text)}
    for _ in range(12):
        after = _other_value(quantity, rng)
        if after is None or after == quantity.text:
            continue
        changed = text[: quantity.start] + after + text[quantity.end :]
        now = [(q.kind, q.value, q.unit) for q in find_quantities(changed) if q.start == quantity.start]
        if now and now[0] not in taken:
            kind = quantity.kind if quantity.kind in ("date", "time", "money", "percent", "duration") else "number"
            return Mutation(changed, quantity.text, after, kind)
    return None


def _other_value(quantity: Quantity, rng: random.Random) -> str | None:
    """The quantity's own words with one number in it changed."""
    month = next((name for name in _MONTHS if name in quantity.text), None)
    if quantity.kind == "date" and month and rng.random() < 0.5:
        return quantity.text.replace(month, rng.choice([m for m in _MONTHS if m != month]))
    numbers = [n for n in find_numbers(narrow(quantity.text))] or []
    if not numbers:
        return None
    number = rng.choice(numbers)
    written = quantity.text[number.start : number.end]
    return quantity.text[: number.start] + _other_number(written, quantity, rng) + quantity.text[number.end :]


def _other_number(written: str, quantity: Quantity, rng: random.Random) -> str:
    if not any(char.isdigit() for char in written):
        return _other_words(written, rng)
    digits = re.search(r"\d[\d,]*(?:\.\d+)?", narrow(written))
    if digits is None:
        return written
    plain = digits.group().replace(",", "")
    decimals = len(plain.partition(".")[2])
    value = float(plain)
    if quantity.kind in ("date", "time"):
        limit = 12 if value <= 12 else 28 if value <= 31 else 10_000
        value = value + rng.choice((-3, -2, -1, 1, 2, 3)) if value > 31 else rng.randint(1, limit)
    elif quantity.kind == "percent" and value <= 100:
        value = min(100.0, max(1.0, value + rng.choice((-20, -10, -5, 5, 10, 20))))
    else:
        value = max(1.0, value * rng.choice((0.5, 2.0, 3.0)) if value >= 4 else value + rng.choice((1, 2, 3)))
    shown = f"{value:,.{decimals}f}" if "," in digits.group() else f"{value:.{decimals}f}"
    if quantity.kind == "time" and len(plain) == 2:
        shown = shown.zfill(2)
    return written[: digits.start()] + shown + written[digits.end() :]


def _other_words(written: str, rng: random.Random) -> str:
    if has_han(written):
        places = [i for i, char in enumerate(written) if char in _ZH_DIGITS]
        if not places:
            return rng.choice(_ZH_DIGITS[1:]) + written if written.startswith("十") else written
        place = rng.choice(places)
        return (
            written[:place]
            + rng.choice(
                [
                    d
                    for d in _ZH_DIGITS
                    if d not in (written[place], "两") and not (d == "二" and written[place] == "两")
                ]
            )
            + written[place + 1 :]
        )
    small = "two three four five six seven eight nine ten".split()
    return rng.choice([word for word in small if word != written.lower()])


def _change_unit(text: str, quantity: Quantity) -> Mutation | None:
    for unit in sorted(_UNIT_SWAPS, key=len, reverse=True):
        if quantity.text.endswith(unit) and quantity.text != unit:
            after = quantity.text[: -len(unit)] + _UNIT_SWAPS[unit]
            return Mutation(text[: quantity.start] + after + text[quantity.end :], quantity.text, after, "unit")
    return None


def _change_name(text: str, rng: random.Random) -> Mutation | None:
    codes = find_codes(text)
    if codes:
        code = rng.choice(codes)
        after = re.sub(r"\d+", lambda m: str(int(m.group()) + rng.choice((1, 2, 10, 100))), code, count=1)
        return Mutation(text.replace(code, after), code, after, "code")
    names = [name for name in find_names(text) if len(name) > 2 or has_han(name)]
    if not names:
        return None
    name = rng.choice(names)
    pool = _NAMES_ZH if has_han(name) else _NAMES_EN
    after = rng.choice([other for other in pool if other != name])
    return Mutation(text.replace(name, after), name, after, "name")
