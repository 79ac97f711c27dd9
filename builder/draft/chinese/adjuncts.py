"""Chinese statements asked for the part they leave open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.english.adjuncts import Part

REASON = (
    r"因|由于|由於|为了|爲了|為了|以便|以免|以求|所以|故|缘|緣|原因|目的|导致|導致|造成|避免|防止|确保|確保|保证|保證|使得|致|受到|考虑|考慮|鑑于|鉴于|旨在|促进|出于|出於|"
    r"根据|根據|响应|響應|纪念|紀念|[是为]为|以[^下上内內外前后後及来來]{1,8}为"
)
_CONSEQUENCE = r"处分|处罚|追究|扣|罚|逾期|超期|未[按在经能提完]|否则|不予|视为|取消|责任|赔偿|无效|后果|违反|违规|停|冻结|锁定|作废|失效|警告|自动|报错|失败|异常|不能|无法|丢失"
# "相应", "响应" and "应用" oblige nobody.
_OUGHT = r"应当|(?<![相对响反供适效感呼])应(?!该|求|对|急|用|知|答|力|付|收|变|激|届)|必须|(?<!必)须(?!知)"
_MODAL = rf"(?P<modal>{_OUGHT})"
_RULE = re.compile(rf"^(?P<who>[^，。；：、]{{2,22}}?){_MODAL}(?P<what>[^，。；：]{{5,32}})$")
# Only of a deadline or a least amount do people ask what becomes of those who miss it.
_LIMIT = re.compile(r"[日天时月周年前]内|之?前|至少|不少于|不低于|不晚于")
_BAN = re.compile(r"^(?P<who>[^，。；：、]{2,18}?)(?:不得|严禁|禁止)(?P<what>[^，。；：]{4,30})$")
_CASE = re.compile(rf"^(?P<case>[^，。；：]{{5,26}})的，{_MODAL}(?P<what>[^，。；：]{{5,30}})$")


def open_parts_zh(statement: str) -> Iterator[Part]:
    """Questions (with trigger, name and trust) for what a plain Chinese sentence leaves open."""
    from builder.draft.chinese.base import is_dangling, usable

    body = statement.rstrip("。；;. ")
    if (
        not usable(statement)
        or not re.match(r"[\w“《]", body)
        or is_dangling(body)
        or re.search(r"[（(“\"：:、《]", body)
    ):
        return
    yield from _rules(body)
    yield from _reasons(body)


def _rules(body: str) -> Iterator[Part]:
    from builder.draft.chinese.base import has_subject

    rule, ban, case = _RULE.match(body), _BAN.match(body), _CASE.match(body)
    if rule and has_subject(rule.group("who")) and _bare(rule.group("who")) and _LIMIT.search(rule.group("what")):
        yield f"如果{rule.group('who').strip()}没有{rule.group('what')}，会有什么后果？", _CONSEQUENCE, "if-not", 0.84
    if case and has_subject(case.group("case")):
        yield f"{case.group('case')}却没有{case.group('what')}的，会有什么后果？", _CONSEQUENCE, "if-not", 0.82
    if ban and has_subject(ban.group("who")) and _bare(ban.group("who")):
        yield f"{ban.group('who')}{ban.group('what')}会受到什么处罚？", _CONSEQUENCE, "penalty", 0.82


def _bare(who: str) -> bool:
    return re.search(r"(均|一律|都|也|还|则|不|可|的)$|^(如|若|当|从|在|对|经|凡)", who) is None


def _reasons(body: str) -> Iterator[Part]:
    from builder.draft.chinese.grammar import has_predicate, opens_with_name

    if (
        re.match(r"建议|请|推荐|可以|注意", body)
        or "，" in body
        or not 8 <= len(body) <= 36
        or not opens_with_name(body)
        or not has_predicate(body)
    ):
        return
    if re.search(
        r"[是乃系](?!否)|位于|位於|属于|屬於|包括|包含|分为|分為|共有|约有|名为|称为|简称|全长|面积|海拔", body
    ):
        return
    # What is told of a thing mostly carries its reason; of a rule people ask for one.
    if not re.search(rf"不得|{_OUGHT}|禁止", body):
        return
    gap = " " if body[0].isascii() else ""
    yield f"为什么{gap}{body}？", REASON, "why", 0.8
