"""Dates and times of day in English and Chinese, as partial ISO forms: 2025-03-01, 2025-03, --03-01, 2025, T14:30."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.text.numerals import parse_chinese

_MONTHS = {name: i for i, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)}
_MONTH = (
    r"(?P<{0}>(?i:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?))\b\.?"
)
_N = "[0-9零〇○一二三四五六七八九十]"
_MONTH_1, _MONTH_2, _MONTH_3, _MONTH_4 = (_MONTH.format(f"m{i}") for i in range(1, 5))
_DATE = re.compile(
    rf"(?P<zy>(?<![0-9零〇○一二三四五六七八九十]){_N}{{4}})\s?年(?:\s?(?P<zm>{_N}{{1,3}})\s?月(?:份)?(?:\s?(?P<zd>{_N}{{1,3}})\s?[日号])?)?"
    rf"|(?P<zm2>(?<!{_N}){_N}{{1,3}})\s?月(?:份|\s?(?P<zd2>{_N}{{1,3}})\s?[日号])?"
    rf"|(?P<iy>(?<![A-Za-z0-9_])(?:1[0-9]|20|21)\d\d)[-/.](?P<im>0?[1-9]|1[0-2])[-/.](?P<id>3[01]|[12]\d|0?[1-9])(?!\d)"
    rf"|{_MONTH_1}\s(?P<d1>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?:\s?,?\s?(?P<y1>(?:1[0-9]|20|21)\d\d))?(?!\d)"
    rf"|(?P<d2>\b(?:3[01]|[12]\d|0?[1-9]))(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH_2}(?:,?\s(?P<y2>(?:1[0-9]|20|21)\d\d))?(?!\d)"
    rf"|{_MONTH_3}\s?,?\s(?:of\s)?(?P<y3>(?:1[0-9]|20|21)\d\d)(?!\d)"
    rf"|(?<=\bin\s){_MONTH_4}"
    # A fiscal year is known by its year.
    rf"|\b(?:FY|CY)\s?(?P<y4>(?:19|20)\d\d)(?!\d)"
)
_TIME = re.compile(
    r"(?P<p1>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜间|当晚|今晚|晚|早)?\s?(?P<h1>[0-9零〇一二两三四五六七八九十]{1,3})\s?(?:点|时(?!间|代|候|期))"
    r"(?!儿|击|名|评)(?:(?P<half>半)|(?P<m1>[0-9零〇一二三四五六七八九十]{1,3})\s?分(?!钟|之)|整)?"
    r"|(?P<p2>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜间)?\s?(?P<h2>(?<![\d:.])[01]?\d|(?<![\d:.])2[0-4])[:：](?P<m2>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?:\s?(?P<ap2>(?i:[ap]\.?m\b\.?)))?"
    r"|(?P<h3>(?<![\d:.])(?:1[0-2]|[1-9]))\s?(?P<ap3>(?i:[ap]\.?m\b\.?))"
)
_AFTERNOON = frozenset("下午 傍晚 晚上 晚间 夜间 当晚 今晚 晚".split())


@dataclass(frozen=True)
class Moment:
    """A date or a time of day: `text[start:end]`, its ISO form as far as it is written."""

    start: int
    end: int
    kind: str  # date or time
    iso: str


def find_moments(text: str) -> Iterator[Moment]:
    """Dates, then times, of a narrowed text; bare years are left to the caller."""
    for match in _DATE.finditer(text):
        iso = _iso_date(match)
        if iso:
            yield Moment(match.start(), match.end(), "date", iso)
    for match in _TIME.finditer(text):
        iso = _iso_time(match)
        if iso:
            lead = len(match.group()) - len(match.group().lstrip())
            yield Moment(match.start() + lead, match.end(), "time", iso)


def _iso_date(match: re.Match[str]) -> str:
    year = _number(match["zy"] or match["iy"] or match["y1"] or match["y2"] or match["y3"] or match["y4"])
    month = _number(match["zm"] or match["zm2"] or match["im"])
    for name in ("m1", "m2", "m3", "m4"):
        if match[name]:
            month = _MONTHS[match[name][:3].lower()]
    day = _number(match["zd"] or match["zd2"] or match["id"] or match["d1"] or match["d2"])
    unread = (match["zm"] or match["zm2"]) and month is None or (match["zd"] or match["zd2"]) and day is None
    if unread:
        return f"{year:04d}" if year is not None else ""
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return ""
    head = f"{year:04d}" if year is not None else "-"
    if month is None:
        return head
    return f"{head}-{month:02d}" + (f"-{day:02d}" if day is not None else "")


def _iso_time(match: re.Match[str]) -> str:
    hour = _number(match["h1"] or match["h2"] or match["h3"])
    if match["h1"] and not (match["p1"] or match["half"] or match["m1"]) and not match["h1"].isdigit():
        return ""  # 一点, 两点: more often "a little", "two points"
    minute = 30 if match["half"] else _number(match["m1"] or match["m2"]) or 0
    if hour is None or hour > 24 or minute > 59:
        return ""
    half_day = (match["ap2"] or match["ap3"] or "").lower()
    if (half_day.startswith("p") or (match["p1"] or match["p2"]) in _AFTERNOON) and hour < 12:
        hour += 12
    if half_day.startswith("a") and hour == 12:
        hour = 0
    return f"T{hour:02d}:{minute:02d}"


def _number(text: str | None) -> int | None:
    if not text:
        return None
    if text.isdigit():
        return int(text)
    if len(text) == 4 and not any(c in "十" for c in text):
        digits = "".join(
            c if c.isdigit() else str("零一二三四五六七八九".find(c.replace("〇", "零").replace("○", "零")))
            for c in text
        )
        return int(digits) if digits.isdigit() else None
    value = parse_chinese("".join(text))
    return None if value is None else int(value)


def same_moment(claim: str, premise: str) -> bool:
    """Whether a claim's date or time is covered by the premise's: 2025-03 by 2025-03-01, --03-01 by 2025-03-01."""
    if claim == premise:
        return True
    if claim.startswith("T") or premise.startswith("T"):
        return False
    ours, theirs = _parts(claim), _parts(premise)
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a and b]
    return (
        bool(pairs)
        and all(a == b for a, b in pairs)
        and all(b or not a for a, b in zip(ours[1:], theirs[1:], strict=True))
    )


def _parts(iso: str) -> tuple[str, str, str]:
    head, *rest = (iso[2:] if iso.startswith("--") else iso).split("-")
    if iso.startswith("--"):
        return "", head, rest[0] if rest else ""
    return head, rest[0] if rest else "", rest[1] if len(rest) > 1 else ""
