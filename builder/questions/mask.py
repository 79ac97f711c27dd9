"""Personal data masked before a question is kept: addresses, telephone numbers, cards, accounts, identity numbers,
licence plates, and names that people give as their own.

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
# A Chinese plate is told by its province; any other by the words before it.
_PLATE_ZH = re.compile(
    r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-Z][·.\s]?[A-HJ-NP-Z0-9]{5,6}(?![A-Z0-9])",
    re.I,
)
_PLATE_SAID = re.compile(
    r"(?:licen[cs]e plate|number plate|plate number|(?:vehicle|car) registration|车牌)"
    r"[^\dA-Za-z\n]{0,8}(?:(?:no\.?|number|is|号码?|是|为)[\s:：#]*)*((?=[A-Z -]*\d)[A-Z0-9](?:[A-Z0-9]|[ ·-](?=[A-Z0-9])){3,9})(?![A-Za-z0-9])",
)
# Who speaks is never what is asked about; any other name may be, so that it is left.
_OWN_NAME = re.compile(
    r"(?:\b(?i:my (?:full )?name(?: is|['’]s|:)|(?:kind|best|warm) regards,?|yours (?:sincerely|faithfully|truly),?)\s+)"
    r"([A-Z][\w'’-]+(?: (?:[A-Z]\.|[A-Z][\w'’-]+)){0,3})"
    r"|(?:我(?:的)?(?:名字)?(?:叫|是叫)|本人(?:姓名)?(?:叫|是|为|[:：])|(?:我的)?姓名\s?(?:叫|是|为|[:：]))\s?"
    r"([王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧][\u4e00-\u9fff]{1,2})"
    r"(?=[，,。；;、！!？?（(\s]|$)"
)
_REGIONS = ("CN", "US", "GB", "DE")


@dataclass(frozen=True)
class Masked:
    """A text with personal data replaced by its kind in brackets, and how many of each kind there were."""

    text: str
    counts: dict[str, int]


def mask(text: str) -> Masked:
    """Replace personal data by its kind ([email], [phone], [card], [iban], [id], [ip], [plate], [name]).

    Only a name that the asker gives as their own is one; other names often are what is asked about.
    """
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


def _groups(pattern: re.Pattern[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    return lambda text: (m.span(m.lastindex or 0) for m in pattern.finditer(text))


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
    ("plate", _matches(_PLATE_ZH)),
    ("plate", _groups(_PLATE_SAID)),
    ("name", _groups(_OWN_NAME)),
    ("ip", _matches(_IP)),
    ("phone", _phones),
)
