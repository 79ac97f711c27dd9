"""Chinese questions about conditions, definitions, attributes, enumerations, reasons and what is not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.acts import leaves_out_way
from builder.draft.chinese.base import Asked, finish, has_subject, is_dangling
from builder.draft.chinese.grammar import QUANTIFIER, is_nominal, is_person, tagged
from builder.draft.chinese.manuals import wishes
from builder.draft.chinese.owner import is_bare
from builder.draft.topic import names_topic

_IF = re.compile(r"^(?P<head>(?:如果|若|如需|当)[^，]{4,40}?)(?P<shi>时|的话|的)?，(?P<then>.+)$")
_ADVICE = re.compile(
    r"^(?:则|那么|就)?(?:你|您|用户|员工|申请人)?(?P<modal>请|需要?|应当?|应该|可以?|建议|必须|务必|推荐|不要|不得|不能)(?P<act>.{4,})"
)
# What is wished for says itself what it is about; a state of things mostly needs the sentences before it.
_WISH = re.compile(
    r"^(?:如果|若|当|如|倘若)?(?:你|您|用户|员工|申请人)?(?:还|只|仅|确实|不|并不|经常)?(?:想|希望|要|需|欲|打算|计划|准备|倾向|喜欢|偏好|愿意|寻找|在寻找)"
)
# Trouble with something named is asked about as it stands.
_TROUBLE = re.compile(r"找不到|失败|出错|报错|无法|不能|错误|丢失|忘记|遗失|损坏|遇到|过期|超时|逾期|未收到|不见|崩溃")
# Advice that tells nothing to do, or sends the reader elsewhere.
_EMPTY = re.compile(
    r"^(?:自己|自行|记住|牢记|注意|小心|谨慎|参[见考阅照]|看|查看[^，。]*(?:文档|章节|页面|手册|一节)|跳转|了解|知道|[^，。]*(?:导航栏|本文档)|考虑|耐心|放心|继续|按需|酌情|根据(?:需要|情况|实际))"
    r"|相同步骤|同样的|提高效率|有所帮助|即可$|其他方法|以下|下列|下面|如下"
)
# What can be done is done with something: a control, a command, a form, a body, a number.
_CONCRETE = re.compile(
    r"[「“\"'][^」”\"']{1,40}[」”\"']|[A-Za-z]{2}|\d|点击|单击|双击|选择|选中|按住|按下|输入|拖|勾选|安装|删除|添加|重启|启用|禁用|关闭|开启|设置|联系|提交|填写|申请|提供|办理|报|向|由|经|出具|携带|登录|下载|"
    r"更换|插入|创建|新建|保存|运行|执行|打印|调整|增加|减少|移动|复制"
)


def conditions(body: str) -> Iterator[Asked]:
    match = _IF.match(body)
    if match is None or is_dangling(match.group("head")) or is_dangling(match.group("then")):
        return
    if re.search(r"[：:“\"]|某[个些]", match.group("head")):
        return
    if re.search(r"步骤 ?\d|上[述面]|前[述面]", match.group("then")):
        return
    head = re.sub(
        r"^(如果|若|如|当)((?:你|您)的?)?", lambda m: m.group(1) if m.group(1) != "如" else "如", match.group("head")
    ) + (match.group("shi") or "")
    advice = _ADVICE.match(match.group("then"))
    then = match.group("then")
    if (
        not has_subject(re.sub(r"^(如果|若|当|如需|需要|需|要|想|希望|想要)+", "", head.replace("如需", "")))
        and len(head) < 9
    ):
        return
    if advice and advice.group("modal") not in ("不能", "不得", "不要"):
        yield from _what_to_do(head, body, then, advice)
    elif re.match(r"^(则|那么|就)?(说明|表示|代表|意味着)", then):
        yield Asked(finish(f"{head}，说明什么"), body, then, "condition", "zh:if-means", 0.84)


def _what_to_do(head: str, body: str, then: str, advice: re.Match[str]) -> Iterator[Asked]:
    """What somebody who wishes for something, or has trouble with it, should do."""
    act = advice.group("act")
    if _EMPTY.search(act) or not _CONCRETE.search(act) or len(act) < 6 or leaves_out_way(then):
        return
    # "如果将按钮拖到左边，可将列转换为行" tells what comes of an act, not what to do.
    may = advice.group("modal") in ("可", "可以")
    if may and re.match(r"^(?:如果|若|当)(?:将|把|选择|点击|单击|双击|按下?|拖)", head):
        return
    wish = _WISH.match(head) is not None
    # What names an act is asked "如何…".
    if wish and next(wishes(body), None) is not None:
        return
    named = _TROUBLE.search(head) is not None and re.search(r"[A-Za-z]{2}|“|「", head) is not None
    if not wish and not named:
        return
    asked = "可以怎么做" if may and not head.startswith("如需") else "应该怎么做"
    yield Asked(finish(f"{head}，{asked}"), body, then, "condition", "zh:if-do", 0.86 if wish else 0.8)


_DEFINITION = re.compile(
    r"^(?P<term>[^，。；：是]{2,22}?)\s*(?P<verb>是指|指的是|是一[种个款项类套]|即为|是)(?P<rest>.{8,})$"
)
_NOT_TERM = re.compile(
    r"(^\d|将$|已$|曾$|^变量|变量$|被|认为|称为|^[一两]个|因为|由于|虽然|随着|尽管|作为|之一$|^(?:他|她|我|你|您|大家|人们|许多|有些|有的|一些|这|那|现在|今天|后来)|仅仅|^(?:info|note|tip|warning)\b|在|上$|中$|内$|依据|的|每个|中每|实际上|原因|目标|其中|不|都|还|也|就|才|均|最|可能|如果|或者|以及|但|只|通常|默认|一般|可以|目前|当前|应该?|建议|要|会|要么|往往|既|主要)"
)


def definitions(body: str) -> Iterator[Asked]:
    match = _DEFINITION.match(body)
    if match is None:
        return
    term, verb, rest = match.group("term").strip(), match.group("verb"), match.group("rest")
    if _NOT_TERM.search(term) or is_dangling(term) or is_dangling(rest) or re.search(r"[0-9]$", term) or len(term) < 2:
        return
    if not has_subject(term) or re.match(r"^(什么|否|因为|由于|为了|通过|在|从|按|以|用|由|基于|依靠|独立|指)", rest):
        return
    # "什么是香港": what everybody knows by name is not defined in passing.
    words = tagged(term)
    if len(words) == 1 and words[0][1] == "ns" and not re.search(r"[镇村岛山湖河寺庙乡站港口]$", term[2:]):
        return
    # The type of a function's argument does not say what it is.
    if _ARGUMENT.match(rest.removeprefix("一个").removeprefix("一种")):
        return
    strong = verb != "是" or re.search(r"的(一[种个款]|[\u4e00-\u9fffA-Za-z ]{2,14})([，。]|$)", rest) is not None
    # "X 是指某国于2008年通过…" tells what happened.
    if re.search(r"^[^，]*于\s*\d{4}年[^，]*(?:通过|成立|举行|发生)", rest):
        return
    if not strong or not is_nominal(term) or not _tells_what(rest):
        return
    gap = " " if term[0].isascii() else ""
    named = all(flag.startswith("nr") for _, flag in words) and not re.search(
        r"一[种类]|[种类]$", re.split("，", rest)[0]
    )
    if named or is_person(re.sub(r"^(是)?一[名位个]", "", rest)):
        yield Asked(f"{term}是谁？", body, rest, "definition", "zh:who-is", 0.78, subject=term)
        return
    # What everybody calls by a plain noun is only defined by the page about it.
    score = 0.88 if verb != "是" and not is_bare(term) else 0.78
    yield Asked(f"什么是{gap}{term}？", body, rest, "definition", "zh:definition", score, subject=term)


_ARGUMENT = re.compile(
    r"(?:可选|必需|必填|必要|整数|数字|数值|文本|字符串|布尔|单元格|数组|参数|表达式|浮点|日期|序列|逻辑值|代表|表示|要[计转查]|[计转查]\w{1,3}的)"
)
# What praises or weighs a thing does not say what it is.
_JUDGED = re.compile(
    r"(?:未来|希望|关键|基础|核心|保障|重点|目标|象征|见证|原因|结果|体现|(?:最[佳好]|重要|有效|主要|常[用见])的?(?:方法|方式|手段|途径)|前提|由来|骄傲|榜样|典范|趋势|方向|责任|使命|挑战|机遇|第一|一员|重要部分|重要组成部分|组成部分|代表|代表作|佼佼者|实施|实现|延伸|扩展|补充|改进|一部分|使用的\w{1,6}|所用的\w{1,6}|"
    r"需要|必然|做法|作品|东西|样子|事|事情|话题|问题|地方|时候|时期|选择|好处|一步|开始|过程)(?:之一)?$"
)


def _tells_what(rest: str) -> bool:
    """Whether what follows "是" ends its first clause in a noun: "莱茵河侵蚀所造成的" tells how, not what."""
    first = re.split(r"[，；]", rest)[0].strip(" 。")
    if _JUDGED.search(first) or re.search(r"[我你您他她]|值得", first):
        return False
    if first.endswith("之一") and not re.match(r"一[种个款项类]", first):
        return False
    return not first.endswith(("的", "之", "了")) and not re.match(r"最|更|[非很]常|不", first)


_ATTRIBUTE = re.compile(
    r"^(?P<of>[^，；：]{2,30}?)(?P<de>的?)(?P<attr>目的|作用|原因|主要原因|优点|优势|缺点|前提|前提条件|条件|默认值|取值范围|单位|标准|依据|职责|目标|用途|区别|特点|职能|主要职责|核心|好处|含义|最大值|最小值|上限|下限)(?:是|为|在于|：)\s*(?P<val>.+)$"
)


def attributes(body: str) -> Iterator[Asked]:
    match = _ATTRIBUTE.match(body)
    if match is None or is_dangling(match.group("of")) or is_dangling(match.group("val")):
        return
    of, attr, value = match.group("of").strip(), match.group("attr"), match.group("val").strip()
    if not has_subject(of) or len(value) < 1 or re.search(r"，|不|如果|[（(]|一个|^\W", of) or not is_nominal(of):
        return
    word = "多少" if attr in ("默认值", "最大值", "最小值", "上限", "下限") else "什么"
    gap = " " if of[-1].isascii() else ""
    joint = f"{gap}的" if match.group("de") or gap else ""
    yield Asked(finish(f"{of}{joint}{attr}是{word}"), body, value, "attribute", "zh:attribute", 0.88, subject=of)


_ENUMERATION = re.compile(
    r"^(?P<head>[^，；：]{2,30}?)(?P<verb>包括|包含|分为|支持|由|需提供|需提交|需要提供|涵盖|主要有|有)\s*(?P<list>[^，。；]{2,40}、[^。；]{2,60})$"
)


def enumerations(body: str) -> Iterator[Asked]:
    match = _ENUMERATION.match(body)
    if match is None or is_dangling(match.group("head")) or is_dangling(match.group("list")):
        return
    head, verb, listed = match.group("head").strip(), match.group("verb"), match.group("list")
    # "还包括" goes on from a list that began before.
    if head.endswith("还"):
        return
    head = re.sub(r"(还|则|主要|通常|一般|大致|共)+$", "", head)
    if QUANTIFIER.match(head) or re.match(r"\d", head) or len(re.findall(r"\d+", listed)) > 1:
        return
    if head.endswith(("将", "会", "能", "可", "应", "要", "中", "并", "也", "为", "被", "已", "没", "不")) or re.search(
        r"(将|把|被|的话|认为|表示)", head
    ):
        return
    if (
        not has_subject(head)
        or re.search(r"[，：；]|用于|用来", listed)
        or verb == "由"
        and not listed.endswith(("组成", "构成"))
    ):
        return
    gap = " " if head[-1].isascii() else ""
    if verb == "由":
        question = f"{head}{gap}由哪些部分{listed[-2:]}"
    elif verb == "分为":
        question = f"{head}{gap}分为哪几类"
    else:
        noun = re.search(
            r"等?(?:[一二三四五六七八九十\d]+|多)?(?:[种类项]|个(?![人体别]))(?P<noun>[\u4e00-\u9fff]{2,6})$|等(?P<noun2>[\u4e00-\u9fff]{2,6})$",
            listed,
        )
        tail = (noun.group("noun") or noun.group("noun2")) if noun else ("部分" if verb in ("包含", "涵盖") else "")
        if not tail and verb in ("支持", "有"):
            return
        # "窗口主题包含浅色主题、深色主题": kinds of it, no parts.
        kinds = tail == "部分" and listed.count(head[-2:]) > 1
        question = f"{head}{gap}{verb}{'哪几种' if kinds else f'哪些{tail}'}"
    yield Asked(finish(question), body, listed, "list", "zh:enumeration", 0.8, subject=head)


_REASON = re.compile(r"^(?:由于|因为)(?P<why>[^，]{4,50})，(?:所以|因此|故)?(?P<what>[^，]{6,40})$")


def reasons(body: str) -> Iterator[Asked]:
    match = _REASON.match(body)
    if match is None or is_dangling(match.group("why")) or is_dangling(match.group("what")):
        return
    what = match.group("what").strip()
    if re.match("许多|一些", what) or names_topic(match.group("why"), what, 0.4):
        return
    # What happened once is a tale: nobody asks its reason who has not read it.
    if not has_subject(what) or re.match(r"(建议|请|需要|可以)", what) or "了" in what:
        return
    yield Asked(
        finish(f"为什么{' ' if what[0].isascii() else ''}{what}"), body, match.group("why"), "reason", "zh:why", 0.74
    )


_ABILITY = re.compile(
    r"^(?P<who>[^，；：]{2,24}?)(?P<modal>暂不支持|不支持|不允许|不可以|不得|不能)(?P<what>[^，；：]{3,36})$"
)


def ability(body: str) -> Iterator[Asked]:
    match = _ABILITY.match(body)
    if match is None or is_dangling(match.group("who")) or is_dangling(match.group("what")):
        return
    who, modal, what = match.group("who").strip(), match.group("modal"), match.group("what").strip()
    if (
        not has_subject(who)
        or who.endswith(("尚", "部分", "都"))
        or re.search(r"[而但》]|某|一些|部分", what)
        or re.search(
            r"(如果|当|但|并|而|，|因此|暂时?|目前|也|还|均|都|仍|则|甚至|其|因为|由于|所以|就|却|永远|永不|从不|从来|绝不|决不|绝对)",
            who,
        )
    ):
        return
    verb = {
        "暂不支持": "是否支持",
        "不支持": "是否支持",
        "不允许": "是否允许",
        "不可以": "是否可以",
        "不得": "是否可以",
        "不能": "能否",
    }[modal]
    gap = " " if who[-1].isascii() else ""
    yield Asked(
        finish(f"{who}{gap}{verb}{' ' if what[0].isascii() else ''}{what}"),
        body,
        modal,
        "yes_no",
        "zh:whether",
        0.8,
        subject=who,
    )
