"""Every awkward real document ends as its manifest says: loaded with the right text, or refused with the reason."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest

from builder.load import read_file
from builder.load.plausible import mojibake
from core.errors import Refused
from core.records import text_hash
from tests.paths import DATA, needs_data

AWKWARD = DATA / "awkward-docs"
REFUSED = {
    "pdf/en_ocr_image_only_small.pdf": "OCR",
    "pdf/password_user.pdf": "password",
    "pdf/empty_0_bytes.pdf": "empty",
    "office/password_passtika.docx": "password",
    "office/truncated.docx": "cut off or damaged",
    "office/empty.xlsx": "no text",
    "text/empty_0_bytes.txt": "empty",
}
HOLDS = {
    "pdf/zh_text_6p.pdf": "爆竹声中一岁除，春风送暖入屠苏",
    "pdf/zh_word_with_image_text.pdf": "我是文字",
    "pdf/copy_protected.pdf": "LayoutParser",
    "pdf/arabic_rtl.pdf": "habibi",
    "pdf/multicolumn.pdf": "filled with Lorem Ipsum",
    "pdf/with_attachment.pdf": "Lorem ipsum dolor sit amet",
    "pdf/korean_tables.pdf": "삼성카드",
    "pdf/cjk_non_embedded_font.pdf": "あいうえお",
    "office/zh_ocr_text.docx": "| 我是表格3 | 我是表格4 |",
    "office/zh_issues.xlsx": "请问这是在CLM基础上运行吗",
    "office/tables.docx": "| Lorem ipsum | A link example |",
    "office/handbook_1p.docx": "standing trustee",
    "office/comments.docx": "AutoGen",
    "office/legacy.xls": "What is 2+2?",
    "office/stanley_cups.xlsx": "Maple Leafs",
    "office/table.pptx": "| Red | Green | Blue |",
    "office/malformed.pptx": "Test Slide",
    "office/simple.odt": "Hockey",
    "office/emoji.xlsx": "🤠",
    "text/utf16_bom.txt": "This is a test document",
    "text/utf16be_nobom.txt": "I love fuzzy blankets",
    "text/utf16le_nobom.txt": "DateTime,Bid,Ask",
    "text/utf8_bom.srt": "a global awareness day",
    "text/gb2312_org_feed.xml": "新网页设计师",
    "text/gb18030_undeclared.html": "成熟的大片时代",
    "text/arabic_cp1256.txt": "القرون الوسطى",
    "text/korean_cp949.txt": "예수에 대한 연구",
    "text/incomplete.json": "johndoe@example",
    "text/umlauts_latin1.md": "## können",
    "text/escaped.md": "Albert_Einstein",
    "text/wiki.md": "Big Blue",
    "csv/utf16_tab.csv": "| Maple Leafs | TOR | 13 |",
    "csv/emoji.csv": "👨",
    "csv/long_lines.csv": "SpearmanCorrelationCoefficient",
    "csv/cp932_ja.csv": "| 佐藤太郎 | 30 | 東京 |",
    "csv/too_few_columns.csv": "| a | b | c | d |",
    "html/utf16_datasheet.html": "| C | Si | Mn | P | S | Cr | Mo |",
    "html/arabic_misleading_charset.html": "في قرية من القرى",
    "html/with_scripts.html": "Belarusian forces remain unlikely",
    "derived/zh_law_gb18030.md": "第九十八条",
    "derived/zh_law_utf8_bom_crlf.md": "第九十八条",
    "derived/zh_law_cut_mid_character.md": "保守秘密",
    "derived/zh_faq_gbk.csv": "当误删除或误更新数据后",
    "derived/docx_renamed_as.pdf": "| Header Col 1 | Header Col 2 |",
}
FILES = [row["file"] for row in json.loads((AWKWARD / "manifest.json").read_text("utf-8"))] if AWKWARD.is_dir() else []
pytestmark = needs_data


def load(name: str, password: str = ""):
    return read_file(AWKWARD / name, name, "kb", password)


@pytest.mark.skipif(not FILES, reason=f"skipped: test data absent at {AWKWARD}")
def test_the_table_here_covers_the_manifest() -> None:
    assert set(FILES) == REFUSED.keys() | HOLDS.keys()


@pytest.mark.parametrize("name", FILES)
def test_ends_as_the_manifest_says(name: str) -> None:
    if name in REFUSED:
        with pytest.raises(Refused, match=REFUSED[name]) as caught:
            load(name)
        assert str(caught.value).startswith(name)
        return
    document = load(name)
    assert HOLDS[name] in document.text
    assert document.text_sha256 == text_hash(document.text)
    assert unicodedata.is_normalized("NFC", document.text)
    assert not re.search("[\r\ufeff\0\ufffd]", document.text)
    assert mojibake(document.text) == ""


@needs_data
def test_one_text_in_two_encodings_is_one_text() -> None:
    assert load("derived/zh_law_gb18030.md").text == load("derived/zh_law_utf8_bom_crlf.md").text


def test_a_cut_character_is_left_out_with_a_warning() -> None:
    assert "middle of a character" in load("derived/zh_law_cut_mid_character.md").warnings[0]


def test_a_password_opens_a_protected_pdf() -> None:
    assert load("pdf/password_user.pdf", "password").text


def test_pages_sheets_and_rows_are_kept() -> None:
    assert [span.label for span in load("pdf/zh_text_6p.pdf").pages] == [f"page {n}" for n in range(1, 7)]
    assert [s.label for s in load("office/stanley_cups.xlsx").pages] == [
        "sheet Stanley Cups",
        "sheet Stanley Cups Since 67",
    ]
    assert len(load("derived/zh_faq_gbk.csv").pages) == 30


def test_headings_are_found_where_nobody_used_styles() -> None:
    assert "CHAPTER 1 – INTRODUCTION > A. PURPOSE" in [s.label for s in load("office/handbook_1p.docx").headings]


def test_scripts_are_not_indexed() -> None:
    text = load("html/with_scripts.html").text
    assert "function(" not in text and "var " not in text and "jQuery" not in text


def test_a_wrong_suffix_is_named() -> None:
    assert "named .pdf but its content is docx" in load("derived/docx_renamed_as.pdf").warnings[0]


def test_ragged_rows_are_named() -> None:
    assert "rows 3 " in load("csv/too_few_columns.csv").warnings[0]


def test_a_page_whose_picture_may_say_more_is_named() -> None:
    assert load("pdf/zh_word_with_image_text.pdf").warnings == (
        "pages with little text beside a picture, whose own words are not read: 1",
    )
    assert not load("pdf/multicolumn.pdf").warnings
