"""A document's text as blocks (heading, paragraph, list, table, code) with exact offsets and heading paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from builder.draft.restructured import as_read
from builder.load.headings import SEPARATOR
from core.records import Document
from core.text.sentences import is_table_row, is_table_rule

BlockKind = Literal["heading", "paragraph", "list", "table", "code", "quote"]

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)\s*$")
# "4.0.0更换了…" is no item; "3.1 公司实行…" is one.
_ITEM = re.compile(
    r"(\s*)([-+•]|\*(?!\*)|\d{1,2}(?:\.\d{1,2}){1,3}(?:[、：:]|(?= +[\u4e00-\u9fff]))|\d{1,3}[.)、](?!\d)|[（(][一二三四五六七八九十\d]{1,3}[)）])\s*(?=\S)"
)
_FENCE = re.compile(r"\s*(```|~~~)")
_ANCHOR = re.compile(r"\s*\{#[^}]*\}|\s*<a [^>]*>.*?</a>")
_ZH_HEADING = re.compile(r"(第[一二三四五六七八九十百\d]+[章节条部分]+|[一二三四五六七八九十]{1,3}、)\s*\S{1,28}$")
# "Q: How …?" or a whole line in bold that asks: what people write above an answer in place of a heading.
_ASKED_LINE = re.compile(
    r"(?:\d{1,3}\s*[.、)）]\s*)?(?:(?:\*\*|__)?(?:Q(?:uestion)?|问题?)\s*\d{0,3}\s*[:：.]\s*\S.{3,160}[?？]|\*\*[^*]{6,160}[?？])(?:\*\*|__)?$"
)
_ANSWERS = re.compile(r"\s*(?:\*\*|__)?(?:A(?:nswer)?|答案?)\s*\d{0,3}\s*[:：.]\s*(?:\*\*|__)?\s*(?=\S)")
_ASKED_LEVEL = 7
# A line wholly in bold, a few words that end in no full stop: a heading where its writer used none; "**Note**" is none.
_BOLD_LINE = re.compile(r"(\*\*|__)(?!(?:Note|Notes|Warning|Important|Tip|Caution|Example|注意|提示|警告|说明|备注|示例|重要)\b)(?=[A-Z\u4e00-\u9fff])(?:(?!\1)[^.!?。！？；;|]){3,70}\1[:：]?$", re.IGNORECASE)  # fmt: skip
_BOLD_WORDS = 9
_SKIP_LINE = re.compile(
    r"\s*(\{%.*%\}|\{\{.*\}\}|<[^>]+>|!\[.*\]\(.*\)|:::.*|///.*|===\s+\".*|!!!.*|\?\?\?.*|\[\w[^\]]*\]:\s*\S+)\s*$"
)
_CELL_SPLIT = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class ListItem:
    """One item of a list; `level` 0 is the outermost, `start` lies behind the marker."""

    start: int
    end: int
    level: int
    ordered: bool


@dataclass(frozen=True)
class Cell:
    """One cell of a table: offsets of its text within the document."""

    start: int
    end: int
    text: str


@dataclass
class Block:
    """A stretch of the document of one kind, with the headings above it, outermost first."""

    kind: BlockKind
    start: int
    end: int
    headings: tuple[str, ...] = ()
    level: int = 0
    items: list[ListItem] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)


@dataclass
class Outline:
    """A document with its blocks."""

    document: Document
    blocks: list[Block]

    def text(self, start: int, end: int) -> str:
        """The document's text between two offsets."""
        return self.document.text[start:end]


def outline(document: Document) -> Outline:
    """Parse a document into blocks."""
    lines = as_read(list(_lines(document.text)))
    labels = {span.start: span.label for span in document.headings}
    parser = _Parser(document, labels)
    start = _after_front_matter(lines)
    for index in range(start, len(lines)):
        parser.feed(*lines[index])
    parser.flush()
    return Outline(document, parser.blocks)


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    position = 0
    for line in text.splitlines(keepends=True):
        yield position, position + len(line.rstrip("\r\n")), line.rstrip("\r\n")
        position += len(line)


def _after_front_matter(lines: list[tuple[int, int, str]]) -> int:
    if not lines or lines[0][2].strip() != "---":
        return 0
    for index, (_, _, line) in enumerate(lines[1:80], start=1):
        if line.strip() in ("---", "..."):
            return index + 1
    return 0


class _Parser:
    """Feeds on lines and closes a block whenever the kind of line changes."""

    def __init__(self, document: Document, labels: dict[int, str]) -> None:
        self.document = document
        self.labels = labels
        self.blocks: list[Block] = []
        self.path: list[tuple[int, str]] = []
        self.open: Block | None = None
        self.fenced = False

    def feed(self, start: int, end: int, line: str) -> None:
        """Take one line."""
        if _FENCE.match(line):
            self._code(start, end, opens=not self.fenced)
            return
        if self.fenced:
            if self.open is not None and self.open.kind == "list":
                self._lengthen(end)
            else:
                self._extend("code", start, end)
            return
        if not line.strip():
            self._blank()
            return
        heading = self._heading_of(start, line)
        if self._is_underline(start, line):
            return
        if heading:
            self._heading(start, end, *heading)
        elif is_table_row(line):
            self._table_row(start, end, line)
        elif _SKIP_LINE.match(line):
            self.flush()
        elif line.lstrip().startswith(">"):
            self._extend("quote", start, end)
        elif _ITEM.match(line) and not _is_rule(line):
            self._item(start, end, line)
        elif self.open is not None and self.open.kind == "list" and (line[0] in " \t" or self._continues(start)):
            self._lengthen(end)
        else:
            self._extend("paragraph", start, end)

    def flush(self) -> None:
        """Close the open block."""
        if self.open is not None:
            if self.open.kind == "table":
                self.open.rows = [row for row in self.open.rows if row]
            self.blocks.append(self.open)
        self.open = None

    def _headings(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.path)

    def _heading_of(self, start: int, line: str) -> tuple[int, str] | None:
        match = _HEADING.match(line)
        if match:
            return len(match.group(1)), _ANCHOR.sub("", match.group(2)).strip()
        stripped = line.strip()
        if _ASKED_LINE.match(stripped):
            return _ASKED_LEVEL, stripped
        label, bare = self.labels.get(start, "").strip(), stripped.strip("= ")
        if label and bare and label.endswith(bare):
            return min(6, label.count(SEPARATOR) + 1), bare
        if self.open is None and _BOLD_LINE.match(stripped) and len(stripped.split()) <= _BOLD_WORDS:
            return _ASKED_LEVEL, stripped.strip("*_:： ")
        if _ZH_HEADING.match(stripped) and not stripped.endswith(("。", "；", "：", "，", ";", ":")):
            return (2 if stripped.startswith("第") else 3), stripped
        return None

    def _is_underline(self, start: int, line: str) -> bool:
        """Whether a line only underlines the heading right above it."""
        above = self.blocks[-1] if self.blocks and self.open is None else None
        return above is not None and above.kind == "heading" and start - above.end <= 2 and _UNDERLINE.match(line) is not None  # fmt: skip

    def _heading(self, start: int, end: int, level: int, text: str) -> None:
        self.flush()
        while self.path and self.path[-1][0] >= level:
            self.path.pop()
        self.blocks.append(Block("heading", start, end, self._headings(), level))
        self.path.append((level, text))

    def _blank(self) -> None:
        # A list goes on over blank lines when the next line is an item or indented: decided when that line comes.
        if self.open is not None and self.open.kind != "list":
            self.flush()

    def _continues(self, start: int) -> bool:
        return self.open is not None and not self.document.text[self.open.end : start].count("\n") > 1

    def _extend(self, kind: BlockKind, start: int, end: int) -> None:
        if self.open is None or self.open.kind != kind:
            self.flush()
            if kind == "paragraph" and self.blocks and self.blocks[-1].level == _ASKED_LEVEL:
                label = _ANSWERS.match(self.document.text[start:end])
                start += label.end() if label else 0
            self.open = Block(kind, start, end, self._headings())
        self.open.end = end

    def _lengthen(self, end: int) -> None:
        """The open list's last item goes on to here."""
        assert self.open is not None
        last = self.open.items[-1]
        self.open.items[-1] = ListItem(last.start, end, last.level, last.ordered)
        self.open.end = end

    def _code(self, start: int, end: int, *, opens: bool) -> None:
        within = self.open is not None and self.open.kind == "list"
        if opens:
            # Code inside a list item, or announced by one, belongs to the list.
            if within and not (self.document.text[start] in " \t" or self._announces()):
                within = False
            if not within:
                self.flush()
                self.open = Block("code", start, end, self._headings())
        self.fenced = opens
        if within:
            self._lengthen(end)
        elif self.open is not None:
            self.open.end = end
            if not opens:
                self.flush()

    def _announces(self) -> bool:
        return self.open is not None and self.document.text[self.open.start : self.open.end].rstrip()[-1:] in (
            ":",
            "：",
        )

    def _item(self, start: int, end: int, line: str) -> None:
        match = _ITEM.match(line)
        assert match is not None
        indent = len(match.group(1).expandtabs(4))
        ordered = match.group(2)[0] not in "-*+•"
        if self.open is not None and self.open.kind == "list":
            top = self.open.items[0]
            gap = self.document.text[self.open.end : start].count("\n") > 1
            if gap and self.open.level == indent and top.ordered != ordered:
                self.flush()
        if self.open is None or self.open.kind != "list":
            self.flush()
            self.open = Block("list", start, end, self._headings(), level=indent)
        # Points right under a numbered step belong to it, however little they are moved in.
        under = bool(self.open.items) and self.open.items[0].ordered and not ordered
        level = 0 if indent <= self.open.level + 1 and not under else 1
        self.open.items.append(ListItem(start + match.end(), end, level, ordered))
        self.open.end = end

    def _table_row(self, start: int, end: int, line: str) -> None:
        self._extend("table", start, end)
        if self.open is not None and not is_table_rule(line):
            self.open.rows.append(_cells(start, line))


def _is_rule(line: str) -> bool:
    return bool(re.fullmatch(r"\s*([-*_]\s*){3,}", line))


def _cells(start: int, line: str) -> list[Cell]:
    bounds = [m.start() for m in _CELL_SPLIT.finditer(line)]
    edges = list(zip(bounds, bounds[1:], strict=False))
    cells = []
    for left, right in edges:
        piece = line[left + 1 : right]
        lead = len(piece) - len(piece.lstrip())
        cells.append(Cell(start + left + 1 + lead, start + left + 1 + lead + len(piece.strip()), piece.strip()))
    return cells
