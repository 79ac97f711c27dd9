"""Legacy XLS through xlrd."""

from __future__ import annotations

import datetime
from typing import Any

from builder.load.extracted import Extracted, Part, RawFile
from builder.load.tables import cell_text, rows_to_parts, trim
from core.errors import Refused

EXTRACTOR = "xlrd-3"


def read(raw: RawFile) -> Extracted:
    """All sheets, labelled "sheet NAME"."""
    import xlrd

    try:
        book = xlrd.open_workbook(file_contents=raw.data, logfile=_Silent())
    except Exception as error:
        if "encrypt" in str(error).lower():
            raise Refused(f"{raw.source} is protected by a password; save it without one and load it again.") from error
        raise Refused(f"{raw.source} cannot be read as XLS ({error}); open it and save it as .xlsx.") from error
    parts: list[Part] = []
    for sheet in book.sheets():
        rows = trim([_cell(cell, book.datemode) for cell in sheet.row(n)] for n in range(sheet.nrows))
        sheet_parts = rows_to_parts(rows, f"sheet {sheet.name}")
        if sheet_parts:
            parts.append(Part(f"# {sheet.name}\n\n{sheet_parts[0].text}", sheet_parts[0].label))
            parts.extend(sheet_parts[1:])
    # The first of several sheets names only itself, not the workbook.
    return Extracted(parts, EXTRACTOR, headed=len({part.label for part in parts}) == 1)


def _cell(cell: Any, datemode: int) -> str:
    import xlrd

    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            return cell_text(xlrd.xldate.xldate_as_datetime(cell.value, datemode))
        except (ValueError, OverflowError):
            return str(cell.value)
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return cell_text(bool(cell.value))
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return ""
    value: str | float | datetime.datetime = cell.value
    return cell_text(value)


class _Silent:
    """xlrd writes notes on odd files to this log."""

    def write(self, _text: str) -> None:
        return None
