"""Signs that a Chinese question has lost what its page said around it."""

from __future__ import annotations

import re

from builder.draft.blocks import Block
from builder.draft.candidates import Span
from builder.draft.chinese.base import Asked
from builder.draft.setting import Setting
from builder.draft.topic import is_rule

# What a worked example says is true of the example.
_EXAMPLE = re.compile(r"示例|案例|例子|^背景(?:[：:]|$)")
# "Gateway 使用手册" is a product's, whatever it has in common with a rule.
_OF_PRODUCT = re.compile(r"[A-Za-z]{3}")


def loses_context(setting: Setting, asked: Asked, span: Span, block: Block, topic: str, led: bool) -> bool:
    """Whether a question cannot stand without its page; `led` says that only its opening names the page's topic."""
    text = setting.view.document.text
    told = text[span.start : span.end]
    if any(_EXAMPLE.search(heading) for heading in block.headings[-1:]):
        return True
    # A rule's cases are everybody's; elsewhere a state of things leans on what was said before.
    if asked.template == "zh:if-case" and (not is_rule(topic) or _OF_PRODUCT.search(topic)):
        return True
    # The same case elsewhere on the page has another answer.
    if asked.subkind == "condition" and text.count(told.split("，")[0]) > 1:
        return True
    # "X 是首批开设金融工程的大学，2002年开始招生": without the page's topic the year is that of another thing.
    if asked.template == "zh:date" and led and bool(topic) and topic in told:
        return True
    return asked.template == "zh:definition" and _told_before(text[: span.start], asked.subject)


def _told_before(before: str, term: str) -> bool:
    """Whether an earlier sentence says what a term is: what comes second is seldom what it is."""
    name = re.escape(term.strip("“”「」"))
    opens = rf"(?:^|[。\n])[\s\-*#>]*[“「\"*`]*{name}[”」\"*`]*\s?(?:[（(][^）)]*[）)])?(?:，[^，。]{{1,20}}，)?是"
    return re.search(opens, before) is not None
