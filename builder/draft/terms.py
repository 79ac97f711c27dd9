"""Glossed terms: list items of the form "term: what it is"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.draft.blocks import Block, ListItem, Outline
from builder.draft.chinese.base import TYPE_NOUNS
from builder.draft.markup import is_clean, plain


@dataclass(frozen=True)
class Term:
    """A list item or paragraph of the form "term: what it is", with its span."""

    term: str
    gloss: str
    start: int
    end: int
    type_noun: str
    siblings: tuple[str, ...]


_TERM_ITEM = re.compile(
    r"^(?P<raw>(?:\*\*|`|\[|“|__)?.{2,70}?)\s*(?:[:：]|\s[-–—]\s)\s*(?P<gloss>.{6,400})$", re.DOTALL
)


def terms_of(view: Outline) -> Iterator[Term]:
    """Glossed terms in lists of at least two such items."""
    for block in view.blocks:
        if block.kind != "list":
            continue
        found = []
        for item in top_items(view, block):
            raw = view.text(item.start, item.end)
            match = _TERM_ITEM.match(raw)
            if match is None:
                continue
            term = plain(match.group("raw")).strip(" :：*").rstrip("-")
            gloss = plain(match.group("gloss"))
            strong = re.match(r"\s*(\*\*|`|\[|__)", raw) is not None or (len(term) <= 14 and not term.isascii())
            if strong and 2 <= len(term) <= 50 and is_clean(gloss) and is_clean(term):
                found.append((term, gloss, item))
        if len(found) < max(2, len(top_items(view, block)) - 1):
            continue
        names = tuple(term for term, _, _ in found)
        for term, gloss, item in found:
            yield Term(term, gloss, item.start, item.end, type_noun_of(block, view, term), names)


def type_noun_of(block: Block, view: Outline, term: str) -> str:
    """What kind of thing a term is (系统变量, 参数, …), from the lead-in or the headings."""
    before = view.text(max(0, block.start - 160), block.start)
    for text in (before.splitlines()[-1] if before.strip() else "", " ".join(block.headings[-1:])):
        found = re.findall(
            rf"({TYPE_NOUNS}|监控项|指标|角色|字段|列|状态|级别|标签|option|parameter|field|setting|role|status)",
            text,
        )
        if found:
            return str(found[-1])
    return ""


def top_items(view: Outline, block: Block) -> list[ListItem]:
    """The outermost items, each stretched over the items nested in it."""
    merged: list[ListItem] = []
    for item in block.items:
        if item.level == 0 or not merged:
            merged.append(item)
        else:
            last = merged[-1]
            merged[-1] = ListItem(last.start, item.end, last.level, last.ordered)
    return merged
