"""Small files of binary formats, made in the test."""

from __future__ import annotations

import io
import zipfile


def made_pdf(pages: list[str], encrypt: str = "", bookmarks: tuple[tuple[str, int], ...] = ()) -> bytes:
    """A PDF of Latin text, one string a page, lines broken at newlines; bookmarks as (title, page from 0)."""
    import pypdf
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = pypdf.PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for text in pages:
        page = writer.add_blank_page(595, 842)
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
        )
        lines = " T* ".join(f"({line}) Tj" for line in text.split("\n"))
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 14 TL 50 780 Td {lines} ET".encode("latin-1"))
        page[NameObject("/Contents")] = stream
    for title, number in bookmarks:
        writer.add_outline_item(title, number)
    if encrypt:
        writer.encrypt(encrypt, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def made_pdf_of_tables(tables: list[tuple[list[list[str]], bool]]) -> bytes:
    """A PDF with a ruled table a page, its first row bold where that is said."""
    import pypdf
    from pypdf.generic import DecodedStreamObject, DictionaryObject
    from pypdf.generic import NameObject as Name

    writer = pypdf.PdfWriter()
    fonts = {
        Name(f"/{key}"): DictionaryObject(
            {Name("/Type"): Name("/Font"), Name("/Subtype"): Name("/Type1"), Name("/BaseFont"): Name(f"/{face}")}
        )
        for key, face in (("F1", "Helvetica"), ("F2", "Helvetica-Bold"))
    }
    for rows, bold in tables:
        page = writer.add_blank_page(595, 842)
        page[Name("/Resources")] = DictionaryObject({Name("/Font"): DictionaryObject(fonts)})
        drawn = []
        for down, row in enumerate(rows):
            for right, text in enumerate(row):
                x, y = 50 + 150 * right, 700 - 30 * down
                font = "F2" if bold and not down else "F1"
                drawn.append(f"{x} {y} 150 30 re S BT /{font} 12 Tf {x + 5} {y + 10} Td ({text}) Tj ET")
        stream = DecodedStreamObject()
        stream.set_data("\n".join(drawn).encode("latin-1"))
        page[Name("/Contents")] = writer._add_object(stream)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def made_pdf_of_glyphs(text: str) -> bytes:
    """A PDF whose font gives Adobe-GB1 glyph numbers and no character table, as old Chinese typesetting does."""
    import pypdf
    from pdfminer.cmapdb import CMapDB
    from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject, NumberObject
    from pypdf.generic import TextStringObject as Words

    writer = pypdf.PdfWriter()
    glyphs = {char: cid for cid, char in CMapDB.get_unicode_map("Adobe-GB1").cid2unichr.items()}
    name = NameObject
    info = DictionaryObject({name("/Registry"): Words("Adobe"), name("/Ordering"): Words("GB1"), name("/Supplement"): NumberObject(0)})  # fmt: skip
    described = {"/Type": name("/Font"), "/Subtype": name("/CIDFontType0"), "/BaseFont": name("/Song"), "/CIDSystemInfo": info}  # fmt: skip
    described |= {"/DW": NumberObject(1000), "/FontDescriptor": DictionaryObject({name("/Type"): name("/FontDescriptor"), name("/FontName"): name("/Song"), name("/Ascent"): NumberObject(880), name("/Descent"): NumberObject(-120)})}  # fmt: skip
    inner = DictionaryObject({name(key): value for key, value in described.items()})
    outer = {"/Type": name("/Font"), "/Subtype": name("/Type0"), "/BaseFont": name("/Song"), "/Encoding": name("/Identity-H"), "/DescendantFonts": ArrayObject([writer._add_object(inner)])}  # fmt: skip
    font = DictionaryObject({name(key): value for key, value in outer.items()})
    page = writer.add_blank_page(595, 842)
    page[name("/Resources")] = DictionaryObject(
        {name("/Font"): DictionaryObject({name("/F1"): writer._add_object(font)})}
    )
    lines = " T* ".join(f"<{''.join(f'{glyphs[char]:04X}' for char in line)}> Tj" for line in text.split("\n"))
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 14 TL 50 780 Td {lines} ET".encode("ascii"))
    page[name("/Contents")] = writer._add_object(stream)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def made_docx() -> bytes:
    """Headings, a list, a table with a cell merged downwards, in both languages."""
    import docx

    document = docx.Document()
    document.add_heading("Leave policy", 1)
    document.add_paragraph("Full-time staff get 20 days a year.")
    document.add_heading("病假", 2)
    document.add_paragraph("病假须提供医院证明。")
    document.add_paragraph("first point", style="List Bullet")
    document.add_paragraph("second point", style="List Bullet")
    table = document.add_table(rows=3, cols=2)
    for row, cells in enumerate([("Grade", "Days"), ("A", "20"), ("", "25")]):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    return saved(document)


def made_pptx() -> bytes:
    """Two slides: title, text, table and notes."""
    import pptx
    from pptx.util import Inches

    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "产品介绍"
    first.placeholders[1].text = "电池续航 48 小时"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Prices"
    table = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, cells in enumerate([("Model", "Price"), ("X1", "1299")]):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    second.notes_slide.notes_text_frame.text = "Say that prices exclude tax."
    return saved(deck)


def made_xlsx() -> bytes:
    """Two sheets with a percentage, a date and a float; one hidden sheet."""
    import datetime

    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Prices"
    sheet.append(["Model", "Price", "Discount", "From"])
    sheet.append(["X1", 1299.0, 0.15, datetime.date(2025, 3, 1)])
    sheet["C2"].number_format = "0%"
    chinese = book.create_sheet("报销标准")
    chinese.append(["城市", "住宿上限（元）"])
    chinese.append(["北京", 500])
    hidden = book.create_sheet("old")
    hidden.append(["secret", "row"])
    hidden.sheet_state = "hidden"
    return saved(book)


def made_epub() -> bytes:
    """Two chapters whose order in the spine is not their order in the archive."""
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    package = (
        "<package><metadata><title>Handbook</title></metadata><manifest>"
        '<item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    return made_zip(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "OPS/book.opf": package.encode(),
            "OPS/b.xhtml": "<html><body><h1>第二章</h1><p>结束。</p></body></html>".encode(),
            "OPS/a.xhtml": b"<html><body><h1>Chapter one</h1><p>The start.</p></body></html>",
        }
    )


def made_zip(members: dict[str, bytes]) -> bytes:
    """A zip of these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def saved(document: object) -> bytes:
    """The bytes an office library saves."""
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()
