"""A bare figure against a passage: said otherwise only where it is about the same matter and in the same unit."""

from __future__ import annotations

import pytest

from builder.upkeep.other_figure import figures_lost, gives_other_figure

PERMIT = "A parking permit costs 12 EUR per month. It is valid for 6 months."
LEAVE = "How many days of annual leave does every employee have?"


@pytest.mark.parametrize(
    ("question", "answer", "passage", "sentence"),
    [
        (
            LEAVE,
            "26 days",
            "Every employee has 28 days of annual leave.",
            "Every employee has 28 days of annual leave.",
        ),
        (
            "How much does a parking permit cost?",
            "15 EUR per month",
            PERMIT,
            "A parking permit costs 12 EUR per month.",
        ),
        ("When does the canteen close?", "15:30", "The canteen closes at 14:15.", "The canteen closes at 14:15."),
        ("年休假有几天？", "7天", "年休假有5天。", "年休假有5天。"),
    ],
)
def test_another_figure_of_the_same_matter(question: str, answer: str, passage: str, sentence: str) -> None:
    assert gives_other_figure(question, answer, passage) == sentence


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        (LEAVE, "26 days", "Every employee has 60 days of parental leave."),  # another matter
        (
            LEAVE,
            "26 days",
            "Every employee has 26 days of annual leave, after ten years 28 days.",
        ),  # the same stands too
        ("How long is the training?", "1.5 hours", "The training lasts 90 minutes."),  # the same in other units
        ("How much does a parking permit cost?", "12 months", PERMIT),  # nothing in that unit beside it
        ("In which year was the house founded?", "1968", "The house was founded on 20 February 1968."),
        ("Who approves trips above 2,000 EUR?", "the director", "Trips above 3,000 EUR are approved by the board."),
        (LEAVE, "", "Every employee has 28 days of annual leave."),
    ],
)
def test_no_word_against_the_answer(question: str, answer: str, passage: str) -> None:
    assert not gives_other_figure(question, answer, passage)


def test_figures_that_the_new_evidence_no_longer_holds() -> None:
    old, new = (
        "Employees may spend up to 160 EUR a night for 14 days.",
        "Staff may now spend up to 175 EUR for 14 days.",
    )
    assert figures_lost("160 EUR for 14 days", old, new) == ["160 EUR"]
    assert figures_lost("两周", old, new) == [] == figures_lost("14 days", old, new)
