"""English questions about what an organisation lays down: its sections of rules, whose duty something is, and what is banned."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.claims import claims_in, claims_of
from builder.draft.english import facts as facts_en
from builder.draft.english.cells import cell_en
from builder.draft.gather import rarity_of
from builder.draft.refusals.unanswerable import entities_of, missing_attributes
from builder.draft.same_question import same_question
from builder.draft.setting import Setting, setting_of
from builder.draft.sources import candidates_of
from core.records import Document

# Words by which a base is known to be that of a house.
HOUSE = "# Who we are\n\nEmployees and contractors of the agency ask their department for leave, and staff follow every policy.\n"
PAGE = "# Equipment guide\n\n{}\n\n## Contact\n\nAsk Facilities.\n"
LEASED = (
    "## Leased equipment\n\nManagers should ensure that leased equipment has a clause on deleting data. "
    "The supplier must delete all data when a machine goes back.\n"
)


def made_of(page: str, *others: str) -> tuple[list[Candidate], Setting]:
    documents: list[Document] = [document_of(f"d{n}.md", text) for n, text in enumerate((page, *others))]
    setting = setting_of(outline(documents[0]), rarity_of(documents))
    return [c for c in candidates_of(setting) if c.template == "en:policy" and c.score >= 0.72], setting


def policies(page: str, *others: str) -> list[str]:
    return [c.question for c in made_of(page, *others)[0]]


def asked(sentence: str, template: str) -> list[str]:
    return [a.question for a in facts_en.questions_of(sentence) if a.template == template]


def test_a_short_section_of_rules_is_asked_about_and_answered_whole() -> None:
    (made,), setting = made_of(PAGE.format(LEASED), HOUSE)
    assert made.question == "What are the rules on leased equipment?"
    assert made.answer.startswith("Managers should") and made.answer.endswith("goes back.")
    assert [c.startswith(("Managers", "The supplier")) for c in made.claims] == [True, True]
    (span,) = made.spans
    assert setting.view.text(span.start, span.end) == made.answer


@pytest.mark.parametrize(
    ("section", "question"),
    [
        (
            "## Advanced sick leave\n\nYou can request up to 240 hours of advanced sick leave from the equipment pool.\n",
            "What is the policy on advanced sick leave?",
        ),
        (
            "## Returning laptops\n\nEvery laptop must be returned to the equipment desk on the last working day.\n",
            "What are the rules on returning laptops?",
        ),
        (
            "## Office Printer\n\nThe office printer must only be used for equipment labels. Staff may not print private papers.\n",
            "What are the rules on the office printer?",
        ),
        (
            "## Equipment standards\n\nAll machines must be no older than four years and must be insured by the agency.\n",
            "What are the equipment standards?",
        ),
    ],
)
def test_the_question_suits_its_heading(section: str, question: str) -> None:
    assert policies(PAGE.format(section), HOUSE) == [question]


@pytest.mark.parametrize(
    "section",
    [
        # Nothing binds; the heading is an order, a sentence, or says nothing; the reader is sent on.
        "## Leased equipment\n\nMost of our equipment is leased. It comes from three suppliers and is blue.\n",
        "## Return your laptop\n\nEvery laptop must be returned to the equipment desk on the last day.\n",
        "## I look after equipment\n\nThe laptop must be kept safe and must not be lent to anybody else.\n",
        "## Confirming changes\n\nEvery change of equipment must be confirmed by the desk within two days.\n",
        "## Coming back\n\nDuring the first weeks employees must not lift heavy equipment and must rest.\n",
        "## Leased equipment\n\nThis must be read together with the lease. The supplier must delete all data.\n",
        # A part of it stands in a section below.
        "## Leased equipment\n\nThe supplier must delete all data at once.\n\n### Exceptions\n\nPrinters are exempt.\n",
        # What is typed is no rule.
        "## Leased equipment\n\nThe supplier must run wipe with --all and staff must check the log of it.\n",
        # A line that is only a link.
        "## Leased equipment\n\nThe supplier must delete all data. Guidance on deleting data.\n",
    ],
)
def test_other_sections_are_left_alone(section: str) -> None:
    assert policies(PAGE.format(section), HOUSE) == []


def test_the_manual_of_a_program_has_no_policies() -> None:
    manual = "# Start\n\nInstall the player. Open a file. The player plays music and shows films of many kinds.\n"
    assert policies(PAGE.format(LEASED), manual) == []


def test_a_thing_many_pages_speak_of_is_asked_about_under_its_policy() -> None:
    other = HOUSE + "\nPersonal devices are everywhere. Devices of staff are personal.\n"
    page = "# Filming and Photography policy\n\n## Personal devices\n\nPersonal devices must not be used to take photographs of staff.\n"
    led = "Under the Filming and Photography policy, what are the rules on personal devices?"
    assert policies(page, *[other] * 8) == [led]
    assert policies(page.replace("Filming and Photography policy", "Cameras everywhere"), *[other] * 8) == []


def test_what_a_policy_does_not_say_is_refused_unless_its_page_says_it_of_all() -> None:
    made, setting = made_of(PAGE.format(LEASED), HOUSE)
    gaps = [c.question for c in missing_attributes(entities_of(setting, [], made))]
    assert gaps == [
        "When did the rules on leased equipment come into effect?",
        "How often are the rules on leased equipment reviewed?",
        "Who approved the rules on leased equipment?",
    ]
    dated, setting = made_of(PAGE.format("Last reviewed in May.\n\n" + LEASED), HOUSE)
    assert dated and not list(missing_attributes(entities_of(setting, [], dated)))


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "The Line Manager (LM) is responsible for using the Service Catalogue to request a return.",
            "Who is responsible for using the Service Catalogue to request a return?",
        ),
        (
            "The Operations Engineering team SHALL manage the registration of all domain names.",
            "Who must manage the registration of all domain names?",
        ),
        (
            "Hiring managers should record the reason for every rejected application.",
            "Who should record the reason for every rejected application?",
        ),
    ],
)
def test_whose_duty_something_is(sentence: str, question: str) -> None:
    assert asked(sentence, "en:duty") == [question]


@pytest.mark.parametrize(
    "sentence",
    [
        "Users should record the reason for every rejected application.",
        "The LAN should contain devices under the control of the office.",
        "Owners of mailboxes are responsible for managing their own blocklists every day.",
        "The supervisor is not responsible for repairing the printers of the office.",
        "You must record the reason for every rejected application.",
    ],
)
def test_what_everybody_nobody_or_a_thing_must_do_is_no_duty_of_one(sentence: str) -> None:
    assert asked(sentence, "en:duty") == []


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "Regrettably, for security reasons, redundant IT equipment should not be donated to charities.",
            "Should redundant IT equipment be donated to charities?",
        ),
        (
            "Office equipment SHALL NOT be left logged on when unattended.",
            "May office equipment be left logged on when unattended?",
        ),
        (
            "The use of drones SHALL NOT be permitted around the premises, unless explicit permission is granted.",
            "Is the use of drones permitted around the premises?",
        ),
    ],
)
def test_a_ban_is_asked_without_its_exception_and_answered_with_it(sentence: str, question: str) -> None:
    (made,) = [a for a in facts_en.questions_of(sentence) if a.template == "en:ban"]
    assert made.question == question
    assert made.statement.casefold() == sentence.casefold()


@pytest.mark.parametrize("label", ["Note: ", "Important: ", "POL-012: ", "POLDOM012: "])
def test_a_label_or_number_is_no_part_of_a_rule(label: str) -> None:
    page = f"# Domains\n\n{label}The Operations Engineering team must manage the registration of all domain names.\n"
    setting = setting_of(outline(document_of("d.md", page)), rarity_of([document_of("d.md", page)]))
    assert "Who must manage the registration of all domain names?" in [c.question for c in candidates_of(setting)]


TYPED = "# Backups of databases\n\n## {}\n\n{}\n\n```bash\ntool restore --all\n```\n{}"


def typed(heading: str, before: str, after: str = "") -> list[str]:
    page = TYPED.format(heading, before, after)
    setting = setting_of(outline(document_of("d.md", page)), rarity_of([document_of("d.md", page)]))
    return [c.question for c in candidates_of(setting) if c.template == "en:heading-task"]


def test_a_task_is_told_by_what_one_types() -> None:
    assert typed("Restore all databases", "To restore all databases, run:") == ["How do you restore all databases?"]
    assert typed("Restore all databases", "Another way to restore is:") == []
    assert typed("Restore all databases", "All of these are restored at night:") == []
    assert typed("Restore all databases", "To restore all databases, run:", "\n### Examples\n\nMore.\n") == []
    assert typed("Existing databases", "To list databases, run:") == []


def test_a_long_way_is_told_by_its_whole_section() -> None:
    way = (
        "First authenticate as the database user with:\n\n```sh\nsu - postgres\n```\n\n"
        "Then, create a database called ledger, see the notes of the server, with:\n\n```sh\ncreatedb ledger\n```\n\n"
        "You may need to enable password authentication so that the server can connect.\n"
    )
    page = "# Databases of the server\n\n## Create a database\n\n{}{}"

    def made(after: str = "", told: str = way) -> list[Candidate]:
        document = document_of("d.md", page.format(told, after))
        found = candidates_of(setting_of(outline(document), rarity_of([document])))
        return [c for c in found if c.template == "en:heading-task"]

    (whole,) = made()
    assert whole.question == "How do you create a database?"
    assert (
        whole.answer.startswith("First authenticate")
        and whole.answer.endswith("can connect.")
        and "createdb" in whole.answer
    )
    assert made("\n### Users\n\nMore of it.\n") == []
    assert made("\n| Key | Value |\n|---|---|\n| a | b |\n") == []
    assert made(told="The database was created long ago.\n\nIt holds all the data of the server.\n") == []
    assert made(told=way.replace("First", "As in the previous section, first")) == []


def test_a_question_in_a_heading_stands_without_its_page_when_it_has_a_word_of_its_own() -> None:
    page = "# Money matters at work\n\n## {}\n\nYou can use the stipend for fitness classes and for gym fees.\n"
    others = [
        f"# Page {n}\n\nYou can ask people about money and work. Click here, you must see your page.\n"
        for n in range(6)
    ]

    def asked_there(heading: str) -> list[str]:
        documents = [document_of(f"d{n}.md", t) for n, t in enumerate((page.format(heading), *others))]
        found = candidates_of(setting_of(outline(documents[0]), rarity_of(documents)))
        return [c.question for c in found if c.template == "en:heading-question"]

    assert asked_there("Can I use the stipend for fitness classes?") == ["Can I use the stipend for fitness classes?"]
    assert asked_there("Can I ask people about you?") in ([], [""])


@pytest.mark.parametrize(
    ("sentence", "template"),
    [
        ("Teammates should submit expenses at the end of every month.", "en:time"),
        (
            "Once the user is configured, that user becomes a special user, so administrators should ensure that it is free.",
            "en:if-do",
        ),
        ("The pane allows selecting labels because multiple labels represent different categories.", "en:why"),
        ("Appraisal work is a shared responsibility between curators and archivists.", "en:definition"),
    ],
)
def test_faults_of_a_reading_of_handbooks(sentence: str, template: str) -> None:
    assert asked(sentence, template) == []


@pytest.mark.parametrize(
    ("sentence", "template"),
    [
        ("Before you upload your package, you should do basic testing on it.", "en:if-do"),
        ("Once the report is made to the police, you should contact the security manager.", "en:if-do"),
        ("A currency is a money that is used in a country, or it can be a token of a game as well.", "en:definition"),
        ("The process of registering as a member is a process of verifying your identity.", "en:definition"),
        ("You can not take the total set of patches and work out which of them to leave out.", "en:whether"),
        ("Backup frequency is once a day, see the lexicon section for more details.", "en:time"),
    ],
)
def test_faults_of_a_reading_of_rules_and_manuals(sentence: str, template: str) -> None:
    assert asked(sentence, template) == []


def test_a_ban_of_no_house_needs_words_of_its_own() -> None:
    page = "# Templates\n\nThe extended description should not include a question.\n"
    others = [f"# Page {n}\n\nThe extended description of a question is here. Include it.\n" for n in range(4)]

    def bans(*more: str) -> list[str]:
        documents = [document_of(f"d{n}.md", t) for n, t in enumerate((page, *others, *more))]
        found = candidates_of(setting_of(outline(documents[0]), rarity_of(documents)))
        return [c.question for c in found if c.template == "en:ban" and c.score >= 0.72]

    assert bans() == []
    assert bans(HOUSE) == ["Should the extended description include a question?"]


def test_two_sections_of_rules_on_one_page_are_asked_about_together() -> None:
    page = (
        "# Leave types\n\n## Advanced sick leave\n\nYou can request up to 240 hours of advanced sick leave from your manager.\n\n"
        "## Military leave\n\nYou are entitled to 15 days of military leave in each calendar year.\n"
    )
    documents = [document_of("a.md", page), document_of("b.md", HOUSE)]
    (pair,) = same_question(candidates_of(setting_of(outline(documents[0]), rarity_of(documents))))
    assert pair.question == "What is the policy on advanced sick leave and on military leave?"
    assert "240 hours" in pair.answer and "15 days" in pair.answer and len(pair.spans) == 2


def test_a_program_that_is_installed_has_no_participants() -> None:
    page = "# Deborphan\n\nPlease click here, you must see your page. Deborphan is a program for helping users to detect packages.\n"
    documents = [document_of("a.md", page)]
    setting = setting_of(outline(documents[0]), rarity_of(documents))
    made = [c for c in candidates_of(setting) if c.template == "en:definition"]
    assert made and not any("took part" in c.question for c in missing_attributes(entities_of(setting, made)))


def test_a_claim_that_announces_code_holds_the_code() -> None:
    answer = "To restore all, run:\n```bash\ntool restore --all\n```\nIt asks first.\n- Stop it with:\n```\ntool stop\n```\n```\nlog\n```"
    assert claims_in(answer) == ("To restore all, run: tool restore --all", "It asks first.", "Stop it with: tool stop")
    assert claims_of([("运行以下命令：", False), ("a\nb", True), ("完成。", False)]) == (
        "运行以下命令： a\nb",
        "完成。",
    )


def test_a_cell_counts_its_own_noun_and_asks_nothing_of_itself() -> None:
    assert cell_en("Adobe Times", "Font", "Ratio of Bold/Regular stems", "1.56")[0].startswith("What is the ratio of")
    assert cell_en("0x800", "Flag (hex)", "Flag (dec)", "2048") == ("", "")


def test_a_warning_without_a_colon_is_a_label() -> None:
    page = "# Plugins\n\nWarning Do not move the cache because this can result in a severe loss of speed.\n"
    document = document_of("d.md", page)
    found = candidates_of(setting_of(outline(document), rarity_of([document])))
    assert not any("warning" in c.question.lower() for c in found)
