"""Each format's reader on files made here, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from builder.load import read_file
from builder.load.formats.pdf_bookmarks import with_headings
from builder.load.read import known, read_known
from core.errors import Refused
from core.records import Document
from tests.builder.load.made_files import (
    made_docx,
    made_epub,
    made_pdf,
    made_pdf_of_glyphs,
    made_pptx,
    made_xlsx,
    made_zip,
    saved,
)


def load(data: bytes | str, source: str, password: str = "") -> Document:
    raw = data.encode("utf-8") if isinstance(data, str) else data
    return read_known(known(raw, source, password), "kb")


def labels(document: Document) -> list[str]:
    return [span.label for span in document.headings]


def test_markdown_is_kept_as_it_stands() -> None:
    raw = "\ufeff---\ntitle: 差旅\n---\n# A #\r\ntext e\u0301\r\n\r\n```\n# not a heading\n```\n\nSub\n---\n\n### 深 *层*\n| a | b |\n"
    document = load(raw, "x/travel.md")
    assert document.text == raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("e\u0301", "é")
    assert labels(document) == ["A", "A > Sub", "A > Sub > 深 层"]
    assert document.title == "差旅"
    for span in document.headings:
        assert document.text[span.start :].startswith(("# A", "Sub", "### 深"))


def test_plain_text_has_no_headings_and_its_stem_as_title() -> None:
    document = load("# a comment\nword", "notes/My notes.txt")
    assert (document.title, document.headings, document.language) == ("My notes", (), "en")


def test_html_main_text_headings_lists_and_tables() -> None:
    document = load(
        "<html><head><title>t</title><style>p{}</style></head><body><nav>Home</nav><main><h1>差旅 <em>规定</em></h1>"
        "<p>住宿<b>上限</b>见下表。<br>第二行</p><ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>"
        "<table><tr><th>City</th><th>Limit</th></tr><tr><td>北京</td><td>500|元</td></tr></table>"
        "<script>var x = 1;</script></main><footer>© 2025</footer></body></html>",
        "a.html",
    )
    assert document.text == (
        "# 差旅 规定\n\n住宿上限见下表。\n第二行\n\n- one\n- two\n1. first\n\n| City | Limit |\n| --- | --- |\n| 北京 | 500\\|元 |"
    )
    assert document.title == "差旅 规定"


def test_html_nested_beyond_recursion_still_gives_its_words() -> None:
    assert "deep" in load("<div>" * 3000 + "deep" + "</div>" * 3000, "a.html").text


def test_docx_headings_lists_and_merged_cells() -> None:
    document = load(made_docx(), "policy.docx")
    assert labels(document) == ["Leave policy", "Leave policy > 病假"]
    assert "- first point\n- second point" in document.text
    assert "| Grade | Days |\n| --- | --- |\n| A | 20 |\n| A | 25 |" in document.text


def test_pptx_slides_tables_and_notes() -> None:
    document = load(made_pptx(), "deck.pptx")
    assert [span.label for span in document.pages] == ["slide 1", "slide 2"]
    assert "# 产品介绍\n\n电池续航 48 小时" in document.text
    second = document.pages[1]
    assert "| X1 | 1299 |" in document.text[second.start : second.end]
    assert "Notes: Say that prices exclude tax." in document.text


def test_xlsx_values_as_they_read_on_screen() -> None:
    document = load(made_xlsx(), "prices.xlsx")
    assert "| X1 | 1299 | 15% | 2025-03-01 |" in document.text
    assert [span.label for span in document.pages] == ["sheet Prices", "sheet 报销标准"]
    assert "secret" not in document.text and "old is hidden" in document.warnings[0]
    assert document.title == "prices"  # not after its first sheet


def test_a_picture_stands_for_its_words_not_for_its_file_name() -> None:
    page = '<p>Press <img alt="Save" src="save.png"> or <img alt="drc 24" src="img/drc_24.png"> or <img alt="zoom_png" src="zoom.png"> now. <a href="#page"><img alt="top" src="up.gif"></a></p>'
    text = load(f"<html><body>{page}</body></html>".encode(), "a.html").text
    assert text.split() == "Press Save or or now.".split()


def test_pdf_pages_and_wrapped_lines() -> None:
    page = "The annual leave allowance of every employee who has com-\npleted the first year of service at the company is twenty\ndays."
    document = load(made_pdf([page, "Second page."]), "a.pdf")
    assert "completed the first year of service at the company is twenty days." in document.text
    assert [span.label for span in document.pages] == ["page 1", "page 2"]


def test_bookmarked_lines_of_a_pdf_are_its_headings() -> None:
    pages = [
        "Contents\n1 Leave",
        "1 Leave\nThe allowance is twenty days.\n# cp a b\n1.1 Carrying over\nFive days pass on.",
    ]
    document = load(made_pdf(pages, bookmarks=(("Leave", 1), ("1.1 Carrying over", 1), ("Not there", 1))), "staff.pdf")
    assert [span.label for span in document.headings] == ["1 Leave", "1.1 Carrying over"]
    assert document.title == "staff"
    assert "\n## 1.1 Carrying over\n" in document.text
    start = document.headings[1].start
    assert document.text[start:].startswith("## 1.1 Carrying over")
    assert load(made_pdf(["# cp a b\nWords."]), "plain.pdf").text == "# cp a b\nWords."


class _DamagedOutline:
    """A reader of a PDF one of whose bookmarks, or all of them, cannot be followed."""

    def __init__(self, titles: list[str], broken: bool = False) -> None:
        self._titles, self._broken = titles, broken

    @property
    def outline(self) -> list[SimpleNamespace]:
        if self._broken:
            raise ValueError("no outline")
        return [SimpleNamespace(title=title) for title in self._titles]

    def get_destination_page_number(self, bookmark: SimpleNamespace) -> int:
        if bookmark.title == "lost":
            raise KeyError("/Dest")
        return 0


def test_damaged_bookmarks_of_a_pdf_cost_their_own_headings_only_and_are_named() -> None:
    pages, headed, warnings = with_headings(_DamagedOutline(["Leave", "lost"]), ["Leave\nTen days."])
    assert headed and pages[0].strip().startswith("## Leave")
    assert warnings == ("1 of 2 bookmarks are damaged, so these headings are not known",)
    assert with_headings(_DamagedOutline([], broken=True), ["Leave"])[1:] == (
        False, ("its bookmarks are damaged, so its headings are not known",),
    )  # fmt: skip


def test_a_pdf_of_glyph_numbers_is_read_by_the_second_reader() -> None:
    text = "系统管理员应当在每周五下班之前检查服务器的备份记录\n如果发现备份失败请立即通知值班工程师并填写故障报告\n员工请假需要提前三天申请由部门主管审批后生效"
    document = load(made_pdf_of_glyphs(text), "guide.pdf")
    assert document.language == "zh"
    assert document.text.replace("\n", "") == text.replace("\n", "")


def test_pdf_password_and_scans() -> None:
    secret = made_pdf(["Hidden text"], encrypt="geheim")
    with pytest.raises(Refused, match="password"):
        load(secret, "a.pdf")
    with pytest.raises(Refused, match="password given does not open"):
        load(secret, "a.pdf", "wrong")
    assert load(secret, "a.pdf", "geheim").text == "Hidden text"
    with pytest.raises(Refused, match="OCR"):
        load(made_pdf(["", ""]), "scan.pdf")
    assert "pages without text (pictures or scans): 2" in load(made_pdf(["Words.", ""]), "a.pdf").warnings[0]
    with pytest.raises(Refused, match="cut off|damaged"):
        load(made_pdf(["Words."])[:200], "a.pdf")


@pytest.mark.parametrize("mark", [",", "\t", ";"])
def test_delimited_tables(mark: str) -> None:
    rows = [["城市", "上限"], ["北京", "500"], ["上海", "450"]]
    document = load("\n".join(mark.join(row) for row in rows), "limits.csv")
    assert document.text == "| 城市 | 上限 |\n| --- | --- |\n| 北京 | 500 |\n| 上海 | 450 |"


def test_delimited_rows_with_paragraphs_become_records() -> None:
    document = load('q,a\n怎么报销？,"第一段。\n第二段。"\nHow?,"One.\nTwo."\n', "faq.csv")
    assert [span.label for span in document.pages] == ["row 2", "row 3"]
    assert document.text.startswith("q: 怎么报销？\na:\n第一段。\n第二段。")


def test_json_records_rows_with_ids_and_bad_lines() -> None:
    assert load('{"a": {"b": 1}, "c": ["x", "y"]}', "a.json").text == "a.b: 1\nc: x, y"
    rows = [{"_id": "d1", "title": "T", "text": "第一段"}, {"_id": "d2", "text": "two"}]
    document = load("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n{broken\n", "corpus.jsonl")
    assert [span.label for span in document.pages] == ["row d1", "row d2"]
    assert document.text == "T\n第一段\n\ntwo" and "lines 3 are not valid JSON" in document.warnings[0]
    assert "not valid JSON" in load('{"name": "x", ', "broken.json").warnings[0]
    assert load(r'{"a": "\ud800 lone"}', "a.json").text == "a: \ufffd lone"


def test_epub_in_the_order_of_its_spine() -> None:
    document = load(made_epub(), "book.epub")
    assert document.text == "# Chapter one\n\nThe start.\n\n# 第二章\n\n结束。"
    assert document.pages[1].label == "section 2"


def test_eml_in_a_chinese_encoding() -> None:
    head = (
        "Subject: =?gb2312?B?sai8277Jzajcrg==?=\r\nFrom: a@example.com\r\nContent-Type: text/plain; charset=gb2312\r\n"
    )
    document = load(
        head.encode() + b"Content-Transfer-Encoding: 8bit\r\n\r\n" + "请于三十日内提交发票。".encode("gbk"), "m.eml"
    )
    assert "请于三十日内提交发票。" in document.text and "From: a@example.com" in document.text


@pytest.mark.parametrize(
    ("data", "source", "reason"),
    [
        (b"", "a.md", "empty"),
        (b" \n\t\n", "a.md", "no text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a.md", "a picture"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "WordDocument".encode("utf-16-le"),
            "a.doc",
            "save it as .docx",
        ),
        (made_zip({"xl/workbook.bin": b"x"}), "a.xlsb", "save it as .xlsx"),
        (made_zip({"word/document.xml": b"<broken"}), "a.docx", "cannot be read as DOCX"),
        (bytes(range(256)) * 10, "a.txt", "binary data|could not be decoded"),
    ],
)
def test_refusals_name_file_and_remedy(data: bytes, source: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as caught:
        load(data, source)
    assert str(caught.value).startswith(source)


def test_ids_depend_on_knowledge_base_and_normal_path(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# x\nwords", encoding="utf-8")
    first = read_file(path, "sub\\cafe\u0301.md", "kb")
    assert first.source == "sub/café.md"
    assert first.id == read_file(path, "./sub/café.md", "kb").id != read_file(path, "sub/café.md", "other").id


def test_a_table_without_head_cells_keeps_its_first_row_as_data() -> None:
    rows = "<tr><td>F1</td><td>Zoom in</td></tr><tr><td>F2</td><td>Zoom out</td></tr>"
    assert load(f"<h1>Keys</h1><table>{rows}</table>", "a.html").text.endswith(
        "|  |  |\n| --- | --- |\n| F1 | Zoom in |\n| F2 | Zoom out |"
    )
    named = "<tr><th>F1</th><td>Zoom in</td></tr><tr><th>F2</th><td>Zoom out</td></tr>"
    assert "|  |  |\n" in load(f"<table>{named}</table>", "b.html").text


@pytest.mark.parametrize(
    "first",
    [
        "<thead><tr><td>Key</td><td>Effect</td></tr></thead>",
        "<tr><th>Key</th><th>Effect</th></tr>",
        "<tr><td><b>Key</b></td><td><strong>Effect</strong></td></tr>",
        '<tr><td><p class="tablehead">Key</p></td><td><p class="tablehead">Effect</p></td></tr>',
        "<tr><td></td><th>Effect</th></tr>",
    ],
)
def test_head_cells_head_a_table(first: str) -> None:
    document = load(f"<table>{first}<tr><td>F1</td><td>Zoom in</td></tr></table>", "a.html")
    assert "Effect |\n| --- | --- |\n| F1 | Zoom in |" in document.text


def test_a_table_that_lays_out_the_page_is_no_table() -> None:
    listed = "<ul><li>{}</li><li>{}</li></ul>"
    related = (
        "<table><tr><th>Related Modules</th><th>Related Directives</th></tr>"
        f"<tr><td>{listed.format('core', 'mime')}</td><td>{listed.format('Include', 'Listen')}</td></tr></table>"
    )
    note = "<table><tr><td>Note</td><td>On Apple keyboards, use Cmd.</td></tr></table>"
    text = load(related + note, "a.html").text
    assert "|" not in text
    assert "- Include\n- Listen" in text


def test_words_of_a_cell_are_neither_run_together_nor_torn_apart() -> None:
    cells = "<tr><th>App</th><th>Keys</th></tr><tr><td>Draw</td><td>.otg<br>.std</td></tr><tr><td>Calc</td><td><kbd>F1</kbd>, or <kbd>F2</kbd></td></tr>"
    text = load(f"<table>{cells}</table>", "a.html").text
    assert "| .otg, .std |" in text and "| F1, or F2 |" in text


@pytest.mark.parametrize(("look", "bold", "headed"), [("1", False, True), ("0", True, True), ("0", False, False)])
def test_word_says_whether_the_first_row_is_a_head(look: str, bold: bool, headed: bool) -> None:
    import docx
    from docx.oxml.ns import qn

    made = docx.Document()
    table = made.add_table(rows=2, cols=2)
    for cell, text in zip([*table.rows[0].cells, *table.rows[1].cells], ("a", "b", "c", "d"), strict=True):
        cell.paragraphs[0].add_run(text).bold = bold and text in "ab"
    table._tbl.tblPr.find(qn("w:tblLook")).set(qn("w:firstRow"), look)
    assert ("|  |  |" not in load(saved(made), "a.docx").text) == headed


@pytest.mark.parametrize("headed", [True, False])
def test_a_slide_says_whether_the_first_row_is_a_head(headed: bool) -> None:
    from pptx import Presentation

    made = Presentation()
    table = made.slides.add_slide(made.slide_layouts[6]).shapes.add_table(2, 2, 0, 0, 900000, 900000).table
    for number, cell in enumerate(table.iter_cells()):
        cell.text = "abcd"[number]
    table.first_row = headed
    assert ("|  |  |" not in load(saved(made), "a.pptx").text) == headed
