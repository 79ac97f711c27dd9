"""Upper bounds are not lower bounds, in both languages."""

from __future__ import annotations

import pytest

from builder.draft.checks.bounds import turned_bound


@pytest.mark.parametrize(
    ("question", "evidence", "turned"),
    [
        ("What is the maximum length of a password?", "A password has at least 14 characters.", True),
        ("What is the minimum length of a password?", "A password has at least 14 characters.", False),
        ("At least how many days must be taken?", "Staff take no more than 10 days at once.", True),
        ("What is the maximum number of phones?", "A logger can be paired with at most eight phones.", False),
        ("What is the maximum number of phones?", "A logger can be paired with eight phones.", False),
        ("What is the maximum voltage?", "The voltage is at least 5 V and at most 12 V.", False),
        ("口令最长为多少位？", "口令不少于十四位。", True),
        ("口令最短为多少位？", "口令不少于十四位。", False),
        ("每次至少休多少天？", "每次休假不超过十天。", True),
        ("最多可以结转多少天？", "最多可结转五天。", False),
    ],
)
def test_the_bound_asked_for_is_the_one_given(question: str, evidence: str, turned: bool) -> None:
    assert turned_bound(question, evidence) == turned
