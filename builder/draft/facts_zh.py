"""Chinese questions about numbers, dates, versions, people and named things: the asked part gives way to a question word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.draft import named_zh, rules_zh
from builder.draft.base_zh import (
    TYPE_NOUNS,
    Asked,
    asked_in_place,
    clauses_of,
    finish,
    has_subject,
    is_dangling,
    usable,
)
from builder.draft.grammar_zh import has_predicate, is_nominal, is_run_on, opens_with_name, tagged
from builder.draft.script_zh import as_in, simplified

NUMBER = r"\d[\d,，]*(?:\.\d+)?(?:\s*[~～\-—至到]\s*\d[\d,]*(?:\.\d+)?)?"
_ZH_NUMERAL = r"[一二两三四五六七八九十百千万]{1,5}"
_HAN_UNIT = (
    r"个工作日|个自然日|个小时|个月|个字符|个字节|工作日|自然日|天|日|周|小时|分钟|秒钟?|毫秒|年|学时|课时|万元|亿元|元|块|"
    r"人民币|美元|字节|字符|个|次|人|名|倍|位|条|列|行|层|级|份|张|台|套|件|项|千米|公里|米|厘米|毫米|平方米|公斤|千克|克|吨|升|毫升|度|"
    r"瓦|千瓦|伏|安|分贝|岁|页|间|晚|折|期|遍|步|核|线程|副本|节点"
)
_LATIN_UNIT = r"[KMGTP]i?B(?:/s)?|bytes?|ms|s|min|h|mm|cm|m|km|kg|g|kW|W|V|A|Hz|GHz|MHz|dB|℃|°C|%|％|‰"
_QUANTITY = re.compile(
    rf"(?P<number>(?<![A-Za-z0-9.,，\-`_/]){NUMBER}(?:\s*[万亿千百]{{1,2}})?[多余]?)\s*(?P<unit>{_HAN_UNIT}|(?:{_LATIN_UNIT})(?![A-Za-z]))(?!\d)"
    rf"|(?P<znumber>(?<![第一二三四五六七八九十\d ]){_ZH_NUMERAL})(?P<zunit>个工作日|工作日|个月|天|小时|分钟|年|万元|元|周|倍|岁)"
)
_DATE = re.compile(
    r"每年\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?|每季度?[首末]月\s*\d{0,2}[日号]?|(?:(?<!\d)[12]\d{3}\s*年\s*)?\d{1,2}\s*月\s*\d{1,2}\s*[日号]|(?<!\d)(?:公元前?)?[12]\d{3}\s*年\s*(?:\d{1,2}\s*月)?(?![度代份])|每[周月年季]度?[一二三四五六日末初底]?(?:\s*\d{1,2}\s*[日号])?"
)
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
    # A comma typed in Latin script parts clauses just as a Chinese one does.
    for asked in _simple_questions(re.sub(r"(?<=[\u4e00-\u9fff”》）]),", "，", simplified(sentence))):
        yield replace(
            asked,
            question=as_in(asked.question, sentence),
            statement=as_in(asked.statement, sentence),
            value=as_in(asked.value, sentence),
            subject=as_in(asked.subject, sentence),
        )


def _simple_questions(sentence: str) -> Iterator[Asked]:
    if not usable(sentence):
        return
    body = sentence.rstrip("。；;！!. ")
    for make in (
        _quantities,
        _versions,
        _dates,
        _agents,
        _typed_terms,
        rules_zh.conditions,
        rules_zh.definitions,
        rules_zh.attributes,
        rules_zh.enumerations,
        rules_zh.reasons,
        rules_zh.ability,
        named_zh.makers,
        named_zh.places,
        named_zh.measures,
    ):
        yield from filter(_sound, make(body))


def _in_modifier(question: str) -> bool:
    """Whether the question word sits inside a "…的" before the last noun of a sentence that has its verb already."""
    parts = re.split(r"(?:于|在|自|从)?(?:哪一年|什么时候)", question.rstrip("？"), maxsplit=1)
    if len(parts) < 2:
        return False
    # "于什么时候上映的…", "来源自哪一年成立于…": the date tells which film, which company.
    if re.match(r"[\u4e00-\u9fff]{1,4}的", parts[1]) or re.search(r"来?源自?$|自$", parts[0]):
        return True
    left = re.split(r"[，：]", parts[0])[-1]
    behind = re.match(r"[^，]{1,16}的[^，的]{1,10}$|名为", parts[1]) is not None
    return behind and (has_predicate(left) or left.endswith("是"))


# What is only clear on the day and in the place it was written.
_DEICTIC = re.compile(
    r"记者|获悉|透露|据悉|消息|当日|当天|本届|本次|此次|近日|日前|今后|同比|环比|去年|今年|昨日|明年|本月|上月|列表|表中|图中|文中|第 ?\d+ ?页|两头|以来？$"
)
# Of what comes again each year, the year is part of the name.
_YEARLY = re.compile(r"^.{0,10}(?:季|届|锦标赛|大赛|联赛|杯赛|世界杯|奥运会|演习|年会|年度)")


# What needs its own name before anything can be asked of it.
_BARE = re.compile(
    r"(?:学院|学校|居委会|社区居委会|游戏|小说|电影|剧集|专辑|歌曲|球队|乐队|影片|本片|该片|专业|项目|基地|赛事|节目|两人|两国|双方|大家|有人|许多人)(?:于|在|自|从|由|的|是|最|共|有|位|将|已)"
)


# Templates that put a question word in the place of a value.
_IN_PLACE = ("zh:number", "zh:date", "zh:who", "zh:version", "zh:which")


def _sound(asked: Asked) -> bool:
    """Whether a question in place is whole: it says something of something, and tells no story before it asks."""
    if "——" in asked.question or "（，" in asked.question or asked.question.startswith("的"):
        return False
    if _DEICTIC.search(asked.question) or re.search(r"位于的|当[他她它牠]|^[他她]", asked.question + asked.statement):
        return False
    if asked.template == "zh:why" and re.search(r"[还也亦仍就]", asked.question):
        return False
    if asked.template not in _IN_PLACE:
        return True
    # "但在哪一年", "也于哪一年", "…时达到高潮": the sentence before, or another event, would be needed to understand it.
    if re.search(
        r"，[但则并却而]|[也亦](?:于|在|由|是)|时(?![间期候代尚段速任至])[^，]*？$|的？$|位于的|[是为]哪一年|哪一年人口",
        asked.question,
    ):
        return False
    if asked.question.startswith(("多少", "几", "由", "被")) or re.search(
        r"还(?![款原给清])|方面，|\s，", asked.question
    ):
        return False
    if re.search(
        r"[:：].*(?:哪|什么|多少)|/|哪一年(?:第|[上下]半年|.{0,3}[春夏秋冬]季)",
        re.sub(r"^关于[^：，]*[：，]", "", asked.question),
    ) or _BARE.match(asked.question):
        return False
    if _in_modifier(asked.question):
        return False
    return has_predicate(asked.statement) and not is_run_on(asked.question)


def _quantities(body: str) -> Iterator[Asked]:
    matches = list(_QUANTITY.finditer(body))
    for match in matches:
        unit = match.group("unit") or match.group("zunit")
        # A calendar year is no amount, and "一年或多年" or "一天" seldom one.
        if (
            unit == "日"
            or _glued(body, match)
            or unit == "年"
            and re.fullmatch(r"[12]\d{3}", match.group("number") or "")
        ):
            continue
        if match.group("znumber") == "一" and not re.search(
            r"(不超过|至少|最多|为|每)$", body[: match.start()].strip()
        ):
            continue
        before, after = body[: match.start()], body[match.end() :]
        if re.match(r"\s*(?:代|战|[之以]?后的|[（(][^）)]*\d|[至到]\s*\d|时间里)", after) or re.search(
            r"(较|比|相隔|时隔|年仅)\s*$", before
        ):
            continue
        if re.search(r"(第|每隔?|前|近|方案|步骤|阶段|各|图|表|节|章|版本|“)\s*$", before) or re.match(
            r"\s*(版本|以上版本|[.]\d)", after
        ):
            continue
        # A bare classifier with a small number ("2 个", "3 种") is seldom what a person asks for, unless it bounds something.
        bound = re.search(
            r"(不超过|不少于|不得超过|不低于|不高于|至少|最多|最少|最大|最小|上限|下限|限制|默认|仅|只能|保留|为|是|达到?|超过|满|在|提前|共|约)\s*(为|是|：)?\s*$",
            before,
        )
        near = re.search(
            r"(最多|最少|至少|最长|最短|不得超过|不超过|共|共有|设有|拥有|全长|长达|高达|为期|历时)[^，]{0,8}$", before
        )
        if bound is None and near is None and not re.match(r"(内|以内|之内|前|后|以上|以下|之前|之后)", after):
            continue
        if unit in ("个", "条", "位", "项", "级", "层", "步", "人", "份", "期", "度", "次", "名") and not re.search(
            r"最|上限|限制|默认|不超过|不少于|不得|至少|仅|只能", before[-14:]
        ):
            continue
        if len([m for m in matches if abs(m.start() - match.start()) < 14]) > 1:
            continue
        # "默认值为 3 天" says nothing without what has it.
        if re.match(
            r"(.*[，：])?(目前|当前|该值)?(的)?(默认值?|取值|最大值|最小值|上限|下限|数量|大小|长度)(为|是|：)?\s*$",
            before,
        ):
            continue
        word = _quantity_word(unit)
        made = asked_in_place(body, match.start(), match.end(), word)
        if made and 8 <= len(made[0]) <= 60:
            score = 0.86 if re.search(r"(默认|最大|最小|最多|至少|不超过|上限|不得)", made[0]) else 0.78
            if not _opens_whole(made[0]) or re.match(r"[年月日时分]", body[match.end() :]):
                continue
            yield Asked(made[0], made[1], match.group(), "number", "zh:number", score)


_BOUNDED = re.compile(
    r"(最多|最少|最长|最短|至少|不超过|不得超过|不少于|不低于|不高于|不晚于|默认|上限|限制|仅限?|只能|保留|提前|为期|历时|结转)[^，]{0,6}$"
)


def _glued(body: str, match: re.Match[str]) -> bool:
    """Whether a figure in running prose stands right behind a character, and no word bounds it: seldom what people ask for."""
    before = body[: match.start()]
    return match.group("number") is not None and "\u4e00" <= before[-1:] <= "\u9fff" and _BOUNDED.search(before) is None


def _quantity_word(unit: str) -> str:
    if unit in ("%", "％", "‰"):
        return "百分之多少" if unit != "‰" else "千分之多少"
    if re.fullmatch(r"[A-Za-z/℃°]+", unit):
        return "多少" if unit not in ("ms", "s", "h", "min") else "多长时间"
    if unit.startswith("个") or unit in ("周",):
        return f"多少{unit if unit != '周' else '周'}"
    return f"多少{unit}"


_IDENTIFIER = re.compile(r"[A-Za-z]\w*[_.\-][\w.\-]+|\w+\(\)|--?\w[\w-]+|[A-Za-z]+[A-Z]\w*|(?:[A-Z]+ ){1,3}[A-Z]+$")
_PRODUCTS = re.compile(r"^(SQL|MySQL|TiDB|TiKV|PD|DDL|DML|HTTP|HTTPS|TLS|API|Web|Linux|CSV|JSON|Excel|Word|PDF)( .*)?$")


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
        or re.search(r"[（(）)：]", head + rest)
    ):
        return
    if not (head and has_subject(head)) and not has_subject(rest):
        return
    gap, gap2 = (" " if head[-1:].isascii() and head else ""), (" " if rest[:1].isascii() else "")
    # "从哪个版本起 X 支持 Y" reads better with X in front.
    moved = (
        re.match(
            r"(?P<s>[A-Za-z][\w .-]{1,24}?|[\u4e00-\u9fff]{2,8})\s*(?P<v>(?:开始|默认)?(?:支持|引入|提供|新增|废弃|不再|增加).*)$",
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


def _dates(body: str) -> Iterator[Asked]:
    matches = list(_DATE.finditer(body))
    for match in matches:
        value = match.group().strip()
        if (
            len(matches) > 1
            or re.match(r"\s*(至|到|、|—|-|和|或|及|～|~|月)", body[match.end() :])
            or re.search(r"(至|到|、|—|-|和|或|～|~)\s*$", body[: match.start()])
        ):
            continue
        if any(body[a:b].strip() == value for a, b in clauses_of(body)):
            continue
        if not re.search(r"\d|[一二三四五六日末初底]", value):
            continue
        right = body[match.end() :]
        # "2002年时", "年底前", "3月1日8时": only a part of the date was taken.
        if re.match(
            r"\s*(的|时(?!间|期)|底|初|末|中旬|上旬|下旬|起?[，。]|起$|止|间|之|前|后|\d|[（(春夏秋冬])", right
        ) or re.search(r"(\d\s*年|截[止至]|至今|前|第|(?<!成|认|作)为)\s*$", body[: match.start()]):
            continue
        made = asked_in_place(body, match.start(), match.end(), _date_word(value))
        left = tagged(body[: match.start()])[-1:]
        # "公布2015年的结果": the date belongs to what is announced.
        if left and left[0][1] == "v" and left[0][0] not in ("在", "到", "至", "为", "是", "自", "从", "起", "于"):
            continue
        made = _date_behind(made, _date_word(value))
        if made and (not _opens_whole(made[0]) or re.search(r"由[在于]|同年|当年", made[0])):
            continue
        # "制造中心什么时候？" asks for nothing: the list it comes from had no verb.
        if made and re.search(r"[^于到为是在至起止](?:什么时候|哪一年)？$", made[0]):
            continue
        if made and 8 <= len(made[0]) <= 55:
            yield Asked(made[0], made[1], value, "date", "zh:date", 0.78)


_MAY_OPEN = re.compile(
    r"(使用|申请|提交|办理|在|对|每|当|如|若|从|通过|按|默认|执行|超过|发生|完成|签订|离职|入职|出差|未|凡|经)"
)


def _opens_whole(question: str) -> bool:
    """Whether a question opens with its subject, or with an act or condition that needs none."""
    last = re.split(r"[，：]", question)[0]
    return _MAY_OPEN.match(last) is not None or has_subject(last)


def _date_behind(made: tuple[str, str] | None, word: str) -> tuple[str, str] | None:
    """ "2013年张三开局不顺" is asked for as "张三开局不顺是在哪一年", the date behind."""
    if made is None or not made[0].startswith(word):
        return made
    rest = made[0][len(word) :].lstrip("，, ").rstrip("？")
    if re.search(r"(报道|表示|指出|认为|声称|宣布|称|说|规定)$", rest):
        return None
    if (
        not word.startswith("每")
        and 4 <= len(rest) <= 26
        and "，" not in rest
        and has_subject(rest)
        and _names_first(rest)
    ):
        return finish(f"{rest}是在{word}"), made[1]
    return None


_HAPPENED = re.compile(
    r"[了被]|成为|当选|[获夺]得|[获夺]奖|开通|启用|建成|成立|通车|举行|结束|开始|失败|去世|出生|逝世|上映|发行|毕业|退役|发生|加入|改制|即位|登基"
)


def _names_first(text: str) -> bool:
    """Whether a statement tells what happened to something it names first, so that one can ask when that was."""
    if not opens_with_name(text) or _HAPPENED.search(text) is None or _YEARLY.match(text):
        return False
    return not text.endswith(("时候", "时", "期间")) and not re.match(r"毕业|出生|就读|任职|[上下]半年", text)


def _date_word(value: str) -> str:
    """The question word for a date: as exact as the date is."""
    for start, word in (("每年", "每年什么时候"), ("每季", "每季度什么时候"), ("每周", "每周几"), ("每月", "每月几号")):
        if value.startswith(start):
            return word
    return "哪一年" if re.fullmatch(r"(公元前?)?\d{4}\s*年", value) else "什么时候"


def _agents(body: str) -> Iterator[Asked]:
    for match in _AGENT.finditer(body):
        dept = match.group("dept")
        if (dept or match.group("role")) in ("部门", "公司", "人员", "中心", "部"):
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
        ):
            yield Asked(made[0], made[1], term, "name", "zh:which", 0.85)
