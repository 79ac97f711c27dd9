"""HTML: the main text as Markdown; scripts, styles and navigation left out, tables kept as rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.tables import markdown_table, trim

EXTRACTOR = "html-4"
_DROPPED = (
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "canvas",
    "iframe",
    "object",
    "button",
    "select",
    "input",
    "dialog",
    "head",
)
_FURNITURE = ("nav", "footer", "aside", "form", "menu")
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hgroup hr "
    "html legend li main nav ol p pre section summary table ul h1 h2 h3 h4 h5 h6".split()
)
_SPACE = re.compile(r"[^\S\xa0]+|\xa0")
_UP = ("top", "up", "back to top", "返回顶部", "回到顶部")
_GAPS = re.compile(r"\n{3,}")


@dataclass(frozen=True)
class Page:
    """Main text of a page and its title."""

    text: str
    title: str


def read(raw: RawFile) -> Extracted:
    """One page as Markdown."""
    found = decode(raw.data, raw.source)
    page = html_to_text(found.text)
    return Extracted([Part(page.text)], EXTRACTOR, title=page.title, warnings=found.warnings)


def html_to_text(html: str) -> Page:
    """Main text of an HTML string."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "lxml")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for tag in soup.find_all(_DROPPED):
        tag.decompose()
    root = _main(soup)
    for tag in root.find_all(_FURNITURE):
        if not tag.decomposed and len(tag.get_text()) < 0.5 * len(root.get_text()):
            tag.decompose()
    writer = _Writer()
    try:
        writer.walk(root)
        text = writer.text()
    except RecursionError:
        # Pages nested a thousand deep are generated or broken; their words still count.
        text = root.get_text("\n", strip=True)
    return Page(text, title)


def _main(soup: Any) -> Any:
    body = soup.body or soup
    whole = len(body.get_text())
    for found in (soup.find("main"), soup.find(attrs={"role": "main"}), soup.find("article")):
        # A page of several articles has more text outside the first than in it.
        if found is not None and len(found.get_text()) >= 0.4 * whole:
            return found
    return body


class _Writer:
    """Collects blocks of text while walking the tree."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._line: list[str] = []
        self._prefix = ""

    def text(self) -> str:
        self._flush()
        return _GAPS.sub("\n\n", "".join(self._blocks)).strip()

    def walk(self, node: Any) -> None:
        for child in node.children:
            name = getattr(child, "name", None)
            if name is None:
                if type(child).__name__ in ("NavigableString", "CData"):
                    self._line.append(_SPACE.sub(" ", str(child)))
            elif name == "br":
                self._line.append("\n")
            elif name in _BLOCKS:
                self._block(child, name)
            elif name == "img":
                said = _picture_words(child)
                self._line.append(f" {said} " if said else "")
            else:
                self.walk(child)

    def _block(self, tag: Any, name: str) -> None:
        self._flush()
        if name == "table":
            self._table(tag)
        elif name == "pre":
            self._blocks.append(f"```\n{tag.get_text().strip(chr(10))}\n```\n\n")
        elif name == "li":
            self._item(tag)
        elif re.fullmatch(r"h[1-6]", name):
            heading = _SPACE.sub(" ", tag.get_text(" ", strip=True)).strip("¶# \n")
            if heading:
                self._blocks.append(f"\n\n{'#' * int(name[1])} {heading}\n\n")
        else:
            self.walk(tag)
            self._flush()
            self._blocks.append("\n" if name not in ("div", "ul", "ol") else "")

    def _item(self, tag: Any) -> None:
        parent = tag.parent
        if parent is not None and parent.name == "ol":
            number = sum(1 for sibling in tag.find_previous_siblings("li")) + 1
            self._prefix = f"{number}. "
        else:
            self._prefix = "- "
        self.walk(tag)
        self._flush()
        self._prefix = ""

    def _table(self, tag: Any) -> None:
        own = [row for row in tag.find_all("tr") if row.find_parent("table") is tag]
        rows = trim(_cells(row) for row in own)
        if _is_layout(tag, rows):
            for cell in tag.find_all(["td", "th", "caption"]):
                if cell.find_parent("table") is tag:
                    self.walk(cell)
                    self._flush()
            return
        caption = tag.find("caption")
        if caption is not None:
            self._blocks.append(caption.get_text(" ", strip=True) + "\n\n")
        first = next(row for row in own if row.get_text(strip=True))
        self._blocks.append(f"\n\n{markdown_table(rows, _heads(first))}\n\n")

    def _flush(self) -> None:
        lines = [re.sub(r" {2,}", " ", line).strip() for line in "".join(self._line).split("\n")]
        text = "\n".join(line for line in lines if line)
        self._line = []
        if text:
            self._blocks.append(self._prefix + text + "\n")
            self._prefix = ""


def _is_layout(table: Any, rows: list[list[str]]) -> bool:
    """Whether a table only lays out the page: one within another, one row or column, one row of lists under a head."""
    if table.find("table") is not None or len(rows) < 2 or len(rows[0]) == 1:
        return True
    return len(rows) == 2 and all(cell.find(("ul", "ol")) for cell in table.find_all("td"))


def _heads(row: Any) -> bool:
    """Whether a row names columns: it stands in the head, or its cells are set as heads, the first one perhaps not."""
    if row.find_parent("thead") is not None:
        return True
    cells = [c for c in row.find_all(["td", "th"], recursive=False) if c.get_text(strip=True)]
    return any(map(_is_head, cells[1:])) and all(map(_is_head, cells[1:])) or len(cells) == 1 and _is_head(cells[0])


def _is_head(cell: Any) -> bool:
    if cell.name == "th":
        return True
    marks = [*cell.get("class", []), *(name for tag in cell.find_all(class_=True) for name in tag["class"])]
    text = cell.get_text(strip=True)
    strong = "".join(tag.get_text(strip=True) for tag in cell.find_all(["b", "strong"]))
    return strong == text or any("head" in mark.lower() for mark in marks)


def _cells(row: Any) -> list[str]:
    cells: list[str] = []
    for cell in row.find_all(["td", "th"], recursive=False):
        cells.append(_cell_text(cell))
        span = str(cell.get("colspan", "1"))
        cells.extend([""] * (min(int(span), 100) - 1 if span.isdigit() else 0))
    return cells


def _cell_text(cell: Any) -> str:
    """A cell on one line; points of a list, or words on lines of their own, are told apart."""
    if cell.find("pre") is not None:
        return str(cell.get_text(" ", strip=True))
    writer = _Writer()
    writer.walk(cell)
    lines = [line for line in writer.text().split("\n") if line.strip()]
    if lines and all(line.startswith("- ") for line in lines):
        return "; ".join(line[2:] for line in lines)
    return (", " if all(line.isascii() and " " not in line for line in lines) else " ").join(lines)


def _picture_words(image: Any) -> str:
    """What stands for a picture: its alternative text, unless that is only its file's name ("drc 24", "print_button.png") or a way back up."""
    said = str(image.get("alt") or "").strip()
    file = PurePosixPath(urlsplit(str(image.get("src") or "")).path)
    named = {_letters(file.name), _letters(file.stem)}
    up = said.lower() in _UP and image.find_parent("a") is not None
    return "" if up or (re.search(r"[\d_.]", said) and _letters(said) in named) else said


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
