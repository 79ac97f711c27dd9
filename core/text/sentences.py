"""Sentences with exact offsets, in English, Chinese and mixtures, aware of Markdown blocks.

A Markdown table row, list item, heading or code line is a unit of its own: rows are what people cite.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr vs etc e.g i.e fig no nos inc ltd co corp dept approx est min max "
    "jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m p.m ph.d al".split()
)
_END = re.compile(r"[。！？!?；;]+[”’\"'」』）)\]]*|\.+[”’\"')\]]*(?=\s|$)|…+")
_BLOCK_LINE = re.compile(r"\s*(#{1,6}\s|[-*+]\s|\d{1,3}[.)、]\s?|\||>|```|[（(][一二三四五六七八九十\d]{1,3}[）)])")
# Rows quoted without their outer bars are rows as well.
_BAR = " | "
# No abbreviation is longer; without a bound, a line of 400 kB takes minutes.
_LOOK_BACK = 24
_LAST_WORD = re.compile(r"(?:[A-Za-z][A-Za-z.]*|\d+)\Z")


@dataclass(frozen=True)
class Sentence:
    """`text == source[start:end]`, without surrounding white space."""

    start: int
    end: int
    text: str


def split_sentences(text: str) -> list[Sentence]:
    """All sentences of a text in order; offsets are exact and never overlap."""
    found: list[Sentence] = []
    for start, end in _blocks(text):
        found.extend(_sentences_of_block(text, start, end))
    return found


def is_table_row(line: str) -> bool:
    """Whether a line is a row of a Markdown table."""
    stripped = line.strip()
    return stripped.startswith("|") and stripped.count("|") >= 2


def is_table_rule(line: str) -> bool:
    """Whether a line is the rule under a Markdown table's header."""
    return bool(re.fullmatch(r"\s*\|?[\s:|-]*-[\s:|-]*\|?\s*", line)) and "|" in line


def _blocks(text: str) -> list[tuple[int, int]]:
    """Stretches that no sentence crosses: paragraphs, list items, table rows, headings."""
    blocks: list[tuple[int, int]] = []
    start: int | None = None
    position = 0
    for line in text.splitlines(keepends=True):
        end = position + len(line)
        blank = not line.strip()
        row = line.lstrip().startswith("|") or line.count(_BAR) >= 2
        opens = row or bool(_BLOCK_LINE.match(line))
        if start is not None and (blank or opens):
            blocks.append((start, position))
            start = None
        if not blank and start is None:
            start = position
        if opens and not blank and (row or line.lstrip().startswith(("#", "```"))):
            blocks.append((position, end))
            start = None
        position = end
    if start is not None:
        blocks.append((start, len(text)))
    return blocks


def _sentences_of_block(text: str, start: int, end: int) -> list[Sentence]:
    block = text[start:end]
    if is_table_row(block.splitlines()[0]) and "\n" not in block.rstrip("\n"):
        return _trimmed(text, start, end)
    found: list[Sentence] = []
    last = 0
    for match in _END.finditer(block):
        if _inside_abbreviation(block, match):
            continue
        found.extend(_trimmed(text, start + last, start + match.end()))
        last = match.end()
    found.extend(_trimmed(text, start + last, end))
    return found


def _inside_abbreviation(block: str, match: re.Match[str]) -> bool:
    if not match.group().startswith("."):
        return False
    before = _LAST_WORD.search(block, max(0, match.start() - _LOOK_BACK), match.start())
    if before is None:
        return False
    word = before.group().lower()
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()):
        return True
    # "1." or "12." that opens a list item is a marker, not an end.
    return word.isdigit() and not block[: before.start()].strip()


def _trimmed(text: str, start: int, end: int) -> list[Sentence]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    stripped = piece.strip()
    if not stripped:
        return []
    return [Sentence(start + left, start + left + len(stripped), stripped)]
