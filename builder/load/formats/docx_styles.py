"""Which paragraphs of a DOCX are headings (by style, outline level, or look where nobody used styles) or list items."""

from __future__ import annotations

import re
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NAME = re.compile(r"(?:heading|标题|überschrift|titre|título)\s*(\d)", re.I)
_CHAPTER = re.compile(
    r"(?:chapter|part|section|appendix)\s+[\dIVXA-Z]+\b|第[一二三四五六七八九十百\d]+[章编部篇]", re.I
)
_NUMBERED = re.compile(
    r"(?:[A-Z]|[IVX]{1,5}|\d{1,2}(?:\.\d{1,2}){0,3})[.)]?[\s\u3000]+\S|[一二三四五六七八九十]{1,3}、\S"
)
_SENTENCE_END = re.compile(r"[.。!！?？;；,，:：]$")
_LONGEST = 200
_LONGEST_BY_LOOK = 80


class Styles:
    """Heading levels and list styles of one document."""

    def __init__(self, document: Any) -> None:
        self._levels = dict(_style_levels(document))
        self._lists = {
            style.get(f"{_W}styleId", "")
            for style in document.styles.element.iter(f"{_W}style")
            if style.find(f"{_W}pPr/{_W}numPr") is not None
        }
        styled = document.element.body.iterfind(f".//{_W}pPr/{_W}pStyle")
        self._by_look = not any(style.get(f"{_W}val") in self._levels for style in styled)

    def level(self, paragraph: Any, text: str) -> int:
        """1 to 6, or 0 for a paragraph that is no heading."""
        if len(text) >= _LONGEST:
            return 0
        found = self._levels.get(_style_of(paragraph), 0)
        found = found or _outline(paragraph.find(f"{_W}pPr/{_W}outlineLvl"))
        return found or (_level_by_look(paragraph, text) if self._by_look else 0)

    def is_item(self, paragraph: Any) -> bool:
        """Whether a paragraph is an item of a list."""
        return paragraph.find(f"{_W}pPr/{_W}numPr") is not None or _style_of(paragraph) in self._lists


def _style_of(paragraph: Any) -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return style.get(f"{_W}val", "") if style is not None else ""


def _style_levels(document: Any) -> list[tuple[str, int]]:
    levels: list[tuple[str, int]] = []
    for style in document.styles.element.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        label = name.get(f"{_W}val", "") if name is not None else ""
        match = _NAME.match(label)
        level = 1 if label.lower() in ("title", "标题") else min(6, int(match.group(1))) if match else 0
        level = level or _outline(style.find(f"{_W}pPr/{_W}outlineLvl"))
        if level:
            levels.append((style.get(f"{_W}styleId", ""), level))
    return levels


def _outline(mark: Any) -> int:
    value = mark.get(f"{_W}val", "9") if mark is not None else "9"
    return int(value) + 1 if value.isdigit() and int(value) < 6 else 0


def _level_by_look(paragraph: Any, text: str) -> int:
    if len(text) > _LONGEST_BY_LOOK or _SENTENCE_END.search(text) or not any(char.isalpha() for char in text):
        return 0
    if _CHAPTER.match(text):
        return 1
    bold = [
        is_bold(run) for run in paragraph.iter(f"{_W}r") if any(t.text and t.text.strip() for t in run.iter(f"{_W}t"))
    ]
    capitals = text.isupper() and sum(char.isalpha() for char in text) >= 4
    return 2 if bold and all(bold) or (capitals and _NUMBERED.match(text)) else 0


def is_bold(run: Any) -> bool:
    mark = run.find(f"{_W}rPr/{_W}b")
    return mark is not None and mark.get(f"{_W}val", "1") not in ("0", "false")
