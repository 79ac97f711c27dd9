"""Names, model codes and negation in English and Chinese, by light patterns: what must not differ silently."""

from __future__ import annotations

import re
from functools import lru_cache

from core.text.numerals import narrow

_QUOTED = re.compile(r"《([^》]{1,40})》|“([^”]{2,40})”|「([^」]{2,40})」|\"([^\"\n]{2,40})\"")
# X200, X210 Pro, VRFB-5, RFC 7231, iPhone 15: letters and digits that name one thing.
_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]{1,6}[-_]?\d{1,6}[A-Za-z]{0,3}(?:[-_.]\d+)?|[A-Z]{2,6}\s\d{2,6}|\d+[A-Z]{1,2}(?![a-z]))"
    r"(?:\s(?:Pro|Max|Plus|Lite|Mini|Ultra|SE))?(?![A-Za-z0-9])"
)
_CAPITALISED = re.compile(
    r"(?<![A-Za-z])(?:[A-Z][a-z'’À-ž]+|[A-Z]{2,}|[A-Z]\.)(?:\s(?:of|the|de|van|von|and|&)(?=\s[A-Z])|[\s-](?:[A-Z][a-z'’À-ž]+|[A-Z]{2,}|[A-Z]\.))*"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？:：]\s*|\n\s*)$")
_COMMON_START = frozenset(
    "the a an this that these those it he she they we you i in on at for if when while after before since with as by "
    "from to and but or so all each every no yes not there here what who where which how why please employees users "
    "customers according however also both most many some any".split()
)
_MONTH_OR_DAY = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$"
)
_NEGATION_EN = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|can't|won't|isn't|aren't|wasn't|weren't|doesn't|"
    r"don't|didn't|hasn't|haven't|hadn't|shouldn't|mustn't|needn't|couldn't|wouldn't|forbidden|prohibited|"
    r"unable|ineligible|unavailable|unsupported|impossible|n't|n’t)\b|n['’]t\b",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(
    r"\bnot (?:only|more than|less than|later than|fewer than|exceed\w*|just)\b|\bno (?:more|less|later|fewer) than\b",
    re.IGNORECASE,
)
_NEGATION_ZH = re.compile(
    r"不(?!仅|但|只|同|过|断|管|论|久|少于|超过|低于|高于|得超过|得低于|得少于|得高于|大于|小于|多于|晚于|早于|足|良|动产|锈钢|可抗|间断)|没有?|未(?!来|婚|知)|无(?!论|锡|线|人机|疑|偿|障碍|形)|非(?!常|洲|凡)|禁止|严禁|拒绝|无法|免(?=交|付|费)|别(?=再|去)|勿"
)


@lru_cache(maxsize=65536)
def find_names(text: str) -> tuple[str, ...]:
    """Names in a text: quoted titles, codes, capitalised sequences; sentence openers and months left out."""
    found = [next(g for g in m.groups() if g) for m in _QUOTED.finditer(text)]
    found += find_codes(text)
    for match in _CAPITALISED.finditer(text):
        name = match.group().strip()
        first, _, rest = name.partition(" ")
        if first.lower() in _COMMON_START:
            name = rest
        elif not rest and _SENTENCE_START.search(text, 0, match.start()) and not name.isupper():
            continue  # any word is capitalised there
        if len(name) > 1 and not _MONTH_OR_DAY.match(name):
            found.append(name)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=65536)
def find_codes(text: str) -> tuple[str, ...]:
    """Model numbers and other codes of letters with digits: X200, X210 Pro, RFC 7231."""
    return tuple(dict.fromkeys(m.group() for m in _CODE.finditer(narrow(text))))


@lru_cache(maxsize=65536)
def negations(text: str) -> int:
    """How many negations a text carries; "not only" and "no more than" are none."""
    plain = _NOT_ONLY.sub(" ", text)
    return len(_NEGATION_EN.findall(plain)) + len(_NEGATION_ZH.findall(plain))
