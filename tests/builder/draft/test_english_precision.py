"""English drafts that read well and are still no questions: wrong verbs, names said again, passing remarks, lost context."""

from __future__ import annotations

import pytest

from builder.draft.blocks import outline
from builder.draft.english.actions import action_en, are_steps, asked_how
from builder.draft.english.cells import cell_en, told_en
from builder.draft.english.facts import questions_of
from builder.draft.gather import gather
from builder.draft.lists import lists_of
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.topic import lower_opening
from tests.builder.draft.kb import chunks_of, document_of

_LEAST = 0.72


def asked(sentence: str, template: str) -> list[str]:
    return [a.question for a in questions_of(sentence) if a.template == f"en:{template}"]


def kept(text: str, template: str) -> list[str]:
    setting = setting_of(outline(document_of("page.md", text)), Rarity(99, {}))
    return [c.question for c in candidates_of(setting) if c.score >= _LEAST and c.template == f"en:{template}"]


def listed(text: str) -> list[str]:
    return [x.question for x in lists_of(outline(document_of("a.md", text)), "en")]


@pytest.mark.parametrize(
    ("template", "sentence", "question"),
    [
        ("quantity", "Each pair of cards removed scores two points.", ""),
        ("quantity", "Each pair removed from the game scores two points.", "How many points does each pair removed from the game score?"),
        ("enabling", "The Undo element permits to customize the undo feature.", ""),
        ("enabling", "The Undo element permits users to customize the undo feature.", ""),
        ("enabling", "The Undo element permits users to choose how many changes are kept.", "What does the Undo element permit users to do?"),
        ("enabling", "The Open File dialog allows you to choose a file to open.", ""),
        ("enabling", "Archive Manager allows you to encrypt an archive with a password.", ""),
        ("enabling", "The use of boxes enables windows to change size in other languages.", ""),
        ("enabling", "The Tags plugin allows you to change several aspects of the song.", ""),
        ("use", "The Edit menu is mostly used for operations on a worksheet.", ""),
        ("whether", "The archive will not remove the original files, which remain on the disk.", ""),
        ("whether", "Programs which are not enabled will not be started at login.", ""),
        ("whether", "FreedomBox does not work with some firmware versions.", ""),
        ("definition", "User websites is a standard location that users choose.", ""),
        ("definition", "The FAQ is an attempt that provokes thought.", ""),
        ("why", "List elements are currently unusable because they cannot be configured.", ""),
        ("why", "When resolving dependencies, 1.2.1 will be used because it is pinned.", ""),
        ("if-do", "If the log is not available, you can look at the screen, but it can be hard to read.", ""),
        ("whether", "DRD however does not support programs that use futexes.", ""),
        ("year", "In Rust 2015, paths work differently in use declarations than they do elsewhere.", ""),
        ("how-to", "Double-quotes can be included by surrounding the quotes with the # character.", ""),
        ("place", "The SVG file will be saved in the backup folder.", ""),
        ("how-to", "To create new content, use email clients like Evolution.", ""),
        ("how-to", "You can use Glade to place widgets in a window.", ""),
        ("how-to", "To set your preferences for list columns, choose Edit ▸ Preferences.", ""),
        ("how-to", "You can use the Startup tab to add, modify, and remove programs.", ""),
        ("how-to", "To access network places, open the file manager and choose Places ▸ Servers.", "How do you access network places?"),
        ("enabling", "Multiple adjacent spaces enable you to generate long sequences of cards.", "What do multiple adjacent spaces enable you to do?"),
        ("use", "The options tab of the Meier tools dialog is used to set various options of the Meier tool.", ""),
        ("use", "The options tab of the Meier tools dialog is used to choose a confidence level.", "What is the options tab of the Meier tools dialog used for?"),
        ("use", "The “Keywords” field is used to relate reports and the “CC” field is used by readers.", ""),
        ("place", "The AutoSave tool can save your workbook automatically at specific intervals.", ""),
        ("place", "The AutoSave tool can save your workbook automatically in the backup folder.", "Where can the AutoSave tool save your workbook automatically?"),
        ("value", 'The only error value occasionally entered is "#N/A".', ""),
        ("value", 'The error value of an empty lookup is "#N/A".', "What is the error value of an empty lookup?"),
        ("value", "The maximum number of rows in a sheet is 65,536.", "What is the maximum number of rows in a sheet?"),
        ("whether", "You can't go digging through junkyards.", ""),
        ("whether", "You cannot delete the default profile.", "Can you delete the default profile?"),
        ("date", "You will only have 8 weeks of leave available until March 2023.", ""),
        ("why", "Some elements may be difficult to select because they interact with the mouse.", ""),
    ],
)  # fmt: skip
def test_only_what_the_sentence_tells_is_asked(template: str, sentence: str, question: str) -> None:
    assert asked(sentence, template) == ([question] if question else [])


def test_letters_explained_once_in_passing_are_left_out() -> None:
    told = "The solver handles linear problems and integer programming (IP) with several engines."
    assert kept(f"# Solver\n\n{told}\n", "acronym") == []
    assert kept(f"# Integer programming\n\n{told}\n", "acronym") == ["What does IP stand for?"]
    assert kept(f"# Solver\n\n{told} Choose IP or LP. Most IP models are small.\n", "acronym") == [
        "What does IP stand for?"
    ]


def test_a_column_of_explanations_is_no_attribute() -> None:
    assert cell_en("Charting", "Component", "Explanation", "Problems with graphs") == ("", "")
    assert cell_en("Charting", "Component", "Owner", "Ada Smith")[0] == "Who is the owner of Charting?"


def test_advice_is_no_rule() -> None:
    text = "# Kansas\n\n## {}\n\nCards on the Foundations cannot be moved back onto Tableau piles.\n"
    assert kept(text.format("Strategy"), "whether") == []
    assert len(kept(text.format("Rules"), "whether")) == 1


def test_one_sentence_before_steps_is_not_the_whole_way() -> None:
    text = "# Moving cards\n\nUse the Hand tool to move cards.\n\nThe cards follow the pointer.\n\n{}"
    assert kept(text.format("1. Press the button.\n\n2. Release it.\n"), "how-to") == []
    assert kept(text.format(""), "how-to") == ["How do you move cards?"]


@pytest.mark.parametrize(
    ("steps", "tail"),
    [
        ("1. Press the New Entry button (Alt+N).\n\n2. Type the text.\n", ""),
        ("1. Press Search key symbol in the corner.\n\n2. Type the text.\n", ""),
        ("1. Write the function in your copy of my-func.py.\n\n2. Insert the name.\n", ""),
        ("1. Open the list.\n\n2. Press Delete.\n", "\nThe default entry cannot be deleted.\n"),
    ],
)
def test_steps_with_an_exception_or_without_their_beginning_are_left_out(steps: str, tail: str) -> None:
    assert listed(f"# Link contacts\n\n{steps}{tail}") == []


@pytest.mark.parametrize(
    ("steps", "tail"),
    [
        ("1. Press the New Entry button in the toolbar.\n\n2. Type the text.\n", ""),
        ("1. Press the Search symbol in the corner.\n\n2. Type the text.\n", ""),
        ("1. Write the function in a copy of my-func.py.\n\n2. Insert the name.\n", ""),
        ("1. Open the list.\n\n2. Press Delete.\n", "\nThe list is then sorted.\n"),
    ],
)
def test_whole_steps_are_asked_for(steps: str, tail: str) -> None:
    assert listed(f"# Link contacts\n\n{steps}{tail}") == ["How do you link contacts?"]


def test_any_of_several_is_no_task() -> None:
    steps = "\n\n1. Open Colors.\n\n2. Select a scheme.\n"
    assert listed(f"# Colors\n\nTo set any of the schemes, follow the steps:{steps}") == []
    assert listed(f"# Colors\n\nTo set a scheme, follow the steps:{steps}") == ["How do you set a scheme?"]


def test_a_task_on_what_two_products_have_is_left_out() -> None:
    steps = "# Profiles\n\n## Deleting a profile\n\n1. Open the list.\n\n2. Press Delete.\n"
    other = "# Manage profiles\n\nThe speech of the screen reader is set in its profiles.\n"

    def tasks(*names: str) -> list[str]:
        documents = [document_of(n, t) for n, t in zip(names, (steps, other), strict=True)]
        chunks = [c for d in documents for c in chunks_of(d)]
        pool = gather(chunks, {d.id: d for d in documents}.__getitem__, Rarity(2, {}))
        return [c.question for c in pool.factual if c.subkind == "procedure"]

    assert tasks("terminal/profiles.md", "reader/profiles.md") == []
    assert tasks("terminal/profiles.md", "terminal/speech.md") == ["How do you delete a profile?"]


def test_a_capital_of_another_name_is_not_the_words_own() -> None:
    page = "Move to the Key Bindings page. It lists the default bindings of each key."
    assert action_en("Changing existing Bindings", page) == "change existing bindings"


def test_a_list_item_without_words_is_no_step() -> None:
    assert not are_steps([",", ". x", ", and so on"])


def test_what_the_reader_does_with_a_control_is_not_what_it_does() -> None:
    asked, said = told_en(
        "Acceleration", "Element", "Description", "Use the slider to specify the speed of the pointer."
    )
    assert asked == "What is the “Acceleration” element used for?" and said.endswith(
        "is used to specify the speed of the pointer."
    )
    assert told_en("Acceleration", "Element", "Description", "Click here for more.") == ("", "")


def test_the_last_of_a_number_is_not_how_many_there_are() -> None:
    assert asked("Your history list contains the last ten items that you viewed.", "quantity") == []


def test_one_of_what_a_picture_shows_is_asked_nothing() -> None:
    assert asked("The last workspace does not contain currently open windows.", "whether") == []


def test_a_program_with_a_plural_name_keeps_its_capital() -> None:
    text = "Videos allows you to choose what is shown. Some videos are long."
    assert lower_opening("What does videos allow you to do?", text) == "What does Videos allow you to do?"
    assert lower_opening("What does it do?", text) == "What does it do?"


@pytest.mark.parametrize(
    ("row", "question"),
    [
        (("Tar archive compressed with gzip", "Format", "Filename extension", ".tar.gz"), ""),
        (("Electronic Publication", "Format", "Filename extension", ".epub"), "What is the filename extension of Electronic Publication?"),
        (("Create a link to an item", "Drop", "Mouse pointer", "Arrow"), ""),
        (("No key", "Key", "Movement mode", "Switched movement"), ""),
        (("General", "Format", "Sample", "36068.75"), ""),
        (("Click-and-hold", "Action", "Definition", "Press the left button"), ""),
    ],
)  # fmt: skip
def test_a_cell_is_asked_for_where_its_row_and_column_can_stand_in_a_sentence(row: tuple[str, str, str, str], question: str) -> None:  # fmt: skip
    assert cell_en(*row)[0] == question


def test_a_cell_that_is_a_sentence_or_breaks_off_says_nothing_of_its_row() -> None:
    assert told_en("Alt key", "Key", "Description", "The object jumps over other objects.") == ("", "")
    assert told_en("Device", "Element", "Description", "Choose a device to receive sound input from.") == ("", "")
    assert told_en("Always", "Option", "Description", "Performs the action for all files.") == ("", "")


def test_a_section_over_several_tables_names_none_of_them() -> None:
    rows = "| Command | {} |\n|---|---|\n| {} | {} |\n\n"
    text = "# Keys of the player\n\n## Window shortcuts\n\n" + rows.format("Description", "play", "Start the playback")
    one = "According to the section “Window shortcuts” of “Keys of the player”, what is the play command used for?"
    assert kept(text, "cell") == [one]
    two = kept(text + rows.format("Effect", "stop", "End the playback"), "cell")
    assert two and not any("Window shortcuts" in question for question in two)


@pytest.mark.parametrize(
    ("heading", "text", "question"),
    [
        ("Add actions", "", ""),
        ("Use a different language", "", ""),
        ("Save to a file", "", ""),
        ("Add actions to a folder", "", "How do you add actions to a folder?"),
        ("Create audio CD", "Insert a blank CD.", "How do you create an audio CD?"),
        ("Configure structural navigation", "a structural navigation key", "How do you configure structural navigation?"),
        ("Shortcuts for including cells", "", ""),
    ],
)  # fmt: skip
def test_a_heading_names_what_its_task_is_done_to(heading: str, text: str, question: str) -> None:
    assert asked_how(heading, "", text) == question


@pytest.mark.parametrize(
    "step",
    [
        "Press the button from the header bar: - You should see it.",
        "Click on the a tile you want.",
        "Press the \ufffd button.",
        "Click to return toAtril window.",
        "Export your files:",
    ],
)
def test_steps_with_leavings_of_the_page_are_left_out(step: str) -> None:
    text = "# Remove two tiles\n\n1. {}\n\n2. Click on a matching tile.\n"
    assert listed(text.format(step)) == []
    assert listed(text.format("Click on a tile.")) == ["How do you remove two tiles?"]


def test_what_a_step_sends_its_reader_to_is_no_part_of_it() -> None:
    text = "# Modify a launcher\n\n1. Open the menu.\n\n2. Choose Properties. For more information on it, see Launcher Properties.\n"
    (found,) = lists_of(outline(document_of("a.md", text)), "en")
    assert found.items == ("Open the menu.", "Choose Properties.")


def test_a_question_of_a_heading_has_its_reason() -> None:
    text = "# Why does the window keep closing?\n\n{} The window then has to be opened again by hand.\n"
    assert kept(text.format("You will see a message."), "heading-question") == []
    assert len(kept(text.format("It closes because its file was removed."), "heading-question")) == 1
