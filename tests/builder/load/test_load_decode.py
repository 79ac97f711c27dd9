"""Encodings of both worlds decode right, and wrecks of wrong decodings are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.load.decode import decode
from builder.load.plausible import mojibake, reads_as_chinese, scrambled
from core.errors import Refused

ZH = "员工请假需提前三天申请，由部门主管审批。报销须在三十日内提交发票。"
TW = "員工請假需提前三天申請，由部門主管審批。這是第二句話，關於費用報銷的規定。"
KO = "직원은 3일 전에 휴가를 신청해야 하며 부서장의 승인을 받아야 합니다."
JA = "社員は三日前までに休暇を申請し、上司の承認を得る必要があります。"
FR = "Les employés doivent demander leurs congés à l’avance, déjà prévu où nécessaire."
DE = "Müller grüßt: Für Überstunden gilt die Höchstgrenze."
RU = "Сотрудники должны подать заявление за три дня до начала отпуска."
AR = "يجب على الموظفين تقديم طلب الإجازة قبل ثلاثة أيام من موعدها"
PL = "Pracownicy muszą złożyć wniosek trzy dni wcześniej, żeby otrzymać urlop."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (ZH, "utf-8"), (ZH, "utf-8-sig"), (ZH, "utf-16"), (ZH, "utf-32"), (ZH, "gb18030"), (ZH, "gbk"), ("退款政策", "gbk"),
        ("产品名称,价格\n智能手表,1299元\n", "gbk"), (TW, "big5"), (TW, "gb18030"), (KO, "cp949"), (JA, "cp932"), (JA, "euc_jp"),
        (FR, "cp1252"), (DE, "latin-1"), (RU, "cp1251"), (RU, "koi8-r"), (AR, "cp1256"), (PL, "cp1250"), (PL, "iso8859-2"),
        ("Line one\nline two", "utf-16-le"), ("第一行\nEnd", "utf-16-be"), ("Line one", "utf-32-le"),
        ("The price is £5 – don’t pay more.", "cp1252"),
    ],
)  # fmt: skip
def test_decodes(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "f.txt").text == text


@pytest.mark.parametrize("text", [KO, JA, FR, DE, RU])
def test_what_gb18030_would_swallow_does_not_read_as_chinese(text: str) -> None:
    raw = text.encode({KO: "cp949", JA: "euc_jp", FR: "cp1252", DE: "cp1252", RU: "cp1251"}[text])
    assert not reads_as_chinese(raw.decode("gb18030", "replace"))


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [(text, "utf-8", wrong) for text in (ZH * 3, RU * 2) for wrong in ("latin-1", "cp1252", "gb18030", "cp1251")]
    + [(ZH, "gb18030", "latin-1"), (FR, "utf-8", "cp1252")],
)
def test_mojibake_does_not_pass(text: str, right: str, wrong: str) -> None:
    wreck = text.encode(right).decode(wrong, "replace")
    with pytest.raises(Refused):
        decode(wreck.encode("utf-8"), "f.txt")


@pytest.mark.parametrize("text", [ZH, TW, KO, JA, FR, DE, RU, AR, PL, "naïve café — “quoted”", "5 µm ± 2 °C, ½ price"])
def test_good_text_is_not_called_mojibake(text: str) -> None:
    assert mojibake(text) == ""


def test_declared_charset_holds_only_where_it_reads_as_text() -> None:
    page = '<meta charset="{}">' + ZH
    assert ZH in decode(page.format("gb2312").encode("gbk"), "f.html").text
    assert ZH in decode(page.format("iso-8859-1").encode("gbk"), "f.html").text
    assert ZH in decode(page.format("utf-8").encode("gbk"), "f.html").text


def test_cut_inside_a_character_loads_with_a_warning() -> None:
    for encoding in ("utf-8", "gb18030"):
        found = decode((ZH * 5).encode(encoding)[:-1], "f.txt")
        assert found.text == (ZH * 5)[:-1] and "middle of a character" in found.warnings[0]
    assert decode(ZH.encode("utf-8")[1:], "f.txt").text == ZH[1:]


def test_a_few_damaged_bytes_are_counted_not_hidden() -> None:
    raw = bytearray((ZH * 20).encode("utf-8"))
    raw[300] = 0xFF
    found = decode(bytes(raw), "f.txt")
    assert "damaged" in found.warnings[0]


def test_bytes_that_are_no_text_are_refused_with_what_was_found() -> None:
    with pytest.raises(Refused, match="could not be decoded.*first: 81 8d"):
        decode(bytes([0x81, 0x8D, 0xFF, 0xA0]) * 40, "f.txt")


@given(st.text(max_size=300).filter(lambda text: "\0" not in text))
def test_utf8_is_taken_as_it_is_or_refused(text: str) -> None:
    try:
        assert decode(text.encode("utf-8"), "f.txt").text == text.removeprefix("\ufeff")
    except Refused:
        pass


def test_letters_of_thirty_scripts_are_glyph_numbers_and_several_languages_are_not() -> None:
    assert "scripts at once" in scrambled("ა ب ऍ ሱ Ѫ ก අ ת Ա ক ம ഴ")
    assert scrambled(" ".join([ZH, KO, JA, FR, RU, AR])) == ""
    assert scrambled("") == ""
