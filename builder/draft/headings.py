"""Headings that ask, or that name an action, answered by the text under them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.blocks import Block, Outline
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.chinese.base import finish
from builder.draft.chinese.base import is_dangling as dangling_zh
from builder.draft.markup import is_clean, plain
from builder.draft.procedures import how_question
from builder.draft.setting import Setting, lang, length_factor, situate
from builder.draft.topic import clean_heading, is_generic
from core.text.sentences import split_sentences


def from_headings(setting: Setting) -> Iterator[Candidate]:
    """A heading that is a question, or names an action, answered by the prose under it."""
    view = setting.view
    for index, block in enumerate(view.blocks):
        if block.kind != "heading":
            continue
        heading = clean_heading(view.text(block.start, block.end).lstrip("# "))
        asked = _heading_question(heading, setting.language)
        if not asked:
            continue
        body = _section_body(view, index)
        if body is None and asked[3].endswith("heading-question"):
            told = _solution(view, index)
            body = _section_body(view, told) if told is not None else None
        if body is None:
            continue
        start, end, answer = body
        if asked[3].endswith("how-prose") and not _tells_how(answer, setting.language):
            continue
        question, factor, topic = situate(setting, asked[0], block.headings)
        claims = tuple(s.text for s in split_sentences(answer))
        yield Candidate(
            question=question, answer=answer, claims=claims, spans=(Span(view.document.id, start, end),), kind="factual",
            subkind=asked[1], language=lang(setting), score=round(asked[2] * factor * length_factor(answer), 4),
            template=asked[3], topic=topic, slots=Slots(entity=topic), tags=("from_heading",),
        )  # fmt: skip


_SOLUTION = re.compile(
    r"(solutions?|answers?|fix|resolution|解决方案|解决方法|解决办法|处理方法|答案?|解答|回答)", re.IGNORECASE
)


def _solution(view: Outline, index: int) -> int | None:
    """The heading "Solution" under a heading that asks, as articles of a help desk have it."""
    for number in range(index + 1, len(view.blocks)):
        block = view.blocks[number]
        if block.kind == "heading" and block.level <= view.blocks[index].level:
            return None
        if block.kind == "heading" and _SOLUTION.fullmatch(
            clean_heading(view.text(block.start, block.end).lstrip("# "))
        ):
            return number
    return None


_OPENS_QUESTION = re.compile(
    r"(how|what|why|when|where|who|which|whose|can|could|may|must|should|do|does|did|is|are|was|will|would|has|have|am|if)\b",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(r"什么|如何|怎么|怎样|为何|多少|多久|多长|哪|谁|是否|能否|可否|有没有|是不是|能不能|吗|几")


def _heading_question(heading: str, language: str) -> tuple[str, str, float, str] | None:
    if heading.endswith(("?", "？")):
        words = len(heading) if language == "zh" else len(heading.split())
        low, high = (7, 45) if language == "zh" else (4, 22)
        # "Visit another building?" is a heading, not a question.
        if language == "en" and not _OPENS_QUESTION.match(heading) or language == "zh" and not _ASKS_ZH.search(heading):
            return None
        first_person = re.search(r"\b(I|my|me|we|our)\b", heading)
        if low <= words <= high and not is_generic(heading):
            if language == "zh":
                return (
                    finish(heading),
                    "procedure" if re.search(r"如何|怎么|怎样", heading) else "faq",
                    0.8,
                    "zh:heading-question",
                )
            heading = re.sub(r"^How to ", "How do you ", heading)
            return (
                heading,
                "procedure" if heading.lower().startswith("how") else "faq",
                0.8 if not first_person else 0.78,
                "en:heading-question",
            )
        return None
    asked = how_question(heading, language) if not is_generic(heading) else None
    return (asked, "procedure", 0.76 if language == "zh" else 0.7, f"{language}:how-prose") if asked else None


# An order opens its clause: "选择“插入”", "可以通过…"; "使用的名称" does not.
_ACTS_ZH = re.compile(
    r"(?:^|[，。；：\n]|- )(?:请|先|再|然后|接着|最后|可以?|需要?|应|要)*(?:通过|使用(?!的)|利用|执行|点击|单击|双击|打开|运行|设置|配置|选择|填写|提交|登录|联系|添加|修改|调用|访问|按(?!照)|输入|拖动|勾选|将)"
)


def _tells_how(answer: str, language: str) -> bool:
    """Whether prose under an action heading says what to do, rather than what the action is."""
    if language == "zh":
        if re.search(r"本(部分|节|章|文|页)", answer):
            return False
        first = re.split(r"(?<=。)", answer)
        return _ACTS_ZH.search("".join(first[:2])) is not None and not re.match(r"在[^，]*中，可以(?:为|将)", answer)
    if re.search(r"\b(below|above|following|here)\b", answer):
        return False
    return (
        len(answer.split()) >= 12
        and re.search(
            r"\b(you (can|must|should|need|will)|use|go to|submit|contact|click|select|send|ask|open|run|call|pass|set|add)\b",
            answer,
            re.IGNORECASE,
        )
        is not None
    )


def _section_body(view: Outline, index: int) -> tuple[int, int, str] | None:
    """The paragraphs (or paragraph and list) right under a heading, when they are short and whole."""
    blocks: list[Block] = []
    for block in view.blocks[index + 1 :]:
        if block.kind == "heading":
            break
        # A line of links ("相关主题") closes the section: it is no sentence.
        line = view.text(block.start, block.end).strip()
        if blocks and block.kind == "paragraph" and len(line) < 15 and re.fullmatch(r"[\u4e00-\u9fff ]+", line):
            break
        blocks.append(block)
    # What stands before a block of code or a table is an answer of its own, when it is whole.
    shown = next((i for i, b in enumerate(blocks) if b.kind not in ("paragraph", "list")), len(blocks))
    blocks = blocks[: min(shown, 3)] if shown < len(blocks) or len(blocks) <= 3 else []
    if not blocks:
        return None
    start, end = blocks[0].start, blocks[-1].end
    parts: list[str] = []
    for block in blocks:
        if block.kind == "list":
            parts.extend(f"- {plain(view.text(i.start, i.end))}" for i in block.items)
        else:
            parts.append(plain(view.text(block.start, block.end)))
    answer = "\n".join(parts)
    if not 20 <= len(answer) <= 500 or not is_clean(answer) or answer.rstrip().endswith((":", "：")):
        return None
    if (
        dangling_zh(parts[0][:20])
        and not parts[0].isascii()
        or re.search(r"如下图|参考|参见|\bsee\b|click here|for more|\bedit ?\d*:", answer, re.IGNORECASE)
    ):
        return None
    return start, end, answer
