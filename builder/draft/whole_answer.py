"""The rest of an answer: a sentence that says what to do may go on in the next, which then belongs to it."""

from __future__ import annotations

import re

from builder.draft.blocks import Block, Outline
from builder.draft.candidates import Span
from builder.draft.english.verbs import VERBS
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.setting import Setting
from core.text.sentences import Sentence, split_sentences

_GOES_ON_ZH = re.compile(
    r"^(?:点击|单击|双击|选择|按下|输入|勾选|按一下|選擇|然后|接着|接下来|再|随后|最后|之后|完成后|否则|另外|此外|同时|(?:你|您)?也(?:可|需|要|应)|(?:你|您)?还(?:可|需|要|应)|但是?(?!书)|不过|或者|而且|这样|这将|这会|此时)"
)
_ORDERS = "|".join(
    sorted(v.capitalize() for v in VERBS | {"click", "press", "type", "tick", "double-click", "right-click"})
)
_GOES_ON_EN = re.compile(
    rf"(?:{_ORDERS})\b|(?:Then|Next|Now|Finally|Afterwards?|Once|When|After|From (?:there|here)|Here|In (?:the|this|that)|On the|At the|"
    r"Alternatively|Otherwise|Instead|Also|You (?:can|may|should|must|will|need to|could)|This|That|These|It|If (?:not|so|you|it|the|this)|"
    r"The [\w “”\"-]{2,60} (?:will )?(?:open|appear|(?:is|be) (?:shown|displayed|opened)|show|display|launch)s?)\b"
)
# The rest of an answer that sends the reader elsewhere is not worth having, and the first half alone is half.
_SENDS_ZH = re.compile(r"如[下上]?图|[参详]见|参[考阅照]|见[下上]|例如|上述|下面|以下|下列|[：:]$")
_SENDS_EN = re.compile(r"\b(?:below|above|following|figure|for example|screenshot|see|refer to)\b|:$", re.IGNORECASE)
_LONGEST_ZH, _LONGEST_EN, _MOST_EN = 120, 600, 6
# A place within a window the answer does not open.
_WITHIN = re.compile(
    r"\b(?:(?:from|in) the (?:[\w-]+ )?(?:list|drop-?down\b.*|combo box|box|table)|on the (?:left|right)|dialog)\b"
)
_NEEDED = re.compile(r"^(?!If |When )[^,]+, you(?: will)? (?:have to|must|need to) ")
_OPENED = re.compile(
    r"\b(?:screen|dialog|window|box|page|panel|menu|wizard|form)\b[^.]*\b(?:appears?|opens?|is (?:shown|displayed|opened))\.$"
)
_PATH = re.compile(r"[▸→>]|\bmenu\b|\bCtrl\b|\bAlt\b")
GOING_ON = (
    "zh:how-to",
    "zh:can",
    "zh:use",
    "zh:if-do",
    "zh:whether",
    "zh:which",
    "en:how-to",
    "en:if-do",
)


def whole_answer(setting: Setting, span: Span, block: Block) -> tuple[str, Span] | None:
    """What goes on after a sentence with the span stretched over it; ("", span) where nothing does, None where it cannot be taken."""
    item = next((i for i in block.items if i.start <= span.start < i.end), None)
    end = item.end if item else block.end
    rest = split_sentences(setting.view.text(span.end, end))
    if setting.language == "en":
        # "To search in Kile, you have to compile with …" is what is needed first, in a manual; of an office it is the way.
        needed = setting.guides and _NEEDED.search(plain(setting.view.text(span.start, span.end)))
        return None if needed else _whole_way(setting.view, span, block, rest)
    if not rest:
        return "", span
    said = plain(rest[0].text)
    if not _GOES_ON_ZH.match(said):
        return "", span
    if len(said) > _LONGEST_ZH or not said.endswith(("。", "！", "；")) or _SENDS_ZH.search(said) or not (is_clean(said) and balanced(said)):  # fmt: skip
        return None
    return said, Span(span.document_id, span.start, span.end + rest[0].end, span.group)


def _whole_way(view: Outline, span: Span, block: Block, rest: list[Sentence]) -> tuple[str, Span] | None:
    """All of a paragraph that tells on, for half a way to do something is none; None where it goes on beyond the paragraph."""
    first = plain(view.text(span.start, span.end))
    going = 0
    while going < len(rest) and _GOES_ON_EN.match(plain(rest[going].text)):
        going += 1
    told = " ".join(plain(s.text) for s in rest[:going])
    if len(told) > _LONGEST_EN or going > _MOST_EN or _SENDS_EN.search(told) or told and not (is_clean(told) and balanced(told)):  # fmt: skip
        return None
    if going == len(rest) and _goes_on_after(view, block):
        return None
    # What is done in the window that opens is not told, or not here.
    if _OPENED.search(told or first) or (told or first).endswith(("...", "…")):
        return None
    if _WITHIN.search(first) and not _PATH.search(first):
        return None
    if not going:
        return "", span
    return f" {told}", Span(span.document_id, span.start, span.end + rest[going - 1].end, span.group)


def _goes_on_after(view: Outline, block: Block) -> bool:
    """Whether the block after a paragraph still tells how: steps, or orders."""
    if block.kind != "paragraph":
        return False
    after = next((b for b in view.blocks if b.start >= block.end), None)
    if after is None or after.kind == "heading":
        return False
    text = plain(view.text(after.start, after.end))
    return after.kind == "list" and bool(after.items) and after.items[0].ordered or after.kind == "paragraph" and re.match(rf"(?:{_ORDERS}|Then|Next|Now|Finally)\b", text) is not None  # fmt: skip
