"""English questions of manuals: whole steps, the page named where it is needed, no halves of answers."""

from __future__ import annotations

import pytest

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.english.actions import action_en, asked_how
from builder.draft.english.facts import questions_of
from builder.draft.english.grammar import gerund_to_base
from builder.draft.english.openings import opened
from builder.draft.gather import gather
from builder.draft.lists import lists_of
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.topic import language_for
from core.text.language import has_han
from tests.builder.draft.kb import chunks_of, document_of

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
        "3. Press Mark.\n\nA window opens to allow you to set the type of flag.\n",
    ],
)
def test_steps_that_break_off_or_work_an_example_are_left_out(tail: str) -> None:
    assert listed(f"# Link contacts\n\n1. Select the contact.\n\n2. Press Link.\n\n{tail}") == []


def test_steps_that_are_one_way_of_two_are_left_out() -> None:
    text = "# Hide notices\n\nPress Super+V to hide all notices. Alternatively:\n\n1. Open the panel.\n\n2. Switch the notices off.\n"
    assert listed(text) == []


@pytest.mark.parametrize(
    "before",
    [
        "# Record purchases\n\nPurchases can be managed in two different options.\n\n",
        "# Print\n\nThe resulting report shows the last bill.\n\nTo select the bill to print:\n\n",
        "# Print\n\nChoose Reports. To select the bill to print, use one of several ways:\n\n",
    ],
)
def test_alternatives_and_steps_inside_an_opened_window_are_left_out(before: str) -> None:
    assert listed(f"{before}1. Press Options.\n\n2. Press Select.\n") == []
    assert listed("# Set passwords\n\n1. Find the user as explained above.\n\n2. Press Select.\n") == []


def test_capitals_a_heading_has_from_itself_are_dropped() -> None:
    text = "The page explains Recording Purchases in a Foreign Currency and more."
    assert action_en("Recording Purchases in a Foreign Currency", text) == "record purchases in a foreign currency"


def test_what_letters_are_used_for_is_told_on_their_own_page() -> None:
    text = "# {}\n\nYou must plan. Please click Save.\n\nNTP is used to update the time on every machine.\n"
    assert [c.question for c in kept(text.format("Start-up")) if c.template == "en:use"] == []
    assert [c.question for c in kept(text.format("NTP server")) if c.template == "en:use"] == ["What is NTP used for?"]


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
        ("Use a different microphone", "", "When using a different microphone, what"),
        ("Enabling camera or microphone access", "", "When enabling camera or microphone access, what"),
        ("Lock files", "GnuCash writes a lock file.", ""),
        ("MODIFICATIONS", "", ""),
        ("Participate to improve this guide", "", ""),
        ("Travel policy", "", "Under the travel policy, what"),
        ("Back up and restore", "", ""),
        ("About Layers", "", ""),
        ("How do privileges work?", "", ""),
        ("Monte Carlo", "Deal five rows of cards. Remove pairs of cards.", "In Monte Carlo, what"),
        ("Menus", "Each menu opens with a key.", ""),
    ],
)
def test_openings_fit_their_titles(topic: str, text: str, start: str) -> None:
    """What no opening fits is not asked: an empty question is dropped."""
    made = opened("What should you do if it fails?", topic, text)
    assert made.startswith(start) if start else made == ""


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
        "If the marker is missing, you need to record a new session.\n\n```\nrecord --new\n```",
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
    from builder.draft.checks import Scene
    from builder.draft.checks.form import SELF_CONTAINED

    asked = Candidate(
        "Should scripts modify files outside of that directory?", "No.", (), (), "factual", "yes_no", "en", 0.8, "t"
    )
    assert not SELF_CONTAINED.run(asked, Scene(document=lambda name: document_of(name, ""))).passed


def test_a_number_within_an_example_is_not_asked_for() -> None:
    text = "# Advanced sick leave\n\nYou must ask first. Please ask your manager, then you must wait.\n\nYou will earn {} hours of sick leave.\n"
    assert [c.template for c in kept(text.format("104")) if c.subkind == "number"] == ["en:quantity"]
    assert [c for c in kept(text.format("104 more")) if c.subkind == "number"] == []


def test_a_heading_whose_words_the_page_uses_as_a_noun_names_no_task() -> None:
    heading = "Follow up flags for emails"
    assert asked_how(heading, "", "") == "How do you follow up flags for emails?"
    assert asked_how(heading, "", "You can use the follow-up feature.") == ""


def test_only_the_first_sentence_on_a_thing_says_what_it_is_for() -> None:
    first, second = (
        "The Pin Tool allows you to join pins with pads.",
        "The Pin Tool allows you to store pins in a file.",
    )
    found = [c.answer for c in kept(PAGE.format(f"{first}\n\n{second}")) if c.template == "en:enabling"]
    assert found == [first]


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("KiCad is developed by a volunteer team with a mission of making free software for designers.", "Who develops KiCad?"),
        ("Template files are recognized by the project manager when they hold a folder named meta.", ""),
        ("Your key ID is an eight-character string with random numbers and letters.", ""),
        ("Building the parts as shared modules allows the program to be changed later.", ""),
        ("The model dialog has three tabs corresponding to different model types.", ""),
        ("Flat plans (sheets are not joined in a master diagram).", ""),
        ("To declare headers, you need to use Header, because otherwise the parameters would be query parameters.",
         "Why do you need to use Header to declare headers?"),
        ("Your adapter may not have been recognized by the computer at the start.", ""),
        ("You don't own one of the supported hardware devices.", ""),
        ("Sharing app allows you to share content over the web.", "What does the Sharing app allow you to do?"),
    ],
)  # fmt: skip
def test_questions_hold_the_core_of_their_sentence(told: str, question: str) -> None:
    assert [a.question for a in questions_of(told)][:1] == ([question] if question else [])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Configurando o Apache para ouvir em portas e endereços específicos. O servidor precisa saber qual porta usar.", "other"),
        ("Der Server muss wissen, auf welchem Port er Anfragen annimmt, und die Datei wird mit ihm geladen.", "other"),
        ("The server must be told on which port to listen, and the file is loaded with it.", "en"),
        ("`app = FastAPI()` `de = la` Import the class and make an instance of it.", "en"),
        ("服务器需要知道监听哪个端口。", "zh"),
    ],
)  # fmt: skip
def test_latin_script_alone_is_not_english(text: str, language: str) -> None:
    assert language_for(text) == language
    assert (kept(f"# Server\n\n{text}") == []) or language != "other"


def test_a_title_in_chinese_stands_before_no_english_question() -> None:
    text = PAGE.format("If the marker is missing, you must record a new session.").replace(
        "# Dashboard", "# 套用數位簽名"
    )
    assert not any(has_han(c.question) for c in kept(text))


def test_one_task_told_in_two_ways_on_two_pages_is_asked_of_neither() -> None:
    pages = [f"# Add a memo\n\n1. Press {key}.\n\n2. Type the memo.\n\n3. Press Save.\n" for key in ("New", "Insert")]
    documents = {d.id: d for d in (document_of(f"{n}.md", text) for n, text in enumerate(pages))}
    chunks = [c for d in documents.values() for c in chunks_of(d)]
    assert [c for c in gather(chunks, documents.__getitem__, Rarity(99, {})).factual if c.subkind == "procedure"] == []
    assert len(gather(chunks[:1], documents.__getitem__, Rarity(99, {})).factual) == 1


@pytest.mark.parametrize(("name", "kept_"), [("Roundcube", ["What is Roundcube?"]), ("Firewall", [])])
def test_a_name_alone_is_defined_and_a_noun_without_its_article_is_not(name: str, kept_: list[str]) -> None:
    used = "Open Roundcube, or ask Roundcube for mail behind a firewall."
    text = (
        f"# {name}\n\n{name} is a guard with an interface like that of a desktop program.\n\nYou must click. {used}\n"
    )
    assert [c.question for c in kept(text) if c.subkind == "definition"] == kept_


def test_a_gerund_gives_the_verb_people_write() -> None:
    assert gerund_to_base("Installing Perl") == "install Perl"
    assert gerund_to_base("Routing differential pairs") == "route differential pairs"
    assert gerund_to_base("Cancelling a trip") == "cancel a trip"
