"""Rows in files for people: CSV (UTF-8 with BOM) and XLSX, safe to open in a spreadsheet and read back exactly."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BadInput
from core.files import check_file, read_input

# What a spreadsheet may run as a formula, full-width forms included; an apostrophe in front makes it text.
# Apostrophes that are already there gain one too, so that taking one off always restores the original.
_DANGEROUS = re.compile("^'*[=+\\-@\\t\\r\\n＝＋－＠]")
_NEUTRALISED = re.compile("^''*[=+\\-@\\t\\r\\n＝＋－＠]")
# XML cannot carry these; XLSX would refuse the whole file.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
CELL_LIMIT = 32_767
_TOO_LONG = "…"
SUFFIXES = (".xlsx", ".csv")


class Sheet(NamedTuple):
    """Header and rows of a file; each row with the number a person sees in the spreadsheet."""

    header: list[str]
    rows: list[tuple[int, dict[str, str]]]


def neutralise(text: str) -> str:
    """The text with an apostrophe in front if a spreadsheet could take it for a formula."""
    return f"'{text}" if _DANGEROUS.match(text) else text


def restore(text: str) -> str:
    """The inverse of `neutralise`."""
    return text[1:] if _NEUTRALISED.match(text) else text


def comparable(text: str) -> str:
    """A text as it looks after a trip through a spreadsheet program: line ends and control characters evened out."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def cell_text(text: str) -> str:
    """The text as written to a cell: neutralised, free of control characters, cut at the longest a cell may be."""
    clean = _CONTROL.sub("", neutralise(text))
    return clean if len(clean) <= CELL_LIMIT else clean[: CELL_LIMIT - 1] + _TOO_LONG


def fits(text: str) -> bool:
    """Whether a cell can hold the text without cutting it."""
    return len(neutralise(text)) <= CELL_LIMIT


def untouched(cell: str, text: str) -> bool:
    """Whether a cell still says what was written for this text, whole or cut, in whatever program it was saved."""
    return comparable(cell) in (comparable(text), comparable(restore(cell_text(text))))


def write_sheet(
    path: Path, header: Sequence[str], rows: Iterable[Mapping[str, str]], widths: Mapping[str, int] | None = None
) -> int:
    """Write rows of texts to .csv or .xlsx, whichever the name says, and return how many."""
    _check_suffix(path)
    if path.suffix.lower() == ".xlsx":
        return _write_xlsx(path, header, rows, widths or {})
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for row in rows:
            writer.writerow([_CONTROL.sub("", neutralise(row.get(name, ""))) for name in header])
            count += 1
    return count


def read_sheet(path: Path) -> Sheet:
    """Read .csv or .tsv (UTF-8 or GB18030, comma, semicolon or tab) or .xlsx (first sheet) as texts; blank rows are left out."""
    if path.suffix.lower() != ".tsv":
        _check_suffix(path)
    if not path.exists():
        raise BadInput(f"{path} does not exist: give the path of the spreadsheet.")
    table = _read_xlsx(path) if path.suffix.lower() == ".xlsx" else _read_csv(path)
    if not table or not any(table[0]):
        raise BadInput(f"{path} is empty: expected a first row with the names of the columns.")
    header = [name.strip() for name in table[0]]
    rows = []
    for number, cells in enumerate(table[1:], start=2):
        if any(cell.strip() for cell in cells):
            padded = [*cells, *[""] * (len(header) - len(cells))]
            rows.append((number, {name: restore(cell) for name, cell in zip(header, padded, strict=False) if name}))
    return Sheet([name for name in header if name], rows)


def _check_suffix(path: Path) -> None:
    if path.suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path} is neither .xlsx nor .csv: choose a name that ends in one of them.")


def _write_xlsx(path: Path, header: Sequence[str], rows: Iterable[Mapping[str, str]], widths: Mapping[str, int]) -> int:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet("items")
    sheet.freeze_panes = "A2"
    for number, name in enumerate(header, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = widths.get(name, 16)

    def cell(text: str, bold: bool = False) -> Any:
        made = WriteOnlyCell(sheet, value=cell_text(text))
        made.data_type = "s"  # never a formula, a number or a date
        made.alignment = Alignment(wrap_text=True, vertical="top")
        made.font = Font(bold=bold)
        return made

    sheet.append([cell(name, bold=True) for name in header])
    count = 0
    for row in rows:
        sheet.append([cell(row.get(name, "")) for name in header])
        count += 1
    book.save(path)
    return count


def _read_xlsx(path: Path) -> list[list[str]]:
    from openpyxl import load_workbook

    check_file(path)
    try:
        book = load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # openpyxl raises many kinds for one thing: not a workbook
        raise BadInput(
            f"{path} is not a readable .xlsx file ({error}): save it again from the spreadsheet program."
        ) from error
    sheet = book[book.sheetnames[0]]
    table = [[_as_text(value) for value in row] for row in sheet.iter_rows(values_only=True)]
    book.close()
    return table


def _as_text(value: object) -> str:
    """A cell's value as the text that was typed: programs turn 15 into 15.0 and dates into date objects."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if hasattr(value, "isoformat"):
        return str(value.isoformat()).removesuffix("T00:00:00")
    return str(value)


def _read_csv(path: Path) -> list[list[str]]:
    csv.field_size_limit(2**31 - 1)
    text = _decode(path)
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def _decode(path: Path) -> str:
    """UTF-8, else what Excel writes on Chinese Windows."""
    raw = read_input(path)
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16")
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{path} is neither UTF-8 nor GB18030: save it as CSV UTF-8.")
