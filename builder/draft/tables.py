"""Questions over table cells: one row, one column, named by what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from builder.draft.blocks import Block, Cell, Outline
from builder.draft.chinese.cells import cell_zh, is_mixed, table_zh
from builder.draft.english.cells import cell_en, inner, is_foreign, lower_label, table_en, told_en
from builder.draft.markup import is_clean, plain
from builder.draft.table_heads import TELLS, below_title, names_keys, opens_with_data, own_caption
from builder.draft.topic import clean_heading, document_title, is_generic, names_topic
from core.text.language import has_han

_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
# Addresses of private networks stand for the reader's own.
_STAND_IN = re.compile(r"(10|172\.(1[6-9]|2\d|3[01])|192\.168|127)(\.\d{1,3}){2,3}")
# "Blank Transaction ( Ctrl+Page Down )", "Quit (Q)": a key behind the name is none of it.
_SHORTCUT = re.compile(r"(?<=[\w.…]{2})\s+\(\s*(?:(?:(?:Ctrl|Alt|Shift|Cmd|Command|Control|Super|Meta) ?[+-] ?)+[^()]+|F\d{1,2}|Del|Delete|Home|End|Esc|[^()\s])\s*\)$")  # fmt: skip
_EMPTY = re.compile(r"^(|[-–—/\\.…]+|n/?a|none|无|暂无|同上|tbd|null|nan|\?|#\d+)$", re.IGNORECASE)
_VAGUE_COLUMN = re.compile(
    r"^(#|no\.?|序号|编号|备注|说明|描述|remarks?|(special )?notes?|comments?|description|示例|例子|examples?|(相关|参考)?(文档|链接|资料|章节)|参考|links?|other|其他|id)$",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"^(yes|no|y|n|e|x|\(.{0,20}\)|✓|✔|✗|✅|❌|√|×|是|否|有|支持|不支持|true|false)$", re.IGNORECASE)
_UNNAMED_ROW = re.compile(
    r"^([\d.:/%-]+|(mon|tues|wednes|thurs|fri|satur|sun)day|total|week \d.*|合计|总计|小计|[\d.]+:\d+)$", re.IGNORECASE
)
VALUE_COLUMN = re.compile(
    r"^(value|values|setting|specification|值|数值|内容|规格|参数|参数值|取值|规定|标准|要求|数据)$", re.IGNORECASE
)
_NUMERIC = re.compile(r"^[约≤≥<>$€£¥±+\-\s]{0,3}\d[\d,.\s]*(%|[^\d\s]{0,12})?( [^\d]{0,20})?$")
_VAGUE_ATTRIBUTE = re.compile(
    r"^(item|step|type|resources?(\(s\))?|use|guidance|number|task|topic|action|details?|info(rmation)?|example|what|content|event|date|day|"
    r"section|title|purpose|format|reason|result|question|answer|for|name|link|status|class|course|services?|结果|项|类别|事项|操作|步骤|内容|类型|结论|方案)$",
    re.IGNORECASE,
)
_TRANSPOSED_KEY = re.compile(
    r"^(|feature|item|property|parameter|characteristic|attribute|spec(ification)?|metric|指标|特性|功能|项目|对比项|比较项|参数|属性|维度|规格|能力)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Table:
    """A table read into a header and rows, with where it stands."""

    block: Block
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str
    captioned: bool = False
    page: str = ""


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


# Numbered columns of an example, and a first row that is data: numbers, paths, options. Years and products head columns.
_NO_HEAD = re.compile(
    r"^((column|col\.?|row|field|data|列|行|第[一二三四五六\d]+列)\s*\d+|(?!(?:19|20)\d\d$)[\d.,%-]+|/\S+|--?\w.*)$",
    re.IGNORECASE,
)


def tables_of(view: Outline) -> list[Table]:
    """Tables with a usable head, rows named by a unique first cell, and a name no other one of the section goes by."""
    found = list(_headed(view))
    return [t for t in found if t.captioned or not any(_mistaken(t, o) for o in found if o is not t)]


def _mistaken(one: Table, other: Table) -> bool:
    """Whether two tables of one section have a column in common, so that its name does not tell which is meant."""
    return one.block.headings == other.block.headings and bool(set(one.header[1:]) & set(other.header[1:]))


def _headed(view: Outline) -> Iterator[Table]:
    for index, block in enumerate(view.blocks):
        if block.kind != "table" or len(block.rows) < 2:
            continue
        every = below_title(block.rows)
        width = len(every[0])
        rows = [tuple(row) for row in every[1:] if len(row) == width]
        header = tuple(plain(cell.text) for cell in every[0])
        if (
            not 2 <= width <= 10
            or not rows
            or not all(is_clean(h) for h in header)
            or sum(bool(h) for h in header) < width - 1
            or any(_NO_HEAD.match(h) for h in header)
            or opens_with_data(header, rows)
        ):
            continue
        names = [plain(row[0].text) for row in rows]
        if (
            len(set(names)) != len(names)
            or any(len(name) > 60 for name in names)
            or header[0]
            and _VAGUE_COLUMN.match(header[0])
            and header[0].lower() not in ("id",)
        ):
            continue
        caption = own_caption(view, index)
        yield Table(block, header, tuple(rows), caption or caption_of(block), bool(caption), document_title(view))


def caption_of(block: Block) -> str:
    """The heading a table stands under, if it says something."""
    for heading in reversed(block.headings):
        if not is_generic(heading):
            return clean_heading(heading)
    return ""


def cells_of(view: Outline, table: Table, told: bool = False) -> Iterator[CellFact]:
    """Cells worth asking for: named row, named column, a short clean value; with `told` also what a row does or means."""
    transposed = is_transposed(table)
    rows = [_SHORTCUT.sub("", plain(row[0].text)) for row in table.rows]
    for number, row in enumerate(table.rows):
        entity = re.sub(r"\s*(?:…|\.{3}|[▸→])$", "", rows[number])
        if not _names_row(entity, table.header[0]) or any(
            re.match(rf"{re.escape(entity)}\s?[在于当於當(（]", n) for n in rows
        ):
            continue
        for column in range(1, len(table.header)):
            text = _BREAK.sub("、" if has_han(row[column].text) else ", ", row[column].text)
            attribute, value = table.header[column], plain(text).rstrip("。；")
            telling = told and not transposed and TELLS.search(attribute) is not None
            value = value[:-1] if re.search(r"[a-z]\.$", value) else value
            if transposed and (not _names_row(attribute, "x") or not _names_column(entity)):
                continue
            if not telling and (not transposed and not _names_column(attribute) or _VAGUE_COLUMN.match(attribute)):
                continue
            # What looks like a tag is lost from the plain text: "<VirtualHost> Listen"; "foo" is nobody's file.
            if (
                _EMPTY.match(value)
                or not is_clean(value)
                or re.search(r"<[A-Z_]\w+>|\bfoo\b|`<[^>`]+>`", row[column].text)
            ):
                continue
            if _YES_NO.match(value) and not attribute.startswith(("是否", "能否")) or value == entity:
                continue
            if len(value) > (160 if telling else 60) or len(attribute) > 40 or _STAND_IN.match(value):
                continue
            start, end = row[0].start, row[-1].end
            names = (attribute, entity) if transposed else (entity, attribute)
            yield CellFact(table, number, column, *names, value, start, end)


def is_transposed(table: Table) -> bool:
    """Whether the columns are the things and the rows their attributes, as in a comparison of products."""
    if len(table.header) < 3 or not _TRANSPOSED_KEY.match(table.header[0]):
        return False
    return not any(
        VALUE_COLUMN.match(h)
        or _VAGUE_ATTRIBUTE.match(h)
        or _VAGUE_COLUMN.match(h)
        or re.search(
            r"(默认|范围|单位|取值|说明|描述|要求|相关|状态|类型|用途|作用|名称|default|issue|unit|range|required)",
            h,
            re.IGNORECASE,
        )
        for h in table.header[1:]
    )


def _names_row(entity: str, key: str) -> bool:
    """Whether a first cell names something a question can be about."""
    if _EMPTY.match(entity) or not is_clean(entity) or _UNNAMED_ROW.match(entity) and not key:
        return False
    if re.fullmatch(r"[\d.:/%\s-]+", entity) or re.match(
        r"(mon|tues|wednes|thurs|fri|satur|sun)day|total|week \d|合计|总计", entity, re.IGNORECASE
    ):
        return False
    # "周期 | 每10000公里": the row is what is asked for, the columns are the things.
    if re.fullmatch(r"周期|频率|目标值?|数值|标准|指标|要求|时间|数量|金额|(?:最低|最高|推荐)(?:配置|要求)", entity):
        return False
    # A row that opens with a sentence names nothing.
    if re.search(r"[。；]|\S[.!?] [A-Z]", entity):
        return False
    # Cells run together, or a name and the case it holds in: "END 在表格中".
    if re.match(r"[(（\W_]*$|[(（].*[)）]$|.*[A-Za-z)）]\s?[在于当於當]", entity):
        return False
    return len(entity) >= 2 or entity.isalnum() and bool(key)


@lru_cache(maxsize=20_000)
def _names_column(attribute: str) -> bool:
    """Whether a header is the name of an attribute, not a number, a range or a condition."""
    if (
        attribute.startswith(("大约", "另", "满"))
        or names_keys(attribute)
        or attribute.endswith(("...", "…"))
        or not attribute
        or _VAGUE_ATTRIBUTE.match(attribute)
        or "的" in attribute
        or re.match(
            r"[\d.]|v\d|(under|over|up to|less|more|below|above|from|for|of|in|per|then|if|when|each|every|any|all)\b",
            attribute,
            re.IGNORECASE,
        )
    ):
        return False
    if has_han(attribute):
        return True
    if re.fullmatch(r"CPU|QPS|TPS|IOPS|IP", attribute):
        return True
    if re.search(
        r"\b(by|for|gives|receives|needs|to|with|of|from|in|at|on|after|before|until)$|^(who|what|when|how)\b",
        attribute,
        re.IGNORECASE,
    ):
        return False
    from builder.draft.english.grammar import probed

    doc = probed(f"The {lower_label(attribute)} is known.")
    if len(doc) > 4 and doc[len(doc) - 4].tag_ in ("VBN", "VBG"):
        return False
    head = next((t for t in doc if t.dep_ in ("nsubj", "nsubjpass")), None)
    return (
        head is not None
        and head.pos_ in ("NOUN", "PROPN")
        and not any(t.pos_ == "VERB" and t.tag_ in ("VBZ", "VBP") for t in doc[1:-3])
    )


def cell_question(fact: CellFact, language: str) -> tuple[str, str]:
    """Question and answer for one cell, without topic."""
    key = "" if is_transposed(fact.table) else fact.table.header[0]
    if VALUE_COLUMN.match(fact.attribute):
        return _value_question(fact, language)
    if language == "zh":
        return _cell_zh(fact, key)
    return _cell_en(fact, key)


_AMOUNT_CAPTION = re.compile(
    r"(标准|限额|额度|期限|时限|天数|价格|费用|比例|上限|税率|补贴|津贴|补助|单价|假期|年休假)$|\b(rates?|limits?|ceilings?|entitlements?|allowances?|prices?|fees?|amounts?|periods?)$",
    re.IGNORECASE,
)


def _is_matrix(fact: CellFact) -> bool:
    """Whether both sides name cases and the caption names what the numbers are."""
    table = fact.table
    if len(table.header) < 3 or not _AMOUNT_CAPTION.search(table.caption) or _AMOUNT_CAPTION.search(fact.attribute):
        return False
    # A head that names its unit is what was measured, not a case.
    if re.search(r"[（(][^（()）]+[)）]$", fact.attribute):
        return False
    return all(_NUMERIC.match(plain(cell.text)) for row in table.rows[:4] for cell in row[1:])


def _cell_zh(fact: CellFact, key: str) -> tuple[str, str]:
    if is_mixed(fact.entity, fact.attribute, fact.value):
        return "", ""
    if _is_matrix(fact):
        where = f"{fact.entity}在{fact.attribute}的{fact.table.caption}"
        return f"{where}是多少？", f"{where}是 {fact.value}。"
    return cell_zh(fact.entity, key, fact.attribute, fact.value, fact.numeric)


def _cell_en(fact: CellFact, key: str) -> tuple[str, str]:
    if any(map(is_foreign, (fact.entity, fact.attribute, fact.value))):
        return "", ""
    if TELLS.search(fact.attribute):
        return told_en(fact.entity, key, fact.attribute, fact.value)
    if _is_matrix(fact):
        what = f"{lower_label(fact.table.caption)} for {inner(fact.entity)} under “{fact.attribute}”"
        return f"What is the {what}?", f"The {what} is {fact.value}."
    return cell_en(fact.entity, key, fact.attribute, fact.value)


def _value_question(fact: CellFact, language: str) -> tuple[str, str]:
    """Rows of the form "parameter | value": the parameter is the attribute, the topic the entity."""
    if language == "zh":
        word = "是多少" if fact.numeric else "是什么"
        return f"{{topic}}的{fact.entity}{word}？", f"{fact.entity}：{fact.value}。"
    entity = lower_label(fact.entity)
    return f"What is the {entity} of {{topic}}?", f"The {entity} is {fact.value}."


def about_table(question: str, table: Table, title: str, language: str) -> str:
    """The question with the table's heading and the document's title, as far as it does not name them."""
    if "{topic}" in question:
        bare = re.sub(
            r"(：|: ).*$|\s*(manual|user guide|data sheet|datasheet|handbook|使用说明书?|说明书|用户手册|产品手册|手册|规格书)$",
            "",
            title,
            flags=re.IGNORECASE,
        ).strip()
        if not bare or len(bare) > 30:
            return ""
        name = bare if language == "zh" or not re.match(r"[A-Z]", bare) else f"the {bare}"
        gap = " " if language == "zh" and bare[-1].isascii() else ""
        return question.replace("{topic}", name + gap)
    # Between 《》 any title names its page, even one that could not stand in a sentence.
    title = title or (table.page if language == "zh" and len(table.page) <= 40 else "")
    # Chinese captions share their common words ("…的限制"): half of one names no table.
    named = table.caption in question if language == "zh" else names_topic(question, table.caption)
    caption = table.caption if table.caption and table.caption != title and not named else ""
    titled = title if title and not names_topic(f"{question} {caption}", title, 0.75) else ""
    if not caption and not titled:
        return question
    if language == "zh":
        return table_zh(question, titled, caption, table.captioned, len(table.block.headings) < 2)
    return table_en(question, titled, caption, table.captioned)
