"""Which languages a text is written in, by script run rather than by document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.records import Language

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff"
HAN_RUN = re.compile(f"[{HAN}]+")
_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_KANA_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_OTHER_LETTER = re.compile(rf"[^\W\d_A-Za-z\u00c0-\u024f{HAN}]")
# A Latin word carries about as much as 1.7 Chinese characters in parallel texts.
_HAN_PER_WORD = 1.7


def language_mix(text: str, sample: int = 200_000) -> dict[str, float]:
    """Shares of `en` (Latin words), `zh` (Han characters) and `other` scripts; they sum to 1, or {} without letters.

    Only the first `sample` characters are read.
    """
    head = text[:sample]
    han = len(_HAN.findall(head)) / _HAN_PER_WORD
    latin = float(len(_LATIN_WORD.findall(head)))
    other = len(_OTHER_LETTER.findall(head)) / 3
    if _KANA_HANGUL.search(head):
        kana = len(_KANA_HANGUL.findall(head))
        # Japanese writes Han characters among kana: count both as other.
        if kana > 0.15 * max(1, len(_HAN.findall(head))):
            other, han = other + han, 0.0
    total = han + latin + other
    if total == 0:
        return {}
    shares = {"en": latin / total, "zh": han / total, "other": other / total}
    return {name: round(share, 4) for name, share in shares.items() if share > 0}


def language_of(text: str) -> Language:
    """The language of a short text: `zh`, `en`, `mixed` (both above 30 %) or `other`.

    Chinese sentences that carry English terms ("VPN 怎么申请？") count as Chinese from 35 % on.
    """
    mix = language_mix(text)
    if not mix or mix.get("other", 0) > 0.5:
        return "other"
    zh, en = mix.get("zh", 0.0), mix.get("en", 0.0)
    if zh >= 0.65:
        return "zh"
    if en >= 0.65:
        return "en"
    if zh >= 0.3 and en >= 0.3:
        return "zh" if zh >= 0.35 and len(text) < 200 else "mixed"
    return "zh" if zh > en else "en"


def has_han(text: str) -> bool:
    """Whether any Han character occurs."""
    return _HAN.search(text) is not None


def script_runs(text: str) -> Iterator[tuple[str, bool]]:
    """Pieces of the text in order, each with whether it is a run of Han characters."""
    last = 0
    for match in HAN_RUN.finditer(text):
        if match.start() > last:
            yield text[last : match.start()], False
        yield match.group(), True
        last = match.end()
    if last < len(text):
        yield text[last:], False
