"""Numbers as people write them: digits, full-width digits, English words, Chinese numerals; with offsets kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

# One character for one character, so that offsets in the folded text are offsets in the original.
_NARROW = {0xFF01 + i: 0x21 + i for i in range(94) if chr(0x21 + i) not in ",;!?()"}
_NARROW[ord("　")] = ord(" ")

_DIGITS_ZH = {c: i for i, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "两": 2,
    "兩": 2,
    "壹": 1,
    "贰": 2,
    "叁": 3,
}
_SMALL_ZH = {"十": 10, "百": 100, "千": 1000}
_LARGE_ZH = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
_UNITS_EN = {
    w: i
    for i, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen".split()
    )
}
_TENS_EN = {w: 10 * i for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)}
_SCALE_EN = {
    "hundred": 1e2,
    "thousand": 1e3,
    "k": 1e3,
    "million": 1e6,
    "mn": 1e6,
    "m": 1e6,
    "billion": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
}
_ZH = "零〇○一二两兩三四五六七八九十百千万萬亿億壹贰叁"
_WORD_EN = "|".join(sorted([*_UNITS_EN, *_TENS_EN], key=len, reverse=True))
_TENS = "|".join(_TENS_EN)
_DIGIT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_NUMBER = re.compile(
    rf"(?P<digit>(?<![A-Za-z_\d])(?<![A-Za-z]-)(?<!\d[.,])[-−]?{_DIGIT})"
    r"(?:\s?(?P<scale>[十百千]?[万萬亿億]+|[百千](?!瓦|米|克|字节|帕|卡)|(?i:thousand|million|billion|trillion|bn|mn|k|m)(?![A-Za-z])))?"
    rf"|(?P<zh>[{_ZH}]+(?:点[零〇一二三四五六七八九]+)?)"
    rf"|(?P<en>(?<![A-Za-z-])(?i:(?:(?:a|{_WORD_EN})\s)?(?:hundred|thousand|million|billion)(?:\sand)?(?:\s(?:{_TENS})(?:[-\s](?:{_WORD_EN}))?|\s(?:{_WORD_EN}))?"
    rf"|(?:{_TENS})[-\s](?:{_WORD_EN})|(?:{_WORD_EN}))(?![A-Za-z]))"
)


@dataclass(frozen=True)
class Number:
    """One number in a text: `text[start:end]` is how it is written."""

    start: int
    end: int
    value: float
    written: str  # digit, zh or en


def narrow(text: str) -> str:
    """Full-width letters, digits and signs as half-width ones, one for one (commas and stops stay)."""
    return text.translate(_NARROW)


def find_numbers(text: str) -> list[Number]:
    """All numbers of a narrowed text in order, words and Chinese numerals included."""
    found: list[Number] = []
    for match in _NUMBER.finditer(text):
        written = match.lastgroup if match.lastgroup != "scale" else "digit"
        start, end = match.span()
        if written == "digit":
            value = _digits(match["digit"], match["scale"])
            # A minus is a sign only at the start of a word; elsewhere it joins a range or a date.
            if (
                match["digit"][0] in "-−"
                and start > 0
                and not text[start - 1].isspace()
                and text[start - 1] not in "(（：:"
            ):
                start, value = start + 1, abs(value)
        elif written == "zh":
            parsed = parse_chinese(match["zh"])
            if parsed is None:
                continue
            value = parsed
        else:
            value = _english(match["en"])
        found.append(Number(start, end, value, str(written)))
    return found


def parse_chinese(text: str) -> float | None:
    """The value of a Chinese numeral such as 十五, 一百二十, 二〇二五 or 三点五; None when it is none."""
    whole, _, decimals = text.partition("点")
    value = _chinese_whole(whole)
    if value is None or (decimals and not all(c in _DIGITS_ZH for c in decimals)):
        return None
    return float(f"{int(value)}.{''.join(str(_DIGITS_ZH[c]) for c in decimals)}") if decimals else value


def _chinese_whole(text: str) -> float | None:
    if not text or text[0] in "百千万萬亿億":
        return None  # 千万别, 万一: words, not numbers
    if any(c not in _DIGITS_ZH | _SMALL_ZH | _LARGE_ZH for c in text):
        return None  # 十4: two ways of writing in one
    if all(c in _DIGITS_ZH for c in text):
        # 二〇二五 is read digit by digit; 一二 or 三五 without a place value mean "one or two", "three to five".
        return float("".join(str(_DIGITS_ZH[c]) for c in text)) if len(text) == 1 or len(text) >= 3 else None
    total, section, digit = 0.0, 0.0, None
    for char in text:
        if char in _DIGITS_ZH:
            digit = _DIGITS_ZH[char]
        elif char in _SMALL_ZH:
            section += (1 if digit is None else digit) * _SMALL_ZH[char]
            digit = None
        else:
            total = (total + section + (digit or 0)) * _LARGE_ZH[char]
            section, digit = 0.0, None
    return total + section + _last_digit(text, digit)


def _last_digit(text: str, digit: int | None) -> float:
    """The digit that ends a numeral: 一百二 is 120, 三万五 is 35 000, 一百零二 is 102."""
    if digit is None:
        return 0.0
    before = text[-2] if len(text) > 1 else ""
    scale = (_SMALL_ZH | _LARGE_ZH).get(before, 1)
    return float(digit * scale // 10) if scale > 10 else float(digit)


def _digits(digits: str, scale: str | None) -> float:
    value = float(digits.replace(",", "").replace("−", "-"))
    for char in scale if scale and scale[0] in _SMALL_ZH | _LARGE_ZH else "":
        value *= (_SMALL_ZH | _LARGE_ZH)[char]
    return value * _SCALE_EN.get((scale or "").lower(), 1)


def _english(text: str) -> float:
    total = 0.0
    for word in re.split(r"[-\s]+", text.lower()):
        if word in _SCALE_EN:
            total = (total or 1) * _SCALE_EN[word]
        else:
            total += _UNITS_EN.get(word, _TENS_EN.get(word, 0))
    return total
