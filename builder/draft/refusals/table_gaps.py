"""Tables asked for what they lack: a row of a sister table, a column such tables often have, a parameter of a sibling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.cells import row_name_zh
from builder.draft.english.cells import inner, lower_label
from builder.draft.markup import plain
from builder.draft.refusals.attributes import Attribute, attributes_of_rows
from builder.draft.refusals.kinds import PRODUCT_CODE
from builder.draft.refusals.matching import short_of
from builder.draft.refusals.siblings import groups_of
from builder.draft.refusals.swaps import as_pattern
from builder.draft.refusals.unanswerable import wants_article
from builder.draft.setting import Setting
from builder.draft.tables import (
    CellFact,
    about_table,
    cell_question,
    cells_of,
    is_transposed,
    tables_of,
)
from core.text.tokens import content_words


def swapped_rows(settings: Sequence[Setting]) -> Iterator[Candidate]:
    """A name put into a table of things of its sort that has no row for it."""
    groups = groups_of(settings)
    # What another table says of that name under the same heading is no gap.
    given: dict[str, set[str]] = {}
    for f in (f for s in settings for t in tables_of(s.view) for f in cells_of(s.view, t)):
        given.setdefault(f.attribute.casefold(), set()).add(f.entity)
    for setting in settings:
        for table in tables_of(setting.view):
            if is_transposed(table) or _VAGUE_ROWS.match(table.header[0]):
                continue
            facts = list(cells_of(setting.view, table))
            own = {plain(row[0].text) for row in table.rows}
            # Only what stands elsewhere among names that are for the most part rows here is a thing of their sort.
            others = sorted(set().union(*(g for g in groups if len(g & own) >= max(2, len(g) / 2))) - own)
            for number, fact in enumerate(facts):
                if not _swappable(fact.entity):
                    continue
                for other in [o for o in others if _swappable(o)][number % _PER_CELL :: _PER_CELL][:_PER_CELL]:
                    told = any(_speaks_of(row, other) for row in given[fact.attribute.casefold()])
                    made = None if told else _swap(setting, fact, other)
                    if made is not None:
                        yield made


def missing_columns(settings: Sequence[Setting]) -> Iterator[Candidate]:
    """Rows of a table asked for what tables of such things often say and this one does not."""
    for setting in settings:
        for table in tables_of(setting.view):
            rows = (
                {}
                if is_transposed(table)
                else {f.entity: f for f in cells_of(setting.view, table) if _is_row_name(f.entity)}
            )
            given = " ".join(table.header)
            for attribute in attributes_of_rows(table.header[0], table.caption, setting.language):
                if re.search(attribute.near, given, re.IGNORECASE):
                    continue
                for fact in rows.values():
                    # "售后热线" in a table of departments has no head.
                    if (
                        attribute.id in ("head", "staff", "phone")
                        and setting.language == "zh"
                        and not _BODY_ZH.search(fact.entity)
                    ):
                        continue
                    yield _column_asked(setting, fact, attribute)


_BODY_ZH = re.compile(r"(?:[部室组处科厂]|中心|车间|总部|公司|团队|分部|办事处|门店)$")


def _is_row_name(name: str) -> bool:
    return (
        re.match(r"\d", name) is None
        and re.search(
            r"[\d<>≥≤%]{3}|[，,、/]| and |以上|以下|以内|其他|其它|[白夜早中晚]班|[Oo]thers?\b|[Ee]lsewhere", name
        )
        is None
        and len(name) >= 2
    )


def _code_of(name: str) -> str:
    code = PRODUCT_CODE.match(name)
    return code.group() if code else short_of(name)


_CATALOGUE = re.compile(
    r"products?\b|accessories|catalogue|price|which|overview|产品|配件|选型|对比|目录|价格", re.IGNORECASE
)


def _column_asked(setting: Setting, fact: CellFact, attribute: Attribute) -> Candidate:
    key = fact.table.header[0]
    if setting.language == "zh":
        name = row_name_zh(fact.entity, key)
        spoken = f"{name} " if name[-1].isascii() else name
    else:
        spoken = inner(fact.entity)
        if key.split()[-1].casefold() in fact.entity.casefold() or wants_article(fact.entity):
            spoken = f"the {spoken}"
        elif re.search(attribute.of, key, re.IGNORECASE) and len(key.split()) <= 2 and not attribute.alone:
            spoken = f"the {lower_label(key)} {spoken if PRODUCT_CODE.match(spoken) else f'“{spoken}”'}"
    question = attribute.question.replace("{e}", spoken).strip()
    # A product is known by its code, and a calibration procedure is no place to look for its weight.
    known = attribute.alone or PRODUCT_CODE.match(fact.entity) and not _CATALOGUE.search(setting.title)
    if not known:
        question = about_table(question, fact.table, setting.title, setting.language)
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_attribute",
        language=setting.language, score=0.8, template=f"{setting.language}:column:{attribute.id}", subject=fact.entity,  # type: ignore[arg-type]
        topic=setting.title, expected_reply="refuse", slots=Slots(entity=fact.entity, attribute=(attribute.near,)),
        notes=(f"document:{setting.view.document.id}", f"fact:{attribute.id} {_code_of(fact.entity)}"),
    )  # fmt: skip


# Names tried in place of the row of one cell.
_PER_CELL = 3
# Of a name of so many words, half of them in a row make the row one of it.
_LONG_NAME = 3
# Tables headed so list things of any kind; their rows cannot be exchanged.
_VAGUE_ROWS = re.compile(
    r"^(name|item|class|resource|type|system|tool|topic|feature|parameter|group|step|date|名称|项目|类型|类别|参数|指标|功能|组件|软件|步骤|内容|场景|版本|变量)$",
    re.IGNORECASE,
)


def _swappable(name: str) -> bool:
    return (
        len(name) <= 30
        and re.search(r" and |、|, | or |[Ee]lsewhere|[Oo]ther|其他|其它|和", name) is None
        and re.match(r"[\d<>≥≤]|(up to|under|over|less|more|超过|不超过|以上|以下)", name, re.IGNORECASE) is None
    )


def _speaks_of(row: str, name: str) -> bool:
    """Whether a row, which may join several names ("Comma/Tab Separated Values"), holds all words of a name, or the name all of its."""
    mine, theirs = _words_in(name), _words_in(row)
    # "Microsoft Excel 2003 XML" is hardly another format than "Microsoft Excel 2003 SpreadsheetML".
    alike = len(mine) >= _LONG_NAME and 2 * len(mine & theirs) >= len(mine)
    return name in row or alike or bool(mine and theirs) and (mine <= theirs or theirs <= mine)


@lru_cache(maxsize=20_000)
def _words_in(row: str) -> frozenset[str]:
    return frozenset(content_words(re.sub(r"[/、，,]", " ", row)))


# Parameters tried for each pair of siblings.
_PARAMETERS = 6


def swapped_parameters(settings: Sequence[Setting]) -> Iterator[Candidate]:
    """A parameter that the table of one product gives, asked of its sibling whose table lacks it."""
    keyed: dict[tuple[str, ...], list[tuple[Setting, list[CellFact]]]] = {}
    for setting in settings:
        for table in tables_of(setting.view):
            facts = list(cells_of(setting.view, table))
            if facts and "{topic}" in cell_question(facts[0], setting.language)[0]:
                keyed.setdefault(tuple(h.casefold() for h in table.header), []).append((setting, facts))
    for found in keyed.values():
        for setting, facts in found:
            own = {f.entity.casefold() for f in facts}
            for other, theirs in found:
                missing = [f for f in theirs if f.entity.casefold() not in own]
                if other is setting or other.title == setting.title or not missing:
                    continue
                code = PRODUCT_CODE.search(setting.title)
                entity = (
                    code.group()
                    if code
                    else re.sub(r"\W*(manual|手册|说明书)\W*$", "", setting.title, flags=re.IGNORECASE)
                )
                for fact in missing[:_PARAMETERS]:
                    asked = cell_question(fact, setting.language)[0]
                    question = about_table(asked, facts[0].table, setting.title, setting.language)
                    if question:
                        yield _swap_candidate(setting, question, entity, fact.entity)


def _swap(setting: Setting, fact: CellFact, other: str) -> Candidate | None:
    question, _ = cell_question(replace(fact, entity=other), setting.language)
    if not question or "{topic}" in question or question.endswith("是什么？"):
        return None
    question = about_table(question, fact.table, setting.title, setting.language)
    return _swap_candidate(setting, question, other, fact.attribute) if question else None


def _swap_candidate(setting: Setting, question: str, entity: str, attribute: str) -> Candidate:
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap",
        language=setting.language, score=0.8, template=f"{setting.language}:swap", subject=entity, expected_reply="refuse",  # type: ignore[arg-type]
        slots=Slots(entity=entity, attribute=words_of(attribute)), notes=(f"document:{setting.view.document.id}",),
    )  # fmt: skip


def words_of(attribute: str) -> tuple[str, ...]:
    """The words of a column's name, any of which near a row's name may give its value; units in brackets say nothing."""
    bare = re.sub(r"\s*[（(][^）)]*[)）]", "", attribute)
    return tuple(as_pattern(w) for w in content_words(bare) if len(w) > 1) or (re.escape(bare),)
