"""Questions over lists: what a lead-in announces, what a term means, how a thing is done in steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.draft import facts_en, facts_zh
from builder.draft.blocks import Block, ListItem, Outline
from builder.draft.english import inverted, main_clause, parser
from builder.draft.facts_zh import Asked, finish, has_subject
from builder.draft.markup import is_clean, plain
from builder.draft.topic import clean_heading, is_generic

MAX_ITEMS, MAX_CHARS = 10, 900


@dataclass(frozen=True)
class Listed:
    """A list with its lead-in: the question about it, the items as answer, and the span of both."""

    question: str
    items: tuple[str, ...]
    lead: str
    start: int
    end: int
    subkind: str
    template: str
    score: float
    subject: str = ""


def lists_of(view: Outline, language: str) -> Iterator[Listed]:
    """All questions the document's lists allow."""
    for index, block in enumerate(view.blocks):
        if block.kind != "list":
            continue
        items = top_items(view, block)
        if not 2 <= len(items) <= MAX_ITEMS or block.end - block.start > MAX_CHARS * 2:
            continue
        texts = [plain(view.text(i.start, i.end)) for i in items]
        if sum(map(len, texts)) > MAX_CHARS or not all(2 <= len(t) and is_clean(t) for t in texts):
            continue
        lead = _lead(view, index)
        if lead is not None:
            yield from _from_lead(view, block, texts, *lead, language)
        yield from _from_heading(view, index, texts, language)


def top_items(view: Outline, block: Block) -> list[ListItem]:
    """The outermost items, each stretched over the items nested in it."""
    merged: list[ListItem] = []
    for item in block.items:
        if item.level == 0 or not merged:
            merged.append(item)
        else:
            last = merged[-1]
            merged[-1] = ListItem(last.start, item.end, last.level, last.ordered)
    return merged


def _lead(view: Outline, index: int) -> tuple[str, int] | None:
    """The sentence that ends in a colon right before the list."""
    if index == 0 or view.blocks[index - 1].kind != "paragraph":
        return None
    block = view.blocks[index - 1]
    raw = view.text(block.start, block.end)
    if not raw.rstrip().endswith((":", "：")):
        return None
    cut = max((raw.rfind(mark, 0, len(raw.rstrip()) - 1) + len(mark) for mark in ("。", ". ", "！", "？", "; ", ".\n")), default=0)
    lead = raw[cut:] if any(mark in raw for mark in ("。", ". ", "！", "？", "; ", ".\n")) else raw
    offset = block.start + (cut if lead is not raw else 0)
    offset += len(lead) - len(lead.lstrip())
    text = plain(lead).rstrip(":： ")
    return (text, offset) if is_clean(text) else None


def _from_lead(view: Outline, block: Block, items: list[str], lead: str, start: int, language: str) -> Iterator[Listed]:
    ordered = block.items[0].ordered
    make = lead_question_zh if language == "zh" else lead_question_en
    asked = make(lead, ordered)
    if asked is None:
        return
    if asked.subkind == "procedure" and not _are_steps(items, language):
        return
    yield Listed(asked.question, tuple(items), lead, start, block.end, asked.subkind, asked.template, asked.score)


_WHICH = re.compile(r"(?:以下|下列|如下|下面|下述)\s*(?:的)?(?:几|[一二三四五六七八九十两\d]+)?(?:种|个|类|项|点|条|些|方面|步)?的?(?P<noun>[\u4e00-\u9fff]{0,8}(?:\s?[A-Za-z]+\s?[\u4e00-\u9fff]{0,4})?)")
_GENERIC_ZH = re.compile(r"^(步骤|操作|方法|内容|命令|语句|配置|示例|流程|方式|顺序)$")


def lead_question_zh(lead: str, ordered: bool) -> Asked | None:
    """"X 支持以下功能：" as "X 支持哪些功能？"."""
    if not 5 <= len(lead) <= 60 or re.search(r"如图|所示|作用|描述|解释|含义|说明$|表格|以上|上述|其", lead) or re.search(r"例如|示例|假设|注意|如图|输出|结果|显示|说明如下|以下是|下面是", lead):
        return None
    body = re.sub(r"(下列|以下|如下)任意", r"\1", lead)
    body = re.sub(r"^(其中|另外|此外|目前|当前|同时|一般来说|通常|具体来说|总的来说|因此|所以)[，,]?", "", body)
    match = _WHICH.search(body)
    if match and match.end() == len(body):
        head, noun = body[: match.start()].strip(), match.group("noun").strip()
        if noun in ("", "所示") and re.search(r"(如下|如下所示)$", body):
            head = re.sub(r"如下(所示)?$", "", body).strip()
            if ordered and re.search(r"(步骤|流程|方法|操作)$", head):
                return _how_zh(head)
            if not has_subject(head) or facts_zh.is_dangling(head) or re.search(r"(步骤|流程|方法|操作|说明)$", head):
                return _how_zh(head) if ordered else None
            return Asked(finish(f"{head}{_gap(head)}{'是怎样的' if head.endswith(('关系', '结构', '格式', '过程', '流程', '步骤', '顺序')) else '有哪些'}"), lead, "", "list", "zh:list-as-follows", 0.82)
        if facts_zh.is_dangling(head) or not head or not noun or re.search(r"(文档|教程|章节|链接|资料|页面|问题及解答)$", noun):
            return None
        head = re.sub(r"(按照|按|参考|依照|执行|通过)$", lambda m: m.group(), head)
        if _GENERIC_ZH.match(noun) and re.search(r"(按照|按|执行|进行|参考|通过|使用|采取|遵循)$", head):
            return None
        if not has_subject(head) and not re.match(r"(你|您|用户|当|如果|在|可|支持|对于|满足|为|使用)", head):
            return None
        head = re.sub(r"^(你|您)", "", head)
        return Asked(finish(f"{head}{_gap(head)}哪些{noun}"), lead, "", "list", "zh:list-which", 0.88)
    match2 = re.search(r"(包括|包含|分为|有|需要满足|需满足|必须满足|应包括|应当包括|需提供|应提供|需提交|应提交|主要有)$", body)
    if match2 and not facts_zh.is_dangling(body) and has_subject(body):
        word = "哪几类" if match2.group() == "分为" else "哪些材料" if "提" in match2.group() else "哪些条件" if "满足" in match2.group() else "哪些"
        return Asked(finish(f"{body}{word}"), lead, "", "list", "zh:list-includes", 0.84)
    return None


def _how_zh(head: str) -> Asked | None:
    action = re.sub(r"的?(操作|具体|详细)?(步骤|流程|方法|操作)$", "", head).strip()
    action = re.sub(r"^(你|您)(可以|需要)?", "", action)
    if not action_zh(action):
        return None
    if facts_zh.is_dangling(action):
        return None
    return Asked(finish(f"如何{_gap(action, left=True)}{action}"), head, "", "procedure", "zh:how-steps", 0.84)


def _gap(text: str, *, left: bool = False) -> str:
    edge = text[:1] if left else text[-1:]
    return " " if edge.isascii() and edge.isalnum() else ""


_FOLLOWING = re.compile(r"\b(?:(?:all|any|one|each|some) of )?(?:the|these) following(?: (?P<noun>[a-z]+(?: [a-z]+)?))?$|\b(?P<these>these)(?: (?P<noun2>[a-z]+(?: [a-z]+)?))$", re.IGNORECASE)
_OPEN_VERB = re.compile(r"\b(include|includes|are|is|contain|contains|require|requires|need|needs|must have|should have|provide|provides|cover|covers|consist of|consists of|offer|offers)$")


def lead_question_en(lead: str, ordered: bool) -> Asked | None:
    """"The medical note should include:" as "What should the medical note include?"."""
    words = lead.split()
    if not 4 <= len(words) <= 30 or re.search(r"\b(example|e\.g|such as|note)\b", lead, re.IGNORECASE) or not lead[0].isupper():
        return None
    steps = re.match(r"To ([a-z].+?)(, (?:you(?:’ll| will| must| need to| should|'ll)? )?.*)?$", lead)
    if ordered and steps:
        action = steps.group(1).split(",")[0]
        if re.search(r"\b(items?|documents?|documentation|forms?|information|requirements?|conditions?|options?)\b", lead[steps.end(1) - len(steps.group(1)) + len(action) :]):
            return None
        return None if action.startswith("be ") or facts_en.is_dangling(action) else Asked(f"How do you {action}?", lead, "", "procedure", "en:how-steps", 0.86)
    if re.search(r"\b(rules|steps) of\b", lead):
        return None
    match = _FOLLOWING.search(lead)
    noun = ((match.group("noun") or match.group("noun2")) or "") if match else ""
    if match and noun in ("steps", "instructions", "process", "procedure"):
        return None
    cut = lead[: match.start()].rstrip() if match else lead
    if not match and not _OPEN_VERB.search(lead):
        return None
    return _fronted(lead, f"{cut} XYZ.", f"Which {noun}" if noun else "What")


def _fronted(lead: str, sentence: str, wh: str) -> Asked | None:
    doc = parser()(sentence)
    slot = next((t for t in doc if t.text == "XYZ"), None)
    if slot is None or len(list(doc.sents)) != 1:
        return None
    clause = main_clause(next(iter(doc.sents)))
    if clause is None or slot.i >= clause.end or slot.i < clause.root.i:
        return None
    if clause.subject.pos_ == "PRON" and clause.subject.lower_ not in ("you", "anyone", "everyone"):
        return None
    question = inverted(clause, (slot.i, slot.i + 1), wh)
    if facts_en.is_dangling(question.rstrip("?")) or re.search(r"\bWhat (is|are) (there|what)\b", question):
        return None
    return Asked(question, lead, "", "list", "en:list-lead", 0.84)


_ZH_ACTIONS = (
    "配置|开启|关闭|设置|查看|创建|删除|修改|使用|安装|部署|升级|扩容|缩容|备份|恢复|启用|禁用|监控|导出|导入|定位|申请|办理|提交|报销|调整|连接|"
    "获取|启动|停止|验证|检查|选择|执行|迁移|添加|移除|更新|重启|访问|登录|清理|收集|停用|编写|优化|避免|排查|重置|绑定|注册|取消|下载|预订|打印|"
    "更换|校准|清洁|维护|接入|退出|变更|查询|审批|发起|填写|归还|领用|借用|盘点|评估|编辑|转换|生成|加载|分析|诊断|回滚|切换|卸载|限制|控制|读取|"
    "写入|运行|管理|实现|解决|处理|应对|撤销|延长|缩短|签署|签订|上传|搭建|初始化|准备|打散|转移|刷新|插入|声明|定义|引入|包含|测试|自定义"
)
_ACTION_ZH = re.compile(rf"^(?:通过|利用|使用|基于|从|在|为|对|将|向|按|手动|自动|快速|在线)?.{{0,24}}?(?:{_ZH_ACTIONS})")
_NOMINAL_ZH = re.compile(
    r"(限制|说明|概述|建议|原则|场景|示例|参数|介绍|注意事项|要求|简介|概览|架构|原理|兼容性|功能|变化|详情|结果|案例|策略|模式|机制|常见问题|问题|"
    r"指南|手册|对比|行为|配置|设置|状态|权限|类型|列表|页面|特性|优势|最佳实践|任务|信息)$"
)


def action_zh(text: str) -> bool:
    """Whether a heading names an action on something: "配置密码复杂度策略"."""
    if not 4 <= len(text) <= 30 or text.endswith(("？", "?")) or "：" in text:
        return False
    first = re.match(rf"(?:{_ZH_ACTIONS})", text)
    if first is None:
        return re.match(r"(通过|利用|从|在|为|对|将|向|手动|在线)", text) is not None and re.search(rf"({_ZH_ACTIONS})", text) is not None and not _NOMINAL_ZH.search(text)
    rest = text[first.end() :]
    if len(rest.strip()) < 2 or re.match(r"(限制|说明|要求|场景|示例|建议|方式|方法|指南|原则|流程|步骤|时间|期限|权限|标准|范围|人|费用|条件|功能|任务|与|和|、|的|中|前|后|时)", rest):
        return False
    return re.search(r"(限制|说明|概述|建议|原则|场景|示例|介绍|注意事项|要求|简介|概览|最佳实践|常见问题|指南|对比|优势)$", text) is None


_ACTION_EN = re.compile(
    r"^(add|apply|approve|book|build|cancel|change|check|choose|claim|clean|close|complete|configure|connect|contact|create|delete|deploy|"
    r"disable|download|edit|enable|enroll|export|file|find|fix|get|handle|import|install|invite|join|log in|maintain|make|manage|move|open|"
    r"order|pay|plan|prepare|print|propose|purchase|recover|register|remove|renew|replace|report|request|reset|resolve|restore|return|review|"
    r"run|save|schedule|search|select|send|set up|share|sign|start|stop|submit|sync|take|test|transfer|turn|update|upgrade|upload|use|verify|"
    r"view|withdraw|write|declare|define|import|customize|display|embed|retrieve|deploy|debug)\b (?!(case|cases|guide|policy|form|only|of)\b)[\w'’(]",
    re.IGNORECASE,
)


def action_en(heading: str) -> str | None:
    """The bare action a heading names: "Requesting leave", "How to request leave" or "Request leave" as "request leave"."""
    text = heading.rstrip(".")
    how = re.match(r"How (?:to|do I|do you|can I|can you) (.+?)\??$", text)
    if how:
        return _lower_action(how.group(1))
    if len(text.split()) > 10 or "?" in text or ":" in text:
        return None
    if re.search(r" and [a-z]+ing\b", text) or "&" in text:
        return None
    base = facts_en.gerund_to_base(text) if re.match(r"[A-Z]?[a-z]+ing ", text) else None
    if base:
        return _lower_action(base)
    if _ACTION_EN.match(text):
        return _lower_action(text)
    return None


def _lower_action(text: str) -> str:
    text = text[0].lower() + text[1:]
    if sum(w[:1].isupper() and w[1:].islower() for w in text.split()) > 0.5 * len(text.split()) and len(text.split()) > 3:
        text = " ".join(w.lower() if w in ("Your", "The", "A", "An", "Of", "To", "For", "And", "In", "On", "With") else w for w in text.split())
    return text


def _from_heading(view: Outline, index: int, items: list[str], language: str) -> Iterator[Listed]:
    """An action heading with steps under it: how is it done?"""
    block = view.blocks[index]
    if not block.headings or not block.items[0].ordered or not _first_list(view, index) or not _are_steps(items, language):
        return
    heading = clean_heading(block.headings[-1])
    if is_generic(heading):
        return
    question = how_question(heading, language)
    if question:
        yield Listed(question, tuple(items), heading, block.start, block.end, "procedure", f"{language}:how-heading", 0.86)


def _are_steps(items: list[str], language: str) -> bool:
    """Whether most items tell what to do."""
    if language == "zh":
        told = [re.match(r"(请|点击|在|打开|登录|访问|选择|输入|填写|提交|执行|运行|使用|创建|配置|设置|检查|确认|将|按|通过|下载|安装|启动|停止|修改|查看|进入|联系|等待|完成|关闭|开启|删除|添加|准备|导出|导入|保存|重启|由)", t) or re.match(rf"(?:{_ZH_ACTIONS})", t) for t in items]
    else:
        told = [_imperative(t) for t in items]
    return sum(map(bool, told)) >= 0.6 * len(items)


def _imperative(text: str) -> bool:
    first = re.split(r"[.!?]\s|,", text, maxsplit=1)[0]
    body = re.sub(r"^(then|next|first|finally|now|please|on the \w+|in the \w+|once .*?|if .*?)\b,?\s*", "", first, flags=re.IGNORECASE) or first
    doc = parser()(f"Please {body[0].lower()}{body[1:]}.")
    return len(doc) > 2 and doc[1].tag_ in ("VB", "VBP") and doc[1].lemma_ not in ("be", "must", "may")


def how_question(heading: str, language: str) -> str | None:
    """How the action of a heading is asked for, or None when it names no action."""
    if language == "zh":
        bare = re.sub(r"^(如何|怎么|怎样)", "", heading).rstrip("？?")
        if bare != heading.rstrip("？?") and 4 <= len(bare) <= 40:
            return finish(f"如何{_gap(bare, left=True)}{bare}")
        return finish(f"如何{_gap(bare, left=True)}{bare}") if action_zh(bare) else None
    action = action_en(heading)
    return f"How do you {action}?" if action and not facts_en.is_dangling(action) else None


def _first_list(view: Outline, index: int) -> bool:
    """Whether this is the only list of its section, so that the heading is about all of it."""
    path = view.blocks[index].headings
    own = [b for b in view.blocks if b.headings == path and b.kind in ("list", "table")]
    return len(own) == 1


@dataclass(frozen=True)
class Term:
    """A list item or paragraph of the form "term: what it is", with its span."""

    term: str
    gloss: str
    start: int
    end: int
    type_noun: str
    siblings: tuple[str, ...]


_TERM_ITEM = re.compile(r"^(?P<raw>(?:\*\*|`|\[|“|__)?.{2,70}?)\s*(?:[:：]|\s[-–—]\s)\s*(?P<gloss>.{6,400})$", re.DOTALL)


def terms_of(view: Outline) -> Iterator[Term]:
    """Glossed terms in lists of at least two such items."""
    for block in view.blocks:
        if block.kind != "list":
            continue
        found = []
        for item in top_items(view, block):
            raw = view.text(item.start, item.end)
            match = _TERM_ITEM.match(raw)
            if match is None:
                continue
            term = plain(match.group("raw")).strip(" :：*-")
            gloss = plain(match.group("gloss"))
            strong = re.match(r"\s*(\*\*|`|\[|__)", raw) is not None or (len(term) <= 14 and not term.isascii())
            if strong and 2 <= len(term) <= 50 and is_clean(gloss) and is_clean(term):
                found.append((term, gloss, item))
        if len(found) < max(2, len(top_items(view, block)) - 1):
            continue
        names = tuple(term for term, _, _ in found)
        for term, gloss, item in found:
            yield Term(term, gloss, item.start, item.end, type_noun_of(block, view, term), names)


def type_noun_of(block: Block, view: Outline, term: str) -> str:
    """What kind of thing a term is (系统变量, 参数, …), from the lead-in or the headings."""
    before = view.text(max(0, block.start - 160), block.start)
    for text in (before.splitlines()[-1] if before.strip() else "", " ".join(block.headings[-1:])):
        found = re.findall(rf"({facts_zh.TYPE_NOUNS}|监控项|指标|角色|字段|列|状态|级别|标签|option|parameter|field|setting|role|status)", text)
        if found:
            return str(found[-1])
    return ""
