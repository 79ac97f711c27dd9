"""XLSX: each sheet a part; values as they read on screen, rows with their header."""

from __future__ import annotations

import io
import warnings

from builder.load.containers import open_zip
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.tables import cell_text, rows_to_parts, trim
from core.errors import Refused

EXTRACTOR = "openpyxl-3"


def read(raw: RawFile) -> Extracted:
    """All visible sheets, labelled "sheet NAME"."""
    import openpyxl

    open_zip(raw.data, raw.source).close()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(raw.data), read_only=True, data_only=True)
    except Exception as error:  # openpyxl raises whatever its XML parts make it raise
        raise Refused(
            f"{raw.source} cannot be read as XLSX ({error}); open it in a spreadsheet program and save it again."
        ) from error
    parts: list[Part] = []
    notes: list[str] = []
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            notes.append(f"sheet {sheet.title} is hidden and was left out")
            continue
        try:
            rows = _rows(sheet)
        except Exception as error:
            notes.append(f"sheet {sheet.title} cannot be read ({error}) and was left out")
            continue
        sheet_parts = rows_to_parts(rows, f"sheet {sheet.title}")
        if sheet_parts:
            parts.append(Part(f"# {sheet.title}\n\n{sheet_parts[0].text}", sheet_parts[0].label))
            parts.extend(sheet_parts[1:])
    book.close()
    # The first of several sheets names only itself, not the workbook.
    return Extracted(parts, EXTRACTOR, warnings=tuple(notes), headed=len({part.label for part in parts}) == 1)


def _rows(sheet: object) -> list[list[str]]:
    # Files from other writers often declare a wrong extent, which would cut rows off.
    sheet.reset_dimensions()  # type: ignore[attr-defined]
    cells = sheet.iter_rows()  # type: ignore[attr-defined]
    return trim([cell_text(cell.value, getattr(cell, "number_format", "") or "") for cell in row] for row in cells)
