"""OpenDocument text: headings, paragraphs, lists and tables out of content.xml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.load.containers import open_zip, read_member
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.tables import markdown_table, trim
from core.errors import Refused

EXTRACTOR = "odt-2"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_WEIGHT = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}font-weight"
_HEADING = "Table_20_Heading"


def read(raw: RawFile) -> Extracted:
    """The body as Markdown; a table whose first row is not marked as its head gets an empty one."""
    from lxml import etree

    with open_zip(raw.data, raw.source) as archive:
        content = read_member(archive, "content.xml", raw.source)
    try:
        tree = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    except etree.XMLSyntaxError as error:
        raise Refused(f"{raw.source} is damaged or encrypted ({error}); save it again, without a password.") from None
    body = tree.find(f".//{_OFFICE}text")
    return Extracted([Part("\n\n".join(_blocks(body, _bold(tree))) if body is not None else "")], EXTRACTOR)


def _bold(tree: Any) -> frozenset[str]:
    """The styles of a document that make bold text or the head of a table."""
    found = {_HEADING}
    for style in tree.iter(f"{_STYLE}style"):
        weight = next((text.get(_WEIGHT) for text in style.iter(f"{_STYLE}text-properties")), None)
        if weight == "bold" or weight is None and style.get(f"{_STYLE}parent-style-name") == _HEADING:
            found.add(style.get(f"{_STYLE}name"))
    return frozenset(found)


def _blocks(node: Any, bold: frozenset[str]) -> Iterator[str]:
    for child in node:
        if child.tag == f"{_TEXT}h":
            level = min(6, int(child.get(f"{_TEXT}outline-level", "1")))
            yield f"{'#' * level} {_line(child)}"
        elif child.tag == f"{_TEXT}p":
            yield _line(child)
        elif child.tag == f"{_TEXT}list":
            yield "\n".join(f"- {line}" for item in child.iter(f"{_TEXT}p") if (line := _line(item)))
        elif child.tag == f"{_TABLE}table":
            rows = [
                row for row in child.iter(f"{_TABLE}table-row") if next(row.iterancestors(f"{_TABLE}table")) is child
            ]
            cells = [[" ".join(_line(p) for p in cell.iter(f"{_TEXT}p")) for cell in row] for row in rows]
            yield markdown_table(trim(cells), not rows or _is_head(rows[0], bold))
        elif child.tag == f"{_TEXT}section":
            yield from _blocks(child, bold)


def _is_head(row: Any, bold: frozenset[str]) -> bool:
    """Whether a table's first row names its columns: it is marked as its head, or all of it is bold."""
    written = [p for p in row.iter(f"{_TEXT}p") if _line(p)]
    return row.getparent().tag == f"{_TABLE}table-header-rows" or all(_is_bold(p, bold) for p in written)


def _is_bold(paragraph: Any, bold: frozenset[str]) -> bool:
    if paragraph.get(f"{_TEXT}style-name") in bold:
        return True
    bare = [paragraph.text, *(child.tail for child in paragraph)]
    spans = [child.get(f"{_TEXT}style-name") in bold for child in paragraph if _line(child).strip()]
    return all(spans) and not any(text and text.strip() for text in bare)


def _line(node: Any) -> str:
    pieces: list[str] = [node.text or ""]
    for child in node:
        if child.tag == f"{_TEXT}s":
            pieces.append(" " * min(100, int(child.get(f"{_TEXT}c", "1"))))
        elif child.tag in (f"{_TEXT}tab", f"{_TEXT}line-break"):
            pieces.append("\t" if child.tag.endswith("tab") else "\n")
        elif child.tag not in (f"{_OFFICE}annotation", f"{_TEXT}note"):
            pieces.append(_line(child))
        pieces.append(child.tail or "")
    return "".join(pieces).strip() if node.tag in (f"{_TEXT}p", f"{_TEXT}h") else "".join(pieces)
