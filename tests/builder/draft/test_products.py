"""Bases of several products: a task says whose it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate, Span
from builder.draft.products import Products
from builder.draft.setting import Rarity, setting_of
from tests.builder.draft.kb import document_of

PAGES = {
    "burner-data/a.html": "# Write a disc\n\nBurner writes discs. Start Burner to write one.\n",
    "burner-data/b.html": "# Save a project\n\nIn Burner, projects are saved.\n",
    "burner-data/c.html": "# Profiles\n\nA profile of Burner holds settings.\n",
    "player/a.html": "# Import tracks\n\nPlayer imports tracks. Open Player to import one.\n",
    "player/b.html": "# Playlists\n\nPlayer keeps playlists.\n",
    "player/c.html": "# Delete a profile\n\nPlayer and its profiles.\n",
}


def products(pages: dict[str, str]) -> tuple[Products, dict[str, str]]:
    documents = {source: document_of(source, text) for source, text in pages.items()}
    found = Products([setting_of(outline(d), Rarity(9, {})) for d in documents.values()])
    return found, {source: d.id for source, d in documents.items()}


def task(question: str, document: str, language: str = "en", template: str = "en:how-steps") -> Candidate:
    return Candidate(
        question=question, answer="1. Press Save.", claims=("Press Save.",), spans=(Span(document, 0, 5),), kind="factual",
        subkind="procedure", language="zh" if language == "zh" else "en", score=0.9, template=template,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("How do you save a project?", "en", "In Burner, how do you save a project?"),
        ("如何保存项目？", "zh", "在 Burner 中，如何保存项目？"),
        ("How do you save a project in Burner?", "en", "How do you save a project in Burner?"),
        ("In the Save dialog, how do you save a project?", "en", "In the Save dialog, how do you save a project?"),
        ("在「保存」对话框中，如何保存项目？", "zh", "在「保存」对话框中，如何保存项目？"),
    ],
)
def test_a_task_names_the_product_its_folder_is_named_for(question: str, language: str, said: str) -> None:
    found, ids = products(PAGES)
    assert found.named(task(question, ids["burner-data/b.html"], language)).question == said


def test_refused_tasks_are_named_by_their_document_and_facts_are_left() -> None:
    found, ids = products(PAGES)
    refused = replace(
        task("Can I save several projects at once?", "", template="en:task:several"), subkind="missing_operation", spans=(),
        notes=(f"document:{ids['burner-data/b.html']}",),
    )  # fmt: skip
    assert found.named(refused).question == "In Burner, can I save several projects at once?"
    fact = replace(
        task("What is a project?", ids["burner-data/b.html"], template="en:definition"), subkind="definition"
    )
    assert found.named(fact) == fact


def test_one_folder_is_one_product_and_a_folder_not_named_for_one_has_none() -> None:
    alone, ids = products({k: v for k, v in PAGES.items() if k.startswith("burner")})
    asked = task("How do you save a project?", ids["burner-data/b.html"])
    assert alone.named(asked) == asked
    for folder, word in (("pages", "Burner"), ("mate-data", "MATE")):
        renamed = {k.replace("burner-data", folder): v.replace("Burner", word) for k, v in PAGES.items()}
        other, ids = products(renamed)
        asked = task("How do you save a project?", ids[f"{folder}/b.html"])
        assert other.named(asked) == asked


def test_what_another_product_has_too_is_asked_only_with_the_product_named() -> None:
    nameless = {k.replace("burner-data", "pages").replace("player", "more"): v for k, v in PAGES.items()}
    found, ids = products(nameless)
    assert found.contested(task("How do you delete a profile?", ids["more/c.html"]))
    assert not found.contested(task("How do you save a project?", ids["pages/b.html"]))
    named, ids = products(PAGES)
    asked = task("How do you delete a profile?", ids["player/c.html"])
    assert not named.contested(asked) and named.named(asked).question == "In Player, how do you delete a profile?"


SPOKEN = {
    "seaweed/a.html": "# Keys\n\nUse Passwords and Keys to make keys. It is free.\n",
    "seaweed/b.html": "# Lock\n\nIf Passwords and Keys is locked, unlock it. Permission is granted to copy.\n",
    "seaweed/c.html": "# Sync\n\nThe menu of Passwords and Keys. Permission is granted to copy.\n",
    "player/a.html": "# Import tracks\n\nPlayer imports tracks. Open Player to import one.\n",
    "player/b.html": "# Playlists\n\nPlayer keeps playlists.\n",
    "player/c.html": "# Delete a profile\n\nPlayer and its profiles.\n",
}


def test_a_folder_named_otherwise_has_the_product_its_pages_speak_of() -> None:
    found, ids = products(SPOKEN)
    asked = task("How do you unlock a keyring?", ids["seaweed/b.html"])
    assert found.named(asked).question == "In Passwords and Keys, how do you unlock a keyring?"


def test_the_folders_all_documents_share_are_no_products() -> None:
    found, ids = products({f"docs/{k}": v for k, v in PAGES.items()})
    asked = task("How do you save a project?", ids["docs/burner-data/b.html"])
    assert found.named(asked).question == "In Burner, how do you save a project?"


def test_among_products_a_task_of_an_unknown_one_is_not_asked_unless_it_names_something() -> None:
    unknown = {f"eog/{n}.html": f"# Page {n}\n\nThe viewer shows pictures.\n" for n in "abc"}
    found, ids = products(PAGES | unknown)
    assert found.contested(task("How do you crop a picture?", ids["eog/a.html"]))
    assert not found.contested(task("How do you use the Crop tool?", ids["eog/a.html"]))
    assert not found.contested(task("How do you save a project?", ids["burner-data/b.html"]))


def test_what_a_part_of_a_program_does_names_the_program() -> None:
    found, ids = products(PAGES)
    fact = replace(
        task("What is the Copy tab used for?", ids["player/a.html"], template="en:use"), subkind="definition"
    )
    assert found.named(fact).question == "In Player, what is the Copy tab used for?"


def test_a_topic_or_a_firm_is_no_product() -> None:
    topics = {
        f"benefits/{n}.md": f"# Benefits {n}\n\nIn Benefits, and if Acme Works offers them, all is told. Benefits are good.\n"
        for n in "abc"
    }
    guides = {f"guides/{n}.md": f"# Guide {n}\n\nA guide to work.\n" for n in "abc"}
    found, ids = products(topics | guides)
    asked = task("How do you top up your pension?", ids["benefits/a.md"])
    assert found.named(asked) == asked


def test_what_a_thing_is_needs_no_product() -> None:
    found, ids = products(PAGES)
    asked = replace(task("What is a playlist?", ids["player/b.html"], template="en:heading-question"), subkind="faq")
    assert found.named(asked) == asked
