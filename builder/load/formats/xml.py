"""XML: manuals as their titles, paragraphs and steps; any other (feeds, exports) as the text of each element on a line."""

from __future__ import annotations

from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.formats.html import html_to_text
from builder.load.formats.manual_xml import as_html

EXTRACTOR = "xml-3"


def read(raw: RawFile) -> Extracted:
    """Element texts in order; markup inside them (as feeds carry it) is read as HTML."""
    from bs4 import BeautifulSoup

    found = decode(raw.data, raw.source)
    soup = BeautifulSoup(found.text.encode("utf-8"), "xml", from_encoding="utf-8")
    manual = as_html(soup)
    if manual:
        page = html_to_text(manual)
        return Extracted([Part(page.text)], EXTRACTOR, title=page.title, warnings=found.warnings)
    lines: list[str] = []
    title = ""
    for piece in soup.find_all(string=True):
        if type(piece).__name__ not in ("NavigableString", "CData") or not piece.strip():
            continue
        text = str(piece).strip()
        if "<" in text and ">" in text:
            text = html_to_text(text).text
        if not title and piece.parent is not None and piece.parent.name == "title":
            title = text
        lines.append(text)
    warnings = found.warnings
    if not lines:
        lines, warnings = [found.text], (*warnings, "is not well-formed XML; loaded as plain text")
    return Extracted([Part("\n".join(lines))], EXTRACTOR, title=title, markdown=False, warnings=warnings)
