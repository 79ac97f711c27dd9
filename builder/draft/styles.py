"""How a question is worded: plain, colloquial, as key words, or with a typing mistake."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace

from builder.draft.candidates import Candidate

STYLES = ("plain", "colloquial", "keywords", "typo")

_OPEN_EN = ("Hi, quick question: ", "Does anyone know: ", "Just wondering: ", "Hey, ")
_OPEN_ZH = ("请问一下，", "想问下，", "你好，", "帮忙看下，")
_SHORT_EN = (("What is ", "What's "), ("Who is ", "Who's "), ("Where is ", "Where's "), ("do not", "don't"), ("does not", "doesn't"),
             ("is not", "isn't"), ("cannot", "can't"), ("you are ", "you're "), (" is required to do", " has to do"), ("According to ", "In "))  # fmt: skip
_TALK_ZH = (("是什么时候", "是啥时候"), ("什么时候", "啥时候"), ("如何", "怎么"), ("为什么", "为啥"), ("是否支持", "支不支持"), ("是否可以", "能不能"), ("是否允许", "让不让"),
            ("能否", "能不能"), ("应该怎么做", "该怎么办"), ("可以怎么做", "能怎么办"), ("有哪些", "都有哪些"), ("根据", "按"), ("什么是", "啥是"))  # fmt: skip
_DROP_EN = frozenset(
    "what who whom whose when where which why how many much do does did is are was were be been can could may might must shall should will would "
    "the a an of to in on at for by with from your you i my according under if up it that this there and or has have had need needs".split()
)
_ASKS_EN = ((r"^(?:at least |up to |more than )?how many", "number"), (r"^how much", "amount"), (r"^(when|by when|until when|on what date|in what year|in which year)", "date"),
            (r"^who\b", "responsible"), (r"^where\b", "where"), (r"^why\b", "reason"), (r"^how do\b", "how to"))  # fmt: skip
_ASKS_ZH = (("多少个?工作日|多少天", "天数"), ("什么时候|哪一年|哪年", "时间"), ("多长时间|多久", "时长"), ("多少元|多少钱", "金额"), ("多少", "数值"), ("哪个部门", "部门"),
            ("谁", "负责人"), ("哪里|哪儿", "地点"), ("为什么", "原因"), ("如何|怎么", "方法"))  # fmt: skip
_STOP_ZH = frozenset("的 了 吗 呢 是 在 和 与 或 由 于 从 对 把 被 将 有 会 可以 应该 需要 什么 哪些 哪个 哪 怎么做 请 根据 关于 中 时 是否 能否 多少 如何 一个 分别 为 后 内".split())  # fmt: skip
# Near in sound or shape, as an input method or a hurried hand exchanges them.
_CONFUSED = dict(
    zip(
        "帐做再已即申请假销录登其他份部必须级型形像象度渡级",
        "账作在己既伸清价消陆灯期它分布毕需极形型象像渡度极",
        strict=True,
    )
)


def style_of(candidate: Candidate, styles: Mapping[str, float] | None, seed: int) -> str:
    """The style this draft is to have: drawn by the shares, the same for the same draft and seed."""
    if not styles or sum(styles.values()) <= 0:
        return "plain"
    at = random.Random(f"style:{seed}:{candidate.key}").random() * sum(styles.values())
    for name in STYLES:
        at -= styles.get(name, 0.0)
        if at < 0:
            return name
    return "plain"


def restyled(candidate: Candidate, style: str, seed: int) -> Candidate:
    """The candidate in a style, tagged with it; plain where the style cannot be had for this question."""
    if style == "plain":
        return candidate
    rng = random.Random(f"{style}:{seed}:{candidate.key}")
    make = {"colloquial": _colloquial, "keywords": _keywords, "typo": _typo}[style]
    question = make(candidate.question, candidate.language, rng)
    if not question or question == candidate.question:
        return candidate
    return replace(candidate, question=question, tags=(*candidate.tags, f"style:{style}"))


def _colloquial(question: str, language: str, rng: random.Random) -> str:
    if language == "zh":
        for formal, spoken in _TALK_ZH:
            question = question.replace(formal, spoken)
        ending = rng.choice(("呀？", "呢？", "？"))
        ending = "？" if question.rstrip("？")[-1:] in "吗呢呀" else ending
        return f"{rng.choice(_OPEN_ZH)}{question.rstrip('？')}{ending}"
    for formal, spoken in _SHORT_EN:
        question = question.replace(formal, spoken)
    first = question.split(" ", 1)[0]
    lowered = question if first == "I" or sum(c.isupper() for c in first) > 1 else question[0].lower() + question[1:]
    return rng.choice(_OPEN_EN) + lowered


def _keywords(question: str, language: str, rng: random.Random) -> str:
    if language == "zh":
        return _keywords_zh(question)
    bare = question.rstrip("?")
    tail = next((word for pattern, word in _ASKS_EN if re.search(pattern, bare, re.IGNORECASE)), "")
    words = [w for w in re.findall(r"[\w’'./&-]+", bare) if w.lower() not in _DROP_EN]
    return " ".join([*words, tail]).strip() if len(words) >= 2 else ""


def _keywords_zh(question: str) -> str:
    from core.text.tokens import jieba

    bare, tail = question.rstrip("？?"), ""
    for pattern, word in _ASKS_ZH:
        if re.search(pattern, bare):
            bare, tail = re.sub(pattern, " ", bare, count=1), word
            break
    cut = [w.strip() for w in jieba().cut(bare)]
    words = [w for w in cut if w and w not in _STOP_ZH and re.search(r"\w", w)]
    return " ".join([*words, tail]).strip() if len(words) >= 2 else ""


def _typo(question: str, language: str, rng: random.Random) -> str:
    if language == "zh":
        places = [i for i, char in enumerate(question) if char in _CONFUSED]
        if not places:
            return ""
        at = rng.choice(places)
        return question[:at] + _CONFUSED[question[at]] + question[at + 1 :]
    # Names, codes and numbers are left alone: a wrong one would ask for another thing.
    words = [m for m in re.finditer(r"(?<![\w.-])[a-z]{5,}(?![\w.-])", question)]
    if not words:
        return ""
    word = rng.choice(words)
    at = word.start() + rng.randrange(1, len(word.group()) - 2)
    if question[at] == question[at + 1]:
        return question[:at] + question[at + 1 :]
    return question[:at] + question[at + 1] + question[at] + question[at + 2 :]
