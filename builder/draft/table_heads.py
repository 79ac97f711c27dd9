"""What heads a table: its caption, a first row that names columns, or one that is data already."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draft.blocks import Cell, Outline
from builder.draft.markup import is_clean, plain

# Columns that tell in words what their row does, is for or means.
TELLS = re.compile(
    r"\b(?:description|effect|function|functionality|action|purpose|behaviou?r|use|usage|meaning|what it does)$|(?:说明|描述|作用|動作|說明)$",
    re.IGNORECASE,
)
# "+ Command 键 Ctrl 键", "Shift": what is pressed as well, no name of what the cells say.
_HELD = re.compile(r"^\W*(?:(?:shift|ctrl|control|alt|command|cmd|option|⌘|⌥)\W*(?:[键鍵]\W*|key\W*)?)+$|^[+＋&]|^\W+$", re.IGNORECASE)  # fmt: skip


def names_keys(head: str) -> bool:
    """Whether a column is headed by keys held down or by signs."""
    return _HELD.match(head) is not None


def below_title(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows without a first one that spans the whole table: it names the table, and the second is the header."""
    first = [cell.text.strip() for cell in rows[0]]
    spans = len(rows) > 2 and len(first) > 2 and bool(first[0]) and not any(first[1:])
    return rows[1:] if spans and all(cell.text.strip() for cell in rows[1]) else rows


def opens_with_data(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether the first row reads like those below it: a sentence, or the same make of code, key or path."""
    if any(re.search(r"[。！；]$|(?:\w+ ){3,}\w*[a-z]\.$", head) for head in header):
        return True
    for column, head in enumerate(header):
        below = [plain(row[column].text) for row in rows[:12]]
        long = len(head) > 4 and not head.isascii()
        alike = sum(_of_one_make(head, cell) or long and cell.startswith(head) for cell in below)
        if alike * 2 >= len(below):
            return True
    return False


_CODE = re.compile(r"[a-z][a-z0-9]*(?:[/_.=@-][a-z0-9]+)+")


def _of_one_make(head: str, cell: str) -> bool:
    """Whether two cells are both codes ("debconf/priority"), or have the same marks at the same places ("Alt + F4")."""
    if _CODE.fullmatch(head):
        return _CODE.fullmatch(cell) is not None
    marks = _shape(head)
    return re.search(r"[^hA9()（）]", marks) is not None and marks == _shape(cell)


def _shape(text: str) -> str:
    """A cell's make: runs of Han, of words and of digits as one letter each, marks as they are."""
    text = re.sub(r"[\u4e00-\u9fff]+", "h", text)
    text = re.sub(r"[A-Za-z]+(?: [A-Za-z]+)*", "A", text)
    return re.sub(r"\s+", "", re.sub(r"\d+", "9", text))


_CAPTION = re.compile(
    r"^(?:表格?|Table)\s*[\d一二三四五六七八九十A-Z]+(?:[.\-–—]\d+)*\s*[.、:：。]?\s*(?P<name>\S.{1,38}?)[。.:：]?$"
)


_LEAD = re.compile(
    r"\b(?:[Tt]able|list)(?: below)? (?:shows|lists|describes|gives|contains|summari[sz]es) (?:the |all )*(?P<en>[^.:,;]{4,60})[.:]$"
    r"|(?:下表|以下表格|下列表格|下面的?表格|此表|表格)中?(?:列出|列示|给出|说明|显示|描述|總結|总结|列舉|列举)了?(?P<zh>[^，。：；]{3,24})[。：]$"
)
_NO_NAME = re.compile(
    r"\b(?:is|are|can|must|will|following|below|here|this|these|you|note|example)\b|^[这此该]些?|如下|以下|下列|例如|[的了是]$|注意|提示|^.?.?.?$", re.IGNORECASE
)  # fmt: skip


def own_caption(view: Outline, index: int) -> str:
    """The name a table bears: a line "表 3.2. …" right before or behind it, a short line alone before it, or what its lead sentence says it lists."""
    for number in (index - 1, index + 1):
        if 0 <= number < len(view.blocks) and view.blocks[number].kind == "paragraph":
            block = view.blocks[number]
            lines = view.text(block.start, block.end).strip().splitlines()
            match = _CAPTION.match(plain(lines[-1 if number < index else 0])) if lines else None
            if match and is_clean(match.group("name")):
                return match.group("name")
    before = view.blocks[index - 1] if index else None
    text = plain(view.text(before.start, before.end)) if before is not None and before.kind == "paragraph" else ""
    lead = _LEAD.search(text)
    if lead:
        name = (lead.group("en") or lead.group("zh")).strip()
        return name if is_clean(text) and not _NO_NAME.search(name) else ""
    # Slashes and arrows make a breadcrumb ("首页/ 录取分数线"), which many pages share.
    named = re.fullmatch(r"(?:[A-Z][^.,:;!?。，：；！？/／›»>]{5,50}|[^.,:;!?。，：；！？/／›»>]{4,24})[:：]?", text)
    return text.rstrip(":：") if named and is_clean(text) and not _NO_NAME.search(text.rstrip(":：")) else ""
