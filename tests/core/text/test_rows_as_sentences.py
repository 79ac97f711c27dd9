"""Rows of tables are sentences of their own, also when quoted without their outer bars."""

from __future__ import annotations

from core.judges.embedded import EmbeddedJudge
from core.text.sentences import split_sentences

ROWS = "等级与系数\nA | 20% | 1.3\nB+ | 40% | 1.0\n各部门按比例评定，\n可以上下浮动。\n"


def test_rows_without_outer_bars_stand_alone() -> None:
    found = split_sentences(ROWS)
    assert [s.text for s in found][1:3] == ["A | 20% | 1.3", "B+ | 40% | 1.0"]
    assert all(ROWS[s.start : s.end] == s.text for s in found)


def test_a_wrapped_line_is_not_torn() -> None:
    assert split_sentences(ROWS)[-1].text == "各部门按比例评定，\n可以上下浮动。"


def test_a_row_is_not_read_with_the_heading_of_the_next_table() -> None:
    heading, head = "绩效管理办法 等级与系数", "| 等级 | 建议比例 | 绩效系数 |"
    premise = f"{heading}\n{head}\nA | 20% | 1.3\n{heading}\n{head}\nB+ | 40% | 1.0"
    assert EmbeddedJudge().entails(["B+ 等级的绩效系数是 1.0。"], [premise])[0][0].label == "entailed"
