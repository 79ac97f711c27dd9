"""Questions over lists: what a lead-in announces, and in English how a thing is done in steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.draft.blocks import Block, Outline
from builder.draft.chinese.base import Asked, finish, has_subject
from builder.draft.chinese.base import is_dangling as dangling_zh
from builder.draft.chinese.grammar import QUANTIFIER
from builder.draft.chinese.named import gap
from builder.draft.english.actions import are_steps, asked_how, is_general
from builder.draft.english.base import is_dangling as dangling_en
from builder.draft.english.list_leads import list_question
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.steps import Steps, steps_at
from builder.draft.terms import top_items
from builder.draft.topic import clean_heading, is_generic

MAX_ITEMS, MAX_CHARS = 12, 1000


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
        lead, steps = _lead(view, index), steps_at(view, index)
        if steps is not None and _fits(steps.texts):
            told = language == "en" and are_steps(steps.texts)
            if lead is not None and not (told and _within_opened(view, index, lead[1])):
                yield from _from_lead(block, steps.texts, *lead, steps.end, language, told=told)
            if told:
                yield from _from_heading(view, index, steps)
        elif lead is not None and not block.items[0].ordered:
            texts = tuple(plain(view.text(i.start, i.end)) for i in top_items(view, block))
            if _fits(texts) and not texts[-1].rstrip().endswith((":", "：")):
                yield from _from_lead(block, texts, *lead, block.end, language, told=False)


_ABOVE = re.compile(r"\b(?:described|explained|shown?|mentioned|discussed|listed|given) (?:above|below|earlier)\b")


def _fits(texts: Sequence[str]) -> bool:
    whole = 2 <= len(texts) <= MAX_ITEMS and sum(map(len, texts)) <= MAX_CHARS
    return whole and all(len(t) >= 2 and is_clean(t) and not _ABOVE.search(t) for t in texts)


_SENTENCE_ENDS = ("。", ". ", "！", "？", "; ", ".\n", "? ", "! ")


def _lead(view: Outline, index: int) -> tuple[str, int] | None:
    """The sentence that ends in a colon right before the list."""
    if index == 0 or view.blocks[index - 1].kind != "paragraph":
        return None
    block = view.blocks[index - 1]
    raw = view.text(block.start, block.end)
    if not raw.rstrip().endswith((":", "：")):
        return None
    cut = max(
        (raw.rfind(mark, 0, len(raw.rstrip()) - 1) + len(mark) for mark in _SENTENCE_ENDS),
        default=0,
    )
    lead = raw[cut:] if any(mark in raw for mark in _SENTENCE_ENDS) else raw
    offset = block.start + (cut if lead is not raw else 0)
    offset += len(lead) - len(lead.lstrip())
    text = plain(lead).rstrip(":： ")
    return (text, offset) if is_clean(text) else None


def _from_lead(
    block: Block, items: Sequence[str], lead: str, start: int, end: int, language: str, *, told: bool
) -> Iterator[Listed]:
    if language == "zh":
        asked = lead_question_zh(lead)
    else:
        asked = steps_question_en(lead) if block.items[0].ordered else None
        # Points within points are no single answer.
        asked = asked or (None if any(i.level for i in block.items) else list_question(lead, items))
    if asked is not None and (told or asked.subkind != "procedure"):
        if language == "en" and asked.subkind != "procedure":
            items = [re.sub(r",? (?:and|or)$|[,;]$", "", text) for text in items]
        # The link back to the head of the page is no part of the last item.
        whole = (*items[:-1], re.sub(r"\s(?:top|返回顶部|回到顶部)$", "", items[-1]))
        yield Listed(asked.question, whole, lead, start, end, asked.subkind, asked.template, asked.score)


_WHICH = re.compile(
    r"(?:以下|下列|如下|下面|下述)\s*(?:的|这些?)?(?:几|[一二三四五六七八九十两\d]+)?(?:种类型|种类|类型|种|个|类(?!型)|项(?!目)|点|条|些|方面|步(?!骤))?的?(?P<noun>[\u4e00-\u9fff]{0,8}(?:\s?[A-Za-z]+\s?[\u4e00-\u9fff]{0,4})?)"
)
_GENERIC_ZH = re.compile(r"^(步骤|操作|方法|内容|命令|语句|配置|示例|流程|方式|顺序)$")


def lead_question_zh(lead: str) -> Asked | None:
    """ "X 支持以下功能：" as "X 支持哪些功能？"."""
    if (
        not 5 <= len(lead) <= 60
        or re.search(r"如图|所示|作用|描述|解释|含义|说明$|表格|以上|上述|其", lead)
        or re.search(r"例如|示例|假设|注意|如图|输出|结果|显示|说明如下|以下是|下面是", lead)
        or QUANTIFIER.match(lead)
    ):
        return None
    body = re.sub(r"(下列|以下|如下)任意", r"\1", lead)
    body = re.sub(r"^(其中|另外|此外|目前|当前|同时|一般来说|通常|具体来说|总的来说|因此|所以)[，,]?", "", body)
    match = _WHICH.search(body)
    if match and match.end() == len(body):
        head, noun = body[: match.start()].strip(), match.group("noun").strip()
        if noun in ("", "所示") and re.search(r"(如下|如下所示)$", body):
            head = re.sub(r"如下(所示)?$", "", body).strip()
            if not has_subject(head) or dangling_zh(head) or re.search(r"(步骤|流程|方法|操作|说明)$", head):
                return None
            return Asked(
                finish(
                    f"{head}{gap(head)}{'是怎样的' if head.endswith(('关系', '结构', '格式', '过程', '流程', '步骤', '顺序')) else '有哪些'}"
                ),
                lead,
                "",
                "list",
                "zh:list-as-follows",
                0.82,
            )
        if (
            dangling_zh(head)
            or not head
            or not noun
            or re.search(r"(文档|教程|章节|链接|资料|页面|问题及解答)$|^(?:步骤|流程)..", noun)
        ):
            return None
        head = re.sub(r"(按照|按|参考|依照|执行|通过)$", lambda m: m.group(), head)
        if _GENERIC_ZH.match(noun) and re.search(r"(按照|按|执行|进行|参考|通过|(?:使|采)用|采取|遵循|完成)$", head):
            return None
        if not has_subject(head) and not re.match(r"(你|您|用户|当|如果|在|可|支持|对于|满足|为|使用)", head):
            return None
        head = re.sub(r"请(?=参考|遵循|遵守|注意)", "应", re.sub(r"(?:^|(?<=，))(?:你|您)", "", head))
        return Asked(finish(f"{head}{gap(head)}哪些{noun}"), lead, "", "list", "zh:list-which", 0.88)
    match2 = re.search(
        r"(包括|包含|分为|有|需要满足|需满足|必须满足|应包括|应当包括|需提供|应提供|需提交|应提交|主要有)$", body
    )
    if match2 and not dangling_zh(body) and has_subject(body):
        word = (
            "哪几类"
            if match2.group() == "分为"
            else "哪些材料"
            if "提" in match2.group()
            else "哪些条件"
            if "满足" in match2.group()
            else "哪些"
        )
        return Asked(finish(f"{body}{word}"), lead, "", "list", "zh:list-includes", 0.84)
    return None


def steps_question_en(lead: str) -> Asked | None:
    """ "To set the clock, follow these steps:" as "How do you set the clock?"."""
    steps = re.match(r"To ([a-z].+?)(, (?:you(?:’ll| will| must| need to| should|'ll)? )?.*)?$", lead)
    if steps is None or not 4 <= len(lead.split()) <= 30 or re.search(r"\b(example|e\.g|such as)\b", lead):
        return None
    action = re.sub(r"^(?:later|also|now|then|simply|just) ", "", steps.group(1).split(",")[0])
    of_papers = r"\b(items?|documents?|documentation|forms?|information|requirements?|conditions?|options?)\b"
    vague = (
        re.match(r"(?:be|have|let|see) |\w+ (?:any|one) of ", action)
        or " " not in action
        or dangling_en(action)
        or is_general(action)
        or not balanced(action)
    )
    if vague or re.search(of_papers, lead[3 + len(action) :]):
        return None
    return Asked(f"How do you {action}?", lead, "", "procedure", "en:how-steps", 0.86)


# "manage it in two different options": each is a way of its own, no step.
_CHOICES = re.compile(r"\b(?:two|three|four|several|different|various|many|multiple)\b[^.]{0,30}\b(?:options|ways|methods|alternatives|approaches|possibilities)\b", re.IGNORECASE)  # fmt: skip
# Something that opened before is where the steps are done.
_OPENED = re.compile(r"\bresulting \w+|\b(?:report|window|dialog|page|assistant|form|screen) (?:\w+ )?(?:opens|appears|is (?:shown|displayed|opened))\b")  # fmt: skip
# "Press the New Entry button (Alt+N)": in a dialog the steps do not open.
_INSIDE = re.compile(r"(?:Press|Click|Tap)(?: on)? the [A-Z][\w ]+ button(?!.{0,60}\b(?:in|on|at|of|from|next) )")
# "Alternatively:" before a list: what stands before it is a way to do it as well.
_OTHER_WAY = re.compile(r"\b(?:alternative\w*|another|also|other|or|example|either|ways?)\b[^.]*$", re.IGNORECASE)


def _from_heading(view: Outline, index: int, steps: Steps) -> Iterator[Listed]:
    """An action heading with steps under it: how is it done?"""
    block = view.blocks[index]
    if not block.headings or not _only_steps(view, index, steps):
        return
    before = view.blocks[index - 1]
    lead = plain(view.text(before.start, before.end)).split(". ")[-1] if before.kind == "paragraph" else ""
    if _OTHER_WAY.search(lead) or _CHOICES.search(lead):
        return
    heading = clean_heading(block.headings[-1])
    if is_generic(heading):
        return
    above = clean_heading(block.headings[-2]) if len(block.headings) > 1 else ""
    question = asked_how(heading, above, view.document.text)
    if question and not _INSIDE.match(steps.texts[0]):
        yield Listed(question, steps.texts, heading, block.start, steps.end, "procedure", "en:how-heading", 0.86)


def _within_opened(view: Outline, index: int, lead: int) -> bool:
    """Whether the text before a lead opened the window the steps hold in, or offers them as one choice of several."""
    start = view.blocks[index - 2].start if index > 1 and view.blocks[index - 2].kind == "paragraph" else view.blocks[index - 1].start  # fmt: skip
    return _OPENED.search(plain(view.text(start, lead))) is not None or _CHOICES.search(view.text(lead, view.blocks[index - 1].end)) is not None  # fmt: skip


def _only_steps(view: Outline, index: int, steps: Steps) -> bool:
    """Whether these are the only steps of their section, so that the heading is about all of them."""
    path = view.blocks[index].headings
    own = [i for i, b in enumerate(view.blocks) if b.headings == path and b.kind in ("list", "table")]
    others = [i for i in own if not index <= i <= steps.last]
    return not any(view.blocks[i].kind == "table" or view.blocks[i].items[0].ordered or i < index for i in others)
