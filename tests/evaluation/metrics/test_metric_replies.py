"""Replies that are neither answers nor refusals, and how well refusals are told."""

from __future__ import annotations

import pytest

from evaluation.metrics.other_replies import off_topic, other_reply_values
from evaluation.metrics.refusal import detector_value

LONG = "Our bakery in Lisbon sells excellent custard tarts every morning."


def test_only_items_that_expect_such_a_reply_have_its_metric() -> None:
    assert other_reply_values("answer", "correct") == {}
    assert other_reply_values("ask_back", "correct")["asked_back"].value == 1.0
    assert other_reply_values("correct_premise", "wrong")["premise_corrected"].value == 0.0
    assert other_reply_values("report_conflict", "undefined")["conflict_reported"].reason.startswith("judge error")


@pytest.mark.parametrize(
    ("question", "reply", "refused", "cosine", "expected"),
    [
        ("How many days of leave are there?", LONG, False, 0.05, 1.0),
        ("How many days of leave are there?", LONG, False, 0.6, 0.0),
        ("How many days of leave are there?", LONG, None, None, 1.0),
        ("How many days of leave are there?", LONG, True, 0.05, 0.0),
        ("How many days of leave are there?", "Twenty-five.", False, 0.05, 0.0),
        ("How many tarts are sold?", LONG, False, 0.05, 0.0),
        ("年假有几天？", "本店每天早晨出售新鲜的葡式蛋挞和咖啡。", False, 0.1, 1.0),
        ("年假有几天？", "员工每年享有二十五天年假，须提前三天申请。", False, 0.1, 0.0),
    ],
)
def test_off_topic(question: str, reply: str, refused: bool | None, cosine: float | None, expected: float) -> None:
    assert off_topic(question, reply, refused, "refuse", lambda: cosine).value == expected


def test_meaning_is_asked_only_where_words_do_not_settle_it() -> None:
    def never() -> float:
        raise AssertionError("asked")

    assert off_topic("How many tarts?", LONG, False, "answer", never).value == 0.0
    assert off_topic("Which one?", LONG, False, "ask_back", never).value is None
    assert off_topic("How many tarts?", "", False, "answer", never).reason == "no answer"


def test_the_detector_is_measured_where_people_have_ruled() -> None:
    assert [detector_value(True, True).value, detector_value(True, False).value] == [1.0, 0.0]
    assert detector_value(True, None).reason == "no person has said whether this reply refuses"
