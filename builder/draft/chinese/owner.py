"""Bare Chinese nouns get their owner: "站台位于哪里" on a page about 海宁西站 becomes "海宁西站的站台位于哪里"."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.draft.chinese.grammar import is_nominal, tagged

# A title that names one thing, rather than tells a story or a rule.
_LONGEST_NAME = 16
_BARE_LEAD = re.compile(r"^(?P<noun>[\u4e00-\u9fff]{2,4}?)(?=于|在|自|从|由|的|是|最|共|有|位|将|已|设|现|不|总|占|每)")


def with_owner(question: str, subject: str, topic: str) -> str:
    """The question with the page's topic as owner of a bare noun at its head, where that reads well; else unchanged."""
    lead = subject if subject and question.startswith(subject) else _lead(question)
    # "佩特里奇" on a page about 姆拉登·佩特里奇.
    if lead and topic.endswith(f"·{lead}"):
        return question.replace(lead, topic, 1)
    # "凤凰队" on the page of 威灵顿凤凰足球俱乐部.
    if _is_alias(lead, topic):
        return question.replace(lead, topic, 1)
    if not lead or not is_bare(lead) or not _is_name(topic) or lead in ("大家", "人们"):
        return question
    if topic.endswith(lead):
        return question.replace(lead, topic, 1)
    # The length of a railway's line is that of the railway.
    if lead in ("线路", "全线", "整体"):
        rest = question[len(lead) :].lstrip("的")
        return f"{topic}{'' if rest.startswith(('位于', '于', '均', '由', '在', '自', '共')) else '的'}{rest}"
    return question if topic in question else f"{topic}的{question}"


def in_full(question: str, subject: str, topic: str, text: str) -> str:
    """ "史东出生于哪里" with the whole name the page gives elsewhere: 马特·史东."""
    if not subject or subject in topic or not question.startswith(subject) or "·" in subject:
        return question
    found = re.findall(rf"(?:^|[\s，。、；（「《])([\u4e00-\u9fff]{{1,6}}(?:·[\u4e00-\u9fff]{{1,8}})*·{re.escape(subject)})(?![\u4e00-\u9fff]{{0,3}}·)", text)  # fmt: skip
    return question.replace(subject, found[0], 1) if len(set(found)) == 1 else question


# "国家气象局": every country has one.
_SOMEWHERE = re.compile(
    r"(?:国家|全国|中央|皇家|联邦|本地|当地|市|省|县)[\u4e00-\u9fff]{1,6}(?:局|部|院|会|台|队|馆|府|银行)"
)


def of_some_country(question: str, topic: str) -> bool:
    """Whether a question opens with a body any country or town has, on a page about something else."""
    body = re.sub(r"^(?:在|关于|根据)[^，：]*[，：]", "", question)
    match = _SOMEWHERE.match(body)
    return match is not None and match.group() not in topic and body == question


def _is_alias(lead: str, topic: str) -> bool:
    """Whether a short name of a team or body is made of the page's own name."""
    return (
        3 <= len(lead) <= 4 and lead not in topic and lead[:2] in topic and lead[-1] in "队社会团" and _is_name(topic)
    )


# Kinds of question that mean one thing, so that a bare noun in them must be somebody's.
_OF_ONE = ("zh:date", "zh:count", "zh:where", "zh:maker", "zh:measure", "zh:yearly", "zh:life", "zh:who-is")


def lacks_owner(question: str, subject: str, template: str, rule: bool) -> bool:
    """Whether a question is about a bare noun nobody is named for; in a rule ("rule") the noun means everyone's."""
    if template not in _OF_ONE or rule:
        return False
    body = re.sub(r"^(?:在|关于|根据)[^，：]*[，：]", "", question)
    lead = subject if subject and body.startswith(subject) else _lead(body)
    return bool(lead) and is_bare(lead)


def _lead(question: str) -> str:
    match = _BARE_LEAD.match(question)
    return match.group("noun") if match else ""


@lru_cache(maxsize=20_000)
def is_bare(noun: str) -> bool:
    """Whether a noun names a kind of thing there are many of: one short common noun."""
    words = tagged(noun)
    if not words or noun[0] in "首第末各某每本该此其":
        return False
    if len(noun) > 2 and noun.endswith(tuple("市县縣省区區镇鎮村乡鄉国國州岛島山河湖江寺庙廟")):
        return False
    return len(noun) <= 4 and len(words) == 1 and (words[0][1] == "n" or len(noun) == 2 and words[0][1] == "ns")


@lru_cache(maxsize=20_000)
def _is_name(topic: str) -> bool:
    return (
        not is_bare(topic)
        and 2 <= len(topic) <= _LONGEST_NAME
        and re.fullmatch(r"[\w·《》“”]+", topic) is not None
        and is_nominal(topic)
    )
