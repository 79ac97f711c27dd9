"""Folding a passage around its marks: nothing is lost uncounted."""

from __future__ import annotations

import pytest

from screens import markup
from screens.fold import LEVELS, Piece, about, fold, shorten

LONG = "员工应至少提前十个工作日在系统中提交申请。" * 250


@pytest.mark.parametrize("level", [0, 1, 2, 9])
@pytest.mark.parametrize(
    "spans", [[(0, 21)], [(2100, 2121)], [(5229, 5250)], [(21, 42), (5000, 5021)], [(30, 60), (40, 90)], [(0, 5250)]]
)
def test_every_character_is_shown_or_counted(level: int, spans: list[tuple[int, int]]) -> None:
    pieces = fold(LONG, spans, level)
    assert sum(len(p.text) + p.left_out for p in pieces) == len(LONG)
    around, longest = LEVELS[min(level, 2)]
    assert sum(len(p.text) for p in pieces) <= len(spans) * (longest + 200) + 2 * around * (len(spans) + 1)
    assert any(p.part == "mark" for p in pieces)


def test_marks_are_the_spans() -> None:
    text = "One. Two. Three. Four."
    assert [(p.part, p.text) for p in fold(text, [(5, 9), (17, 22)])] == [
        ("text", "One. "), ("mark", "Two."), ("text", " Three. "), ("mark", "Four."),
    ]  # fmt: skip


def test_a_short_text_stays_whole() -> None:
    assert [p.text for p in shorten("short", 10)] == ["short"]


@pytest.mark.parametrize("room", [100, 400, 9000])
@pytest.mark.parametrize(
    ("text", "question", "nearest"),
    [
        (f"{'Filler stands here. ' * 40}\nThe PH2 probe may deviate by 2 %.\n{'More of it. ' * 40}", "How far may PH2 deviate?", "The PH2 probe may deviate by 2 %."),
        (LONG + "未休年假最多可结转五天。" + LONG, "年假可以结转几天？", "未休年假最多可结转五天。"),
        ("No sentence", "Anything?", "No sentence"),
        ("# The PH2 probe\n\nIt is small.", "How big is the PH2 probe?", "It is small."),
    ],
)  # fmt: skip
def test_a_passage_is_shown_around_the_sentence_nearest_to_the_question(
    text: str, question: str, nearest: str, room: int
) -> None:
    pieces = about(text, question, room)
    assert [p.text for p in pieces if p.part == "mark"] == [nearest]
    assert sum(len(p.text) + p.left_out for p in pieces) == len(" ".join(text.split()))
    assert sum(len(p.text) for p in pieces) <= max(len(nearest), room + 200)


def test_passages_of_short_lines_leave_room_for_each_other() -> None:
    table = "".join(f"| P{n} | {n} | {n} |\n" for n in range(90))
    start = table.index("| P45")
    shown = "".join(p.text for p in fold(table, [(start, start + 13)], share=2))
    assert 3 <= shown.count("\n") <= 11 and "| P45 | 45 |" in shown
    assert len(fold(table, [(start, start + 13)])) > 2


def test_wrapped_prose_is_joined_and_code_keeps_its_lines() -> None:
    shown = markup.folded([Piece("text", "one line,\ngoes on\n```sh\ncd x\nls y\n```\nand prose\nagain")])
    assert "one line, goes on" in shown and "```sh\ncd x\nls y\n```" in shown and "and prose again" in shown
