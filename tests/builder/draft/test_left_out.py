"""What looks like a question but is none worth an expert's minute is not drafted, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.checks import Scene
from builder.draft.checks.form import WELL_FORMED
from builder.draft.english.facts import questions_of
from builder.draft.english.grammar import ask
from builder.draft.markup import plain
from builder.draft.refusals.unanswerable import entities_of
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_in
from builder.draft.tables import cells_of, tables_of
from tests.builder.draft.test_checks import GOOD_EN

TABLE = "# Office\n\n## {caption}\n\n| {header} |\n|---|---|\n| Paris | {value} |\n| Rome | 12 |\n"


def cells(header: str, value: str = "20") -> list[str]:
    view = outline(document_of("a.md", TABLE.format(caption="Seats", header=header, value=value)))
    return [fact.value for table in tables_of(view) for fact in cells_of(view, table)]


@pytest.mark.parametrize("header", ["Column 1 | Column 2", "列1 | 列2", "City | 15", "/dev/sda | Disk"])
def test_a_table_without_a_head_of_its_own_is_left_out(header: str) -> None:
    assert not cells(header)


@pytest.mark.parametrize("header", ["City | 2024", "City | TL200", "City | Q1", "City | km/h"])
def test_years_products_and_units_head_columns(header: str) -> None:
    view = outline(document_of("a.md", TABLE.format(caption="Seats", header=header, value="20")))
    assert list(tables_of(view))


def test_a_cell_gives_its_value_without_the_full_stop() -> None:
    assert cells("City | Seats", "twenty in two rows.") == ["twenty in two rows", "12"]
    assert cells("City | Seats", "两排二十个。")[0] == "两排二十个"


def test_steps_that_stop_at_a_colon_are_left_out() -> None:
    text = "# Help\n\n## Check the spelling\n\n1. Open the dialog.\n2. Choose a word.\n3. Do one of the following:\n\nMore text.\n"
    view = outline(document_of("b.md", text))
    found = candidates_in(setting_of(view, Rarity(1, {})), [(0, len(text))])
    assert not [c for group in found for c in group if c.subkind == "procedure"]


@pytest.mark.parametrize(
    "question", ["If you want, what can you do?", "For Styles in Writer, if you want, what can you do?"]
)
def test_a_condition_that_names_no_case_is_no_question(question: str) -> None:
    outcome = WELL_FORMED.run(replace(GOOD_EN, question=question), Scene(document=lambda _: document_of("c.md", "x")))
    assert not outcome.passed and "names no case" in outcome.reason


def test_a_function_is_no_product() -> None:
    text = "# DAYS360\n\nDAYS360(start; end) counts days. Click the button, please; you must click it.\n"
    entities = entities_of(setting_of(outline(document_of("d.md", text)), Rarity(1, {})), [])
    assert not [entity for entity in entities if entity.kind == "device"]


def test_bullets_are_no_part_of_a_name() -> None:
    assert plain("• LXDE") == "LXDE"


def english(text: str) -> list[str]:
    return [asked.question for asked in questions_of(text)]


def test_praise_and_none_in_particular_are_no_definitions() -> None:
    assert "What is a spooler?" in english("A spooler is a program that keeps jobs until the printer is free.")
    assert not english("Traffic shaping is a particularly good fit for TCP on slow links.")
    assert "What is each plugin?" not in english("Each plugin is a script that collects values for one graph.")


def test_a_name_that_begins_with_a_dot_keeps_its_distance() -> None:
    assert ask("", "What is the .orig.tar.gz file") == "What is the .orig.tar.gz file?"
    assert ask("In Leeds", "What is the limit ,") == "In Leeds, what is the limit?"


def test_what_a_tool_allows_is_asked_with_somebody_to_do_it() -> None:
    asked = english("The Lasso tool allows to select parts of a layer by hand.")
    assert all(not question.endswith("allow to do?") for question in asked)
