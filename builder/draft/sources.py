"""All candidates one stretch of a document yields: sentences, lists, terms, steps and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from builder.draft.anaphora import points_back
from builder.draft.blocks import Block
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.chinese import facts as facts_zh
from builder.draft.chinese.acts import happens_inside
from builder.draft.chinese.base import Asked
from builder.draft.chinese.base import is_dangling as dangling_zh
from builder.draft.chinese.context import NAMED, loses_context
from builder.draft.chinese.controls import from_controls
from builder.draft.chinese.grammar import is_run_on, tagged
from builder.draft.chinese.manuals import names_itself
from builder.draft.chinese.owner import in_full, lacks_owner, of_some_country, with_owner
from builder.draft.chinese.policies import from_policies as from_policies_zh
from builder.draft.chinese.tasks import from_sections
from builder.draft.chinese.telling import Telling, is_whole, through_ellipses
from builder.draft.english import facts as facts_en
from builder.draft.english.naturalness import naturalness
from builder.draft.english.relations import SELF_NAMED
from builder.draft.english.verbs import VERBS
from builder.draft.english.wholeness import is_subject, why_partial
from builder.draft.headings import from_headings
from builder.draft.lists import Listed, lists_of
from builder.draft.markup import plain, without_lead
from builder.draft.policies import from_policies, is_of_house
from builder.draft.setting import Setting, about, before, lang, length_factor, situate
from builder.draft.spread import mark_of
from builder.draft.tables import CellFact, about_table, cell_question, cells_of, tables_of
from builder.draft.terms import Term, terms_of
from builder.draft.topic import ask_about, is_name, is_rule, lower_opening, names_topic, with_article
from builder.draft.whole_answer import GOING_ON, whole_answer
from core.text.language import has_han
from core.text.sentences import split_sentences

# A question that leans on the sentence before it is as good as lost.
_POINTS_BACK = 0.7
# "X 是 Y" in passing says what X was there; only of what a page is about does it say what X is.
_IN_PASSING, _ITS_OWN, _SAYS_WHAT = 0.9, 1.04, 0.8
# "All other systems", "laptops, tablets": other than what, the table around the row says.
_OF_OTHERS = re.compile(r"^(?:All |Any |The )?(?:other|others|rest|remaining)\b|^Everything|\bsuch as\b", re.IGNORECASE)
_CHAPTER = re.compile(r"(?:Chapter|Appendix|Part|Section) (?:\d|[A-Z]\b)")
_CODES = re.compile(r"\b(?:values|codes)$", re.IGNORECASE)
# "According to “Oil crisis”, what …": a rule is asked about by its page, what happened in the world is not.
_LED, _LED_PROSE = re.compile(r"(?:According to|Under|In the|With the) |In [A-Z][^,]*, "), 0.85
# A page without a title is about what its first words say.
_OPENING = 40
# Who somebody is, a page says near its head; further down it says what happened to be true of them.
_LEAD = 250
# A paragraph that opens with "X 是一个…" is there to say what X is.
# Words hardly another page holds, by which a question is known.
_TELLING = 2
_AT_HEAD, _KIND = 8, re.compile(r"是(?:一[个种款项类]|名为)")
# What names a thing's kind says what it is wherever it stands: "Pydantic is a library to validate data".
_SORTED = re.compile(r"\bis an? (?:[\w-]+ ){0,4}(?:library|framework|protocol|standard|specification|format|language|database|software|program|application|tool|utility|service|package|agency|law)\b (?!that you\b|where\b)")  # fmt: skip
_HALF_TRANSLATED = re.compile(r"(?:\b[A-Za-z]+[ -]+){5,}")


def candidates_of(setting: Setting) -> list[Candidate]:
    """Every factual candidate of a document."""
    return candidates_in(setting, [(0, len(setting.view.document.text))])[0]


def candidates_in(setting: Setting, ranges: Sequence[tuple[int, int]]) -> list[list[Candidate]]:
    """For each range [start, end) of a document the factual candidates whose evidence begins within it.

    Lists, terms, headings and tables are read once for the document, whatever the number of ranges.
    """
    if setting.language not in ("en", "zh"):
        return [[] for _ in ranges]
    whole = list(_of_blocks(setting))
    told = [list(_sentences(setting, a, b)) for a, b in ranges]
    if setting.language == "en":
        facts_en.read_ahead(s.said for one in told for s in one)
    return [
        [
            c
            for c in (*_from_sentences(setting, sentences), *whole)
            if a <= c.spans[0].start < b and c.question and c.answer and not _mixed(c)
        ]
        for (a, b), sentences in zip(ranges, told, strict=True)
    ]


def _mixed(candidate: Candidate) -> bool:
    """Whether a draft is in two languages: a page that was translated by halves."""
    if candidate.language == "en":
        return has_han(candidate.question) or has_han(candidate.answer)
    return _HALF_TRANSLATED.search(f"{candidate.question}\n{candidate.answer}") is not None


def _of_blocks(setting: Setting) -> Iterator[Candidate]:
    for listed in lists_of(setting.view, setting.language):
        # Chinese steps are read with all their section says.
        if setting.language == "zh" and (listed.subkind == "procedure" or is_run_on(listed.question)):
            continue
        yield _from_list(setting, listed)
    if setting.language == "en":
        yield from from_headings(setting)
        yield from from_policies(setting)
    else:
        for term in terms_of(setting.view):
            yield from _from_term(setting, term)
        yield from from_sections(setting)
        yield from from_policies_zh(setting)
        yield from from_controls(setting)
    yield from _from_tables(setting)


class _Said(NamedTuple):
    """A sentence of running text: its plain words, where it stands, and how far it can be trusted to stand alone."""

    said: str
    span: Span
    block: Block
    weight: float


def _sentences(setting: Setting, start: int, stop: int) -> Iterator[_Said]:
    view = setting.view
    chinese = setting.language == "zh"
    for block in view.blocks:
        if block.end <= start or block.start >= stop:
            continue
        for left, right, weight in _prose(block, not chinese or setting.guides):
            found = split_sentences(view.text(left, right))
            for sentence in through_ellipses(found, view.text(left, right)) if chinese else found:
                said = without_lead(plain(sentence.text))
                if chinese and block.kind == "paragraph" and not is_whole(said):
                    continue
                span = Span(view.document.id, left + sentence.start, left + sentence.end)
                yield _Said(said, span, block, weight)


def _from_sentences(setting: Setting, sentences: Sequence[_Said]) -> Iterator[Candidate]:
    telling = Telling(setting) if setting.language == "zh" else None
    for said, span, block, weight in sentences:
        for asked in facts_zh.questions_of(telling.whole(said)) if telling else facts_en.questions_of(said):
            yield _from_asked(setting, asked, span, block, weight)


def _prose(block: Block, steps: bool) -> list[tuple[int, int, float]]:
    """Stretches of running text, with how far they can be trusted to stand alone; numbered items may be `steps`."""
    if block.kind == "paragraph":
        return [(block.start, block.end, 1.0)]
    if block.kind == "list":
        return [(item.start, item.end, 0.85 if item.ordered and steps else 0.93) for item in block.items]
    return []


def _from_asked(setting: Setting, asked: Asked, span: Span, block: Block, weight: float) -> Candidate:
    whole = asked.template in SELF_NAMED or asked.template.endswith("definition") or names_itself(asked)
    words = lower_opening(asked.question, setting.view.document.text) if setting.language == "en" else asked.question
    question, factor, topic = situate(setting, words, block.headings, whole)
    if (
        asked.template == "zh:definition"
        and asked.score < _SAYS_WHAT
        and not (span.start < 2 * _LEAD and _is_topic(setting, asked.subject, span))
    ):
        glossary = span.start - block.start < _AT_HEAD and _KIND.search(asked.statement)
        factor *= 1.0 if glossary else _IN_PASSING
    # Of several things a page says it is, the first is what it is.
    if asked.template == "zh:definition" and setting.title and asked.subject in setting.title:
        factor *= 1 - min(span.start, 2 * _LEAD) / (10 * _LEAD)
    if asked.template == "zh:who-is" and not (
        setting.title and span.start < _LEAD and _is_topic(setting, asked.subject, span)
    ):
        factor *= _POINTS_BACK
    if setting.language == "zh":
        # Half of a title's words may be another dialog's: 幻灯片 does not name 展开幻灯片.
        if topic and not whole and asked.template in ("zh:how-to", "zh:if-do") and topic[:-1] not in question:
            place = setting.title if setting.title and happens_inside(asked.value) else topic
            question = about(setting, question, place, NAMED)
        # The nouns of a rule are everyone's: only its name says whose figures these are.
        if is_rule(topic) and not whole:
            question = about(setting, question, topic)
        lost = loses_context(setting, asked, span, block, topic, question != asked.question)
        factor *= _POINTS_BACK if lost else 1.0
        owned = asked.question if is_rule(topic) else with_owner(asked.question, asked.subject, topic)
        question = owned if owned != asked.question else question
        question = in_full(question, asked.subject, topic, setting.view.document.text)
        factor *= _POINTS_BACK if of_some_country(question, topic) else 1.0
        factor *= _POINTS_BACK if lacks_owner(question, asked.subject, asked.template, is_rule(topic)) else 1.0
    if setting.language == "en":
        if asked.subject.startswith("The ") and asked.subject in asked.question:
            question = question.replace(f"the {asked.subject[4:]}", asked.subject)
        question, sound = _resolved(setting, question, span, topic)
        factor *= 1.0 if sound else _POINTS_BACK
        if _LED.match(question) and not setting.rules and not question.startswith("Under the "):
            factor *= _LED_PROSE
        # A ban of a house is everybody's; any other is that of its page, unless its words say which.
        if (
            asked.template == "en:ban"
            and not is_of_house(setting.rarity)
            and setting.rarity.anchors(question) < _TELLING
        ):
            factor *= _POINTS_BACK
        # "If you are using Firefox": of a page without a title nobody knows what for.
        factor *= 1.0 if topic or asked.subkind != "condition" else _POINTS_BACK
        factor *= _POINTS_BACK if why_partial(setting.view, asked, span, block) or _in_passing(setting, asked) else 1.0
        if asked.template == "en:definition":
            own = is_subject(asked.subject, setting.title, block.headings)
            # "What is firewall?" lacks its article, "What is Roundcube?" does not.
            bare = re.fullmatch(r"What (?:is|was) [a-z]\S*\?", words) is not None
            # A key of a configuration or a function says what it is itself, wherever it is told of.
            coded = re.search(r"[a-z0-9]_[a-z]|[a-z][A-Z]|--\w", asked.subject) is not None
            lost = bare or not (own or coded) and setting.guides and _SORTED.search(asked.statement) is None
            factor *= _POINTS_BACK if lost else _ITS_OWN if own else _IN_PASSING
        factor += naturalness(question, asked.statement)
    answer = asked.statement.rstrip("。；;") + "。" if setting.language == "zh" else asked.statement
    rest = whole_answer(setting, span, block) if asked.template in GOING_ON else ("", span)
    factor *= _POINTS_BACK if rest is None else 1.0
    more, span = rest or ("", span)
    if setting.language == "zh" and asked.subject and question.startswith(f"{topic}的{asked.subject}"):
        answer = f"{topic}的{answer}" if answer.startswith(asked.subject) else answer
    claims = (answer, more) if more else (answer,)
    return Candidate(
        question=question, answer=answer + more, claims=claims, spans=(span,), kind="factual", subkind=asked.subkind,
        language=lang(setting), score=round(asked.score * weight * factor, 4), template=asked.template, subject=asked.subject,
        value=asked.value, topic=topic, slots=Slots(entity=asked.subject or topic),
    )  # fmt: skip


def _in_passing(setting: Setting, asked: Asked) -> bool:
    """Whether a page of instructions tells this of the product all pages are about."""
    if not setting.guides:
        return False
    named = asked.template in ("en:enabling", "en:use", "en:definition") and asked.subject[:1].isupper()
    return named and not setting.rarity.is_rare(asked.subject) and not names_topic(setting.title, asked.subject)


def _is_topic(setting: Setting, name: str, span: Span) -> bool:
    """Whether a page is about a thing: its title or first lines name it."""
    bare = name.split("（")[0].split("(")[0].strip()
    return bare in setting.title if setting.title else span.start < _OPENING


def _in_full(setting: Setting, question: str, topic: str) -> str:
    """ "the university" on the page of one as its full name."""
    noun = topic.split(" of ")[0].split()[-1] if topic else ""
    alone = (
        re.search(rf"\bthe {re.escape(noun.lower())}\b(?! (?:of|that|which|[A-Z]|[a-z]+s\b))", question)
        if noun[:1].isupper()
        else None
    )
    if (
        alone is None
        or setting.guides
        or " " not in topic
        or topic.split()[0].lower() in VERBS
        or not is_name(topic, setting.view.document.text)
        or len(re.findall(r"\w+", topic)) > 5
    ):
        return question
    others = {w for w in topic.split() if w[:1].isupper() and w != noun}
    if not others or any(w in question for w in others):
        return question
    return f"{question[: alone.start()]}{with_article(topic)}{question[alone.end() :]}"


def _resolved(setting: Setting, question: str, span: Span, topic: str) -> tuple[str, bool]:
    """The question with its topic in front where "the university" needs it, and whether it then stands alone."""
    seen = f"{topic} {before(setting, span)}"
    named = topic if topic and names_topic(question, topic) else ""
    strict = not setting.rules
    # Of a page of rules that is named, "the trip" is the one they are for.
    if setting.rules and not setting.guides and _LED.match(question):
        return question, True
    question = _in_full(setting, question, topic)
    if not points_back(question, seen, named, strict=strict):
        return question, True
    if named or not points_back(question, before(setting, span), topic, strict=strict):
        named_first = about(setting, question, topic)
        return named_first, named_first != question and not points_back(named_first, before(setting, span), topic)
    return question, False


def _from_list(setting: Setting, listed: Listed) -> Candidate:
    headings = next((b.headings for b in setting.view.blocks if b.start <= listed.start < b.end), ())
    question, factor, topic = situate(setting, listed.question, headings)
    numbered = listed.subkind == "procedure"
    answer = "\n".join(f"{i}. {text}" if numbered else f"- {text}" for i, text in enumerate(listed.items, 1))
    mark = "：" if setting.language == "zh" else ": "
    lead = listed.lead.rstrip(":：")
    claims = tuple(f"{lead}{mark}{text}" for text in listed.items)
    return Candidate(
        question=question, answer=answer, claims=claims, spans=(Span(setting.view.document.id, listed.start, listed.end),),
        kind="factual", subkind=listed.subkind, language=lang(setting), score=round(listed.score * factor * length_factor(answer), 4),
        template=listed.template, topic=topic, slots=Slots(entity=topic),
    )  # fmt: skip


_GLOSS_ZH = re.compile(r"^(用于|用来|指定|控制|表示|负责|限制|记录|决定|定义|要求|统计|描述|标识|存储|保存|设置)")


def _from_term(setting: Setting, term: Term) -> Iterator[Candidate]:
    """ "term: what it does" as a question for what it does."""
    if len(term.gloss) < 8 or len(term.gloss) > 260:
        return
    question = _term_zh(term)
    if (
        not question
        or dangling_zh(term.gloss)
        or dangling_zh(term.term)
        or tagged(term.term)[0][1] == "v"
        or len(term.term) < 4
    ):
        return
    question, factor, topic = situate(setting, question, ())
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
        kind="factual", subkind="definition", language=lang(setting), score=round(0.8 * factor, 4), template="zh:term",
        subject=term.term, topic=topic, slots=Slots(entity=term.term),
    )  # fmt: skip


def _term_zh(term: Term) -> str:
    noun = term.type_noun
    name = f"{noun} {term.term}" if noun and term.term.isascii() and noun not in ("列",) else term.term
    name = f"“{term.term}”{noun}" if noun in ("面板", "监控项", "指标", "列", "字段") else name
    if _GLOSS_ZH.match(term.gloss) and re.match(r"(用于|用来)", term.gloss):
        return f"{name}{_sp(name)}有什么用途？"
    if _GLOSS_ZH.match(term.gloss):
        return f"{name}{_sp(name)}的作用是什么？"
    if noun in ("面板", "监控项", "指标", "列", "字段") and term.term.isascii():
        return f"{name}表示什么？"
    return ""


def _sp(text: str) -> str:
    return " " if text[-1:].isascii() else ""


def _from_tables(setting: Setting) -> Iterator[Candidate]:
    tables = list(tables_of(setting.view))
    captions = [table.caption for table in tables]
    for table in tables:
        # "Window Shortcuts" over three tables names none of them.
        if setting.language == "en" and captions.count(table.caption) > 1:
            table = replace(table, caption="")
        for fact in cells_of(setting.view, table, told=True):
            made = cell_candidate(setting, fact)
            if made is not None:
                yield made


def cell_candidate(setting: Setting, fact: CellFact) -> Candidate | None:
    """One table cell as a candidate."""
    question, answer = cell_question(fact, setting.language)
    if not question:
        return None
    question = about_table(question, fact.table, setting.title, setting.language)
    # "According to “Appendix C”, …": nobody cites a chapter of a manual for a row of a table; a table of codes names nothing.
    crutch = question.startswith("According to ") and _CHAPTER.match(setting.title)
    if not question or crutch or _OF_OTHERS.search(fact.entity) or _CODES.search(fact.table.caption):
        return None
    score = 0.86 if fact.numeric else 0.8
    return Candidate(
        question=question, answer=answer, claims=(answer,), spans=(Span(setting.view.document.id, fact.start, fact.end),),
        kind="factual", subkind="table_cell", language=lang(setting), score=score, template=f"{setting.language}:cell",
        subject=fact.entity, value=fact.value, topic=setting.title,
        slots=Slots(entity=fact.entity, attribute=(fact.attribute,), condition=fact.table.caption),
        notes=(mark_of(setting.view.document.id, fact.table.block.start),),
    )  # fmt: skip
