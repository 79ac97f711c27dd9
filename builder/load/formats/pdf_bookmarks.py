"""Bookmarks of a PDF: the lines they point at are its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

# "3.2", "A", "第一章": a line may bear the number that its bookmark leaves out, or the other way round.
_NUMBER = re.compile(
    r"^(?:(?:\d+|[A-Z])(?:\.\d+)*\.?\s+|§\s*[\d.]+\s*|第[一二三四五六七八九十百\d]+[章节部分编]\s*|[一二三四五六七八九十]+、)"
)
_COMMENT = re.compile(r"^(\s*#{1,6})[ \t]+")
_DEEPEST = 6


def with_headings(reader: Any, pages: list[str]) -> tuple[list[str], bool, tuple[str, ...]]:
    """The pages with each bookmarked line marked as a Markdown heading, one level below a title; whether any was; warnings."""
    wanted: dict[int, list[tuple[int, str]]] = {}
    try:
        bookmarks = list(_flat(reader.outline, 2))
    except Exception:  # a damaged outline: the text still counts
        return pages, False, ("its bookmarks are damaged, so its headings are not known",)
    lost = 0
    for level, bookmark in bookmarks:
        try:
            page = reader.get_destination_page_number(bookmark)
        except Exception:  # one that is broken: the others still count
            lost += 1
            continue
        if page is not None:
            wanted.setdefault(page, []).append((level, str(bookmark.title or "")))
    warnings = (f"{lost} of {len(bookmarks)} bookmarks are damaged, so these headings are not known",) if lost else ()
    marked = [_marked(page, wanted.get(n, ())) for n, page in enumerate(pages)] if wanted else pages
    return (marked, True, warnings) if marked != pages else (pages, False, warnings)


def _flat(outline: Any, level: int) -> Iterator[tuple[int, Any]]:
    for entry in outline:
        if isinstance(entry, list):
            yield from _flat(entry, level + 1)
        else:
            yield min(level, _DEEPEST), entry


def _marked(page: str, wanted: Any) -> str:
    # A comment in a listing is no heading: with a no-break space behind it the sign is not read as one.
    lines = [_COMMENT.sub(lambda sign: f"{sign.group(1)}\u00a0", line) for line in page.split("\n")]
    start = 0
    for level, title in wanted:
        found = next((n for n in range(start, len(lines)) if _same(lines[n], title)), None)
        if found is not None:
            lines[found] = f"\n{'#' * level} {lines[found].strip()}\n"
            start = found + 1
    return "\n".join(lines)


def _same(line: str, title: str) -> bool:
    """Whether a line is the bookmark's title, by its letters and digits, numbers in front aside."""
    return bool(_key(title)) and _key(line) == _key(title)


def _key(text: str) -> str:
    return re.sub(r"[\W_]", "", _NUMBER.sub("", text.strip())).casefold()
