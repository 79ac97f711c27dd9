"""What manuals tell in single sentences: how a wish is met, what a thing is for, what it can do, what comes before an act."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.acts import leaves_out_way, names_act, tells_how
from builder.draft.chinese.base import Asked, finish, is_dangling
from builder.draft.chinese.grammar import QUANTIFIER, has_predicate, is_nominal

_YOU = r"(?:你|您|用户)?"
_WISH = re.compile(
    rf"^(?:(?:如果|若|如){_YOU}(?:想要?|需要?|要|希望|打算)|如需|若要|如要|想要?|为了|要){_YOU}(?P<act>[^，：；]{{4,30}}?)(?:的话|时)?，(?P<then>.{{8,}})$"
)
_TELLS = re.compile(rf"^{_YOU}(?:可以?|请|需要?|只需要?|只要|应当?|应该|必须)?(?:先|再|直接|首先)?(?P<do>.+)$")
# What is only another way, or hangs on what was said.
_ALSO = re.compile(
    r"也|还|再次|继续|同样|另|以下|下列|下面|如下|上述|这[些样里]|某[个些]|相应|本节|自己|给定|特定|所选|选定|改[为用]|[中时下里]$|现有的$"
)
_LEAST = 3


def wishes(body: str) -> Iterator[Asked]:
    """ "若要创建新工程，请使用…" as "如何创建新工程？"."""
    match = _WISH.match(body)
    if match is None:
        return
    act, then = match.group("act").strip(), match.group("then")
    if (
        not names_act(act, loose=True)
        or is_dangling(act)
        or is_dangling(then)
        or _ALSO.search(act)
        or _ALSO.match(then)
    ):
        return
    do = _TELLS.match(then)
    if (
        do is None
        or not tells_how(do.group("do") + "。")
        or re.search(r"^(?:请|可以?)?查看|^.{0,6}了|以下|下列|下面|如下|首先|先[^前]|[：:]$", then)
        or leaves_out_way(then)
    ):
        return
    yield Asked(finish(f"如何{_gap(act)}{act}"), body, then, "procedure", "zh:how-to", 0.84)


_USE = re.compile(
    r"^(?P<who>[^，；：。]{2,24}?)(?:可|主要|被)?(?:用于|用来|旨在|的作用是|负责)(?P<what>[^，；：]{4,60}(?:[，、].{2,60})?)$"
)


def uses(body: str) -> Iterator[Asked]:
    """ "X 用于…" as "X 有什么用途？"."""
    match = _USE.match(body)
    if match is None:
        return
    who, what = match.group("who").strip(), match.group("what")
    if (
        not _is_named(who)
        or is_dangling(what)
        or re.match(r"的|它|该", what)
        or "，但" in what
        or re.search(r"[()（）]|热键|快捷键", who)
        or re.fullmatch(r"[A-Za-z]{1,6}", who)
    ):
        return
    yield Asked(finish(f"{who}{_after(who)}有什么用途"), body, what, "definition", "zh:use", 0.82, subject=who)


_CAN = re.compile(
    r"^(?P<who>[^，；：。]{3,24}?)(?P<modal>可以|能够|支持(?!的)|允许)(?P<what>[^，；：]{4,36})(?P<rest>(?:，|$).*)$"
)


def abilities(body: str) -> Iterator[Asked]:
    """ "KiCad 可以打开旧文件" as "KiCad 能否打开旧文件？"."""
    match = _CAN.match(body)
    if match is None:
        return
    who, modal, what = match.group("who").strip(), match.group("modal"), match.group("what").strip()
    if (
        not _is_named(who)
        or is_dangling(what)
        or _ALSO.search(what)
        or re.search(
            r"[“、（]|各种|许多|一些|部分|只|更|很|多种|你|您|帮助|完整|综合|了$|提供|获得|看到|找到|包含|成为|用|一个",
            what,
        )
    ):
        return
    if re.match(r"[\u4e00-\u9fff]{1,2}的|由|被|从|是|通过|独立", what) or not re.search(r"[A-Za-z]{2}", who):
        return
    ask = {"支持": "是否支持", "允许": "是否允许"}.get(modal, "能否")
    yield Asked(
        finish(f"{who}{_after(who)}{ask}{_gap(what)}{what}"), body, modal, "yes_no", "zh:can", 0.76, subject=who
    )


_BEFORE = re.compile(
    rf"^(?:请?在)?(?P<act>[^，：；]{{5,30}}?)(?P<when>之?前|之?后)，{_YOU}(?P<must>请(?:务必|先|确保)?|必须|务必|需要?先?|应该?先?|建议){_YOU}(?P<then>[^：]{{6,}})$"
)


def orders(body: str) -> Iterator[Asked]:
    """ "在升级之前，请先备份" as "在升级之前，应该做什么？"."""
    match = _BEFORE.match(body)
    if match is None or is_dangling(match.group("then")) or is_dangling(match.group("act")):
        return
    act = match.group("act").strip()
    if (
        not re.search(r"[A-Za-z]{2}", act)
        and len(act) < 8
        or _ALSO.search(act)
        or re.search(r"注意|参[考见阅]|记住|了解|确定", match.group("then"))
    ):
        return
    if re.match(r"[你您]|如果|完成|确[认定]|点击|单击|选择|按下?", act) or not has_predicate(act):
        return
    yield Asked(
        finish(f"在{_gap(act)}{act}{match.group('when')}，应该做什么"),
        body,
        match.group("then"),
        "condition",
        "zh:before",
        0.82,
    )


_DEFAULT = re.compile(
    r"^(?P<who>[^，；：。]{3,30}?)(?P<said>默认(?:值|情况下)?(?:为|是|设[置为]+|会|不会|启用|禁用|关闭|开启|打开|存[储放]在|保存在|位于))(?P<what>[^，；：]{0,40})$"
)


def defaults(body: str) -> Iterator[Asked]:
    """ "X 默认为 Y" as "X 默认是什么？"."""
    match = _DEFAULT.match(body)
    if match is None:
        return
    who, said, what = match.group("who").strip(), match.group("said"), match.group("what").strip()
    if not _is_named(who) or is_dangling(what):
        return
    if re.search(r"启用|禁用|关闭|开启|打开", said):
        yield Asked(finish(f"{who}{_after(who)}默认是否启用"), body, said, "yes_no", "zh:default", 0.8, subject=who)
    elif re.search(r"存[储放]在|保存在|位于", said):
        asked = re.sub(r"默认情况下", "默认", said)
        yield Asked(finish(f"{who}{_after(who)}{asked}哪里"), body, what, "attribute", "zh:default", 0.8, subject=who)
    elif re.search(r"[为是置]$", said) and what:
        yield Asked(
            finish(f"{who}{_after(who)}的默认值是什么"), body, what, "attribute", "zh:default", 0.8, subject=who
        )


_SELF_NAMED = ("zh:how-to", "zh:use", "zh:can", "zh:before", "zh:default")


def names_itself(asked: Asked) -> bool:
    """Whether a question of a manual's sentence names a program or its part, so that it needs no page in front."""
    return asked.template in _SELF_NAMED and re.search(r"[A-Za-z]{3}", asked.question) is not None


def _is_named(who: str) -> bool:
    """Whether a phrase names one thing by itself: a noun phrase of some length that points nowhere."""
    bare = re.sub(r"\W", "", who)
    return (
        len(bare) > _LEAST
        and not is_dangling(who)
        and QUANTIFIER.match(who) is None
        and re.search(
            r"[我你您他她它]|通常|一般|一些|每个|永远|始终|都|只|不|也|还|将|会|最近|可以|现在|目前|当前|同时|中$|上$",
            who,
        )
        is None
        and is_nominal(who)
        and re.match(r"(?:在|当|如果|若|从|使用|通过|对于?|由|按|为|作为|将|把|要|用)", who) is None
    )


def _gap(text: str) -> str:
    return " " if text[:1].isascii() else ""


def _after(text: str) -> str:
    return " " if text[-1:].isascii() else ""
