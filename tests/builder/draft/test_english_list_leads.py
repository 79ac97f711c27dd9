"""What the lead of an English list asks for."""

from __future__ import annotations

import pytest

from builder.draft.blocks import outline
from builder.draft.english.list_leads import list_question
from builder.draft.lists import lists_of
from tests.builder.draft.kb import document_of


@pytest.mark.parametrize(
    ("lead", "question"),
    [
        ("There are three kinds of FSA", "What are the three kinds of FSA?"),
        ("There are three key people involved in the RA process", "Who are the three key people involved in the RA process?"),
        ("You have three options if you need to change your plans at the airport", "What three options do you have if you need to change your plans at the airport?"),
        ("The following expenses require receipts", "Which expenses require receipts?"),
        ("You can use Sick Leave for", "What can you use Sick Leave for?"),
        ("The medical note should include", "What should the medical note include?"),
        ("More broadly, FITARA outlines specific requirements related to", "What does FITARA outline specific requirements related to?"),
        ("If you are running out of leave hours, you can request", "What can you request if you are running out of leave hours?"),
        ("To request PPL, you’ll need to email the following items to your HR specialist", "Which items do you need to email to your HR specialist to request PPL?"),
        ("To be eligible for VLTP, you must have all of the following", "What must you have to be eligible for VLTP?"),
        ("Local transit costs may be authorized in the following situations", "In which situations may local transit costs be authorized?"),
        ("GSA provides equipment to accommodate an injury under these conditions", "Under which conditions does GSA provide equipment to accommodate an injury?"),
        ("The budget can be raised by the office, provided that", "Under what conditions can the budget be raised by the office?"),
        ("If you receive a suspicious email, follow these steps", "What should you do if you receive a suspicious email?"),
        ("Upon returning from leave, remember to", "What should you do upon returning from leave?"),
        ("The voucher allows users to", "What does the voucher allow users to do?"),
    ],
)  # fmt: skip
def test_a_lead_is_asked_for_what_its_list_tells(lead: str, question: str) -> None:
    asked = list_question(lead, ("a first thing", "a second thing", "a third thing"))
    assert asked is not None and asked.question == question


@pytest.mark.parametrize(
    ("lead", "items"),
    [
        ("There are three kinds of FSA", 2),  # one is missing, or two stand in one item
        ("The following services are known to work", 3),  # nothing says which services
        ("The following list provides approvers for billable travel", 3),
        ("Here are some common barriers to using the tool with partners", 3),
        ("Courses include, but are not limited to the following", 3),
        ("The dialog box has the following parts", 3),
        ("Please provide the following information", 3),
        ("It supports the following formats of pictures", 3),
        ("To limit these risks", 3),
    ],
)
def test_some_of_it_or_what_leans_on_the_page_is_not_asked(lead: str, items: int) -> None:
    assert list_question(lead, [f"thing {n}" for n in range(items)]) is None


def test_a_list_that_goes_on_is_no_whole_answer() -> None:
    assert list_question("You can use Sick Leave for", ("visits", "illness, etc.")) is None


def test_the_list_is_the_answer_without_its_joining_words() -> None:
    text = "# Leave\n\nWhy plan? You can use Sick Leave for:\n\n- doctor visits,\n- mental health care, and\n- any other health need.\n"
    (listed,) = lists_of(outline(document_of("leave.md", text)), "en")
    assert listed.question == "What can you use Sick Leave for?"
    assert listed.items == ("doctor visits", "mental health care", "any other health need.")
    assert text[listed.start :].startswith("You can use")


def test_points_within_points_are_not_asked_for() -> None:
    text = "# Leave\n\nYou can use Sick Leave for:\n\n- doctor visits\n  1. with a note\n  2. without\n- mental health care\n"
    assert list(lists_of(outline(document_of("leave.md", text)), "en")) == []


def test_a_list_of_what_is_left_open_is_not_asked_for() -> None:
    assert list_question("Call list views include", ("Direct callers", "All callers")) is None
