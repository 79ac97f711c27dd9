"""OpenDocument text: headings, paragraphs, lists and tables out of content.xml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.load.containers import open_zip, read_member
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.tables import markdown_table, trim
from core.errors import Refused

EXTRACTOR = "odt-1"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


def read(raw: RawFile) -> Extracted:
    """The body as Markdown."""
    from lxml import etree

    with open_zip(raw.data, raw.source) as archive:
        content = read_member(archive, "content.xml", raw.source)
    try:
        tree = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    except etree.XMLSyntaxError as error:
        raise Refused(f"{raw.source} is damaged or encrypted ({error}); save it again, without a password.") from None
    body = tree.find(f".//{_OFFICE}text")
    return Extracted([Part("\n\n".join(_blocks(body)) if body is not None else "")], EXTRACTOR)


def _blocks(node: Any) -> Iterator[str]:
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
                [" ".join(_line(p) for p in cell.iter(f"{_TEXT}p")) for cell in row]
                for row in child.iter(f"{_TABLE}table-row")
            ]
            yield markdown_table(trim(rows))
        elif child.tag == f"{_TEXT}section":
            yield from _blocks(child)


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
