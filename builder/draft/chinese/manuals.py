"""What manuals tell in single sentences: how a wish is met, what a thing is for, what it can do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.acts import leaves_out_way, names_act, tells_how
from builder.draft.chinese.base import Asked, finish, is_dangling
from builder.draft.chinese.grammar import QUANTIFIER, is_nominal

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
    r"^(?P<who>[^，；：。]{2,24}?)(?:可|主要|被)?(?P<verb>用于|用来|旨在|的作用是|负责)(?P<what>[^，；：]{4,60}(?:[，、].{2,60})?)$"
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
        or re.search(r"[()（）是]|热键|快捷键|部分$|^[左右上下中底顶]", who)
        or re.fullmatch(r"[A-Za-z]{1,6}", who)
    ):
        return
    asks = {"旨在": "的培养目标是什么" if what.startswith("培养") else "的目的是什么", "负责": "负责什么"}
    yield Asked(
        finish(f"{who}{_after(who)}{asks.get(match.group('verb'), '有什么用途')}"),
        body,
        what,
        "definition",
        "zh:use",
        0.82,
        subject=who,
    )


_CAN = re.compile(
    r"^(?P<who>[^，；：。]{3,24}?)(?P<modal>可以|能够|支持(?![的者率度力])|允许)(?P<what>[^，；：]{4,36})(?P<rest>(?:，|$).*)$"
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
            r"[“、（]|各种|许多|某|部分|只|更|很|多种|你|您|帮助|完整|综合|了$|提供|获得|看到|找到|包含|成为|用|一[个些种]|以上",
            what,
        )
    ):
        return
    # "支持在备份端，或…时进行加密": the comma parts what belongs together.
    if re.match(r"[\u4e00-\u9fff]{1,2}的|由|被|从|是|通过|独立", what) or re.match("，[或和及]", match.group("rest")):
        return
    # "multirow 支持…": what kind of thing it is, only its page says.
    if re.fullmatch(r"[a-z]+", who):
        return
    # What a plain noun can do, it can do on its page.
    if not re.search(r"[A-Za-z]{2}", who) and (modal not in ("支持", "允许") or len(who) < 5):
        return
    ask = {"支持": "是否支持", "允许": "是否允许"}.get(modal, "能否")
    yield Asked(
        finish(f"{who}{_after(who)}{ask}{_gap(what)}{what}"), body, modal, "yes_no", "zh:can", 0.76, subject=who
    )


_SELF_NAMED = ("zh:how-to", "zh:use", "zh:can")


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
