"""Which words a text negates, so that a claim and a passage can be seen to say the opposite."""

from __future__ import annotations

import re
from functools import lru_cache

from core.text.language import has_han
from core.text.tokens import content_words

_NOT_EN = re.compile(
    r"\b(?:not|never|cannot|no longer|without|forbidden|prohibited|unable|ineligible|refuse[sd]?|nobody|none|neither)\b|n['’]t\b|"
    r"\b(?:no|nor)\b",
    re.IGNORECASE,
)
_NEUTRAL_EN = re.compile(
    r"\bnot (?:only|more than|less than|later than|fewer than|earlier than|exceed\w*|just|necessarily|(?:to )?be confused)\b|"
    r"\bno (?:more|less|later|fewer|sooner|earlier) than\b|\bno (?:doubt|matter)\b",
    re.IGNORECASE,
)
# The passive puts the verb before its ban: "smoking is prohibited".
_AFTERWARDS = re.compile(
    r"\b(?:is|are|was|were) (?:strictly )?(?:forbidden|prohibited|not (?:allowed|permitted|possible|covered|included|accepted))\b",
    re.IGNORECASE,
)
_NOT_ZH = re.compile(
    r"不予|不得|不能|不可以?|不会|不再|不应|不允许|不准|不许|不是|不属于|不包括|不含|不需要?|不必|不用|"
    r"不(?=[\u4e00-\u9fff])|没有|没|并未|从未|尚未|未能|未(?![来婚知])|无需|无须|无法|禁止|严禁|拒绝|谢绝|免(?=交|付|收)|请勿|切勿"
)
_NEUTRAL_ZH = re.compile(
    r"不(?:得|能|可|应)?(?:少于|超过|低于|高于|大于|小于|多于|晚于|早于|迟于|足)|不(?:仅|但|只|论|管|断|过|久|同|少|妨|锈钢|动产|可抗力|可或缺)|"
    r"无(?:论|锡|线|疑|偿|障碍|形)|是否|能不能|可不可以|有没有|未休|未尽"
)
_STOP = re.compile(
    r"[，,；;。.!?！？、：:()（）\n|]|\b(?:but|and|or|unless|if|because|which|that|until|except|can|may|must|will|should|shall)\b|但|而|除非|如果|的",
    re.IGNORECASE,
)
_REACH_EN, _REACH_ZH = 5, 3
_UNDONE = re.compile(r"^(?:un|non|in)(?=[a-z]{4})")
# Words whose negation says nothing of the matter itself: "not allowed to work" is about working.
_PERMISSION = frozenset("allow permit abl 允许 可以 能 可 准 许".split())


@lru_cache(maxsize=65536)
def negated_words(text: str) -> frozenset[str]:
    """Content words in the reach of a negation, up to the end of its clause."""
    found: set[str] = set()
    for pattern, neutral, reach in ((_NOT_EN, _NEUTRAL_EN, _REACH_EN), (_NOT_ZH, _NEUTRAL_ZH, _REACH_ZH)):
        plain = neutral.sub(lambda m: " " * len(m.group()), text)
        for match in pattern.finditer(plain):
            stop = _STOP.search(plain, match.end())
            scope = plain[match.end() : stop.start() if stop else len(plain)]
            found.update(_scope(scope)[:reach])
    for match in _AFTERWARDS.finditer(text):
        start = max((m.end() for m in _STOP.finditer(text, 0, match.start())), default=0)
        found.update(content_words(text[start : match.start()])[-_REACH_EN:])
    for word in content_words(text):
        bare = _UNDONE.sub("", word)
        if bare != word and not has_han(word) and word.startswith(("un", "non")):
            found.add(bare)
    return frozenset(found)


@lru_cache(maxsize=65536)
def _words(text: str) -> tuple[str, ...]:
    return tuple(content_words(text))


def _scope(text: str) -> list[str]:
    return [word for word in content_words(text) if word not in _PERMISSION and not word[0].isdigit()]


def negation_flip(claim: str, passage: str) -> str | None:
    """A word both texts share that exactly one of them negates; None when they agree."""
    ours, theirs = negated_words(claim), negated_words(passage)
    if not ours and not theirs:
        return None
    said, held = _words(claim), _words(passage)
    for word in said:
        if word in _PERMISSION:
            continue
        if word in theirs and word not in ours:
            return word
        if word in ours and word in held and word not in theirs:
            return word
    return None


def negated_together(claim: str, passage: str) -> str | None:
    """A word of the claim when the passage negates two of its words at once and the claim negates neither."""
    shared = {word: None for word in _words(claim) if word in negated_words(passage)}
    if len(shared) < 2 or not negated_words(claim).isdisjoint(shared):
        return None
    return next(iter(shared))
