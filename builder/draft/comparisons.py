"""Multi-hop questions over tables: one attribute for two rows, or for two look-alike documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from builder.draft.candidates import Candidate, Span
from builder.draft.chinese.cells import bare_head, row_name_zh, with_unit
from builder.draft.english.cells import in_unit, inner, lower_label, row_name_en
from builder.draft.markup import plain
from builder.draft.setting import Setting
from builder.draft.sources import cell_candidate
from builder.draft.tables import (
    VALUE_COLUMN,
    CellFact,
    Table,
    about_table,
    cells_of,
    is_transposed,
    tables_of,
)

_NUMBER = re.compile(r"[约≤≥<>$€£¥\s]{0,3}(-?\d[\d,]*(?:\.\d+)?)\s*([^\d\s]*.*)$")
# So many rows share a value at least and at most.
_FEW, _MANY = 2, 5
_PAIRS = 2


@dataclass(frozen=True)
class Part:
    """One passage's share of a multi-hop answer; the notes name the table it is from."""

    claim: str
    span: Span
    notes: tuple[str, ...] = ()


def compare_rows(setting: Setting) -> Iterator[Candidate]:
    """One attribute over two rows of a table, or all rows that share one."""
    for table in tables_of(setting.view):
        # Where the columns are the things compared, one row tells all: no second passage is needed.
        if is_transposed(table):
            continue
        columns: dict[int, list[CellFact]] = {}
        for fact in cells_of(setting.view, table, told=setting.language == "zh"):
            columns.setdefault(fact.column, []).append(fact)
        for column, facts in columns.items():
            yield from _sharing(setting, table, column, facts)
            # Rows that are named alike are compared first; of a column more pairs would say the same again.
            pairs = sorted(zip(facts, facts[1:], strict=False), key=lambda p: -fuzz.ratio(p[0].entity, p[1].entity))
            made = [c for c in (_compare(setting, table, *pair) for pair in pairs) if c is not None]
            yield from made[:_PAIRS]


def _sharing(setting: Setting, table: Table, column: int, facts: list[CellFact]) -> Iterator[Candidate]:
    """Which rows of a table have the value most of them share; none where another cell holds the value with more words."""
    rows: dict[str, list[CellFact]] = {}
    for fact in facts:
        rows.setdefault(fact.value, []).append(fact)
    written = [plain(row[column].text) for row in table.rows]
    for value, found in sorted(rows.items(), key=lambda item: -len(item[1])):
        # Ranges, rows that are several things, and values that say more than one thing or nothing make no plain question.
        if re.search(r"^[不无未]|[,，；]", value) or any(re.match(r"\d|.*、", fact.entity) for fact in found):
            continue
        if not _FEW <= len(found) <= min(_MANY, len(written) - 2) or sum(value in text for text in written) != len(
            found
        ):
            continue
        asked = (_sharing_zh if setting.language == "zh" else _sharing_en)(found, table)
        question = about_table(asked[0], table, setting.title, setting.language) if asked[0] else ""
        told = [c for c in (cell_candidate(setting, fact) for fact in found) if c is not None]
        if question and len(told) == len(found):
            parts = [Part(c.answer, c.spans[0], () if number else c.notes) for number, c in enumerate(told)]
            names = "|".join(f.entity for f in found)
            yield _joined(
                setting, question, asked[1], parts, "aggregation", 0.8, f"{setting.language}:rows-sharing", names
            )
            return


def _sharing_zh(found: list[CellFact], table: Table) -> tuple[str, str]:
    head, value = bare_head(found[0].attribute), with_unit(found[0].attribute, found[0].value)
    kind = re.sub(r"(名称|名|编号)$", "", table.header[0]) or "项目"
    if (
        not re.fullmatch(r"[\u4e00-\u9fff]{2,6}", kind)
        or not re.match(r"\w", value)
        or head.startswith(("是否", "能否"))
    ):
        return "", ""
    gap = " " if head[0].isascii() else ""
    # "内存是 8 GB", but "使用率低于 90%".
    told = re.match(r"(?:默认)?为|[低高大小多少]于|不[低高大小多少超][于过]|至少|最多", value)
    joint = "" if told else f"是{_gap(value)}"
    said = f"{head}{' ' if head[-1].isascii() else ''}{joint}{value}"
    names = "、".join(f.entity for f in found)
    return f"哪些{kind}的{gap}{said}？", f"{names}{' ' if names[-1].isascii() else ''}的{gap}{said}。"


def _sharing_en(found: list[CellFact], table: Table) -> tuple[str, str]:
    kind = re.sub(r" names?$", "", lower_label(table.header[0]))
    kind = table.caption.split()[-1] if kind == "name" and re.search(r" [a-z]+[^s]s$", table.caption) else kind
    attribute, value = lower_label(re.sub(r"\s*\([^)]*\)$", "", found[0].attribute)), found[0].value
    unfit = re.search(r"(?:ss|name|title|key|shortcut|hotkey)$", kind) or re.fullmatch(r"\w+s", attribute)
    if unfit or not re.fullmatch(r"[a-z]{3,}(?: [a-z]{3,})?", kind) or not re.match(r"\w", value):
        return "", ""
    kinds = kind if kind.endswith("s") else re.sub(r"(?<=[^aeiou])y$", "ie", kind) + "s"
    names = [row_name_en(f.entity, "") for f in found]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return (
        f"Which {kinds} have {value} as their {attribute}?",
        f"{listed[0].upper()}{listed[1:]} have {value} as their {attribute}.",
    )


def _compare(setting: Setting, table: Table, one: CellFact, two: CellFact) -> Candidate | None:
    first, second = cell_candidate(setting, one), cell_candidate(setting, two)
    if any(
        re.match(r"[\d<>≥≤满]|不满|超过|(up to|under|over|less|more|from)\b", f.entity, re.IGNORECASE)
        for f in (one, two)
    ):
        return None
    if first is None or second is None or one.value == two.value or "{topic}" in first.question:
        return None
    numbers = _same_unit(one.value, two.value)
    if numbers is None or not _rankable(one.attribute) or not _measured(one):
        return None
    made = (_which_zh if setting.language == "zh" else _which_en)(one, two, numbers, table.header[0])
    question = about_table(made[0], table, setting.title, setting.language)
    if not question:
        return None
    parts = [Part(first.answer, first.spans[0], first.notes), Part(second.answer, second.spans[0])]
    return _joined(
        setting,
        question,
        made[1],
        parts,
        "comparison",
        0.8,
        f"{setting.language}:compare-rows",
        f"{one.entity}|{two.entity}",
    )


def _rankable(attribute: str) -> bool:
    return (
        re.search(
            r"(version|版本|code|编号|port|端口|date|日期|时间点|year|年份|id\b|ip\b|phone|电话)",
            attribute,
            re.IGNORECASE,
        )
        is None
    )


def _measured(fact: CellFact) -> bool:
    """Whether bigger or smaller means something: a unit, a currency, or an attribute that is an amount."""
    unit = re.sub(r"[\d.,\s-]", "", fact.value)
    amount = re.search(
        r"(数|量|长度|大小|时间|价|费|额|率|容量|距离|重量|内存|限制|分$|number|count|size|length|price|cost|days|weeks|hours|capacity|weight|amount|limit|budget|QPS|TPS|IOPS)",
        fact.attribute,
        re.IGNORECASE,
    )
    graded = re.search(
        r"(EUR|USD|\$|€|%|元|天|小时|分钟|月|年|周|days?|weeks?|months?|years?|hours?|minutes?|[KMGT]i?B|字节|字符)",
        unit,
    )
    return graded is not None or amount is not None


def _same_unit(one: str, two: str) -> tuple[float, float] | None:
    first, second = _NUMBER.match(one), _NUMBER.match(two)
    if first is None or second is None or first.group(2).strip(" .") != second.group(2).strip(" ."):
        return None
    if (
        len(first.group(2)) > 14
        or first.group(2).lstrip().startswith((":", "：", "/"))
        or re.match(r"\s*(-|–|~|to|至|到)\s*\d", first.group(2))
    ):
        return None
    a, b = (float(m.group(1).replace(",", "")) for m in (first, second))
    return None if a == b else (a, b)


def _which_zh(one: CellFact, two: CellFact, numbers: tuple[float, float], key: str) -> tuple[str, str]:
    attribute = bare_head(one.attribute)
    values = [with_unit(f.attribute, f.value) for f in (one, two)]
    names = [row_name_zh(f.entity, key) for f in (one, two)]
    word = _degree_zh(f"{attribute}{one.value}")
    gaps = [" " if n[-1].isascii() else "" for n in names]
    winner = names[0] + gaps[0] if numbers[0] > numbers[1] else names[1] + gaps[1]
    lead = " " if names[1][0].isascii() else ""
    question = f"{names[0]}{gaps[0]}和{lead}{names[1]}{gaps[1]}相比，哪个的{' ' if attribute[0].isascii() else ''}{attribute}{' ' if attribute[-1].isascii() else ''}更{word}？"
    answer = f"{winner}的{' ' if attribute[0].isascii() else ''}{attribute}{' ' if attribute[-1].isascii() else ''}更{word}：{names[0]}{gaps[0]}是 {values[0]}，{names[1]}{gaps[1]}是 {values[1]}。"
    return question, answer


def _degree_zh(text: str) -> str:
    if re.search(r"(时间|期限|时长|周期|天|小时|分钟|年$|个月|长度|工期|寿命|延迟|耗时)", text):
        return "长"
    if re.search(r"(数量|人数|次数|天数|个数|条数|台数|总数|数目)", text):
        return "多"
    return (
        "高"
        if re.search(r"(费|价|额|率|分(?=\d|$)|标准|温度|等级|比例|成本|电压|功率|精度|QPS|TPS|吞吐)", text)
        else "大"
    )


def _which_en(one: CellFact, two: CellFact, numbers: tuple[float, float], key: str) -> tuple[str, str]:
    attribute = lower_label(re.sub(r"\s*\([^)]*\)$", "", one.attribute))
    word = (
        "longer"
        if re.search(r"\b(days?|weeks?|months?|years?|hours?|minutes?)\b", one.value)
        else "higher"
        if re.search(
            r"(price|cost|fee|rate|budget|limit|ceiling|amount|EUR|USD|\$|%|salary|pay|temperature)",
            f"{attribute} {one.value}",
        )
        else "larger"
    )
    if re.search(r"\b(days|weeks|months|years|hours|people|seats|users|devices)\b", attribute):
        attribute, word = f"number of {attribute}", "larger"
    names = [row_name_en(f.entity, key) for f in (one, two)]
    values = [in_unit(f.attribute, f.value) for f in (one, two)]
    winner = names[0] if numbers[0] > numbers[1] else names[1]
    question = f"Which has the {word} {attribute}: {names[0]} or {names[1]}?"
    answer = f"{winner[0].upper()}{winner[1:]} has the {word} {attribute}: it is {values[0]} for {names[0]} and {values[1]} for {names[1]}."
    return question, answer


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


def _across(
    entity: str, attribute: str, caption: str, one: tuple[Setting, CellFact], two: tuple[Setting, CellFact]
) -> Candidate | None:
    (first, fact), (second, other) = one, two
    if fact.value == other.value or first.language != second.language or not first.title or not second.title:
        return None
    left, right = cell_candidate(first, fact), cell_candidate(second, other)
    if left is None or right is None:
        return None
    if first.language == "zh":
        what = entity if VALUE_COLUMN.match(attribute) else f"{entity}的{attribute}（{caption}）"
        question = f"《{first.title.strip('《》')}》和《{second.title.strip('《》')}》中，{what}分别是{'多少' if fact.numeric and other.numeric else '什么'}？"
        answer = f"《{first.title.strip('《》')}》中是{_gap(fact.value)}{fact.value}，《{second.title.strip('《》')}》中是{_gap(other.value)}{other.value}。"
    else:
        what = (
            lower_label(entity)
            if VALUE_COLUMN.match(attribute)
            else f"{lower_label(attribute)} for {inner(entity)} ({caption})"
        )
        question = f"How does the {what} differ between “{first.title}” and “{second.title}”?"
        answer = f"It is {fact.value} in “{first.title}” and {other.value} in “{second.title}”."
    parts = [
        Part(_in_document(first, left.answer), left.spans[0], left.notes),
        Part(_in_document(second, right.answer), right.spans[0], right.notes),
    ]
    return _joined(
        first,
        question,
        answer,
        parts,
        "comparison",
        0.84,
        f"{first.language}:compare-documents",
        f"{entity}|{attribute}",
    )


def _gap(value: str) -> str:
    return " " if value[0].isascii() else ""


def _in_document(setting: Setting, claim: str) -> str:
    return (
        f"《{setting.title.strip('《》')}》：{claim}" if setting.language == "zh" else f"In “{setting.title}”: {claim}"
    )


def _joined(
    setting: Setting,
    question: str,
    answer: str,
    parts: list[Part],
    subkind: str,
    score: float,
    template: str,
    subject: str,
) -> Candidate:
    spans = tuple(replace(part.span, group=number) for number, part in enumerate(parts))
    return Candidate(
        question=question, answer=answer, claims=tuple(part.claim for part in parts), spans=spans, kind="multi_hop", subkind=subkind,
        language=setting.language, score=score, template=template, subject=subject, topic=setting.title,  # type: ignore[arg-type]
        notes=sum((part.notes for part in parts), ()),
    )  # fmt: skip
