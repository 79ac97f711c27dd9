"""Pages of a PDF through pdfplumber: ruled tables as rows, in place among the text."""

from __future__ import annotations

import io
import logging
from typing import Any

from builder.load.extracted import RawFile
from builder.load.tables import markdown_table, trim

_KEPT = 0.93


def plumber_pages(raw: RawFile, wanted: list[int], only_tables: bool) -> dict[int, str]:
    """Text of the wanted pages (from 0); with `only_tables` just of those where a table was found."""
    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    found: dict[int, str] = {}
    try:
        with pdfplumber.open(io.BytesIO(raw.data), password=raw.password or "") as book:
            for n in wanted:
                page = book.pages[n]
                text = _page(page) or ("" if only_tables else page.extract_text() or "")
                if text:
                    found[n] = text
                page.close()
    except Exception:  # pdfplumber is the second try: without it the first one stands
        return found
    return found


def _page(page: Any) -> str:
    tables = [(table, rows) for table in page.find_tables() if (rows := _rows(table))]
    if not tables:
        return ""
    left, top, right, bottom = page.bbox
    pieces: list[str] = []
    position = top
    for table, rows in sorted(tables, key=lambda pair: float(pair[0].bbox[1])):
        above = max(position, table.bbox[1])
        if above > position:
            pieces.append(page.crop((left, position, right, above)).extract_text() or "")
        pieces.append(markdown_table(rows))
        position = max(position, min(bottom, table.bbox[3]))
    if position < bottom:
        pieces.append(page.crop((left, position, right, bottom)).extract_text() or "")
    text = "\n\n".join(piece for piece in pieces if piece.strip())
    # Text beside a table, or a frame taken for one, would be lost: then the plain page is better.
    whole = len("".join((page.extract_text() or "").split()))
    return text if len("".join(text.replace("|", "").split())) >= _KEPT * whole else ""


def _rows(table: Any) -> list[list[str]]:
    rows = trim([[cell or "" for cell in row] for row in table.extract()])
    return rows if len(rows) >= 2 and len(rows[0]) >= 2 else []
