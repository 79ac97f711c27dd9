"""Questions that need two passages: comparisons, bridges and aggregations of facts already found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.draft.candidates import Candidate, Span
from builder.draft.facts_zh import finish
from builder.draft.markup import plain
from builder.draft.sources import Setting, cell_candidate
from builder.draft.tables import CellFact, Table, about_table, cells_of, inner, lower_label, row_name_zh, tables_of
from core.text.tokens import content_words

_NUMBER = re.compile(r"[约≤≥<>$€£¥\s]{0,3}(-?\d[\d,]*(?:\.\d+)?)\s*([^\d\s]*.*)$")


@dataclass(frozen=True)
class Part:
    """One passage's share of a multi-hop answer."""

    claim: str
    span: Span


def compare_rows(setting: Setting) -> Iterator[Candidate]:
    """One attribute over two rows of a table."""
    for table in tables_of(setting.view):
        columns: dict[int, list[CellFact]] = {}
        for fact in cells_of(setting.view, table):
            columns.setdefault(fact.column, []).append(fact)
        for facts in columns.values():
            for one, two in zip(facts, facts[1:], strict=False):
                made = _compare(setting, table, one, two)
                if made is not None:
                    yield made


def _compare(setting: Setting, table: Table, one: CellFact, two: CellFact) -> Candidate | None:
    first, second = cell_candidate(setting, one), cell_candidate(setting, two)
    if first is None or second is None or one.value == two.value or "{topic}" in first.question:
        return None
    numbers = _same_unit(one.value, two.value)
    if numbers is None or not _rankable(one.attribute) or not _measured(one):
        return None
    made = (_which_zh if setting.language == "zh" else _which_en)(one, two, numbers, table.header[0])
    question = about_table(made[0], table, setting.title, setting.language)
    if not question:
        return None
    parts = [Part(first.answer, first.spans[0]), Part(second.answer, second.spans[0])]
    return _joined(setting, question, made[1], parts, "comparison", 0.8, f"{setting.language}:compare-rows", f"{one.entity}|{two.entity}")


def _rankable(attribute: str) -> bool:
    return re.search(r"(version|版本|code|编号|port|端口|date|日期|时间点|year|年份|id\b|ip\b|phone|电话)", attribute, re.IGNORECASE) is None


def _measured(fact: CellFact) -> bool:
    """Whether bigger or smaller means something: a unit, a currency, or an attribute that is an amount."""
    unit = re.sub(r"[\d.,\s-]", "", fact.value)
    amount = re.search(r"(数|量|长度|大小|时间|价|费|额|率|容量|距离|重量|内存|限制|number|count|size|length|price|cost|days|weeks|hours|capacity|weight|amount|limit|budget|QPS|TPS|IOPS)", fact.attribute, re.IGNORECASE)
    return bool(unit) or amount is not None


def _same_unit(one: str, two: str) -> tuple[float, float] | None:
    first, second = _NUMBER.match(one), _NUMBER.match(two)
    if first is None or second is None or first.group(2).strip(" .") != second.group(2).strip(" ."):
        return None
    if len(first.group(2)) > 14 or re.match(r"\s*(-|–|~|to|至|到)\s*\d", first.group(2)):
        return None
    a, b = (float(m.group(1).replace(",", "")) for m in (first, second))
    return None if a == b else (a, b)


def _which_zh(one: CellFact, two: CellFact, numbers: tuple[float, float], key: str) -> tuple[str, str]:
    attribute = re.sub(r"[（(][^）)]*[）)]$", "", one.attribute).strip()
    names = [row_name_zh(f.entity, key) for f in (one, two)]
    word = _degree_zh(f"{attribute}{one.value}")
    winner = names[0] if numbers[0] > numbers[1] else names[1]
    gaps = [" " if n[-1].isascii() else "" for n in names]
    lead = " " if names[1][0].isascii() else ""
    question = f"{names[0]}{gaps[0]}和{lead}{names[1]}{gaps[1]}相比，哪个的{' ' if attribute[0].isascii() else ''}{attribute}{' ' if attribute[-1].isascii() else ''}更{word}？"
    answer = f"{winner}的{' ' if attribute[0].isascii() else ''}{attribute}{' ' if attribute[-1].isascii() else ''}更{word}：{names[0]}{gaps[0]}是 {one.value}，{names[1]}{gaps[1]}是 {two.value}。"
    return question, answer


def _degree_zh(text: str) -> str:
    if re.search(r"(时间|期限|时长|周期|天|小时|分钟|年$|个月|长度|工期|寿命|延迟|耗时)", text):
        return "长"
    if re.search(r"(数量|人数|次数|天数|个数|条数|台数)", text):
        return "多"
    return "高" if re.search(r"(费|价|额|率|标准|温度|等级|比例|成本|电压|功率|精度|QPS|TPS|吞吐)", text) else "大"


def _which_en(one: CellFact, two: CellFact, numbers: tuple[float, float], key: str) -> tuple[str, str]:
    attribute = lower_label(re.sub(r"\s*\([^)]*\)$", "", one.attribute))
    word = "longer" if re.search(r"\b(days?|weeks?|months?|years?|hours?|minutes?)\b", one.value) else "higher" if re.search(r"(price|cost|fee|rate|budget|limit|ceiling|amount|EUR|USD|\$|%|salary|pay|temperature)", f"{attribute} {one.value}") else "larger"
    if re.search(r"\b(days|weeks|months|years|hours|people|seats|users|devices)\b", attribute):
        attribute, word = f"number of {attribute}", "larger"
    names = [_row_name_en(f.entity, key) for f in (one, two)]
    winner = names[0] if numbers[0] > numbers[1] else names[1]
    question = f"Which has the {word} {attribute}: {names[0]} or {names[1]}?"
    answer = f"{winner[0].upper()}{winner[1:]} has the {word} {attribute}: it is {one.value} for {names[0]} and {two.value} for {names[1]}."
    return question, answer


def _row_name_en(entity: str, key: str) -> str:
    noun = lower_label(key)
    if re.match(r"\d", entity) and noun and len(noun.split()) <= 2 and noun.split()[-1] not in entity.lower():
        return f"{noun} {entity}"
    return inner(entity)


def compare_documents(settings: Sequence[Setting]) -> Iterator[Candidate]:
    """The same cell in the tables of two look-alike documents."""
    cells: dict[tuple[str, str, str], list[tuple[Setting, CellFact]]] = {}
    for setting in settings:
        for table in tables_of(setting.view):
            for fact in cells_of(setting.view, table):
                if len(cells) < 20_000:
                    cells.setdefault((fact.entity, fact.attribute, table.caption), []).append((setting, fact))
    for (entity, attribute, caption), found in sorted(cells.items()):
        if len(found) != 2 or not caption or found[0][0].title == found[1][0].title:
            continue
        made = _across(entity, attribute, caption, *found)
        if made is not None:
            yield made


def _across(entity: str, attribute: str, caption: str, one: tuple[Setting, CellFact], two: tuple[Setting, CellFact]) -> Candidate | None:
    (first, fact), (second, other) = one, two
    if fact.value == other.value or first.language != second.language or not first.title or not second.title:
        return None
    left, right = cell_candidate(first, fact), cell_candidate(second, other)
    if left is None or right is None:
        return None
    if first.language == "zh":
        question = f"《{first.title.strip('《》')}》和《{second.title.strip('《》')}》中，{entity}的{attribute}（{caption}）分别是什么？"
        answer = f"《{first.title.strip('《》')}》中是 {fact.value}，《{second.title.strip('《》')}》中是 {other.value}。"
    else:
        label = lower_label(attribute)
        question = f"How does the {label} for {inner(entity)} ({caption}) differ between “{first.title}” and “{second.title}”?"
        answer = f"It is {fact.value} in “{first.title}” and {other.value} in “{second.title}”."
    parts = [Part(_in_document(first, left.answer), left.spans[0]), Part(_in_document(second, right.answer), right.spans[0])]
    return _joined(first, question, answer, parts, "comparison", 0.84, f"{first.language}:compare-documents", f"{entity}|{attribute}")


def _in_document(setting: Setting, claim: str) -> str:
    return f"《{setting.title.strip('《》')}》：{claim}" if setting.language == "zh" else f"In “{setting.title}”: {claim}"


def pairs_of(pool: Sequence[Candidate]) -> Iterator[Candidate]:
    """Multi-hop questions made of two factual candidates of one document."""
    by_document: dict[str, list[Candidate]] = {}
    for candidate in pool:
        by_document.setdefault(candidate.spans[0].document_id, []).append(candidate)
    for found in by_document.values():
        yield from _differences(found)
        yield from _two_facts(found)
        yield from _situations(found)


def _differences(found: list[Candidate]) -> Iterator[Candidate]:
    """Two glossed terms of one list: how do they differ?"""
    terms = [c for c in found if c.template == "zh:term"]
    for one, two in zip(terms, terms[1:], strict=False):
        if two.spans[0].start - one.spans[0].end > 400 or not _alike_terms(one, two):
            continue
        a, b = one.subject, two.subject
        noun = re.match(r"(.*?)(系统变量|参数|选项|命令|子命令|配置项|字段|变量|函数)(?=\s|”)", one.question)
        kind = f"{noun.group(2)} " if noun and noun.group(2) else ""
        tail = " " if b[-1].isascii() else ""
        lead = one.question[: one.question.find(noun.group(2))] if noun and kind else ""
        question = finish(f"{lead}{kind}{a} 和 {b}{tail}的作用分别是什么")
        yield _from_two(one, two, question, "comparison", 0.78, "zh:compare-terms")


def _alike_terms(one: Candidate, two: Candidate) -> bool:
    """Terms of one family, such as parameters that share a prefix: those people confuse."""
    a, b = one.subject, two.subject
    if not (a.isascii() and b.isascii()):
        return False
    return len(a) > 5 and len(b) > 5 and (a[:4] == b[:4] or a[-4:] == b[-4:])


def _situations(found: list[Candidate]) -> Iterator[Candidate]:
    """Two conditions of one rule with what to do in each."""
    rules = [c for c in found if c.template in ("zh:if-do", "en:if-imperative", "en:if-do") and c.score >= 0.74]
    for one, two in zip(rules, rules[1:], strict=False):
        gap = two.spans[0].start - one.spans[0].end
        if not 0 <= gap <= 1500 or one.template != two.template:
            continue
        question = _two_cases_zh(one, two) if one.language == "zh" else _two_cases_en(one, two)
        if question and len(question) <= (80 if one.language == "zh" else 260):
            yield _from_two(one, two, question, "aggregation", 0.76, f"{one.language}:two-cases")


def _two_facts(found: list[Candidate]) -> Iterator[Candidate]:
    """Two figures of one rule, asked for together."""
    facts = [c for c in found if c.subkind in ("number", "date", "person") and not c.template.endswith(":cell") and c.score >= 0.74]
    for number, one in enumerate(facts):
        for two in facts[number + 1 : number + 6]:
            gap = two.spans[0].start - one.spans[0].end
            if not 0 <= gap <= 2500 or not _related(one, two):
                continue
            first, second = one.question.rstrip("？?"), _body(two.question)
            if len(first) + len(second) > (70 if one.language == "zh" else 210):
                continue
            question = f"{first}，{second}" if one.language == "zh" else f"{first}, and {second[0].lower()}{second[1:]}"
            yield _from_two(one, two, question, "aggregation", 0.76, f"{one.language}:two-facts")
            break


def _related(one: Candidate, two: Candidate) -> bool:
    """Whether two questions share the noun they are about."""
    if one.answer == two.answer:
        return False
    mine, theirs = set(content_words(_body(one.question))), set(content_words(_body(two.question)))
    shared = {w for w in mine & theirs if len(w) > 2 or not w.isascii() and len(w) > 1} - _COMMON
    return len(shared) >= 1 if one.language == "zh" else len(shared) >= 2


_COMMON = frozenset("多少 什么 时候 可以 需要 必须 默认 至少 最多 哪个 部门 超过 版本 mani much hour day week month year need must when who employe".split())
_CASE_ZH = re.compile(r"^(?P<topic>(?:在|关于|使用|根据)[^，：]*[，：])?(?P<case>(?:如果|若|当|如需).+?)，(?P<ask>应该怎么做|可以怎么做)？$")


def _two_cases_zh(one: Candidate, two: Candidate) -> str:
    first, second = _CASE_ZH.match(one.question), _CASE_ZH.match(two.question)
    if first is None or second is None or first.group("ask") != second.group("ask"):
        return ""
    ask = first.group("ask")
    return f"{first.group('topic') or second.group('topic') or ''}{first.group('case')}，{ask}；{second.group('case')}，又{ask}？"


_CASE_EN = re.compile(r"^(?P<topic>(?:For|According to|Under|When) .+?, )?[Ww]hat should you do (?P<case>if .+)\?$")


def _two_cases_en(one: Candidate, two: Candidate) -> str:
    first, second = _CASE_EN.match(one.question), _CASE_EN.match(two.question)
    if first is None or second is None:
        return ""
    lead = first.group("topic") or second.group("topic") or ""
    start = f"{lead}what" if lead else "What"
    return f"{start} should you do {first.group('case')}, and what should you do {second.group('case')}?"


def define_and_use(definitions: Sequence[Candidate], pool: Sequence[Candidate]) -> Iterator[Candidate]:
    """What a thing is, and how it is used: two passages about one entity, of one or two documents."""
    by_word: dict[str, list[Candidate]] = {}
    for candidate in pool:
        if candidate.subkind in ("procedure", "list", "person", "number", "date", "condition"):
            for word in set(re.findall(r"[A-Za-z][\w-]+|[\u4e00-\u9fff]{2}", candidate.question)):
                by_word.setdefault(word, []).append(candidate)
    for definition in definitions:
        name = _bare_name(definition.subject)
        probe = re.findall(r"[A-Za-z][\w-]+|[\u4e00-\u9fff]{2}", name)
        if not name or not probe:
            continue
        for other in by_word.get(probe[0], [])[:60]:
            if not _mentions(_body(other.question), name) or _near(definition, other) or not _about(other, name):
                continue
            yield _define_and(definition, other)
            break


def _define_and(definition: Candidate, other: Candidate) -> Candidate:
    first = definition.question.rstrip("？?")
    if definition.language == "zh":
        second = _body(other.question)
        question = f"{first}，{second}"
    else:
        asked = other.question
        question = f"{first}, and {asked[0].lower() + asked[1:] if not asked[:2].isupper() else asked}"
    return _from_two(definition, other, question, "bridge", 0.8, f"{definition.language}:define-and-use")


def _bare_name(subject: str) -> str:
    """The shortest name of an entity: its acronym in brackets, else itself without articles."""
    acronym = re.search(r"[（(]([A-Z][A-Za-z&]{1,9})[)）]", subject)
    name = acronym.group(1) if acronym else re.sub(r"^(the|a|an)\s+", "", subject, flags=re.IGNORECASE)
    name = re.sub(r"\s*[（(][^）)]*[)）]", "", name).strip()
    return name if len(name) >= 3 or name.isupper() and len(name) >= 2 else ""


def _about(other: Candidate, name: str) -> bool:
    """Whether a question is about the entity rather than mentioning it in passing."""
    body = _body(other.question)
    if other.subkind in ("procedure", "list") and len(body) < 160:
        return True
    return body.casefold().startswith(name.casefold()) or other.language == "en"


def _body(question: str) -> str:
    """A question without the topic put in front of it."""
    return re.sub(r"^(?:(?:在|关于|使用|根据)[^，：]*[，：]|(?:For|According to|Under|When) [^,]+, )", "", question)


def _mentions(question: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", question, re.IGNORECASE) is not None
    return name in question


def _near(one: Candidate, two: Candidate) -> bool:
    a, b = one.spans[0], two.spans[0]
    return a.document_id == b.document_id and abs(a.start - b.start) < 150


def bridges(definitions: Sequence[Candidate], pool: Sequence[Candidate]) -> Iterator[Candidate]:
    """A fact about an entity, asked for by what the entity is: first find the entity, then the fact."""
    for definition in definitions:
        name, described = _bare_name(definition.subject), _description(definition)
        if not name or not described:
            continue
        for other in pool:
            if other.kind != "factual" or other.subkind not in ("number", "date", "person", "attribute", "name", "list") or _near(definition, other):
                continue
            if other.question != _body(other.question) or not _mentions(other.question, name) or other.question.count(name) != 1:
                continue
            pattern = rf"(?:\b(?:the|a|an) )?{re.escape(name)}" if name.isascii() else re.escape(name)
            question = re.sub(pattern, lambda _: described, other.question, count=1)
            yield _from_two(definition, other, question[0].upper() + question[1:], "bridge", 0.72, f"{definition.language}:bridge")
            break


def _description(definition: Candidate) -> str:
    text = plain(definition.answer).rstrip("。.")
    if definition.language == "zh":
        match = re.match(r"^[^，]{2,24}?是(?:一[个种款项类])?(?P<what>[^，；。]{6,30})$", text.split("，")[0])
        return match.group("what") if match and re.search(r"(用于|负责|提供|存储|控制|管理|记录|支持).+的[\u4e00-\u9fff]{2,6}$", match.group("what")) else ""
    match_en = re.search(r"\b(?:is|are) (?:a|an|the) (?P<what>[a-z][^.;,]{12,90}?(?: that| which| for| who) [^.;,]{8,80})$", text)
    return f"the {match_en.group('what')}" if match_en and len(match_en.group("what").split()) <= 18 else ""


def _from_two(one: Candidate, two: Candidate, question: str, subkind: str, score: float, template: str) -> Candidate:
    join = "" if one.language == "zh" else " "
    spans = tuple(replace(s, group=0) for s in one.spans) + tuple(replace(s, group=1) for s in two.spans)
    answer = f"{one.answer}{join}{two.answer}" if "\n" not in one.answer + two.answer else f"{one.answer}\n{two.answer}"
    return Candidate(
        question=question, answer=answer, claims=one.claims + two.claims, spans=spans, kind="multi_hop", subkind=subkind,
        language=one.language, score=round(min(one.score, two.score) * score / 0.8, 4), template=template,
        subject=f"{one.subject}|{two.question}", topic=one.topic,
    )  # fmt: skip


def _joined(setting: Setting, question: str, answer: str, parts: list[Part], subkind: str, score: float, template: str, subject: str) -> Candidate:
    spans = tuple(replace(part.span, group=number) for number, part in enumerate(parts))
    return Candidate(
        question=question, answer=answer, claims=tuple(part.claim for part in parts), spans=spans, kind="multi_hop", subkind=subkind,
        language=setting.language, score=score, template=template, subject=subject, topic=setting.title,  # type: ignore[arg-type]
    )  # fmt: skip
