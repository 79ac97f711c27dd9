"""Questions over table cells: one row, one column, named by what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.draft.blocks import Block, Cell, Outline
from builder.draft.markup import is_clean, plain
from builder.draft.topic import clean_heading, is_generic

_EMPTY = re.compile(r"^(|[-–—/\\.…]+|n/?a|none|无|暂无|同上|tbd|null|nan|\?)$", re.IGNORECASE)
_VAGUE_COLUMN = re.compile(r"^(#|no\.?|序号|编号|备注|说明|描述|remarks?|notes?|comments?|description|示例|例子|examples?|链接|links?|other|其他|id)$", re.IGNORECASE)
_NUMERIC = re.compile(r"^[^\d]{0,6}\d[\d,.\s]*(%|[^\d\s]{0,12})?( [^\d]{0,20})?$")


@dataclass(frozen=True)
class Table:
    """A table read into a header and rows, with where it stands."""

    block: Block
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str

    def key(self, row: tuple[Cell, ...]) -> str:
        """What names a row: its first cell, with the second where the first repeats."""
        return plain(row[0].text)


@dataclass(frozen=True)
class CellFact:
    """One cell with the names of its row and column."""

    table: Table
    row: int
    column: int
    entity: str
    attribute: str
    value: str
    start: int
    end: int

    @property
    def numeric(self) -> bool:
        """Whether the value is a number, perhaps with a unit."""
        return _NUMERIC.match(self.value) is not None


def tables_of(view: Outline) -> Iterator[Table]:
    """Tables that have a usable header and rows named by a unique first cell."""
    for block in view.blocks:
        if block.kind != "table" or len(block.rows) < 3 and not (len(block.rows) == 2):
            continue
        width = len(block.rows[0])
        rows = [tuple(row) for row in block.rows[1:] if len(row) == width]
        header = tuple(plain(cell.text) for cell in block.rows[0])
        if not 2 <= width <= 10 or not rows or not all(is_clean(h) for h in header) or sum(bool(h) for h in header) < width - 1:
            continue
        names = [plain(row[0].text) for row in rows]
        if len(set(names)) != len(names) or any(len(name) > 60 for name in names) or header[0] and _VAGUE_COLUMN.match(header[0]) and header[0].lower() not in ("id",):
            continue
        yield Table(block, header, tuple(rows), caption_of(block))


def caption_of(block: Block) -> str:
    """The heading a table stands under, if it says something."""
    for heading in reversed(block.headings):
        if not is_generic(heading):
            return clean_heading(heading)
    return ""


def cells_of(view: Outline, table: Table) -> Iterator[CellFact]:
    """Cells worth asking for: named row, named column, a short clean value."""
    for number, row in enumerate(table.rows):
        entity = plain(row[0].text)
        if _EMPTY.match(entity) or not is_clean(entity) or len(entity) < 2 and not entity.isalnum():
            continue
        for column in range(1, len(table.header)):
            attribute, value = table.header[column], plain(row[column].text)
            if not attribute or _VAGUE_COLUMN.match(attribute) or _EMPTY.match(value) or not is_clean(value):
                continue
            if len(value) > 60 or len(attribute) > 40:
                continue
            start, end = row[0].start, row[-1].end
            yield CellFact(table, number, column, entity, attribute, value, start, end)


def cell_question(fact: CellFact, language: str) -> tuple[str, str]:
    """Question and answer for one cell, without topic."""
    key = fact.table.header[0]
    if language == "zh":
        return _cell_zh(fact, key)
    return _cell_en(fact, key)


def row_name_zh(entity: str, key: str) -> str:
    """How a row is named in a Chinese question: with its column's noun where the name alone is bare."""
    if entity.isascii() and key and not key.isascii() and len(key) <= 8 and not re.search(r"[（(/]", key):
        noun = re.sub(r"(名称|名|类型|类别|编号|型号)$", lambda m: m.group() if m.group() in ("型号",) else "", key)
        return f"{entity} {noun}".strip() if noun and noun not in entity else entity
    return entity


def _cell_zh(fact: CellFact, key: str) -> tuple[str, str]:
    name, attribute = row_name_zh(fact.entity, key), re.sub(r"[（(][^）)]*[）)]$", "", fact.attribute).strip()
    unit = re.search(r"[（(]([^）)]*)[）)]$", fact.attribute)
    value = fact.value + (unit.group(1) if unit and _NUMERIC.match(fact.value) and re.fullmatch(r"\d[\d,.]*", fact.value) and len(unit.group(1)) <= 4 else "")
    gap = " " if name[-1].isascii() and name[-1].isalnum() else ""
    person = re.search(r"(部门|负责人|审批人|人员|联系人|经办人|责任人|归口)$", attribute)
    word = "是多少" if fact.numeric else ("是谁" if re.search(r"人$|人员$", attribute) else "是哪个部门") if person else "是什么"
    if attribute.startswith(("是否", "能否")):
        return f"{name}{gap}{attribute}？", f"{name}{gap}{attribute}：{value}。"
    if re.search(r"(时间|日期)$", attribute) and not fact.numeric:
        word = "是什么时候" if re.search(r"[月日号周]", value) else "是多久" if re.search(r"[天时分年]", value) else word
    return f"{name}{gap}的{attribute}{word}？", f"{name}{gap}的{attribute}是{_gap(value)}{value}。"


def _gap(text: str) -> str:
    return " " if text[:1].isascii() and text[:1].isalnum() else ""


def lower_label(text: str) -> str:
    """A column's name inside a sentence: lower case unless it is a name or acronym."""
    words = text.split()
    return " ".join(w if sum(c.isupper() for c in w) > 1 or any(c.isdigit() for c in w) else w.lower() for w in words)


def _cell_en(fact: CellFact, key: str) -> tuple[str, str]:
    attribute = lower_label(re.sub(r"\s*\([^)]*\)$", "", fact.attribute))
    unit = re.search(r"\(([^)]{1,12})\)$", fact.attribute)
    value = f"{fact.value} {unit.group(1)}" if unit and re.fullmatch(r"\d[\d,.]*", fact.value) else fact.value
    noun = lower_label(key)
    entity = fact.entity
    # "grade 4 to 5" says more than "4 to 5"; a name needs no noun beside it.
    if re.match(r"\d", entity) and noun and len(noun.split()) <= 2 and noun.split()[-1] not in entity.lower():
        entity = f"{noun} {entity}"
    elif re.match(r"(Up to|Under|Over|Less than|More than|Below|Above|From|Between)\b", entity) and noun:
        entity = f"{noun} of {entity[0].lower()}{entity[1:]}"
    entity = inner(entity)
    if re.match(r"(who|when|where|what|how)\b", attribute):
        return f"For {entity}, {attribute.rstrip('?')}?", f"For {entity}, {attribute.rstrip('?')}: {value}."
    if re.search(r"\b(gives?|receives?|needs?|pays?|approves?|applies|allowed|required|covered|included)\b", attribute):
        return f"What does the {caption_word(fact)} state under “{fact.attribute}” for {entity}?", f"For {entity}, “{fact.attribute}” is {value}."
    plural = re.search(r"(days|hours|weeks|months|years|people|employees|seats|users)\b", attribute)
    if plural and fact.numeric and re.fullmatch(r"[\d.,]+( [a-z]+)?", fact.value):
        return f"How many {attribute} apply to {entity}?", f"For {entity}, the number of {attribute} is {value}."
    verb = "are" if re.search(r"[^s]s$", attribute.split(" (")[0]) and not re.search(r"(status|basis|access|process|address|class)$", attribute) else "is"
    return f"What {verb} the {attribute} for {entity}?", f"The {attribute} for {entity} {verb} {value}."


def caption_word(fact: CellFact) -> str:
    """What a table is called in a sentence."""
    return f"“{fact.table.caption}” table" if fact.table.caption else "table"


def inner(text: str) -> str:
    """A row's name inside a sentence: a common noun loses its capital, a name keeps it."""
    from builder.draft.english import parser

    first = text.split(" ", 1)[0]
    if sum(c.isupper() for c in first) != 1 or any(c.isdigit() for c in first):
        return text
    doc = parser()(f"We offer {text[0].lower()}{text[1:]}.")
    probe = parser()(f"The {text} is here.")[1]
    common = doc[2].pos_ in ("NOUN", "ADJ", "VERB", "ADP") and doc[2].is_oov is not None and probe.pos_ != "PROPN"
    return text[0].lower() + text[1:] if common else text
