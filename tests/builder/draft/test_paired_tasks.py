"""Two tasks of one thing are asked for together, and each is told by a passage of its own."""

from __future__ import annotations

import pytest

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.paired_tasks import paired_tasks
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from tests.builder.draft.kb import document_of

_OPEN = "1. Open the panel.\n\n2. Press {0}.\n\n3. Press Done.\n"


def pairs(*pages: str, named: str = "{}.md") -> list[Candidate]:
    settings = [setting_of(outline(document_of(named.format(n), text)), Rarity(99, {})) for n, text in enumerate(pages)]
    return list(paired_tasks([c for s in settings for c in candidates_of(s)], settings))


def page(title: str, button: str) -> str:
    return f"# {title}\n\n{_OPEN.format(button)}"


@pytest.mark.parametrize(
    ("one", "two", "question"),
    [
        ("Edit a contact", "Add a contact", "How do you add and edit a contact?"),
        ("Link contacts", "Unlink contacts", "How do you link and unlink contacts?"),
        (
            "Add a contact",
            "Delete a contact from the list",
            "How do you add a contact, and how do you delete a contact from the list?",
        ),
        ("Exporting calendar data", "Exporting mail data", "How do you export calendar and mail data?"),
        (
            "Switch from Classic to Modern",
            "Switch from Modern to Classic",
            "How do you switch from classic to modern, and how do you switch from modern to classic?",
        ),
    ],
)
def test_two_tasks_that_differ_in_one_place_are_asked_together(one: str, two: str, question: str) -> None:
    (made,) = pairs(page(one, "Link"), page(two, "Remove"))
    assert made.question == question
    assert {s.group for s in made.spans} == {0, 1} and len({s.document_id for s in made.spans}) == 2
    assert "Press Link." in made.answer and "Press Remove." in made.answer


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Add a contact", "Create a contact"),
        ("Add a contact", "Add a world clock"),
        ("Set the default printer", "Set the screen time"),
        ("Turn on sticky keys", "Turn on airplane mode"),
        # One noun in common, of many, makes no two tasks akin.
        ("Restore an old backup file", "Attach an external file to a transaction"),
        ("Connect to the chat server", "Connect with your contact"),
        ("Receiving email", "Receiving options"),
        # Two acts on one thing that nobody asks for in one breath.
        ("Send a picture", "Delete a picture"),
        ("Deselect all files", "Extract files"),
        ("Add a chat server account", "Delete the chat server logs"),
        # The program all pages are about.
        ("Extend Gnumeric with Python", "Start Gnumeric from a terminal"),
    ],
)
def test_the_same_task_twice_or_two_unlike_ones_are_not_asked_together(one: str, two: str) -> None:
    assert pairs(page(one, "Link"), page(two, "Remove")) == []


def test_chinese_tasks_of_one_thing_are_asked_together_where_both_are_told_in_steps() -> None:
    steps = "1. 登录管理平台。\n2. 点击左侧的“{0}”。\n3. 选择需要{0}的单张表，点击“确定”。\n"
    text = f"# 数据库管理手册\n\n## 备份单张表\n\n{steps.format('备份')}\n## 恢复单张表\n\n{steps.format('恢复')}"
    (made,) = pairs(text)
    assert made.question.endswith("如何备份和恢复单张表？")
    assert made.answer.count("登录管理平台") == 2
    single = "# 数据库管理手册\n\n## 备份单张表\n\n1. 点击“备份”。\n\n## 恢复单张表\n\n1. 点击“恢复”。\n"
    assert pairs(single) == []
    prose = "# 数据库管理手册\n\n## 备份单张表\n\n执行 backup table 命令，可备份集群中指定的单张表。\n\n## 恢复单张表\n\n执行 restore table 命令，可恢复备份数据中的单张表。\n"
    assert pairs(prose) == []


def test_tasks_told_in_one_breath_or_by_a_page_about_itself_are_no_two() -> None:
    breath = "# Menu\n\nUse the arrow keys to select items in the menu. Press Enter to remove items from the menu.\n"
    assert pairs(breath) == []
    itself = "This page lists ways to open them: select one, choose it, and press Enter.\n"
    assert pairs(page("Add a contact", "Link"), f"# Edit a contact\n\n{itself}") == []


_FIELDS = "1. Press the {0} button.\n\n2. Type the text and press Return.\n\n3. Press Done.\n"


def test_tasks_of_one_page_are_asked_over_it_where_they_do_not_name_it() -> None:
    text = f"## Adding a new dictionary entry\n\n{_FIELDS.format('New')}\n## Edit an existing dictionary entry\n\n{_FIELDS.format('Edit')}"
    (made,) = pairs(f"# Pronunciation Preferences\n\nThe dictionary holds entries.\n\n{text}")
    assert made.question == (
        "In Pronunciation Preferences, how do you add a new dictionary entry, "
        "and how do you edit an existing dictionary entry?"
    )
    (named,) = pairs(f"# Dictionary entries\n\nThe dictionary holds entries.\n\n{text}")
    assert named.question.startswith("How do you add a new dictionary entry")


def test_tasks_of_two_pages_begin_where_somebody_is_led_to() -> None:
    one, two = (f"# {title} contacts\n\n{_FIELDS.format(title)}" for title in ("Link", "Unlink"))
    assert pairs(one, two) == []


def test_a_heading_s_capital_is_not_asked() -> None:
    text = (
        f"# Existing and original bindings\n\nEach binding has a key, which a binding keeps.\n\n## Changing existing Bindings\n\n{_OPEN.format('A')}"
        f"\n## Restoring original Bindings\n\n{_OPEN.format('B')}"
    )
    (made,) = pairs(text)
    assert made.question == "How do you change existing bindings, and how do you restore original bindings?"


def test_tasks_of_two_products_are_not_asked_together() -> None:
    one, two = page("Create a new profile", "New"), page("Save a new profile", "Save")
    assert [c.question for c in pairs(one, two)] == ["How do you create and save a new profile?"]
    assert pairs(one, two, named="{}/profiles.md") == []
