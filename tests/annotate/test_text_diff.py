"""Diffs lose nothing and read well in both languages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotate.text_diff import Piece, diff_markdown, diff_text
from core.text.diff import tokens


def test_english_by_word() -> None:
    assert diff_text("Leave is 10 days.", "Leave is 15 days.") == [
        Piece("same", "Leave is "),
        Piece("removed", "10"),
        Piece("added", "15"),
        Piece("same", " days."),
    ]


def test_chinese_by_character() -> None:
    assert diff_text("年假为十天。", "年假为十五天。") == [
        Piece("same", "年假为十"),
        Piece("added", "五"),
        Piece("same", "天。"),
    ]


def test_mixed_text_by_script() -> None:
    assert tokens("用API网关v2") == ["用", "API", "网", "关", "v2"]


def test_neighbouring_words_join_into_one_change() -> None:
    ops = [p.op for p in diff_text("the old big rule holds", "the brand new rule holds")]
    assert ops == ["same", "removed", "added", "same"]


def test_markdown_keeps_space_outside_the_marks() -> None:
    assert diff_markdown("within 5 days", "within 7 working days") == "within ~~5~~**7 working** days"


def test_markdown_escapes_marks_of_the_text() -> None:
    assert diff_markdown("a*b | <c>", "a*b | <d>") == r"a\*b \| \<~~c~~**d**\>"


def test_nothing_changed() -> None:
    assert diff_text("", "") == []
    assert diff_text("同", "同") == [Piece("same", "同")]


@given(st.text(alphabet="ab 年假十\n,。", max_size=30), st.text(alphabet="ab 年假十\n,。", max_size=30))
def test_both_sides_come_back(before: str, after: str) -> None:
    pieces = diff_text(before, after)
    assert "".join(p.text for p in pieces if p.op != "added") == before
    assert "".join(p.text for p in pieces if p.op != "removed") == after
    assert all(a.op != b.op for a, b in zip(pieces, pieces[1:], strict=False))
