"""Personal data masked before a question is kept: addresses, telephone numbers, cards, accounts, identity numbers.

What each is comes from kept libraries: phonenumbers for telephone numbers, python-stdnum for numbers with check digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_IP = re.compile(r"(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])")
_CARD = re.compile(r"(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_CHINESE_ID = re.compile(r"(?<!\d)\d{17}[\dXxＸｘ](?!\d)")
# What people call such a number: behind these words it is masked also when they mistyped it.
_SAID = re.compile(
    r"(?:身份证|护照|通行证|驾驶证|passport|id card)[^\dA-Za-z\n]{0,8}(?:no\.?|number|is|号码?|是|为|[\s:：#])*([A-Za-z]{0,2}\d{6,17}[\dXx]?)(?!\d)"
    r"|(?:银行卡|储蓄卡|信用卡|卡号|bank card|card number)[^\d\n]{0,8}(\d(?:[ -]?\d){11,18})(?!\d)",
    re.IGNORECASE,
)
_REGIONS = ("CN", "US", "GB", "DE")


@dataclass(frozen=True)
class Masked:
    """A text with personal data replaced by its kind in brackets, and how many of each kind there were."""

    text: str
    counts: dict[str, int]


def mask(text: str) -> Masked:
    """Replace personal data by [email], [phone], [card], [iban], [id] or [ip]; names are left, they often are the topic."""
    taken: list[tuple[int, int, str]] = []
    for kind, spans in _FINDERS:
        for start, end in spans(text):
            if all(end <= s or e <= start for s, e, _ in taken):
                taken.append((start, end, kind))
    for start, end, kind in sorted(taken, reverse=True):
        text = f"{text[:start]}[{kind}]{text[end:]}"
    kinds = [kind for _, _, kind in taken]
    return Masked(text, {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})


def _matches(
    pattern: re.Pattern[str], valid: Callable[[str], bool] | None = None
) -> Callable[[str], Iterator[tuple[int, int]]]:
    def spans(text: str) -> Iterator[tuple[int, int]]:
        return (m.span() for m in pattern.finditer(text) if valid is None or valid(m.group()))

    return spans


def _card(number: str) -> bool:
    from stdnum import luhn

    return bool(luhn.is_valid(_digits(number)))


def _digits(number: str) -> str:
    """ASCII digits, also of a number typed in full width."""
    return re.sub(r"\D", "", unicodedata.normalize("NFKC", number))


def _iban(number: str) -> bool:
    from stdnum import iban

    return bool(iban.is_valid(number.replace(" ", "")))


def _chinese_id(number: str) -> bool:
    from stdnum.cn import ric

    return bool(ric.is_valid(unicodedata.normalize("NFKC", number).upper()))


def _said(kind: int) -> Callable[[str], Iterator[tuple[int, int]]]:
    return lambda text: (m.span(kind) for m in _SAID.finditer(text) if m.group(kind))


def _phones(text: str) -> Iterable[tuple[int, int]]:
    import phonenumbers

    for region in _REGIONS:
        for match in phonenumbers.PhoneNumberMatcher(text, region, phonenumbers.Leniency.VALID):
            yield match.start, match.end


_FINDERS: tuple[tuple[str, Callable[[str], Iterable[tuple[int, int]]]], ...] = (
    ("email", _matches(_EMAIL)),
    ("id", _matches(_CHINESE_ID, _chinese_id)),
    ("iban", _matches(_IBAN, _iban)),
    ("card", _matches(_CARD, _card)),
    ("id", _said(1)),
    ("card", _said(2)),
    ("ip", _matches(_IP)),
    ("phone", _phones),
)
