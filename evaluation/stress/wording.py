"""Other wordings of a question by rules, in English and Chinese; numbers and codes stay as they are.

| rule | English | Chinese |
|---|---|---|
| opener | "How many" → "What number of", "Can I" → "Am I allowed to", … | 怎么 → 如何, 什么时候 → 何时, 多久 → 多长时间, … |
| polite | "Could someone tell me: …" | 麻烦问一下，… |
| casual | lower case (names too), no end mark, "hi, quick question:" | no end mark, half-width marks, "你好，" |
| typo | two neighbouring letters of the longest plain word change places | a character that sounds alike (账 → 帐), else two neighbouring characters change places |
| slip | one letter of a plain word is missing | one character of a run of Han characters is written twice |
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from core.text.language import HAN, has_han

RULES = ("opener", "polite", "casual", "typo", "slip")
_PLAIN = re.compile(r"\b[a-z]{5,}\b")
_HAN_RUN = re.compile(f"[{HAN}]{{4,}}")

_OPENERS_EN = (
    ("how many", "what number of"), ("how much", "what amount of"), ("how long", "for how much time"), ("how often", "at what intervals"),
    ("how do i", "in which way do i"), ("how does", "in which way does"), ("can i", "am i allowed to"), ("may i", "am i allowed to"),
    ("do i have to", "am i required to"), ("must i", "am i required to"), ("who", "which person"), ("where", "in which place"),
    ("when", "at what point in time"), ("why", "for what reason"), ("which", "what"), ("what", "which"),
)  # fmt: skip
_OPENERS_ZH = (
    ("什么时候", "何时"), ("怎么办", "如何处理"), ("怎么", "如何"), ("如何", "怎样"), ("多久", "多长时间"), ("能不能", "是否可以"), ("可不可以", "能不能"),
    ("是不是", "是否"), ("要不要", "是否需要"), ("多少天", "几天"), ("几天", "多少天"), ("多少钱", "什么价钱"), ("哪些", "哪几种"), ("哪天", "哪一天"),
    ("哪里", "什么地方"), ("谁", "哪位"), ("最晚", "最迟"), ("最多", "至多"), ("最少", "至少"), ("为什么", "什么原因"), ("什么", "啥"), ("多少", "是多少"),
)  # fmt: skip
_SOUND_ALIKE = (
    ("账", "帐"), ("的", "得"), ("做", "作"), ("在", "再"), ("录", "陆"), ("需", "须"), ("像", "象"), ("期", "其"), ("审", "申"), ("申", "伸"),
    ("报", "抱"), ("假", "价"), ("级", "极"), ("型", "形"), ("规", "归"), ("限", "线"), ("应", "因"), ("证", "正"), ("费", "废"), ("时", "是"),
)  # fmt: skip


def reworded(question: str, rule: str, rng: random.Random) -> str | None:
    """The question under one rule; None when the rule does not apply to it."""
    changed = _RULES[rule](question, rng)
    return changed if changed is not None and changed != question else None


def _opener(question: str, rng: random.Random) -> str | None:
    del rng
    if has_han(question):
        pair = next(((old, new) for old, new in _OPENERS_ZH if old in question), None)
        return question.replace(pair[0], pair[1], 1) if pair else None
    for old, new in _OPENERS_EN:
        match = re.search(rf"\b{old}\b", question, re.IGNORECASE)
        if match:
            put = new[0].upper() + new[1:] if match.group()[0].isupper() else new
            return question[: match.start()] + re.sub(r"\bi\b", "I", put) + question[match.end() :]
    return None


def _polite(question: str, rng: random.Random) -> str:
    del rng
    return f"麻烦问一下，{question}" if has_han(question) else f"Could someone tell me: {question}"


def _casual(question: str, rng: random.Random) -> str:
    del rng
    bare = question.rstrip("?？。. ")
    if has_han(question):
        return "你好，" + bare.translate(str.maketrans("，：；（）", ",:;()"))
    return "hi, quick question: " + " ".join(
        word.lower() if word[1:].islower() or len(word) == 1 else word for word in bare.split()
    )


def _typo(question: str, rng: random.Random) -> str | None:
    if has_han(question):
        pairs = [(old, new) for old, new in _SOUND_ALIKE if old in question]
        if pairs:
            old, new = rng.choice(pairs)
            return question.replace(old, new, 1)
        place = _place(_HAN_RUN, question, rng)
    else:
        place = _longest(question)
    if place is None:
        return None
    return question[:place] + question[place + 1] + question[place] + question[place + 2 :]


def _slip(question: str, rng: random.Random) -> str | None:
    place = _place(_HAN_RUN if has_han(question) else _PLAIN, question, rng)
    if place is None:
        return None
    return question[: place + 1] + question[place:] if has_han(question) else question[:place] + question[place + 1 :]


def _place(pattern: re.Pattern[str], text: str, rng: random.Random) -> int | None:
    """A place inside one of the matches, with at least one character of it on either side."""
    found = [place for m in pattern.finditer(text) for place in range(m.start() + 1, m.end() - 2)]
    return rng.choice(found) if found else None


def _longest(question: str) -> int | None:
    words = sorted(_PLAIN.finditer(question), key=lambda m: m.start() - m.end())
    if not words:
        return None
    middle = (words[0].start() + words[0].end()) // 2
    return middle if question[middle] != question[middle + 1 : middle + 2] else middle - 1


_RULES: dict[str, Callable[[str, random.Random], str | None]] = {
    "opener": _opener,
    "polite": _polite,
    "casual": _casual,
    "typo": _typo,
    "slip": _slip,
}
