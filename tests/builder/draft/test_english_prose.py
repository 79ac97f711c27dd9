"""English questions over running text about named things, and the faults they must not have."""

from __future__ import annotations

import re

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.contrasts import contrasts
from builder.draft.english import facts as facts_en
from builder.draft.english.naturalness import SIGNS, naturalness
from builder.draft.markup import plain
from builder.draft.other_replies.premises import false_premises
from builder.draft.refusals.swaps import swapped_facts
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.topic import lower_opening

FILM = "Quiet Harbour is a 1984 Canadian drama film directed by Sidney Lanfield and written by Barry Conners and Philip Klein."
BAND = "Mindless Harbour (often shortened to MH) is an American rock band formed in New York City in 1997."


def asked_of(sentence: str) -> dict[str, str]:
    """Questions with their answers."""
    return {a.question: a.statement for a in facts_en.questions_of(sentence)}


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        (FILM, "Who directed Quiet Harbour?", "Quiet Harbour was directed by Sidney Lanfield."),
        (FILM, "Who wrote Quiet Harbour?", "Quiet Harbour was written by Barry Conners and Philip Klein."),
        (BAND, "In what year was Mindless Harbour formed?", "Mindless Harbour was formed in 1997."),
        (BAND, "Where was Mindless Harbour formed?", "Mindless Harbour was formed in New York City."),
        (
            "Carol Lawrence (born September 5, 1932) is an American actress known for her work in musical theatre.",
            "When was Carol Lawrence born?",
            "Carol Lawrence was born on September 5, 1932.",
        ),
        (
            "Bright Rooms is the second studio album by the American rock band Lit, released in 1999.",
            "What is the second studio album by the American rock band Lit?",
            "Bright Rooms is the second studio album by the American rock band Lit.",
        ),
        (
            "Packets are sent with the User Datagram Protocol (UDP) over the network.",
            "What does UDP stand for?",
            "UDP stands for User Datagram Protocol.",
        ),
        (
            "On May 28, 2012, Jacksonville was hit by Tropical Storm Beryl.",
            "When was Jacksonville hit by Tropical Storm Beryl?",
            "On May 28, 2012, Jacksonville was hit by Tropical Storm Beryl.",
        ),
        (
            "Dresden has a population of 560,000 inhabitants.",
            "What is the population of Dresden?",
            "Dresden has a population of 560,000 inhabitants.",
        ),
        (
            "William Farel was a student of Lefevre who went on to become a leader of the Swiss Reformation.",
            "Who was William Farel?",
            "William Farel was a student of Lefevre who went on to become a leader of the Swiss Reformation.",
        ),
    ],
)
def test_named_things_are_asked_about_shortly(sentence: str, question: str, answer: str) -> None:
    assert asked_of(sentence).get(question) == answer


@pytest.mark.parametrize(
    ("sentence", "never"),
    [
        # The verb stood behind an afterthought and was cut away with it.
        ("The Twain Centre in Timmins, which exhibited personal items of singer Shania Twain, was closed in 2013.", "Timmins?"),
        ("Delta Stories was written by Anna Nin.", "Who written"),
        ("Tropical Storm Bonnie would cause minor damage in 2004 near the coast of Florida.", "would"),
        ("The jet was shot down by fighters over the border on 24 November.", "When"),
        ("Three months later, two similar attacks in Kabul claimed 30 lives.", "how many"),
        ("Newcastle replaced him in January 1756 with Lord Loudoun.", "him"),
        ("China, India, Japan, and South Korea are the only countries to produce opium from the capsule.", "What are China"),
        ("The stock price of Tesla is a complex mix of past history and future expectations.", "What is the stock"),
        ("The knowledge base is a library of articles that answer your questions about deploying apps.", "What is the knowledge"),
        ("The DECnet protocols were designed entirely by Digital Equipment Corporation.", "entirely"),
        ("Late outbreaks in central Europe include the Great Plague of Vienna in 1679.", "include"),
        ("Oil prices were not boosted by the extra money in the pockets of consumers in 2017.", "In what year"),
        ("Australia used to use the pound sterling as its national currency until 1966.", "use to use"),
    ],
)  # fmt: skip
def test_faults_that_were_read(sentence: str, never: str) -> None:
    assert [q for q in asked_of(sentence) if never in q] == []


def test_an_acronym_stands_for_the_whole_name_or_is_not_asked_about() -> None:
    told = asked_of("Her father worked for the Office of Strategic Services (OSS) in the United States.")
    assert told.get("What does OSS stand for?") in (None, "OSS stands for Office of Strategic Services.")


def test_afterthoughts_and_asides_stay_out_of_the_question() -> None:
    sentence = (
        "The tenth season of Harbour Park, an animated series created by Trey Parker, began airing on March 22, 2006."
    )
    assert all("created by" not in q for q in asked_of(sentence))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Adjustments are minimal [4]. Risks grow[5].", "Adjustments are minimal. Risks grow."),
        ("Use `a[0]`. Then stop.", "Use a[0]. Then stop."),
    ],
)
def test_references_in_brackets_are_not_read(text: str, read: str) -> None:
    assert plain(text) == read


def test_signs_of_naturalness_each_say_why_and_rank_the_short_question_first() -> None:
    assert all(sign.why.endswith(".") and sign.worth for sign in SIGNS)
    short = "When was Jacksonville hit by Tropical Storm Beryl?"
    long = "After leaving the company, in what year did a group of engineers, partly from Paris, found the firm making lamps that would later be sold across the whole of Europe?"
    assert naturalness(short, "On May 28, 2012.") > 0 > naturalness(long, "In 1886.")


def facts(*texts: str) -> tuple[list[Candidate], list]:  # type: ignore[type-arg]
    settings = [setting_of(outline(document_of(f"{n}.md", text)), Rarity(9, {})) for n, text in enumerate(texts)]
    return [c for s in settings for c in candidates_of(s)], settings


def test_two_births_become_one_comparison() -> None:
    found, _ = facts(
        "# Ann Alder\n\nAnn Alder (born March 2, 1991) is an American musician.\n",
        "# Ben Birch\n\nBen Birch (born May 3, 1932) is an American actor.\n",
    )
    made = [c for c in contrasts(found) if c.template == "en:compare-dates"]
    assert [c.question for c in made] == ["Who was born earlier: Ann Alder or Ben Birch?"]
    assert made[0].answer.startswith("Ben Birch was born earlier.") and {s.group for s in made[0].spans} == {0, 1}


def test_a_passage_without_a_title_is_asked_about_by_its_names_only() -> None:
    text = "Quiet Harbour is a drama film directed by Sidney Lanfield.\n\nThe city has 20 parks with more than 300 trees.\n"
    document = document_of("001.txt", text).model_copy(update={"title": "001"})
    found = candidates_of(setting_of(outline(document), Rarity(9, {})))
    best = [c.question for c in found if c.score >= 0.72]
    assert "Who directed Quiet Harbour?" in best and not any("the city" in q for q in best)


def test_titles_of_works_keep_their_article_and_firms_do_not() -> None:
    found, _ = facts(
        "# Films\n\nThe Agronomist is a 2003 American documentary directed by Jonathan Demme.\n",
        "# Firms\n\nThe Honest Company is an American company founded by Jessica Alba.\n",
    )
    questions = {c.question for c in found}
    assert {"Who directed The Agronomist?", "Who founded the Honest Company?"} <= questions


def test_births_are_not_asked_of_others_whose_dates_stand_in_brackets() -> None:
    found, settings = facts(
        "# Ann Alder\n\nAnn Alder (born March 2, 1991) is an American musician.\n",
        "# Ben Birch\n\nBen Birch (May 3, 1932 – May 4, 1999) was an American actor born in Paris.\n",
    )
    made = [c.question for c in swapped_facts(found, settings, Rarity(9, {}), 1)]
    assert [q for q in made if q.startswith("When was") and q.endswith("born?")] == []


def test_a_question_over_problem_and_solution_is_answered_by_the_solution() -> None:
    text = (
        "# How do I deploy the app on a regular port?\n\n## Problem\n\nThe app runs on port 8501.\n\n## Solution\n\n"
        "You should use a reverse proxy to forward requests from a webserver to the port of your app.\n"
    )
    found, _ = facts(text)
    made = [c for c in found if c.template == "en:heading-question"]
    assert [c.answer for c in made] == [
        "You should use a reverse proxy to forward requests from a webserver to the port of your app."
    ]
    assert text[made[0].spans[0].start : made[0].spans[0].end] == made[0].answer


@pytest.mark.parametrize(
    ("text", "question", "never"),
    [
        (
            "# University of Chicago\n\nThe University of Chicago is in Illinois. Students of the University of Chicago meet daily. "
            "In 2011, the university completed the glass Joe and Rika Mansueto Library.\n",
            "In what year did the University of Chicago complete the glass Joe and Rika Mansueto Library?",
            "the university",
        ),
        (
            "# Python\n\nMany people use Python every day. Python is not automatically added to the Windows system PATH.\n",
            "Is Python added to the Windows system PATH?",
            "python",
        ),
        (
            "# Bands\n\nThe New Pornographers is a Canadian indie rock band formed in 1997 in Vancouver, British Columbia.\n",
            "Where were The New Pornographers formed?",
            "was the",
        ),
        ("# Market\n\nThe Grainger Market itself, was opened in 1835 and was the first indoor market.\n", None, "itself"),
        ("# Oxygen\n\nOxygen was discovered independently by Carl Scheele, in Uppsala, and Joseph Priestley in Wiltshire.\n", None, "discovered"),
        ("# Shares\n\nThe actual profit or loss cannot be determined until you sell the shares of TSLA.\n", None, "until"),
        ("# Bowl\n\nFellow lineman Mario Addison added 6 sacks in the first half.\n", None, "ellow lineman"),
        ("# Carney\n\nIn 2018, one of Mr Carney's four daughters was finishing her final examinations in London.\n", None, "one of"),
        ("# Twins\n\nSawyer and Sullivan Sweeten were the original twins in Everybody Loves Raymond.\n", None, "What were"),
        ("# Rapture\n\nThe rapture is not mentioned in the Bible, but it is Greek for a word that means to carry off.\n", None, "Is the rapture"),
        ("Edits\n\n# Why does the pitch of a recording go up?\n\nSound is vibration of air. Edit: it does not always go up in proportion.\n", None, "Why does the pitch"),
    ],
)  # fmt: skip
def test_faults_of_the_first_blind_reading(text: str, question: str | None, never: str) -> None:
    found, _ = facts(text)
    questions = [c.question for c in found if c.score >= 0.72]
    assert question is None or question in questions
    assert not any(never in q for q in questions)


def test_of_a_page_without_a_title_no_bare_case_is_asked() -> None:
    text = "If you are using Firefox, go to the preferences and select the tab for applications."
    document = document_of("197.txt", text).model_copy(update={"title": "197"})
    assert [c for c in candidates_of(setting_of(outline(document), Rarity(9, {}))) if c.score >= 0.72] == []


@pytest.mark.parametrize(
    ("sentence", "question", "never"),
    [
        (
            "OpenAI Inc was founded in December 2015 by Elon Musk, Sam Altman, and John Schulman as a research body.",
            "Who founded OpenAI Inc?",
            "found OpenAI",
        ),
        ("Chronicles X was published in Japan by Nintendo on April 29, 2015.", "When was Chronicles X published in Japan?", "published?"),
        ("The Godfather Part III was released on December 25, 1990.", "When was The Godfather Part III released?", "zzz"),
        ("Google Chrome is a freeware web browser developed by Google.", "What is Google Chrome?", "Who is"),
        ("The Academy was founded by Tim Reynolds and his wife Judith in 1985 as an evening school.", None, "the Academy"),
        ("The Athens Games were the 25th occurrence of...", None, "Athens"),
        ("Egan Bernal officially won the 2019 Tour de France on Sunday.", None, "Sunday"),
    ],
)  # fmt: skip
def test_faults_of_the_second_blind_reading(sentence: str, question: str | None, never: str) -> None:
    asked = asked_of(sentence)
    assert question is None or question in asked
    assert not any(never in q for q in asked)
    assert question != "Who founded OpenAI Inc?" or asked[question].endswith(
        "Elon Musk, Sam Altman, and John Schulman."
    )


def test_what_words_cannot_show_absent_is_not_asked_of_another_thing() -> None:
    found, settings = facts(
        "# One\n\nQuiet Harbour is a drama film directed by Sidney Lanfield, released in 1984.\n",
        "# Two\n\nLondon Rises is an action film written by Chad Stone and released in 2016.\n",
        "# Three\n\nJohn Alder wrote Bright Rooms in 1999. Bath College is a college in Bath, England.\n",
    )
    made = [c.question for c in swapped_facts(found, settings, Rarity(9, {}), 1)]
    assert not any(q.startswith(("Who directed", "Who wrote", "Where is")) for q in made)


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        (
            "The Arctic Ocean covers an area of about 14.05 million square kilometers.",
            "What is the area of the Arctic Ocean?",
            "The Arctic Ocean has an area of about 14.05 million square kilometers.",
        ),
        (
            "The 32nd TCA Awards were held on August 6, 2016.",
            "When were the 32nd TCA Awards held?",
            "The 32nd TCA Awards were held on August 6, 2016.",
        ),
        ("New Zealand was the first country to give women the right to vote in 1893.", "What was New Zealand?", None),
        ("The teams meet again on Saturday night in the second match of the season.", "Who meets again", None),
    ],
)
def test_faults_of_the_third_blind_reading(sentence: str, question: str, answer: str | None) -> None:
    asked = asked_of(sentence)
    assert asked.get(question) == answer and (answer or not any(q.startswith(question) for q in asked))


@pytest.mark.parametrize(
    "sentence",
    [
        "The ledger allows entry data to be exported in CSV format with other separators.",
        "You are running the Harbour suite because you prefer the calm of the Harbour suite.",
        "The warning message appears because the lock files are still in your directory.",
        "The account lines will not be displayed in the basic ledger unless the icon has been selected.",
        "Section numbers or the equivalent are not considered part of the section titles.",
        "The proper recording of the currency sale must account for realized gains or losses.",
        "The left button allows you to add another row to the search.",
        "The right button is used to search for items where all rows are met.",
        "Trading accounts are not enabled by default and must be enabled as described in Recording Trades.",
        "Debian Harbour is a Linux distribution created by the Debian Harbour project.",
    ],
)
def test_faults_of_the_fourth_blind_reading(sentence: str) -> None:
    assert asked_of(sentence) == {}


def test_a_team_is_no_work_with_a_capital_article() -> None:
    told = "The Harbour Documentation Team is a group of users who have volunteered to write this manual for others."
    assert list(asked_of(told)) == ["What is the Harbour Documentation Team?"]


def test_a_reason_is_asked_for_and_stands_in_no_other_question() -> None:
    told = "The web interface does not show Samba entries because Samba data are no longer stored."
    assert list(asked_of(told)) == ["Why does the web interface not show Samba entries?"]


def test_a_name_of_several_words_keeps_its_capital() -> None:
    text = "Green & Black's was founded in 1991. The green label is known. Many know it."
    assert lower_opening("Who founded Green & Black's?", text) == "Who founded Green & Black's?"


def test_nobody_is_asked_why_a_person_was_born_in_a_year() -> None:
    found, _ = facts("# Ann Alder\n\nAnn Alder (born March 2, 1991) is an American musician.\n")
    assert [c.question for c in false_premises(found, 1) if "born" in c.question] == []


@pytest.mark.parametrize(
    ("heading", "body", "question", "answer"),
    [
        (
            "Does Sprocket support the WSGI protocol? (aka Can I use gunicorn?)",
            "Sprocket does not support the WSGI protocol at this time. Check out this thread to see how others do it.",
            "Does Sprocket support the WSGI protocol?",
            "Sprocket does not support the WSGI protocol at this time.",
        ),
        (
            "How can I make Sprocket use custom styles?",
            "Add your token to the configuration file of Sprocket. Please see this [thread](https://x.org/a) for more information.",
            "How can I make Sprocket use custom styles?",
            "Add your token to the configuration file of Sprocket.",
        ),
    ],
)
def test_an_answer_leaves_out_where_it_sends_the_reader_on(heading: str, body: str, question: str, answer: str) -> None:
    found, (setting,) = facts(f"# {heading}\n\n{body}\n")
    (made,) = [c for c in found if c.template == "en:heading-question"]
    assert (made.question, made.answer) == (question, answer)
    assert setting.view.text(made.spans[0].start, made.spans[0].end) == answer


def test_a_failure_cut_off_in_the_middle_is_not_asked_about() -> None:
    found, _ = facts(
        "# ModuleError No module named\n\n## Solution\n\nAdd the missing module to the list of packages.\n"
    )
    assert [c.question for c in found if c.template == "en:heading-question"] == []


def test_a_question_of_a_page_that_does_not_say_what_for_is_left_out() -> None:
    page = "# Cycling\n\nStaff may hire a bike.\n\n## {0}\n\nThe maximum value you can apply for is £2500.\n"

    def made(heading: str) -> list[str]:
        found, _ = facts(page.format(heading), "# Other\n\nAnother page.\n")
        return [c.question for c in found if c.template == "en:heading-question" and c.score >= 0.72]

    assert made("What is the maximum value I can apply for?") == []
    assert made("What is the maximum value for cycling?") == ["What is the maximum value for cycling?"]
    assert made("What is the maximum value in the Velo scheme?") == ["What is the maximum value in the Velo scheme?"]


@pytest.mark.parametrize(
    "text",
    [
        "As you receive salary increases your allowance will reflect 3.66% of the new salary.",
        "Unless you want to use static addresses in the whole network you need to have the server enabled.",
    ],
)
def test_openings_no_question_has_are_not_asked(text: str) -> None:
    found, _ = facts(f"# Allowance\n\n{text}\n")
    assert [c.question for c in found if re.match("As |What do you need to do unless", c.question)] == []


def test_an_amount_is_no_thing_that_has_something() -> None:
    text = (
        "# Referral bonus\n\n| Amount | Roles |\n| --- | --- |\n| £500 | Apprentices |\n| £1500 | All other roles |\n"
    )
    found, _ = facts(text)
    assert [c.question for c in found if c.template == "en:cell"] == []
