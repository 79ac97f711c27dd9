"""English questions of manuals: whole steps, the page named where it is needed, no halves of answers."""

from __future__ import annotations

import pytest

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.english.actions import action_en, asked_how
from builder.draft.english.openings import opened
from builder.draft.lists import lists_of
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from tests.builder.draft.kb import document_of

# Below this nothing is kept.
_LEAST = 0.72


def listed(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(x.question, x.items) for x in lists_of(outline(document_of("a.md", text)), "en")]


def kept(text: str, name: str = "page.md") -> list[Candidate]:
    setting = setting_of(outline(document_of(name, text)), Rarity(99, {}))
    return [c for c in candidates_of(setting) if c.score >= _LEAST]


def test_a_note_between_two_steps_belongs_to_the_first() -> None:
    text = "# Link contacts\n\n1. Select the contact.\n\nIf none is shown, press Reload.\n\n2. Press Link.\n\n3. Press Done.\n"
    assert listed(text) == [
        (
            "How do you link contacts?",
            ("Select the contact. If none is shown, press Reload.", "Press Link.", "Press Done."),
        )
    ]


@pytest.mark.parametrize(
    "tail",
    [
        "3. Do one of the following:\n",
        "3. Press Open.\n\nThis will open another panel, which holds the switches.\n",
        "3. Enter the formula in C5: = B5 / B4.\n",
    ],
)
def test_steps_that_break_off_or_work_an_example_are_left_out(tail: str) -> None:
    assert listed(f"# Link contacts\n\n1. Select the contact.\n\n2. Press Link.\n\n{tail}") == []


def test_steps_that_are_one_way_of_two_are_left_out() -> None:
    text = "# Hide notices\n\nPress Super+V to hide all notices. Alternatively:\n\n1. Open the panel.\n\n2. Switch the notices off.\n"
    assert listed(text) == []


@pytest.mark.parametrize(
    ("heading", "above", "question"),
    [
        ("To set the blanking time:", "", "How do you set the blanking time?"),
        ("Record a fingerprint", "", "How do you record a fingerprint?"),
        ("Printing Two-Sided Pages", "", "How do you print two-sided pages?"),
        ("Using the mouse", "Move a window to a different workspace", "How do you move a window to a different workspace using the mouse?"),
        ("Online services and applications", "", ""),
        ("Display settings", "", ""),
        ("Document History Dialog", "", ""),
    ],
)  # fmt: skip
def test_headings_that_name_a_task(heading: str, above: str, question: str) -> None:
    assert asked_how(heading, above, "") == question


def test_a_name_in_a_heading_keeps_its_capitals() -> None:
    assert action_en("Enable Night Light", "You can enable Night Light at dusk.") == "enable Night Light"


@pytest.mark.parametrize(
    ("topic", "text", "start"),
    [
        ("Dashboard", "Open the Dashboard dialog first.", "In the Dashboard dialog, what"),
        ("VLOOKUP", "The VLOOKUP function returns a value.", "With the VLOOKUP function, what"),
        ("Document History Dialog", "", "In the Document History dialog, what"),
        ("Booking travel", "", "When booking travel, what"),
        ("Use a different microphone", "", "To use a different microphone, what"),
        ("Travel policy", "", "Under the travel policy, what"),
        ("How do privileges work?", "", "According to “How do privileges work”, what"),
    ],
)
def test_openings_fit_their_titles(topic: str, text: str, start: str) -> None:
    assert opened("What should you do if it fails?", topic, text, named=False).startswith(start)


PAGE = "# Dashboard\n\nClick the menu in the Dashboard dialog, then the button. Please click again in the menu.\n\n{}\n"


def test_a_case_names_its_page() -> None:
    found = [
        c
        for c in kept(PAGE.format("If the marker is missing, you must record a new session."))
        if c.template == "en:if-do"
    ]
    assert [c.question for c in found] == ["In the Dashboard dialog, what must you do if the marker is missing?"]


@pytest.mark.parametrize(
    "told",
    [
        "If the marker is missing, you must also record a new session.",
        "If the marker is missing, you must record a new session. Otherwise, press Stop.",
        "If the marker is missing, you must record a new session. If the marker is missing, press Stop.",
        "For example, take a file. If the marker is missing, you must record a new session.",
        "If the marker is missing, you must record a new session:\n\n1. Press Stop.\n2. Press Record.",
        "If the marker is missing, you must restore the file.",
        "If you are recording, you can press Shift to add a marker.",
        "If the marker is missing, you may need to record a new session.",
    ],
)
def test_a_case_answered_by_halves_is_left_out(told: str) -> None:
    assert [c.question for c in kept(PAGE.format(told)) if c.subkind == "condition"] == []


def test_what_a_page_mentions_in_passing_is_not_defined_by_it() -> None:
    text = "# Backups\n\nYou must plan. Please click Save, then you must wait.\n\nA tape robot is a machine that moves tapes between shelves.\n"
    assert [c.question for c in kept(text) if c.subkind == "definition"] == []
    (found,) = [c for c in kept(text.replace("# Backups", "# Tape robots")) if c.subkind == "definition"]
    assert found.question == "What is a tape robot?"


def test_a_question_about_that_directory_points_outside() -> None:
    from builder.draft.checks.form import SELF_CONTAINED

    asked = Candidate(
        "Should scripts modify files outside of that directory?", "No.", (), (), "factual", "yes_no", "en", 0.8, "t"
    )
    assert not SELF_CONTAINED.run(asked, None).passed  # type: ignore[arg-type]


def test_a_number_within_an_example_is_not_asked_for() -> None:
    text = "# Advanced sick leave\n\nYou must ask first. Please ask your manager, then you must wait.\n\nYou will earn {} hours of sick leave.\n"
    assert [c.template for c in kept(text.format("104")) if c.subkind == "number"] == ["en:quantity"]
    assert [c for c in kept(text.format("104 more")) if c.subkind == "number"] == []
