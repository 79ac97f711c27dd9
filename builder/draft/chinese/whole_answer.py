"""The rest of an answer: a sentence that says what to do may go on in the next, which then belongs to it."""

from __future__ import annotations

import re

from builder.draft.blocks import Block
from builder.draft.candidates import Span
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.setting import Setting
from core.text.sentences import split_sentences

_GOES_ON = re.compile(
    r"^(?:点击|单击|双击|选择|按下|输入|勾选|按一下|選擇|然后|接着|接下来|再|随后|最后|之后|完成后|否则|另外|此外|同时|(?:你|您)?也(?:可|需|要|应)|(?:你|您)?还(?:可|需|要|应)|但是?(?!书)|不过|或者|而且|这样|这将|这会|此时)"
)
# The rest of an answer that sends the reader elsewhere is not worth having, and the first half alone is half.
_SENDS = re.compile(r"如[下上]?图|[参详]见|参[考阅照]|见[下上]|例如|上述|下面|以下|下列|[：:]$")
_LONGEST = 120
GOING_ON = (
    "zh:how-to",
    "zh:can",
    "zh:use",
    "zh:if-do",
    "zh:whether",
    "zh:which",
)


def whole_answer(setting: Setting, span: Span, block: Block) -> tuple[str, Span] | None:
    """The next sentence with the span stretched over it; ("", span) where none goes on, None where it cannot be taken."""
    end = next((i.end for i in block.items if i.start <= span.start < i.end), block.end)
    rest = split_sentences(setting.view.text(span.end, end))
    if not rest:
        return "", span
    said = plain(rest[0].text)
    if not _GOES_ON.match(said):
        return "", span
    if len(said) > _LONGEST or not said.endswith(("。", "！", "；")) or _SENDS.search(said) or not (is_clean(said) and balanced(said)):  # fmt: skip
        return None
    return said, Span(span.document_id, span.start, span.end + rest[0].end, span.group)
