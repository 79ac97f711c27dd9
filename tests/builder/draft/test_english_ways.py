"""English questions about how something is done, where it is kept, what its value is and with which version it came."""

from __future__ import annotations

import pytest

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.english.actions import asked_how
from builder.draft.english.facts import questions_of
from builder.draft.english.openings import opened
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from tests.builder.draft.kb import document_of

_LEAST = 0.72


def kept(text: str, name: str = "page.md") -> list[Candidate]:
    setting = setting_of(outline(document_of(name, text)), Rarity(99, {}))
    return [c for c in candidates_of(setting) if c.score >= _LEAST]


def asked(sentence: str, template: str) -> list[str]:
    return [a.question for a in questions_of(sentence) if a.template == template]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("To restore an old file, open the backup in Files with the date of the change.", "How do you restore an old file?"),
        ("To restore an old file, open the backup with the date of the change.", ""),
        ("If you want to admit more people, you need to create a file /etc/group.", "How do you admit more people?"),
        ("Use the mouse to move cards.", ""),
        ("You can trigger certain common commands by pressing Ctrl and a letter.", ""),
        ("To remove a word from the list, press Remove.", ""),
        ("Terminal menu can be accessed by combining the Alt key and a letter of the menu item.", ""),
        ("The Terminal menu can be accessed by pressing the Alt key and a letter.", "How can the Terminal menu be accessed?"),
        ("In order to order a new card, you must call the help desk.", "How do you order a new card?"),
        ("Use the Pin tool to join two pads of a net.", "How do you join two pads of a net?"),
        ("You can cancel the search by pressing Esc twice.", "How do you cancel the search?"),
        ("You can serve static files from a directory using StaticFiles.", "How do you serve static files from a directory?"),
        ("Old libraries can be removed by selecting them in the list and pressing Delete.", ""),
        ("Old libraries can be removed by selecting their rows and pressing Delete.", ""),
        ("Symbol libraries can be removed by selecting rows in the list and pressing Delete.", "How can symbol libraries be removed?"),
    ],
)  # fmt: skip
def test_the_way_to_an_aim_is_asked_for(sentence: str, question: str) -> None:
    assert asked(sentence, "en:how-to") == ([question] if question else [])


@pytest.mark.parametrize(
    "sentence",
    [
        "To learn more about modules, read the manual of the language.",
        "To use forms, first install the package for forms.",
        "To add a user, go to the page of users and groups.",
        "To do so, press the button in the toolbar twice.",
        "To save power, the display can be dimmed after a while.",
        "Press the Close button to close the dialog.",
        "You can contribute to the project by adding support for more devices.",
        "To share files, use one of several tools of the office.",
        "If you need to travel by train only, choose the Rail icon.",
        "To create bus aliases, open the dialog of the bus in the Tools menu.",
        "You can change the format of a column by setting your preferred format.",
        "You can use shared memos to show holidays, pay days and so on.",
        "You can check to see if your module is using a library by using tools.",
    ],
)
def test_pointers_first_steps_and_aims_without_a_way_are_left_out(sentence: str) -> None:
    assert asked(sentence, "en:how-to") == []


@pytest.mark.parametrize(
    ("sentence", "template", "question"),
    [
        ("The maximum size of an upload in the portal is 200 MB.", "en:value", "What is the maximum size of an upload in the portal?"),
        ("The default skin set by the program is Timeless.", "en:value", "What is the default skin set by the program?"),
        ("The maximum size of an upload in the portal is not known.", "en:value", ""),
        ("The name of the table is the same as that of the file.", "en:value", ""),
        ("Streamlit removed the limit on nested columns in version 1.46.0.", "en:version", "In which version did Streamlit remove the limit on nested columns?"),
        ("Enumerations are available in the language since version 3.4.", "en:version", "Since which version are enumerations available in the language?"),
        ("Make tickets for the portal valid for 12 hours.", "en:quantity", ""),
        ("The employee tells the office at least 15 weeks before the date and names the day.", "en:quantity", ""),
        ("Where needed, the symbol can be saved in the library of the user.", "en:place", ""),
        ("Causes are not named before the lead of the team has agreed.", "en:whether", ""),
        ("Two names are usually used for directories that are outside of the root.", "en:use", ""),
        ("In order to aid in debugging, the log directive allows you to record the input.", "en:enabling", ""),
        ("The record protocol, shown in Figure 3, is used to transfer data between the two.", "en:use", ""),
        ("The first day of the leave can be changed with 28 days' notice.", "en:quantity", ""),
        ("The line between the pins is no longer drawn because the connection has been made.", "en:why", ""),
        ("Training is repeated every two years by the team for safety.", "en:quantity", ""),
        ("Since version 2.4 the server supports connections over HTTP/2.", "en:version", ""),
        ("Bus aliases are saved in the schematic file.", "en:place", "Where are bus aliases saved?"),
        ("A file can be stored on your computer either as one file or in a database.", "en:place", ""),
        ("The Violation panel lets you configure the level of each message.", "en:enabling", "What does the Violation panel let you do?"),
        ("Fill out the form for an interpreter at least 72 hours before the event.", "en:quantity", "At least how many hours before the event must you fill out the form for an interpreter?"),
        ("The manager must provide a plan to the owner within 30 days of the request.", "en:quantity", "Within how many days of the request must the manager provide a plan to the owner?"),
        ("All employees, however long they have worked here, accrue four hours of leave.", "en:quantity", ""),
        ("Flat plans (sheets of a drawing are not joined in a master diagram).", "en:whether", ""),
        ("The server cannot use other ciphers (at least until you add a second key).", "en:whether", ""),
        ('SetHandler A "handler" is an internal representation of the action to be performed.', "en:definition", ""),
        ("When you ./configure the source tree of the server, you need to give it one more argument.", "en:if-do",
         "What do you need to do when you ./configure the source tree of the server?"),
    ],
)  # fmt: skip
def test_values_versions_places_and_bounds(sentence: str, template: str, question: str) -> None:
    assert asked(sentence, template) == ([question] if question else [])


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("Message templates", "A message template is a letter to fill in."),
        ("Lock files", "The program writes a lock file beside the data."),
        ("Message templates", ""),
        ("FMLA for caregiving and health", ""),
    ],
)
def test_nouns_in_a_heading_are_no_task(heading: str, text: str) -> None:
    assert asked_how(heading, "", text) == ""


def test_a_name_is_not_taken_for_what_one_does() -> None:
    assert opened("How do I ask for help?", "Writing Lab 101", "") == ""
    assert opened("What can you do if it fails?", "Find a lost file", "").startswith("When finding a lost file, ")


FAQ = "# {}\n\n{}\n"
CODE = "```python\nst.set_page_config(page_title='App')\n```"


def headed(heading: str, body: str) -> list[tuple[str, str]]:
    found = kept(FAQ.format(heading, body))
    return [(c.question, c.answer) for c in found if c.template.startswith("en:heading")]


def test_code_that_a_sentence_announces_belongs_to_the_answer() -> None:
    told = "Set the title of the page before anything else is drawn:"
    answer = f"{told}\n{CODE}"
    assert headed("How to remove the suffix from the title?", f"{told}\n\n{CODE}") == [
        ("How do you remove the suffix from the title?", answer)
    ]
    assert headed("How to remove the suffix from the title?", f"{told}\n\n```\n{{!code.py!}}\n```") == []
    more = f"{told}\n\n{CODE}\n\nRelated posts:\n\n- Titles of pages\n- Names of pages"
    assert [a for _, a in headed("How to remove the suffix from the title?", more)] == [answer]


def test_the_first_paragraph_answers_a_plain_question_with_a_long_answer() -> None:
    first = "The program forbids nested columns because they do not fit on small screens."
    body = first + "".join(
        f"\n\nMore on the history of columns, part {n}, which nobody needs to know." for n in range(9)
    )
    assert headed("Why does the program restrict nested columns?", body) == [
        ("Why does the program restrict nested columns?", first)
    ]
    assert headed("How do I make the program restrict columns?", body) == []


def test_a_failure_with_its_solution_is_asked_about() -> None:
    body = (
        "## Problem\n\nYou see an error.\n\n## Solution\n\nInclude the headless package in the list of requirements.\n"
    )
    assert headed("ImportError libGL cannot be opened", body) == [
        (
            "How do you solve the problem “ImportError libGL cannot be opened”?",
            "Include the headless package in the list of requirements.",
        )
    ]
    assert headed("ImportError libGL cannot be opened", "Include the headless package.") == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("Contact your specialist in the office of human resources, who sends you the papers.", True),
        ("You can combine contacts that are stored twice into one entry.", False),
        ("Contact your specialist in the office.\n\nThen wait for the papers to arrive.", False),
        ("Contact your specialist in one of these ways.", False),
        ("Leave is granted to those who have worked for a year.", False),
    ],
)
def test_one_paragraph_of_orders_answers_a_heading_that_names_a_task(body: str, told: bool) -> None:
    found = headed("Apply for family leave", body)
    assert found == ([("How do you apply for family leave?", body)] if told else [])


def test_of_rules_the_page_is_named_and_its_nouns_are_anybodys() -> None:
    text = "# Card policy\n\n## Receipts\n\nThe cardholder adds receipt and cost centre within 14 days.\n\n{}\n"
    asked_ = "Under the card policy, within how many days does the cardholder add receipt and cost centre?"
    assert [c.question for c in kept(text.format("Claims are kept."))] == [asked_]
    assert kept(text.format("The first card was made in Paris, where a bank had been founded.")) == []
    assert kept(text.format("Claims are kept. " * 2000)) == []


def test_a_task_is_not_said_twice() -> None:
    text = "# Adding attachments to an email\n\nYou must choose first. Please click, then you must wait.\n\n## Attach pictures\n\n1. Press Add.\n\n2. Select the file.\n"
    assert [c.question for c in kept(text)] == ["How do you attach pictures?"]


def test_tabs_of_a_page_are_no_words_of_it() -> None:
    view = outline(document_of("a.md", '# Start\n\n=== "Python 3.10"\n\nInstall it.\n'))
    assert [b.kind for b in view.blocks] == ["heading", "paragraph"]


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        (
            "To display the Quick Buttons, choose Settings → Configure Chat. The Configure screen will appear. Check Show quick buttons and click OK.",
            "To display the Quick Buttons, choose Settings → Configure Chat. The Configure screen will appear. Check Show quick buttons and click OK.",
        ),
        ("To display the Quick Buttons, choose Settings → Configure Chat. Quick Buttons are red.", "To display the Quick Buttons, choose Settings → Configure Chat."),
        ("To display the Quick Buttons, choose Settings → Configure Chat.\n\n1. Tick Quick.\n2. Click OK.", None),
        ("To display the Quick Buttons, choose Settings → Configure Chat. Click the box shown below.", None),
        ("To display the Quick Buttons, choose Interface from the list on the left.", None),
    ],
)  # fmt: skip
def test_a_way_goes_on_to_its_end_or_is_not_asked_for(told: str, answer: str | None) -> None:
    text = f"# Quick Buttons\n\n{told}\n"
    setting = setting_of(outline(document_of("quick.md", text)), Rarity(9, {}))
    made = [c for c in candidates_of(setting) if c.template == "en:how-to" and c.score >= 0.72]
    assert [c.answer for c in made] == ([answer] if answer else [])
    assert all(text[c.spans[0].start : c.spans[0].end] == answer for c in made)


@pytest.mark.parametrize(
    ("sentence", "template", "question"),
    [
        ("DNS forwarding is enabled by default.", "en:default", "Is DNS forwarding enabled by default?"),
        ("By default, system logs are not retained over reboots.", "en:default", "Are system logs retained over reboots by default?"),
        ("Passwords must be changed every 90 days.", "en:time", "How often must passwords be changed?"),
        ("Access tokens expire after 30 days.", "en:time", "After how long do access tokens expire?"),
        ("Passwords must be at least 12 characters long.", "en:time", "How long must passwords be?"),
        ("You must be at least 18 years old to join the lottery.", "en:time", "How old must you be to join the lottery?"),
        ("FreedomBox is a small home server.", "en:definition", "What is FreedomBox?"),
        ("To reboot your router, go to the Maintenance page and press the Reboot button.", "en:how-to", "How do you reboot your router?"),
    ],
)  # fmt: skip
def test_times_and_defaults_are_asked_for(sentence: str, template: str, question: str) -> None:
    assert asked(sentence, template) == [question]


@pytest.mark.parametrize(
    "sentence",
    [
        "The option is enabled by default.",
        "The timeout of the server is set to 30 seconds by default.",
        "Comments are hidden by default, but can be shown later.",
        "You are asked for your password every 90 days.",
        "To get help with printers, go to the Support page of Acme.",
    ],
)
def test_what_leans_or_is_told_by_halves_is_not(sentence: str) -> None:
    assert [a.question for a in questions_of(sentence) if a.template in ("en:time", "en:default", "en:how-to")] == []


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("You should report all stolen items to the security manager, who will record the incident.", "Who should you report all stolen items to?"),
        ("Send the signed form to the IT Service Desk.", "Who should you send the signed form to?"),
        ("You can view EAP materials on the EAP website.", "Where can you view EAP materials?"),
        ("Only account owners can delete an account.", "Who can delete an account?"),
        ("Only administrators are allowed to create new rooms.", "Who is allowed to create new rooms?"),
        ("You can view the report on Monday.", None),
        ("You can also enroll in the Voluntary Leave Program.", None),
        ("You should submit it to the manager.", None),
        ("Only two settings can be changed by hand.", None),
        ("Only the selected rows can be deleted at once.", None),
    ],
)  # fmt: skip
def test_whom_something_goes_to_who_alone_may_and_where(sentence: str, question: str | None) -> None:
    assert asked(sentence, "en:who-where") == ([question] if question else [])


def test_a_key_of_a_configuration_is_what_it_is_wherever_it_is_told_of() -> None:
    text = "# Spot checks\n\nClick Save.\n\nThe data_sample_percentage is the percentage of total files in the source folders to compare.\n"
    assert "What is the data_sample_percentage?" in [c.question for c in kept(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Harbour is a visualization tool for profile data fulfilling these wishes.",
        "The menu entries Edit → Bullets allow you to insert a bullet.",
        "Right clicking on the header row of the list allows you to hide its columns.",
    ],
)
def test_what_points_back_or_is_a_path_is_no_thing(sentence: str) -> None:
    assert [a.question for a in questions_of(sentence) if a.template in ("en:definition", "en:enabling")] == []


def test_what_is_needed_first_or_lacks_its_article_is_no_way() -> None:
    needed = "# Inverse search\n\nClick Settings. Press OK.\n\nTo use inverse search in Kile, you have to compile your file with the Modern configuration.\n"
    assert [c.question for c in kept(needed) if c.template == "en:how-to"] == []
    assert asked("Press Ctrl+Shift+S to open Quickselect bar.", "en:how-to") == []
    assert asked("Press Ctrl+Shift+S to open the Quickselect bar.", "en:how-to") == [
        "How do you open the Quickselect bar?"
    ]
