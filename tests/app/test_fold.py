"""Folding a passage around its marks: nothing is lost uncounted."""

from __future__ import annotations

import pytest

from screens.fold import LEVELS, fold, shorten

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
