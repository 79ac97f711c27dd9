"""Questions a Chinese page asks itself: "问：…" followed by "答：…"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.blocks import Block
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.chinese.base import finish, is_dangling
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.setting import Setting, length_factor, situate
from core.text.sentences import split_sentences

_ASKS = re.compile(
    r"^\s*(?:[（(]?\d{0,3}\s*[.、)）]\s*)?(?:问题?|Q)\s*\d{0,3}\s*[:：]\s*(?P<question>[^\n]{5,80}?[？?])\s*"
)
_ANSWERS = re.compile(r"^\s*(?:答案?|A)\s*\d{0,3}\s*[:：]\s*")
_LONGEST = 400
# What asks for all there is needs the whole answer.
_WHOLE = re.compile(r"哪些|分别|各自|什么|怎样|如何|怎么|[？?].*[？?]|、")


def asked_and_answered(setting: Setting) -> Iterator[Candidate]:
    """Each question with the whole of its answer, when that is short enough to judge and ends within the page."""
    view = setting.view
    for number, block in enumerate(view.blocks):
        match = _ASKS.match(view.text(block.start, block.end)) if block.kind in ("paragraph", "list") else None
        if match is None:
            continue
        question = finish(plain(match.group("question")))
        found = _answer(setting, number, block.start + match.end(), _WHOLE.search(question) is None)
        if found is None or len(re.findall(r"[？?]", match.group("question"))) > 1:
            continue
        if re.search(r"[我您你]|[本贵]校", question) or is_dangling(question):
            continue
        start, end, answer = found
        asked, factor, topic = situate(setting, question, block.headings)
        yield Candidate(
            question=asked, answer=answer, claims=tuple(s.text for s in split_sentences(answer)),
            spans=(Span(view.document.id, start, end),), kind="factual", subkind="faq", language="zh",
            score=round(0.86 * factor * length_factor(answer), 4), template="zh:asked-on-page", topic=topic,
            slots=Slots(entity=topic), tags=("from_heading",),
        )  # fmt: skip


def _answer(setting: Setting, number: int, after: int, first_is_enough: bool) -> tuple[int, int, str] | None:
    """Where the answer begins and ends, and its words: the rest of the question's block and all up to the next question."""
    view, parts = setting.view, []
    block = view.blocks[number]
    if view.text(after, block.end).strip():
        parts.append((after, block.end))
    for following in view.blocks[number + 1 :]:
        if _closes(following, view.text(following.start, following.end)):
            break
        parts.append((following.start, following.end))
    if not parts or not _ANSWERS.match(view.text(*parts[0])):
        return None
    # The first paragraph of a long answer answers a plain question by itself.
    if first_is_enough and parts[-1][1] - parts[0][0] > _LONGEST and parts[0][1] - parts[0][0] > 30:
        parts = parts[:1]
    start = parts[0][0] + len(_ANSWERS.match(view.text(*parts[0])).group())  # type: ignore[union-attr]
    answer = "\n".join(plain(view.text(max(a, start), b)) for a, b in parts)
    whole = answer.rstrip().endswith(("。", "！", "；", "”", "）"))
    if not 8 <= len(answer) <= _LONGEST or not whole or not is_clean(answer) or not balanced(answer):
        return None
    return start, parts[-1][1], answer


def _closes(block: Block, text: str) -> bool:
    return block.kind == "heading" or _ASKS.match(text) is not None or re.match(r"\s*[一二三四五六七八九十]+、", text) is not None  # fmt: skip
