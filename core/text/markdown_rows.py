"""Plain text out of Markdown replies: one unit per paragraph, list item or table row, citations dropped."""

from __future__ import annotations

import re

from core.text.sentences import is_table_row, is_table_rule

_CITATION = re.compile(
    r"\s?(?:\[\^?\d{1,3}(?:\s?[,，–-]\s?\d{1,3})*\]|【\d{1,3}[^】]{0,20}】|\[(?:source|doc|document|来源|文档|引用)[^\]]{0,40}\])",
    re.IGNORECASE,
)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"(\*{1,3}|~~|(?<!\w)_{1,2})(?=\S)(.+?)(?<=\S)\1(?!\w)|`([^`]+)`")
_MARKER = re.compile(r"^\s*(?:[-*+•●]\s+|\d{1,3}[.)、]\s*(?!\d)|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|>\s*)")
_HEADING = re.compile(r"^\s*#{1,6}\s")


def plain_units(text: str) -> list[str]:
    """Paragraphs, list items and table rows without Markdown; headings and code fences are left out."""
    units: list[str] = []
    header: list[str] = []
    open_paragraph = False
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced, open_paragraph = not fenced, False
            continue
        if fenced or not line.strip() or _HEADING.match(line) or is_table_rule(line):
            open_paragraph = False
            continue
        if is_table_row(line):
            cells = [strip_marks(cell) for cell in line.strip().strip("|").split("|")]
            if not header:
                header = cells
            else:
                units.append(_row(header, cells))
            open_paragraph = False
            continue
        header = []
        plain = strip_marks(_MARKER.sub("", line))
        if open_paragraph and not _MARKER.match(line):
            units[-1] += ("" if _joins_without_blank(units[-1], plain) else " ") + plain
        else:
            units.append(plain)
        open_paragraph = True
    return [unit for unit in units if unit.strip()]


def strip_marks(text: str) -> str:
    """One line without emphasis, links, code marks and citations."""
    text = _CITATION.sub("", _LINK.sub(r"\1", text))
    return _EMPHASIS.sub(lambda m: m[2] or m[3], text).strip()


def _row(header: list[str], cells: list[str]) -> str:
    """A table row as a statement: the first cell names it, the others say what each column holds."""
    named = [f"{head}: {cell}" if head else cell for head, cell in zip(header[1:], cells[1:], strict=False) if cell]
    return f"{cells[0]} — " + ", ".join(named) if named else cells[0]


def _joins_without_blank(before: str, after: str) -> bool:
    return bool(before) and bool(after) and ord(before[-1]) > 0x2E7F and ord(after[0]) > 0x2E7F
