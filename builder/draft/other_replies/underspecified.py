"""Questions that leave open which case is meant: the right reply asks back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.english.cells import lower_label
from builder.draft.multi_hop import body_of
from builder.draft.other_replies.conflicts import are_editions
from builder.draft.setting import Setting
from builder.draft.sources import cell_candidate
from builder.draft.tables import VALUE_COLUMN, CellFact, cells_of, is_transposed, tables_of
from builder.draft.topic import ask_about, lower_first

_SHOWN = 3
# Columns whose name says what is measured; of "days", "weekday night" or "最大限制" nobody can tell.
_MEASURED = re.compile(
    r"\w+ (?:limits?|deviation|pay|prices?|rates?|ceilings?|fees?|allowances?|maximum|minimum|periods?|duration|capacity|weight|number|shares?|costs?|deadlines?|discounts?|deposits?|budget|salary|voltage|speed|temperature|range|days|hours)(?: \(.*)?$"
    r"|(?<!最[大小高低多])(?:(?!最[大小高低多])[\u4e00-\u9fff]{2})(?:标准|系数|上限|下限|限额|限制|金额|价格|期限|数量|比例|时间|时限|费率|容量|人数|天数|版本|个数|长度|温度|电压|速度|折扣|押金|预算)(?:[（(].*)?$",
    re.IGNORECASE,
)
# "Parental leave", "Hotels and meals": a title that says what its figures are for.
_SUBJECT = re.compile(r"[A-Z][a-z]+(?: [a-z]+){1,3}")
_ASKS_NUMBER = re.compile(r"\bhow (?:many|much|long|often)\b|多少|多久|多长|几", re.IGNORECASE)


def open_cases(settings: Sequence[Setting], facts: Sequence[Candidate]) -> Iterator[Candidate]:
    """A column of a table asked for without its row, and one wording that fits several documents."""
    for setting in settings:
        for table in tables_of(setting.view):
            if is_transposed(table) or not _plain_key(table.header[0]):
                continue
            columns: dict[int, list[CellFact]] = {}
            for fact in cells_of(setting.view, table):
                columns.setdefault(fact.column, []).append(fact)
            for column in columns.values():
                made = _column(setting, column)
                if made is not None:
                    yield made
    yield from _same_words(facts, {s.view.document.id: s.title for s in settings})


def _plain_key(key: str) -> bool:
    return 2 <= len(key) <= 24 and re.search(r"[\d(（/%]", key) is None and not re.fullmatch(r"(?i)#|no\.?|name|item|项目|名称|参数|序号|编号|parameter|step|步骤", key)  # fmt: skip


def _column(setting: Setting, column: list[CellFact]) -> Candidate | None:
    """ "What is the hotel ceiling?" of a table that gives one per country."""
    first = column[0]
    if (
        len({f.value for f in column}) < 3
        or not first.numeric
        or VALUE_COLUMN.match(first.attribute)
        or not _MEASURED.search(first.attribute)
        or any(re.search(r"[（(]", f.value) for f in column[:_SHOWN])
    ):
        return None
    rows = [c for c in (cell_candidate(setting, f) for f in column[:_SHOWN]) if c is not None]
    if len(rows) < 2 or not setting.title:
        return None
    key, attribute = first.table.header[0], re.sub(r"\s*[（(][^）)]*[）)]$", "", first.attribute).strip()
    if setting.language == "zh":
        question = ask_about(f"{attribute}{' ' if attribute[-1].isascii() else ''}是多少？", setting.title, "zh")
        answer = f"要看{key}，需要先问清楚是哪一种。例如：{''.join(r.answer for r in rows)}"
        claims: tuple[str, ...] = (f"{attribute}取决于{key}。",)
    else:
        bare = f"hat is the {lower_label(attribute)}?"
        question = ask_about(f"W{bare}", setting.title, "en")
        if not question and _SUBJECT.fullmatch(setting.title):
            question = f"For {lower_first(setting.title)}, w{bare}"
        if not question:
            return None
        answer = f"It depends on the {lower_label(key)}, so ask which one is meant. For example: {' '.join(r.answer for r in rows)}"  # fmt: skip
        claims = (f"The {lower_label(attribute)} depends on the {lower_label(key)}.",)
    spans = tuple(replace(r.spans[0], group=n) for n, r in enumerate(rows))
    return replace(
        rows[0], question=question, answer=answer, claims=claims, spans=spans, kind="unanswerable", subkind="underspecified",
        expected_reply="ask_back", template=f"{setting.language}:open-row", value="", score=0.8,
    )  # fmt: skip


def _same_words(facts: Sequence[Candidate], titles: Mapping[str, str]) -> Iterator[Candidate]:
    """The same question of two documents that are no editions, without the words that say which."""
    known: dict[str, list[Candidate]] = {}
    for fact in facts:
        bare = body_of(fact.question)
        if bare != fact.question and fact.topic and _ASKS_NUMBER.search(bare):
            known.setdefault(bare, []).append(fact)
    for bare, found in sorted(known.items()):
        one, two = found[0], next((f for f in found if f.topic != found[0].topic and f.answer != found[0].answer), None)
        if two is None or len(bare) < 8 or are_editions(*(titles.get(f.spans[0].document_id, "") for f in (one, two))):
            continue
        both = (f"“{one.topic}”", f"“{two.topic}”")
        if one.language == "zh":
            answer, claim = f"要看指的是{both[0]}还是{both[1]}，需要先问清楚。", f"答案取决于是{both[0]}还是{both[1]}。"
        else:
            answer, claim = f"It depends on whether {both[0]} or {both[1]} is meant, so ask which.", f"The answer depends on whether {both[0]} or {both[1]} is meant."  # fmt: skip
        yield replace(
            one, question=bare[0].upper() + bare[1:], answer=answer, claims=(claim,), kind="unanswerable", subkind="underspecified",
            spans=(replace(one.spans[0], group=0), replace(two.spans[0], group=1)), expected_reply="ask_back", value="",
            template=f"{one.language}:open-document",
        )  # fmt: skip
