"""Chinese questions in place: the asked part of a statement gives way to a question word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.draft.markup import balanced, is_clean

_CONDITION = re.compile(r"^(如果|若|当|如|对于|针对|在|从|自|经|凡|除|按|根据|通过|为了?|由于|因|每|每个|超过|未|满|距)")
_DANGLING = re.compile(
    r"(^|[，。；：、（(\s])(该|此|其|它|它们|这|这些|这个|这种|这样|那|那么|上述|前述|前者|后者|本节|本章|本条|本文|本页|本表|"
    r"以上|以下|下列|如下|上文|下文|上图|下图|如图|上表|下表|同样|同时|此外|另外|因此|所以|但是?|不过|然而|其中|否则|而且?|并且?|也|"
    r"例如|比如|即|注意|首先|然后|最后|之后|接着)"
)
_DEEP_DANGLING = re.compile(
    r"该|此(?!外)|上述|前述|本文|本节|本章|本页|下列|如下|如图|上图|下图|上表|下表|上文|下文|这|它|那[种个些类样一]|两者|二者|前者|后者|"
    r"(?:^|[，。；：对将把为与和向在从由于使让])其(?![他它余实次中])|(?<!\d)以下[^，]*(?:[:：]|$)|^(?:也|还|而|且|则|并)|[，\w]也(?=[会可能不需支将引])"
)
_POINTER = re.compile(r"查看其|可查看相关|请?(参考|参见|参阅|查阅|详见|移步|查看文档|见本|见下|见上|阅读)")
_EXAMPLE = re.compile(r"从结果|由此可见|可以看出|可以看到|上面的|后面的|例如|比如|譬如|假设|示例|举例|如图|见图|大概|可能")

NUMBER = r"\d[\d,，]*(?:\.\d+)?(?:\s*[~～\-—至到]\s*\d[\d,]*(?:\.\d+)?)?"
_ZH_NUMERAL = r"[一二两三四五六七八九十百千万]{1,5}"
_HAN_UNIT = (
    r"个工作日|个自然日|个小时|个月|个字符|个字节|工作日|自然日|天|日|周|小时|分钟|秒钟?|毫秒|年|学时|课时|万元|亿元|元|块|"
    r"人民币|美元|字节|字符|个|次|人|名|倍|位|条|列|行|层|级|份|张|台|套|件|项|千米|公里|米|厘米|毫米|平方米|公斤|千克|克|吨|升|毫升|度|"
    r"瓦|千瓦|伏|安|分贝|岁|页|间|晚|折|期|遍|步|核|线程|副本|节点"
)
_LATIN_UNIT = r"[KMGTP]i?B(?:/s)?|bytes?|ms|s|min|h|mm|cm|m|km|kg|g|kW|W|V|A|Hz|GHz|MHz|dB|℃|°C|%|％|‰"
_QUANTITY = re.compile(
    rf"(?P<number>(?<![\w.\-`_/]){NUMBER})\s*(?P<unit>{_HAN_UNIT}|(?:{_LATIN_UNIT})(?![A-Za-z]))(?!\d)"
    rf"|(?P<znumber>(?<![第一二三四五六七八九十]){_ZH_NUMERAL})(?P<zunit>个工作日|工作日|个月|天|小时|分钟|年|万元|元|周|倍|岁)"
)
_DATE = re.compile(r"(?:(?:19|20)\d\d\s*年\s*)?\d{1,2}\s*月\s*\d{1,2}\s*[日号]|(?:19|20)\d\d\s*年\s*(?:\d{1,2}\s*月)?(?!度)|每[周月年季]度?[一二三四五六日末初底]?\s*\d{0,2}\s*[日号]?")
_VERSION = re.compile(r"(?:从|自)\s*(?P<name>[A-Za-z][\w +-]*?\s)?[vV]?(?P<v>\d+\.\d+(?:\.\d+)?(?:[-.]\w+)*)\s*(?P<w>版本)?\s*(?P<tail>开始|起)")
_DEPARTMENT = r"[A-Za-z\u4e00-\u9fff]{0,10}(?:部门|部|中心|处|科|室|委员会|小组|团队|公司|事业部|服务台)"
_ROLE = r"[A-Za-z\u4e00-\u9fff]{0,10}(?:经理|主管|总监|负责人|管理员|专员|总经理|组长|主任|领导|上级|人员|负责人|HRBP|HR)"
_AGENT = re.compile(rf"(?P<by>由|经|向|报)(?:(?P<dept>{_DEPARTMENT})|(?P<role>{_ROLE}))(?=[审批核确复负办提申统执组发签登备报管处牵受出]|进行)")
TYPE_NOUNS = "系统变量|环境变量|配置项|配置参数|配置文件|参数|变量|命令|语句|选项|函数|插件|面板|系统表|字段|接口|工具|表单|菜单|页面|平台|端口|按钮|权限|脚本|文件|组件|功能"
_TERM = r"(?P<term>[A-Za-z][\w.\-:/@]*(?: [A-Z][\w\-]*){0,3}(?:\(\))?)"
_TYPED_TERM = re.compile(rf"(?P<type>{TYPE_NOUNS})\s*[“「]?{_TERM}[”」]?(?=\s|[\u4e00-\u9fff，]|$)|[“「]?{_TERM.replace('term', 'term2')}[”」]?\s*(?P<type2>{TYPE_NOUNS})")


@dataclass(frozen=True)
class Asked:
    """A question with the statement that answers it and the value asked for."""

    question: str
    statement: str
    value: str
    subkind: str
    template: str
    score: float
    subject: str = ""


def questions_of(sentence: str) -> Iterator[Asked]:
    """All questions a plain Chinese sentence allows, without topic."""
    if not usable(sentence):
        return
    body = sentence.rstrip("。；;！!. ")
    for make in (_quantities, _versions, _dates, _agents, _typed_terms, _conditions, _definitions, _attributes, _enumerations, _reasons, _ability):
        yield from make(body)


def usable(sentence: str) -> bool:
    """Whether a sentence can be asked about at all: whole, clean, not leaning on its neighbours."""
    if not 10 <= len(sentence) <= 130 or not is_clean(sentence) or not balanced(sentence):
        return False
    if sentence.rstrip().endswith(("：", ":", "？", "?", "，", "、")):
        return False
    if _DANGLING.match(sentence) or _EXAMPLE.search(sentence) or _POINTER.search(sentence) or re.search(r"：.*：", sentence):
        return False
    return not re.search(r"^[^，。]{0,16}(?<!如下)[:：]", sentence)


def is_dangling(text: str) -> bool:
    """Whether a text points at something outside itself."""
    return _DANGLING.match(text) is not None or _DEEP_DANGLING.search(text) is not None


def _clauses(body: str) -> list[tuple[int, int]]:
    """Clauses between commas outside brackets."""
    bounds, depth, last = [], 0, 0
    for index, char in enumerate(body):
        depth += char in "（(《“「" 
        depth -= char in "）)》”」"
        if depth == 0 and char in "，；,;" and not (char == "," and body[index - 1 : index].isdigit()):
            bounds.append((last, index))
            last = index + 1
    bounds.append((last, len(body)))
    return [(a, b) for a, b in bounds if body[a:b].strip()]


def _asked_clause(body: str, start: int, end: int) -> tuple[str, int] | None:
    """The words up to the end of the clause that holds the value, cut of what the question does not need."""
    clauses = _clauses(body)
    here = next((i for i, (a, b) in enumerate(clauses) if a <= start and end <= b), None)
    if here is None:
        return None
    first = here
    while first > 0:
        first -= 1
        text = body[clauses[first][0] : clauses[first][1]].strip()
        if not _CONDITION.match(text) and has_subject(body[clauses[here][0] : start].strip()) and first + 1 <= here:
            first += 1
            break
    left = clauses[first][0]
    piece = body[left : clauses[here][1]]
    lead = len(piece) - len(piece.lstrip())
    return piece.strip(), left + lead


def has_subject(text: str) -> bool:
    """Whether a clause's beginning names what it is about, by part of speech."""
    from jieba import posseg

    from core.text.tokens import jieba

    jieba()
    flags = [(p.word, p.flag) for p in posseg.cut(text[:30])]
    for word, flag in flags[:6]:
        if flag[0] == "n" or flag == "eng" or word in ("员工", "用户", "申请人", "部门"):
            return True
        if flag[0] in "vp" and flag not in ("vn",):
            return word in ("对于", "对") 
    return False


def _replace(body: str, start: int, end: int, word: str) -> tuple[str, str] | None:
    """Question and statement with the span replaced by a question word."""
    found = _asked_clause(body, start, end)
    if found is None:
        return None
    clause, offset = found
    a, b = start - offset, end - offset
    if a < 0 or b > len(clause) or clause[:a].count("（") + clause[:a].count("(") > clause[:a].count("）") + clause[:a].count(")"):
        return None
    # "当 X 为 3 天时，" is a condition; what follows it would be missing from the question.
    if re.search(r"(时|后|前|的话|之后|之前|情况下|场景下|为例)$", clause[b:].strip() or "x") or clause[b:].strip() == "时":
        return None
    if re.match(r"(如果|若|当|只有|除非|无论|虽然|即使|尽管|由于|因为)", clause) and "，" not in clause:
        return None
    left, right = clause[:a].rstrip(), clause[b:].strip()
    gap = " " if re.search(r"[A-Za-z0-9]$", left) else ""
    gap2 = " " if re.match(r"[A-Za-z0-9]", right) else ""
    return finish(f"{left}{gap}{word}{gap2}{right}"), clause


def finish(text: str) -> str:
    """A question's last touch: no closing mark but the question mark, no doubled blanks."""
    text = re.sub(r"^(你|您)(可以|需要|必须|应该?|要)?", lambda m: (m.group(2) or ""), text.strip())
    text = re.sub(r"\s+", " ", text).strip("，。；：,;: ")
    return text.rstrip("？?") + "？"


def _quantities(body: str) -> Iterator[Asked]:
    matches = list(_QUANTITY.finditer(body))
    for match in matches:
        unit = match.group("unit") or match.group("zunit")
        before, after = body[: match.start()], body[match.end() :]
        if re.search(r"(第|每隔?|前|近|方案|步骤|阶段|各|图|表|节|章|版本|“)\s*$", before) or re.match(r"\s*(版本|以上版本|[.]\d)", after):
            continue
        # A bare classifier with a small number ("2 个", "3 种") is seldom what a person asks for, unless it bounds something.
        bound = re.search(r"(不超过|不少于|不得超过|不低于|不高于|至少|最多|最少|最大|最小|上限|下限|限制|默认|仅|只能|保留|为|是|达到?|超过|满|在|提前|共|约)\s*(为|是|：)?\s*$", before)
        if bound is None and not re.match(r"(内|以内|之内|前|后|以上|以下|之前|之后)", after):
            continue
        if unit in ("个", "条", "位", "项", "级", "层", "步", "人", "份", "期", "度", "次", "名") and not re.search(r"最|上限|限制|默认|不超过|不少于|不得|至少|仅|只能", before[-14:]):
            continue
        if len([m for m in matches if abs(m.start() - match.start()) < 14]) > 1:
            continue
        word = _quantity_word(unit)
        made = _replace(body, match.start(), match.end(), word)
        if made and 8 <= len(made[0]) <= 60:
            score = 0.86 if re.search(r"(默认|最大|最小|最多|至少|不超过|上限|不得)", made[0]) else 0.78
            yield Asked(made[0], made[1], match.group(), "number", "zh:number", score)


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
    if head.endswith(("也", "均", "都", "则", "还", "仅", "逐步", "已")) or len(rest) < 3 or len(rest) > 40 or is_dangling(head + rest) or is_dangling(rest) or re.search(r"[（(）)：]", head + rest):
        return
    if not (head and has_subject(head)) and not has_subject(rest):
        return
    gap, gap2 = (" " if head[-1:].isascii() and head else ""), (" " if rest[:1].isascii() else "")
    # "从哪个版本起 X 支持 Y" reads better with X in front.
    moved = re.match(r"(?P<s>[A-Za-z][\w .-]{1,24}?|[\u4e00-\u9fff]{2,8})\s*(?P<v>(?:开始|默认)?(?:支持|引入|提供|新增|废弃|不再|增加).*)$", rest) if not head else None
    if moved and not name:
        question = f"{moved.group('s')}{' ' if moved.group('s')[-1].isascii() else ''}{lead}{match.group('tail')}{moved.group('v')}"
    else:
        question = f"{head}{gap}{lead}{match.group('tail')}{gap2}{rest}"
    yield Asked(finish(question), body, match.group("v"), "number", "zh:version", 0.84)


def _dates(body: str) -> Iterator[Asked]:
    for match in _DATE.finditer(body):
        value = match.group().strip()
        if not re.search(r"\d|[一二三四五六日末初底]", value):
            continue
        made = _replace(body, match.start(), match.end(), "每周几" if value.startswith("每周") else "每月几号" if value.startswith("每月") else "哪一年" if re.fullmatch(r"\d{4}\s*年", value) else "什么时候")
        if made and 8 <= len(made[0]) <= 55:
            yield Asked(made[0], made[1], value, "date", "zh:date", 0.78)


def _agents(body: str) -> Iterator[Asked]:
    for match in _AGENT.finditer(body):
        dept = match.group("dept")
        start = match.start("dept") if dept else match.start("role")
        word = "哪个部门" if dept else "谁"
        made = _replace(body, start, match.end(), word)
        if made and 8 <= len(made[0]) <= 55:
            yield Asked(made[0], made[1], dept or match.group("role"), "person", "zh:who", 0.82)


def _typed_terms(body: str) -> Iterator[Asked]:
    matches = list(_TYPED_TERM.finditer(body))
    for match in matches:
        type_noun = match.group("type") or match.group("type2")
        term = match.group("term") or match.group("term2")
        if len(matches) > 1 or body.count(term) > 1 or len(term) < 3 or _PRODUCTS.match(term) or not _IDENTIFIER.fullmatch(term):
            continue
        before = body[: match.start()]
        if not re.search(r"(通过|使用|修改|设置|配置|调整|执行|指定|开启|启用|引入了?|新增了?|利用|借助|运行|查看|添加)\s*$", before):
            continue
        made = _replace(body, match.start(), match.end(), f"哪个{type_noun}")
        if made and 14 <= len(made[0]) <= 60 and made[0].index("哪个") < len(made[0]) - len(type_noun) - 5 and "哪个" in made[0] and "=" not in made[0]:
            yield Asked(made[0], made[1], term, "name", "zh:which", 0.85)


_IF = re.compile(r"^(?P<head>(?:如果|若|如需|当)[^，]{4,40}?)(?P<shi>时|的话|的)?，(?P<then>.+)$")
_ADVICE = re.compile(r"^(?:则|那么|就)?(?:你|您|用户|员工|申请人)?(?P<modal>请|需要?|应当?|应该|可以?|建议|必须|务必|推荐|不要|不得|不能)(?P<act>.{4,})")


def _conditions(body: str) -> Iterator[Asked]:
    match = _IF.match(body)
    if match is None or is_dangling(match.group("head")) or is_dangling(match.group("then")):
        return
    if re.search(r"[：:“\"]", match.group("head")):
        return
    head = re.sub(r"^(如果|若|如|当)(你|您)?", lambda m: m.group(1) if m.group(1) != "如" else "如", match.group("head")) + (match.group("shi") or "")
    advice = _ADVICE.match(match.group("then"))
    then = match.group("then")
    if not has_subject(re.sub(r"^(如果|若|当|如需|需要|需|要|想|希望|想要)+", "", head.replace("如需", ""))) and len(head) < 9:
        return
    if re.match(r"^如需", head):
        if advice and advice.group("modal") in ("请", "需", "需要", "可", "可以", "应", "必须"):
            yield Asked(finish(f"{head}，应该怎么做"), body, then, "condition", "zh:if-do", 0.8)
        return
    if advice and advice.group("modal") not in ("不能", "不得", "不要"):
        modal = "可以怎么做" if advice.group("modal") in ("可", "可以") else "应该怎么做"
        yield Asked(finish(f"{head}，{modal}"), body, then, "condition", "zh:if-do", 0.84)
    elif re.match(r"^(则|那么|就)?(说明|表示|代表|意味着)", then):
        yield Asked(finish(f"{head}，说明什么"), body, then, "condition", "zh:if-means", 0.84)
    elif re.match(r"^[^，]{0,16}(会|将|则|就|自动|无法|不能|不会)", then) and len(then) >= 8:
        yield Asked(finish(f"{head}，会发生什么"), body, then, "condition", "zh:if-then", 0.74)


_DEFINITION = re.compile(r"^(?P<term>[^，。；：是]{2,22}?)\s*(?P<verb>是指|指的是|是一[种个款项类套]|即为|是)(?P<rest>.{8,})$")
_NOT_TERM = re.compile(r"(在|上$|中$|内$|依据|的|每个|中每|实际上|原因|目标|其中|不|都|还|也|就|才|均|最|可能|如果|或者|以及|但|只|通常|默认|一般|可以|目前|当前|应该?|建议|要|会|要么|往往|既|主要)")


def _definitions(body: str) -> Iterator[Asked]:
    match = _DEFINITION.match(body)
    if match is None:
        return
    term, verb, rest = match.group("term").strip(), match.group("verb"), match.group("rest")
    if _NOT_TERM.search(term) or is_dangling(term) or is_dangling(rest) or re.search(r"[0-9]$", term) or len(term) < 2:
        return
    if not has_subject(term) or re.match(r"^(什么|否|因为|由于|为了|通过|在|从|按|以|用|由|基于|依靠|独立|指)", rest):
        return
    strong = verb != "是" or re.search(r"的(一[种个款]|[\u4e00-\u9fffA-Za-z ]{2,14})([，。]|$)", rest) is not None
    if not strong:
        return
    gap = " " if term[0].isascii() else ""
    yield Asked(f"什么是{gap}{term}？", body, rest, "definition", "zh:definition", 0.88 if verb != "是" else 0.78, subject=term)


_ATTRIBUTE = re.compile(r"^(?P<of>[^，；：]{2,30}?)的?(?P<attr>目的|作用|原因|主要原因|优点|优势|缺点|前提|前提条件|条件|默认值|取值范围|单位|标准|依据|职责|目标|用途|区别|特点|职能|主要职责|核心|好处|含义|最大值|最小值|上限|下限)(?:是|为|在于|：)\s*(?P<val>.+)$")


def _attributes(body: str) -> Iterator[Asked]:
    match = _ATTRIBUTE.match(body)
    if match is None or is_dangling(match.group("of")) or is_dangling(match.group("val")):
        return
    of, attr, value = match.group("of").strip(), match.group("attr"), match.group("val").strip()
    if not has_subject(of) or len(value) < 1 or re.search(r"(，|不|如果)", of):
        return
    word = "多少" if attr in ("默认值", "最大值", "最小值", "上限", "下限") else "什么"
    gap = " " if of[-1].isascii() else ""
    yield Asked(finish(f"{of}{gap}的{attr}是{word}"), body, value, "attribute", "zh:attribute", 0.88, subject=of)


_ENUMERATION = re.compile(r"^(?P<head>[^，；：]{2,30}?)(?P<verb>包括|包含|分为|支持|由|需提供|需提交|需要提供|涵盖|主要有|有)\s*(?P<list>[^，。；]{2,40}、[^。；]{2,60})$")


def _enumerations(body: str) -> Iterator[Asked]:
    match = _ENUMERATION.match(body)
    if match is None or is_dangling(match.group("head")) or is_dangling(match.group("list")):
        return
    head, verb, listed = match.group("head").strip(), match.group("verb"), match.group("list")
    if not has_subject(head) or re.search(r"[，：；]", listed) or verb == "由" and not listed.endswith(("组成", "构成")):
        return
    gap = " " if head[-1].isascii() else ""
    if verb == "由":
        question = f"{head}{gap}由哪些部分{listed[-2:]}"
    elif verb == "分为":
        question = f"{head}{gap}分为哪几类"
    else:
        noun = re.search(r"等?(?:[一二三四五六七八九十\d]+|多)?[种个类项](?P<noun>[\u4e00-\u9fff]{2,6})$|等(?P<noun2>[\u4e00-\u9fff]{2,6})$", listed)
        tail = (noun.group("noun") or noun.group("noun2")) if noun else ("" if verb in ("包括", "包含", "涵盖") else "")
        if not tail and verb in ("支持", "有"):
            return
        question = f"{head}{gap}{verb}哪些{tail or '内容'}"
    yield Asked(finish(question), body, listed, "list", "zh:enumeration", 0.8, subject=head)


_REASON = re.compile(r"^(?:由于|因为)(?P<why>[^，]{4,50})，(?:所以|因此|故)?(?P<what>[^，]{6,40})$")


def _reasons(body: str) -> Iterator[Asked]:
    match = _REASON.match(body)
    if match is None or is_dangling(match.group("why")) or is_dangling(match.group("what")):
        return
    what = match.group("what").strip()
    if not has_subject(what) or re.match(r"(建议|请|需要|可以)", what):
        return
    yield Asked(finish(f"为什么{' ' if what[0].isascii() else ''}{what}"), body, match.group("why"), "reason", "zh:why", 0.74)


_ABILITY = re.compile(r"^(?P<who>[^，；：]{2,24}?)(?P<modal>暂不支持|不支持|不允许|不可以|不得|不能)(?P<what>[^，；：]{3,36})$")


def _ability(body: str) -> Iterator[Asked]:
    match = _ABILITY.match(body)
    if match is None or is_dangling(match.group("who")) or is_dangling(match.group("what")):
        return
    who, modal, what = match.group("who").strip(), match.group("modal"), match.group("what").strip()
    if not has_subject(who) or who.endswith(("尚", "部分", "都")) or re.search(r"(如果|当|但|并|而|，|因此|暂时?|目前|也|还|均|都|仍|则)", who):
        return
    verb = {"暂不支持": "是否支持", "不支持": "是否支持", "不允许": "是否允许", "不可以": "是否可以", "不得": "是否可以", "不能": "能否"}[modal]
    gap = " " if who[-1].isascii() else ""
    yield Asked(finish(f"{who}{gap}{verb}{' ' if what[0].isascii() else ''}{what}"), body, modal, "yes_no", "zh:whether", 0.8, subject=who)
