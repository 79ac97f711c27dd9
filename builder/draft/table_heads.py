"""What heads a table: its caption, a first row that names columns, or one that is data already."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draft.blocks import Cell, Outline
from builder.draft.markup import is_clean, plain


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


def own_caption(view: Outline, index: int) -> str:
    """The name a table bears: a line "表 3.2. …" right before or behind it."""
    for number in (index - 1, index + 1):
        if 0 <= number < len(view.blocks) and view.blocks[number].kind == "paragraph":
            block = view.blocks[number]
            text = view.text(block.start, block.end).strip()
            match = _CAPTION.match(plain(text.splitlines()[-1 if number < index else 0])) if text else None
            if match and is_clean(match.group("name")):
                return match.group("name")
    return ""
