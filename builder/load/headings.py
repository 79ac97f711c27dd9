"""Headings of Markdown: where each section starts and ends, and the path of headings it lies under."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from core.records import Span

SEPARATOR = " > "
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*(?:(?<=\s)#+[ \t]*)?$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
# "== Name ==" of MediaWiki, "====== Name ======" of DokuWiki and Zim for their first level, "== Name" of AsciiDoc; '=== "Tab"' is one of MkDocs.
_WIKI = re.compile(r"(={2,6})[ \t]+(?![\"“=])(\S.*?)(?:[ \t]+\1)?[ \t]*$")
_DEEP_FIRST = 5
_NOT_SETEXT = re.compile(r"\s*([|>#]|[-*+] |\d+[.)] |$)| {4}|\t")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"\s*\{#[^}]*\}\s*$|[`*]|(?<!\w)_+|_+(?!\w)|<[^>]{1,80}>")
_FRONT_TITLE = re.compile(r"^title\s*:\s*(.+?)\s*$", re.M)


@dataclass(frozen=True)
class Heading:
    """One heading line: where it starts, its level from 1 to 6, and its words without marks."""

    start: int
    level: int
    text: str


def find_headings(text: str) -> list[Heading]:
    """ATX, setext and wiki headings outside code fences and front matter, in order."""
    found: list[Heading] = []
    fence = ""
    deep_first = False
    previous = (0, "")
    for match in _LINE.finditer(text, front_matter_end(text)):
        line = match.group().rstrip("\n")
        opened = _FENCE.match(line)
        if fence:
            if opened and opened.group(1).startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif opened:
            fence = opened.group(1)
        elif atx := _ATX.match(line):
            _add(found, match.start(), len(atx.group(1)), atx.group(2))
        elif wiki := _WIKI.match(line):
            signs = len(wiki.group(1))
            deep_first = deep_first or not found and signs >= _DEEP_FIRST
            _add(found, match.start(), 7 - signs if deep_first else signs - 1, wiki.group(2))
        elif previous[1] and (under := _SETEXT.match(line)) and not _NOT_SETEXT.match(previous[1]):
            _add(found, previous[0], 1 if under.group(1)[0] == "=" else 2, previous[1])
            line = ""
        # A setext heading is one line: below a longer paragraph the dashes are a rule.
        alone = not previous[1].strip()
        previous = (match.start(), line if alone and not fence else ("" if not line.strip() else "#"))
    return found


def heading_spans(text: str) -> tuple[Span, ...]:
    """A span from each heading to the next, labelled with the path ("A > B")."""
    headings = find_headings(text)
    spans: list[Span] = []
    path: list[Heading] = []
    for heading, following in zip_longest(headings, headings[1:]):
        path = [above for above in path if above.level < heading.level] + [heading]
        label = SEPARATOR.join(above.text.replace(SEPARATOR, " › ") for above in path)
        spans.append(Span(start=heading.start, end=following.start if following else len(text), label=label))
    return tuple(spans)


def front_matter_end(text: str) -> int:
    """Where YAML front matter ends; 0 when there is none."""
    if not text.startswith("---\n"):
        return 0
    end = text.find("\n---\n", 3, 20_000)
    return end + 5 if end >= 0 and ":" in text[:end] else 0


def title_of(text: str) -> str:
    """The title in front matter, else the first heading, else nothing."""
    end = front_matter_end(text)
    match = _FRONT_TITLE.search(text, 0, end) if end else None
    if match:
        return match.group(1).strip("\"'")
    headings = find_headings(text[:20_000])
    return headings[0].text if headings else ""


def _add(found: list[Heading], start: int, level: int, raw: str) -> None:
    words = " ".join(_MARKS.sub("", _LINK.sub(r"\1", raw)).split())
    if words:
        found.append(Heading(start, level, words[:200]))
