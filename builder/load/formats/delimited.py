"""CSV and TSV: the delimiter found from the content, quoted cells of several lines kept, ragged rows named."""

from __future__ import annotations

import csv
import io

from builder.load.decode import decode
from builder.load.extracted import Extracted, RawFile
from builder.load.tables import rows_to_parts, trim
from core.errors import Refused

EXTRACTOR = "delimited-2"
_DELIMITERS = ",\t;|"


def read(raw: RawFile) -> Extracted:
    """The rows as a table, or as records where cells hold paragraphs."""
    found = decode(raw.data, raw.source)
    text = found.text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    rows = _rows(text, raw.source)
    warnings = [*found.warnings, *_ragged(rows)]
    return Extracted(rows_to_parts(trim(rows)), EXTRACTOR, markdown=False, warnings=tuple(warnings))


def _rows(text: str, source: str) -> list[list[str]]:
    # The default of 128 kB a cell is less than one long cell of real exports; the file itself is bounded already.
    before = csv.field_size_limit(max(len(text), 131_072))
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter_of(text)))
    except csv.Error as error:
        raise Refused(
            f"{source} is not readable as a table ({error}); save it again as CSV, or name it .txt."
        ) from None
    finally:
        csv.field_size_limit(before)


def delimiter_of(text: str) -> str:
    """The delimiter that gives the most even rows over the first 50; a comma when none does."""
    best, best_score = ",", 0.0
    for mark in _DELIMITERS:
        try:
            widths = [len(row) for row in csv.reader(io.StringIO(text[:65_536]), delimiter=mark) if row][:50]
        except csv.Error:
            continue
        common = max(set(widths), key=widths.count) if widths else 1
        score = widths.count(common) / len(widths) + 0.01 * min(common, 20) if common > 1 else 0.0
        if score > best_score:
            best, best_score = mark, score
    return best


def _ragged(rows: list[list[str]]) -> list[str]:
    filled = [(n, len(row)) for n, row in enumerate(rows, 1) if row]
    if not filled:
        return []
    width = filled[0][1]
    odd = [n for n, cells in filled if cells != width]
    shown = ", ".join(map(str, odd[:10])) + (f" and {len(odd) - 10} more" if len(odd) > 10 else "")
    return [f"rows {shown} do not have the {width} columns of the header; kept as they are"] if odd else []
