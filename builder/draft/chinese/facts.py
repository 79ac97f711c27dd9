"""Chinese questions about versions, departments and named things, and all questions one sentence allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.draft.chinese import carried as carried_zh
from builder.draft.chinese import figures as figures_zh
from builder.draft.chinese import manuals as manuals_zh
from builder.draft.chinese import named as named_zh
from builder.draft.chinese import rules as rules_zh
from builder.draft.chinese.base import (
    NAMELESS,
    TYPE_NOUNS,
    Asked,
    asked_in_place,
    finish,
    has_subject,
    is_dangling,
    usable,
)
from builder.draft.chinese.dates import dates
from builder.draft.chinese.grammar import is_nominal, tagged
from builder.draft.chinese.quantities import quantities
from builder.draft.chinese.script import as_in, simplified
from builder.draft.chinese.sound import is_sound

_VERSION = re.compile(
    r"(?:从|自)\s*(?P<name>[A-Za-z][\w +-]*?\s)?[vV]?(?P<v>\d+\.\d+(?:\.\d+)?(?:[-.]\w+)*)\s*(?P<w>版本)?\s*(?P<tail>开始|起)"
)
_NAME_PART = r"(?:(?![由经向并且再后和与及、])[A-Za-z\u4e00-\u9fff])"
_DEPARTMENT = rf"{_NAME_PART}{{0,10}}(?:部门|部|中心|处|科|室|委员会|小组|团队|公司|事业部|服务台)"
_ROLE = rf"{_NAME_PART}{{0,10}}(?:经理|主管|总监|负责人|管理员|专员|总经理|组长|主任|领导|上级|人员|负责人|HRBP|HR)"
_AGENT = re.compile(
    rf"(?P<by>由(?!于)|经(?![理济营常历过纪验典费贸销办手])|向|报(?!销|告|表|价|名))(?:(?P<role>{_ROLE})|(?P<dept>{_DEPARTMENT}))(?!办公会|负责人|会议)(?=[审批核确复负办提申统执组发签登备报管处牵受出]|进行)"
)
_TERM = r"(?P<term>[A-Za-z][\w.\-:/@]*(?: [A-Z][\w\-]*){0,3}(?:\(\))?)"
_TYPED_TERM = re.compile(
    rf"(?P<type>{TYPE_NOUNS})\s*[“「]?{_TERM}[”」]?(?=\s|[\u4e00-\u9fff，]|$)|[“「]?{_TERM.replace('term', 'term2')}[”」]?\s*(?P<type2>{TYPE_NOUNS})"
)


def questions_of(sentence: str) -> Iterator[Asked]:
    """All questions a plain Chinese sentence allows, without topic, in the script of the sentence."""
    if NAMELESS.search(sentence):
        return
    # A comma typed in Latin script parts clauses just as a Chinese one does.
    for asked in _simple_questions(
        _bare_statement(re.sub(r"(?<=[\u4e00-\u9fff”》）])\s?,\s?", "，", simplified(sentence)))
    ):
        yield replace(
            asked,
            question=as_in(asked.question, sentence),
            statement=as_in(asked.statement, sentence),
            value=as_in(asked.value, sentence),
            subject=as_in(asked.subject, sentence),
        )


# Whose figures they are is no part of what they say; what somebody merely says is left out as a whole.
_SHOWN = re.compile(
    r"^(?:据|根据|按照?)?[^，：；]{2,24}?(?:数据|统计|报告|结果|资料|公报|年报|财报)?(?:显示|统计|指出|表明)，(?=.*\d)"
)


# The head of a boxed note, and the names of controls a page sets apart by type alone, which comes to us as blanks.
_BOX = re.compile(
    r"^(?:Note|Tip|Warning|Important|Caution|注意|提示|警告|说明|备注)[：:！! ]+(?=[\u4e00-\u9fff]|\w+ ?[\u4e00-\u9fff])"
)
_SET_APART = re.compile(r"(?<=[\u4e00-\u9fff]) ([\u4e00-\u9fff]{2,12})(?:…|\.\.\.)? (?=对话框|菜单|子菜单|按钮|命令|复选框|选项|标签页|面板|窗口|工具|部分|按鈕|選單)")  # fmt: skip
_HAN_BLANK = re.compile(r"(?<=[\u4e00-\u9fff，。（）]) +(?=[\u4e00-\u9fff，。（）“])")


def _bare_statement(sentence: str) -> str:
    """A statement without the dash of a list, the head of a note or the "统计显示，" in front of it, control names in quotes."""
    bare = _BOX.sub("", re.sub(r"^[—–\-•*]+\s*", "", sentence))
    bare = _HAN_BLANK.sub("", _SET_APART.sub(r"“\1”", bare)) if bare.rstrip().endswith("。") else bare
    return _SHOWN.sub("", bare, count=1)


def _simple_questions(sentence: str) -> Iterator[Asked]:
    if not usable(sentence):
        return
    body = sentence.rstrip("。；;！!. ")
    for make in (
        quantities,
        _versions,
        dates,
        _agents,
        _typed_terms,
        manuals_zh.wishes,
        manuals_zh.uses,
        manuals_zh.abilities,
        rules_zh.conditions,
        rules_zh.definitions,
        rules_zh.attributes,
        rules_zh.enumerations,
        rules_zh.reasons,
        rules_zh.ability,
        named_zh.makers,
        named_zh.places,
        figures_zh.measures,
        figures_zh.yearly,
        carried_zh.carried,
        carried_zh.lives,
        carried_zh.names,
        named_zh.relations,
    ):
        yield from filter(is_sound, make(body))


_IDENTIFIER = re.compile(r"[A-Za-z]\w*[_.\-][\w.\-]+|\w+\(\)|--?\w[\w-]+|[A-Za-z]+[A-Z]\w*|(?:[A-Z]+ ){1,3}[A-Z]+$")
_PRODUCTS = re.compile(r"^(SQL|MySQL|TiDB|TiKV|PD|DDL|DML|HTTP|HTTPS|TLS|API|Web|Linux|CSV|JSON|Excel|Word|PDF)( .*)?$")


# "从 6.0 开始，版本是 1": of what, only the page says.
_BARE = re.compile(r"(?:该|其|默认)?(?:版本号?|单位|设置|数?值|默认值|选项|大小|数量|名称|格式)(?:是|为|默认|改为|$)")


def _versions(body: str) -> Iterator[Asked]:
    match = _VERSION.search(body)
    if match is None or len(_VERSION.findall(body)) > 1:
        return
    name = (match.group("name") or "").strip()
    lead = f"从 {name} 的哪个版本" if name else "从哪个版本"
    head = re.split(r"[，；。]", body[: match.start()])[-1].strip()
    rest = re.split(r"[，；]", body[match.end() :].lstrip("，, "))[0].strip()
    if (
        head.endswith(("也", "均", "都", "则", "还", "仅", "逐步", "已"))
        or len(rest) < 3
        or len(rest) > 40
        or is_dangling(head + rest)
        or is_dangling(rest)
        or re.match(r"如果|若|当|在", rest)
        or re.search(r"[（(）)：]", head + rest)
        or _BARE.match(head or rest)
    ):
        return
    if not (head and has_subject(head)) and not has_subject(rest):
        return
    gap, gap2 = (" " if head[-1:].isascii() and head else ""), (" " if rest[:1].isascii() else "")
    # "从哪个版本起 X 支持 Y" reads better with X in front.
    moved = (
        re.match(
            r"(?P<s>[A-Za-z][\w .-]{1,24}?|[\u4e00-\u9fff]{2,8})\s*(?P<v>(?:逐步)?(?:开始|默认)?(?:支持|引入|提供|新增|废弃|不再|增加).*)$",
            rest,
        )
        if not head
        else None
    )
    if moved and not name:
        question = f"{moved.group('s')}{' ' if moved.group('s')[-1].isascii() else ''}{lead}{match.group('tail')}{moved.group('v')}"
    else:
        question = f"{head}{gap}{lead}{match.group('tail')}{gap2}{rest}"
    yield Asked(finish(question), body, match.group("v"), "number", "zh:version", 0.84)


def _agents(body: str) -> Iterator[Asked]:
    for match in _AGENT.finditer(body):
        dept = match.group("dept")
        if (dept or match.group("role")) in (
            "部门",
            "公司",
            "人员",
            "中心",
            "部",
            "团队",
            "小组",
            "科室",
            "处",
            "委员会",
            "领导",
            "上级",
            "负责人",
        ):
            continue
        start = match.start("dept") if dept else match.start("role")
        word = ("哪家公司" if dept.endswith("公司") else "哪个部门") if dept else "谁"
        if not _is_body(dept or match.group("role")):
            continue
        made = asked_in_place(body, start, match.end(), word)
        if made and 8 <= len(made[0]) <= 55 and not re.match(r"[由经向报同]", made[0]):
            yield Asked(made[0], made[1], dept or match.group("role"), "person", "zh:who", 0.82)


def _is_body(name: str) -> bool:
    """Whether what looks like a department is one: "莫斯科" ends like one, and "地方铁路移交铁道部" tells of two."""
    words = tagged(name)
    return is_nominal(name) and not (len(words) == 1 and words[0][1] in ("ns", "nr", "nrt", "nrfg"))


def _told_order(question: str, type_noun: str) -> bool:
    """Whether a question keeps the order of a statement: "使用哪个插件 GIMP 现在可以支持图层了？"."""
    behind = re.match(rf"(?:使用|通过|利用|借助)哪个{type_noun} ?(?P<rest>[^，？]+)", question)
    return behind is not None and has_subject(behind.group("rest")) or re.search(r"现在|了？$", question) is not None


def _typed_terms(body: str) -> Iterator[Asked]:
    matches = list(_TYPED_TERM.finditer(body))
    for match in matches:
        type_noun = match.group("type") or match.group("type2")
        term = match.group("term") or match.group("term2")
        if (
            len(matches) > 1
            or body.count(term) > 1
            or len(term) < 3
            or _PRODUCTS.match(term)
            or not _IDENTIFIER.fullmatch(term)
        ):
            continue
        before = body[: match.start()]
        # "哪个变量和 prompt2": half of what is named.
        if re.match(r"\s*[和与及或、]", body[match.end() :]) or re.search(
            r"[和与及或、者]\s*(?:通过|使用|修改|设置|配置|调整|执行|运行)?\s*$", before
        ):
            continue
        if not re.search(
            r"(通过|使用|修改|设置|配置|调整|执行|指定|开启|启用|引入了?|新增了?|利用|借助|运行|查看|添加)\s*$", before
        ):
            continue
        made = asked_in_place(body, match.start(), match.end(), f"哪个{type_noun}")
        if (
            made
            and 14 <= len(made[0]) <= 60
            and made[0].index("哪个") < len(made[0]) - len(type_noun) - 5
            and "哪个" in made[0]
            and "=" not in made[0]
            and not _told_order(made[0], type_noun)
        ):
            yield Asked(made[0], made[1], term, "name", "zh:which", 0.85)
