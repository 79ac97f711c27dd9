"""Claims of an imported answer: a short answer becomes a statement where its question allows one, else it stays alone."""

from __future__ import annotations

import re

from core.claims import split_claims, yes_or_no
from core.text.language import has_han

# Question words that a short answer can stand in for.
_ASKED_ZH = re.compile(
    r"哪(?:一|几)?(?:些|个|年|天|种|位|家|里|儿|月)|什么时候|什么地方|何时|多久|多长时间|多少(?:个工作日|个月|天|元|钱|人|次|年|小时|分钟|个|名|台|%)?|几(?:个工作日|个月|天|年|小时|分钟|个|次|名|人|位)|谁|什么"
)
_IS_EN = re.compile(
    r"^(?:what|who|when|where|which \w+) (?P<verb>is|are|was|were) (?P<subject>(?:the|a|an|[A-Z])[^?,]*)\?$",
    re.IGNORECASE,
)
_SUBJECT_EN = re.compile(
    r"^(?:who|what|which [a-z ]+?) (?P<rest>(?!is\b|are\b|was\b|were\b|do\b|does\b|did\b)[a-z]+s?\b[^?]*)\?$"
)
_LEAST_STATEMENT = 6


def claims_of(answer: str, question: str) -> tuple[str, ...]:
    """Atomic statements of an answer; none is a question with its answer behind it."""
    alone = split_claims(answer)
    if split_claims(answer, question) == alone:
        return tuple(alone)
    statement = _stated_zh(question, alone[0]) if has_han(question) else _stated_en(question, alone[0])
    return (statement or alone[0],)


def _stated_zh(question: str, answer: str) -> str:
    body, told = question.strip().rstrip("？?"), answer.rstrip("。. ")
    if yes_or_no(answer) is not None:
        return f"{body[:-1]}。" if yes_or_no(answer) and re.search(r"[^吗]吗$", body) else ""
    found = list(_ASKED_ZH.finditer(body))
    if (
        len(found) != 1
        or re.search(r"为什么|怎么|如何|[？?。]", body)
        or len(told) > 24
        or not has_han(told)
        and not re.match(r"[\d.]", told)
    ):
        return ""
    match = found[0]
    # "多少" asks for the number with whatever unit stands behind it: "多少" + "元" must not meet "7天".
    if match.group().startswith(("多少", "几", "多久", "多长")) != bool(
        re.match(r"[约近]?[\d一二两三四五六七八九十百千万]", told)
    ):
        return ""
    left, right = body[: match.start()], body[match.end() :]
    if right and told.endswith(right[:1]):
        right = ""
    gap = " " if left[-1:].isascii() and left[-1:].isalnum() and told[0].isascii() and told[0].isalnum() else ""
    made = f"{left.rstrip()}{gap}{told}{right}。"
    return made if left.strip() and len(made) >= _LEAST_STATEMENT else ""


def _stated_en(question: str, answer: str) -> str:
    told = answer.rstrip(". ")
    if yes_or_no(answer) is not None or len(told.split()) > 8:
        return ""
    match = _IS_EN.match(question.strip())
    if match is not None:
        if re.search(r"\b(?:of|in|on|at|to|for|by|with|from|about)$", match.group("subject")) or re.match(
            r"(?:who|where|when)", question, re.I
        ):
            return ""
        return f"{match.group('subject')[0].upper()}{match.group('subject')[1:]} {match.group('verb')} {told}."
    subject = _SUBJECT_EN.match(question.strip()[0].lower() + question.strip()[1:])
    if subject is not None and told[:1].isupper():
        return f"{told} {subject.group('rest')}."
    return ""
