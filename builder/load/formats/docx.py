"""DOCX: headings by style or outline level, lists, tables as rows, insertions kept and deletions left out."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from builder.load.containers import open_zip
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.formats.docx_styles import Styles, is_bold
from builder.load.tables import markdown_table, trim
from core.errors import Refused

EXTRACTOR = "docx-3"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SKIPPED = frozenset(f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "rPr", "pPr", "sectPr", "delText"))


def read(raw: RawFile) -> Extracted:
    """The body as Markdown."""
    import docx

    open_zip(raw.data, raw.source).close()
    try:
        document = docx.Document(io.BytesIO(raw.data))
    except Exception as error:  # python-docx raises KeyError, ValueError and its own, by what is missing
        raise Refused(
            f"{raw.source} cannot be read as DOCX ({error}); open it in a word processor and save it again."
        ) from error
    blocks = list(_blocks(document.element.body, Styles(document)))
    title = (document.core_properties.title or "").strip()
    # Templates leave their own title in the properties; a heading in the text says more.
    return Extracted(
        [Part("\n\n".join(_joined(blocks)))], EXTRACTOR, title="" if any(b.startswith("#") for b in blocks) else title
    )


def _blocks(body: Any, styles: Styles) -> Iterator[str]:
    for element in body:
        if element.tag == f"{_W}p":
            yield _paragraph(element, styles)
        elif element.tag == f"{_W}tbl":
            yield markdown_table(_table(element), _is_headed(element))
        elif element.tag in (f"{_W}sdt", f"{_W}ins", f"{_W}customXml", f"{_W}sdtContent"):
            yield from _blocks(element, styles)


def _paragraph(paragraph: Any, styles: Styles) -> str:
    text = "".join(_runs(paragraph)).strip()
    if not text:
        return ""
    level = styles.level(paragraph, text)
    if level:
        return f"{'#' * level} " + text.replace("\n", " ")
    return f"- {text}" if styles.is_item(paragraph) else text


def _runs(node: Any) -> Iterator[str]:
    for child in node:
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag == f"{_W}tab":
            yield "\t"
        elif child.tag in (f"{_W}br", f"{_W}cr"):
            yield "\n"
        elif child.tag == f"{_W}noBreakHyphen":
            yield "-"
        elif child.tag.endswith("}Fallback"):
            # The same text box once more, for old readers.
            continue
        elif child.tag == f"{_W}p":
            yield "\n" + "".join(_runs(child))
        elif child.tag not in _SKIPPED:
            yield from _runs(child)


def _is_headed(table: Any) -> bool:
    """Whether the first row names columns: its style or its repetition says so, or all of it is bold."""
    look, row = table.find(f"{_W}tblPr/{_W}tblLook"), table.find(f"{_W}tr")
    if look is None or row is None or look.get(f"{_W}firstRow", "1") != "0":
        return True
    runs = [run for run in row.iter(f"{_W}r") if "".join(_runs(run)).strip()]
    return row.find(f"{_W}trPr/{_W}tblHeader") is not None or all(map(is_bold, runs))


def _table(table: Any) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in table.iter(f"{_W}tr"):
        if next(row.iterancestors(f"{_W}tbl")) is not table:
            continue
        cells: list[str] = []
        for cell in row.iter(f"{_W}tc"):
            if next(cell.iterancestors(f"{_W}tr")) is not row:
                continue
            merge = cell.find(f"{_W}tcPr/{_W}vMerge")
            column = len(cells)
            if merge is not None and merge.get(f"{_W}val") != "restart" and rows and column < len(rows[-1]):
                # A cell merged downwards holds for every row it spans.
                cells.append(rows[-1][column])
            else:
                cells.append(" ".join("".join(_runs(p)).strip() for p in cell.iter(f"{_W}p")).strip())
            span = cell.find(f"{_W}tcPr/{_W}gridSpan")
            width = span.get(f"{_W}val", "1") if span is not None else "1"
            cells.extend([""] * (min(int(width), 60) - 1 if width.isdigit() else 0))
        rows.append(cells)
    return trim(rows)


def _joined(blocks: list[str]) -> Iterator[str]:
    """Blocks with neighbouring list items put on following lines."""
    items: list[str] = []
    for block in blocks:
        if block.startswith("- "):
            items.append(block)
            continue
        if items:
            yield "\n".join(items)
            items = []
        if block:
            yield block
    if items:
        yield "\n".join(items)
