"""Signs that a Chinese question has lost what its page said around it."""

from __future__ import annotations

import re

from builder.draft.blocks import Block
from builder.draft.candidates import Span
from builder.draft.chinese.acts import happens_inside
from builder.draft.chinese.base import Asked
from builder.draft.markup import plain
from builder.draft.setting import Setting
from builder.draft.topic import is_rule, names_topic

# What a worked example says is true of the example.
_EXAMPLE = re.compile(r"示例|案例|例子|^背景(?:[：:]|$)")


def loses_context(setting: Setting, asked: Asked, span: Span, block: Block, topic: str, led: bool) -> bool:
    """Whether a question cannot stand without its page; `led` says that only its opening names the page's topic."""
    text = setting.view.document.text
    told = text[span.start : span.end]
    if any(_EXAMPLE.search(heading) for heading in block.headings[-1:]):
        return True
    # The same case elsewhere on the page has another answer.
    if asked.subkind == "condition" and text.count(told.split("，")[0]) > 1:
        return True
    # A figure named by a heading over several things, and a case under an option's own label, are nobody's.
    if led and asked.template in _ONE_THING and re.search("[与和及]", topic) and not is_rule(topic):
        return True
    if asked.template in ("zh:number", "zh:if-do", "zh:how-to") and not _names_label(setting, asked, span, block):
        return True
    if (
        asked.template in ("zh:if-do", "zh:how-to")
        and happens_inside(asked.value)
        and not led
        and not (len(topic) > 2 and names_topic(asked.question, setting.title or topic, NAMED))
    ):
        return True
    if asked.template == "zh:use" and _has_more_uses(setting, asked.subject, span, block):
        return True
    # NAME in "--with-mpm=NAME" stands for what the reader puts there.
    placed = rf"<{re.escape(asked.subject)}>" + rf"|=\s?{re.escape(asked.subject)}\b" * asked.subject.isupper()
    if asked.template == "zh:definition" and re.search(placed, text):
        return True
    # "X 是首批开设金融工程的大学，2002年开始招生": without the page's topic the year is that of another thing.
    if asked.template == "zh:date" and led and bool(topic) and topic in told:
        return True
    return asked.template == "zh:definition" and _told_before(text[: span.start], asked.subject)


_ONE_THING = ("zh:number", "zh:version", "zh:how-to", "zh:use", "zh:can", "zh:whether")
_LONGEST_LABEL = 16
# The share of a title's words that says which of many dialogs is meant.
NAMED = 0.75


def _names_label(setting: Setting, asked: Asked, span: Span, block: Block) -> bool:
    """Whether a question names the option whose label stands right above or opens its list item; true without a label."""
    view = setting.view
    item = next((i.start for i in block.items if i.start <= span.start < i.end), span.start)
    opens = re.match(r"(?P<label>[^，。：:]{2,16})[：:]", plain(view.text(item, span.start)))
    if opens is not None:
        return names_topic(asked.question, opens.group("label"))
    at = next((n for n, one in enumerate(view.blocks) if one.start == block.start), 0)
    if not at or view.blocks[at - 1].kind != "paragraph" or block.kind != "paragraph":
        return True
    label = plain(view.text(view.blocks[at - 1].start, view.blocks[at - 1].end)).strip()
    if len(label) > _LONGEST_LABEL or re.search(r"[。！？：:；.…]$", label):
        return True
    return names_topic(asked.question, label)


def _has_more_uses(setting: Setting, subject: str, span: Span, block: Block) -> bool:
    """Whether the section goes on to say what else a thing is for."""
    view = setting.view
    stop = next((b.start for b in view.blocks if b.kind == "heading" and b.start > span.end), len(view.document.text))
    name = re.sub(r"\s", "", subject)
    rest = re.sub(r"[^\S\n]", "", view.text(span.end, stop))
    near = re.sub(r"\s", "", view.text(span.end, max(block.end, span.end)))
    return (
        any(re.search("可以?|还|也", one) and name in one for one in re.split(r"[。\n]", rest))
        or re.search(r"(?:还|也)(?:可|能|用于|会)", near) is not None
    )


def _told_before(before: str, term: str) -> bool:
    """Whether an earlier sentence says what a term is: what comes second is seldom what it is."""
    name = re.escape(term.strip("“”「」"))
    opens = rf"(?:^|[。\n])[\s\-*#>]*[“「\"*`]*{name}[”」\"*`]*\s?(?:[（(][^）)]*[）)])?(?:，[^，。]{{1,20}}，)?是"
    return re.search(opens, before) is not None
