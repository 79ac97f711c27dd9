"""All candidates one stretch of a document yields: sentences, lists, terms, steps and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from builder.draft import facts_en, facts_zh
from builder.draft.base_zh import Asked, finish
from builder.draft.base_zh import is_dangling as dangling_zh
from builder.draft.blocks import Block, Outline
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.lists import Listed, lists_of
from builder.draft.markup import is_clean, plain
from builder.draft.procedures import how_question
from builder.draft.tables import CellFact, about_table, cell_question, cells_of, tables_of
from builder.draft.terms import Term, terms_of
from builder.draft.topic import (
    ask_about,
    clean_heading,
    document_title,
    is_generic,
    language_for,
    names_topic,
    specific_heading,
)
from core.text.sentences import split_sentences
from core.text.tokens import content_words

_CALENDAR = re.compile(
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|ET|PT|UTC|I"
)
_NAME = re.compile(r"[A-Za-z]\w*[_.-]\w[\w.-]*|\b\w+\(\)|\b[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*")


@dataclass(frozen=True)
class Rarity:
    """In how many documents of the knowledge base each content word occurs."""

    documents: int
    counts: dict[str, int]

    def anchors(self, text: str) -> int:
        """How many words of a text are rare enough to say which document is meant."""
        limit = max(2, self.documents // 40)
        words = {w for w in content_words(text) if len(w) > 1 and not w.isdigit()}
        return sum(self.counts.get(word, 0) <= limit for word in words)

    def is_rare(self, name: str) -> bool:
        """Whether a name stands in at most a quarter of the documents."""
        words = [w for w in content_words(name) if len(w) > 1]
        return bool(words) and min(self.counts.get(w, 0) for w in words) <= max(3, self.documents // 4)

    def names_something(self, question: str) -> bool:
        """Whether the question holds a name few documents share: an acronym, a capitalised name, an identifier."""
        limit = max(2, self.documents // 20)
        body = question.split(" ", 1)[-1]
        for name in _NAME.findall(body):
            if _CALENDAR.fullmatch(name):
                continue
            words = [w for w in content_words(name) if len(w) > 1]
            if words and min(self.counts.get(w, 0) for w in words) <= limit:
                return True
        return False


@dataclass(frozen=True)
class Setting:
    """What drafting from one document needs to know."""

    view: Outline
    title: str
    language: str
    rarity: Rarity


def setting_of(view: Outline, rarity: Rarity) -> Setting:
    """Title and language of one document."""
    language = language_for(view.document.text[:20_000])
    return Setting(view, document_title(view), language, rarity)


def candidates_of(setting: Setting, start: int = 0, end: int | None = None) -> list[Candidate]:
    """Every factual candidate whose evidence begins within [start, end)."""
    if setting.language not in ("en", "zh"):
        return []
    stop = len(setting.view.document.text) if end is None else end
    found = [c for c in _everything(setting, start, stop) if start <= c.spans[0].start < stop]
    return [c for c in found if c.question and c.answer]


def _everything(setting: Setting, start: int, stop: int) -> Iterator[Candidate]:
    yield from _from_sentences(setting, start, stop)
    for listed in lists_of(setting.view, setting.language):
        yield _from_list(setting, listed)
    for term in terms_of(setting.view):
        yield from _from_term(setting, term)
    yield from _from_headings(setting)
    yield from _from_tables(setting)


def _from_sentences(setting: Setting, start: int, stop: int) -> Iterator[Candidate]:
    view = setting.view
    ask = facts_zh.questions_of if setting.language == "zh" else facts_en.questions_of
    for block in view.blocks:
        if block.end <= start or block.start >= stop:
            continue
        for left, right, weight in _prose(block):
            for sentence in split_sentences(view.text(left, right)):
                for asked in ask(plain(sentence.text)):
                    span = Span(view.document.id, left + sentence.start, left + sentence.end)
                    yield _from_asked(setting, asked, span, block, weight)


def _prose(block: Block) -> list[tuple[int, int, float]]:
    """Stretches of running text, with how far they can be trusted to stand alone."""
    if block.kind == "paragraph":
        return [(block.start, block.end, 1.0)]
    if block.kind == "list":
        return [(item.start, item.end, 0.93 if not item.ordered else 0.85) for item in block.items]
    return []


def _from_asked(setting: Setting, asked: Asked, span: Span, block: Block, weight: float) -> Candidate:
    question, factor, topic = _situate(setting, asked.question, block.headings, asked.template.endswith("definition"))
    answer = asked.statement.rstrip("。；;") + "。" if setting.language == "zh" else asked.statement
    return Candidate(
        question=question, answer=answer, claims=(answer,), spans=(span,), kind="factual", subkind=asked.subkind,
        language=_lang(setting), score=round(asked.score * weight * factor, 4), template=asked.template, subject=asked.subject,
        value=asked.value, topic=topic, slots=Slots(entity=asked.subject or topic),
    )  # fmt: skip


def _situate(
    setting: Setting, question: str, headings: tuple[str, ...], definition: bool = False
) -> tuple[str, float, str]:
    """The question made self-contained: with its topic in front unless its own words already say which document is meant."""
    topic = setting.title or specific_heading(headings)
    if not topic:
        return question, 0.75, ""
    if definition or names_topic(question, topic):
        return question, 1.0, topic
    rarity = setting.rarity
    if rarity.names_something(question):
        return question, 1.0, topic
    heading = specific_heading(headings)
    factor = 0.94 if names_topic(question, heading) or not heading else 0.88
    # A title that means little beside a telling heading gives way to it.
    if heading and heading != topic and not names_topic(heading, topic) and setting.rarity.anchors(topic) == 0:
        topic = heading if setting.rarity.anchors(heading) >= 1 else topic
    return ask_about(question, topic, setting.language), factor, topic


def _lang(setting: Setting) -> Literal["en", "zh"]:
    return "zh" if setting.language == "zh" else "en"


def _from_list(setting: Setting, listed: Listed) -> Candidate:
    headings = next((b.headings for b in setting.view.blocks if b.start <= listed.start < b.end), ())
    question, factor, topic = _situate(setting, listed.question, headings)
    numbered = listed.subkind == "procedure"
    answer = "\n".join(f"{i}. {text}" if numbered else f"- {text}" for i, text in enumerate(listed.items, 1))
    mark = "：" if setting.language == "zh" else ": "
    lead = listed.lead.rstrip(":：")
    claims = tuple(f"{lead}{mark}{text}" for text in listed.items)
    return Candidate(
        question=question, answer=answer, claims=claims, spans=(Span(setting.view.document.id, listed.start, listed.end),),
        kind="factual", subkind=listed.subkind, language=_lang(setting), score=round(listed.score * factor * _length_factor(answer), 4),
        template=listed.template, topic=topic, slots=Slots(entity=topic),
    )  # fmt: skip


def _length_factor(answer: str) -> float:
    """Long answers are harder to judge and seldom what a person wants."""
    return 1.0 if len(answer) <= 350 else 0.93 if len(answer) <= 600 else 0.82


_GLOSS_ZH = re.compile(r"^(用于|用来|指定|控制|表示|负责|限制|记录|决定|定义|要求|统计|描述|标识|存储|保存|设置)")


def _from_term(setting: Setting, term: Term) -> Iterator[Candidate]:
    """ "term: what it does" as a question for what it does."""
    if len(term.gloss) < 8 or len(term.gloss) > 260:
        return
    if setting.language == "zh":
        question = _term_zh(term)
    else:
        question = ""
    if not question:
        return
    if dangling_zh(term.gloss) or dangling_zh(term.term):
        return
    question, factor, topic = _situate(setting, question, ())
    if topic and not names_topic(question, topic) and not re.search(r"[_-]", term.term):
        question = ask_about(question, topic, setting.language)
    gap = " " if term.term[-1:].isascii() else ""
    answer = (
        f"{term.term}{gap}{term.gloss.rstrip('。；')}。"
        if _GLOSS_ZH.match(term.gloss)
        else f"{term.term}：{term.gloss.rstrip('。；')}。"
    )
    yield Candidate(
        question=question, answer=answer, claims=(answer,), spans=(Span(setting.view.document.id, term.start, term.end),),
        kind="factual", subkind="definition", language=_lang(setting), score=round(0.8 * factor, 4), template="zh:term",
        subject=term.term, topic=topic, slots=Slots(entity=term.term),
    )  # fmt: skip


def _term_zh(term: Term) -> str:
    noun = term.type_noun
    name = f"{noun} {term.term}" if noun and term.term.isascii() and noun not in ("列",) else term.term
    name = f"“{term.term}”{noun}" if noun in ("面板", "监控项", "指标", "列", "字段", "状态") else name
    if _GLOSS_ZH.match(term.gloss) and re.match(r"(用于|用来)", term.gloss):
        return f"{name}{_sp(name)}有什么用途？"
    if _GLOSS_ZH.match(term.gloss):
        return f"{name}{_sp(name)}的作用是什么？"
    if noun in ("面板", "监控项", "指标", "列", "字段", "状态") and term.term.isascii():
        return f"{name}表示什么？"
    return ""


def _sp(text: str) -> str:
    return " " if text[-1:].isascii() else ""


def _from_headings(setting: Setting) -> Iterator[Candidate]:
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
        if body is None:
            continue
        start, end, answer = body
        if asked[3].endswith("how-prose") and not _tells_how(answer, setting.language):
            continue
        question, factor, topic = _situate(setting, asked[0], block.headings)
        claims = tuple(s.text for s in split_sentences(answer))
        yield Candidate(
            question=question, answer=answer, claims=claims, spans=(Span(view.document.id, start, end),), kind="factual",
            subkind=asked[1], language=_lang(setting), score=round(asked[2] * factor * _length_factor(answer), 4),
            template=asked[3], topic=topic, slots=Slots(entity=topic), tags=("from_heading",),
        )  # fmt: skip


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


def _tells_how(answer: str, language: str) -> bool:
    """Whether prose under an action heading says what to do, rather than what the action is."""
    if language == "zh":
        if re.search(r"本(部分|节|章|文|页)", answer):
            return False
        return (
            re.search(r"(通过|使用|执行|点击|打开|运行|设置|配置|选择|填写|提交|登录|联系|添加|修改|调用|访问)", answer)
            is not None
        )
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
        blocks.append(block)
    if not 1 <= len(blocks) <= 3 or any(b.kind not in ("paragraph", "list") for b in blocks):
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
        or re.search(r"如下图|参考|参见|\bsee\b|click here|for more", answer, re.IGNORECASE)
    ):
        return None
    return start, end, answer


def _from_tables(setting: Setting) -> Iterator[Candidate]:
    for table in tables_of(setting.view):
        for fact in cells_of(setting.view, table):
            made = cell_candidate(setting, fact)
            if made is not None:
                yield made


def cell_candidate(setting: Setting, fact: CellFact) -> Candidate | None:
    """One table cell as a candidate."""
    question, answer = cell_question(fact, setting.language)
    if not question:
        return None
    question = about_table(question, fact.table, setting.title, setting.language)
    if not question:
        return None
    score = 0.86 if fact.numeric else 0.8
    return Candidate(
        question=question, answer=answer, claims=(answer,), spans=(Span(setting.view.document.id, fact.start, fact.end),),
        kind="factual", subkind="table_cell", language=_lang(setting), score=score, template=f"{setting.language}:cell",
        subject=fact.entity, value=fact.value, topic=setting.title,
        slots=Slots(entity=fact.entity, attribute=(fact.attribute,), condition=fact.table.caption),
    )  # fmt: skip
