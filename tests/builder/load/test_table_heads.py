"""Whether a table's first row is its head, as ODT and PDF tell it."""

from __future__ import annotations

import pytest

from builder.load.read import known, read_known
from tests.builder.load.made_files import made_pdf_of_tables, made_zip

_ROWS = [["Grade", "Days"], ["A", "20"], ["B", "25"], ["C", "28"]]
_MORE = [["D", "30"], ["E", "35"], ["F", "40"], ["G", "45"]]
_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name if name != "fo" else "xsl-fo-compatible"}:1.0"'
    for name in ("office", "text", "table", "style", "fo")
)
_STYLES = (
    '<style:style style:name="P1" style:parent-style-name="Table_20_Heading"/>'
    '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="P2"><style:text-properties fo:font-weight="normal"/></style:style>'
)


def _odt(first: str) -> str:
    body = "<table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>20</text:p></table:table-cell></table:table-row>"
    content = (
        f"<office:document-content {_NAMES}><office:automatic-styles>{_STYLES}</office:automatic-styles><office:body>"
        f"<office:text><table:table>{first}{body}</table:table></office:text></office:body></office:document-content>"
    )
    data = made_zip({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": content.encode()})
    return read_known(known(data, "a.odt"), "kb").text


def _row(one: str, two: str) -> str:
    cells = "".join(f"<table:table-cell>{cell}</table:table-cell>" for cell in (one, two))
    return f"<table:table-row>{cells}</table:table-row>"


@pytest.mark.parametrize(
    ("first", "headed"),
    [
        (f"<table:table-header-rows>{_row('<text:p>Grade</text:p>', '<text:p>Days</text:p>')}</table:table-header-rows>", True),
        (_row('<text:p text:style-name="P1">Grade</text:p>', '<text:p text:style-name="P1">Days</text:p>'), True),
        (_row('<text:p><text:span text:style-name="T1">Grade</text:span></text:p>', '<text:p text:style-name="T1">Days</text:p>'), True),
        (_row('<text:p text:style-name="P2">Grade</text:p>', '<text:p text:style-name="P1">Days</text:p>'), False),
        (_row('<text:p><text:span text:style-name="T1">Gr</text:span>ade</text:p>', '<text:p text:style-name="T1">Days</text:p>'), False),
        (_row("<text:p>Grade</text:p>", "<text:p>Days</text:p>"), False),
    ],
)  # fmt: skip
def test_open_document_marks_the_head_of_a_table_or_sets_it_bold(first: str, headed: bool) -> None:
    text = _odt(first)
    assert "| Grade | Days |" in text and "| A | 20 |" in text
    assert ("|  |  |" not in text) == headed


def test_a_table_in_a_cell_is_not_counted_to_the_rows_around_it() -> None:
    inner = f"<table:table>{_row('<text:p>x</text:p>', '<text:p>y</text:p>')}</table:table>"
    assert _odt(_row("<text:p>Grade</text:p>", inner)).count("x y") == 1


@pytest.mark.parametrize(("bold", "empty"), [((True, False), 1), ((True, True), 0), ((False, False), 0)])
def test_a_pdf_table_has_no_head_where_others_of_the_file_set_theirs_apart(bold: tuple[bool, ...], empty: int) -> None:
    data = made_pdf_of_tables(list(zip((_ROWS, _MORE), bold, strict=True)))
    text = read_known(known(data, "a.pdf"), "kb").text
    assert "| Grade | Days |\n| --- | --- |\n| A | 20 |" in text and "| D | 30 |" in text
    assert text.count("|  |  |\n") == empty
