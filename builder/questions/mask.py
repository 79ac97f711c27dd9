"""Personal data masked before a question is kept: addresses, telephone numbers, cards, accounts, identity numbers.

What each is comes from kept libraries: phonenumbers for telephone numbers, python-stdnum for numbers with check digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_IP = re.compile(r"(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])")
_CARD = re.compile(r"(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_CHINESE_ID = re.compile(r"(?<!\d)\d{17}[\dXx](?!\d)")
_REGIONS = ("CN", "US", "GB", "DE")


@dataclass(frozen=True)
class Masked:
    """A text with personal data replaced by its kind in brackets, and how many of each kind there were."""

    text: str
    counts: dict[str, int]


def mask(text: str) -> Masked:
    """Replace personal data by [email], [phone], [card], [iban], [id] or [ip]; names are left, they often are the topic."""
    taken: list[tuple[int, int, str]] = []
    for kind, spans in _FINDERS.items():
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

    return bool(luhn.is_valid(re.sub(r"\D", "", number)))


def _iban(number: str) -> bool:
    from stdnum import iban

    return bool(iban.is_valid(number.replace(" ", "")))


def _chinese_id(number: str) -> bool:
    from stdnum.cn import ric

    return bool(ric.is_valid(number.upper()))


def _phones(text: str) -> Iterable[tuple[int, int]]:
    import phonenumbers

    for region in _REGIONS:
        for match in phonenumbers.PhoneNumberMatcher(text, region, phonenumbers.Leniency.VALID):
            yield match.start, match.end


_FINDERS: dict[str, Callable[[str], Iterable[tuple[int, int]]]] = {
    "email": _matches(_EMAIL),
    "id": _matches(_CHINESE_ID, _chinese_id),
    "iban": _matches(_IBAN, _iban),
    "card": _matches(_CARD, _card),
    "ip": _matches(_IP),
    "phone": _phones,
}
