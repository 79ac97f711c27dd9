"""Pages of a PDF through pdfplumber: ruled tables as rows, in place among the text."""

from __future__ import annotations

import io
import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from builder.load.extracted import RawFile
from builder.load.tables import markdown_table, trim

_KEPT = 0.93


@dataclass(frozen=True)
class _Table:
    """The rows of a table, and whether the first is set in another font or colour than those below."""

    rows: list[list[str]]
    apart: bool


def plumber_pages(raw: RawFile, wanted: list[int], only_tables: bool) -> dict[int, str]:
    """Text of the wanted pages (from 0); with `only_tables` just of those where a table was found.

    Where some tables of the file set their first row apart, one that does not has no head.
    """
    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    found: dict[int, list[str | _Table]] = {}
    try:
        with pdfplumber.open(io.BytesIO(raw.data), password=raw.password or "") as book:
            for n in wanted:
                page = book.pages[n]
                pieces = _page(page) or ([] if only_tables else [page.extract_text() or ""])
                if any(pieces):
                    found[n] = pieces
                page.close()
    except Exception:  # pdfplumber is the second try: without it the first one stands
        pass
    told = any(piece.apart for pieces in found.values() for piece in pieces if isinstance(piece, _Table))
    return {n: _text(pieces, told) for n, pieces in found.items()}


def _text(pieces: Iterable[str | _Table], told: bool) -> str:
    texts = (p if isinstance(p, str) else markdown_table(p.rows, p.apart or not told) for p in pieces)
    return "\n\n".join(text for text in texts if text.strip())


def _page(page: Any) -> list[str | _Table]:
    tables = [(table, rows) for table in page.find_tables() if (rows := _rows(table))]
    if not tables:
        return []
    left, top, right, bottom = page.bbox
    pieces: list[str | _Table] = []
    position = top
    for table, rows in sorted(tables, key=lambda pair: float(pair[0].bbox[1])):
        above = max(position, table.bbox[1])
        if above > position:
            pieces.append(page.crop((left, position, right, above)).extract_text() or "")
        pieces.append(_Table(rows, _is_apart(page, table)))
        position = max(position, min(bottom, table.bbox[3]))
    if position < bottom:
        pieces.append(page.crop((left, position, right, bottom)).extract_text() or "")
    # Text beside a table, or a frame taken for one, would be lost: then the plain page is better.
    whole = len("".join((page.extract_text() or "").split()))
    kept = len("".join(_text(pieces, told=False).replace("|", "").split()))
    return pieces if kept >= _KEPT * whole else []


def _is_apart(page: Any, table: Any) -> bool:
    """Whether the first row that holds text is set in a font or colour of its own."""
    looks = [look for row in table.rows if (look := _look(page, row.bbox))]
    return len(looks) > 1 and looks[0] not in looks[1:]


def _look(page: Any, box: tuple[float, float, float, float]) -> tuple[str, str] | None:
    """The font and colour most characters of a row have; None where it is empty."""
    inside = Counter(
        (str(char["fontname"]), str(char["non_stroking_color"]))
        for char in page.chars
        if char["text"].strip()
        and box[0] <= (char["x0"] + char["x1"]) / 2 <= box[2]
        and box[1] <= (char["top"] + char["bottom"]) / 2 <= box[3]
    )
    return inside.most_common(1)[0][0] if inside else None


def _rows(table: Any) -> list[list[str]]:
    rows = trim([[cell or "" for cell in row] for row in table.extract()])
    return rows if len(rows) >= 2 and len(rows[0]) >= 2 else []
