"""Quotes found again word for word, whole or in parts, and what stands around a passage."""

from __future__ import annotations

import pytest

from builder.draft.model.locate import around, locate, locate_all

SENTENCE = "Travellers must submit their expense report within 10 working days."


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("within 10\nworking days", f"First. {SENTENCE} Last.", SENTENCE),
        ('"the **finance** director"', "Travel is approved by ‘the finance director’.", "Travel is approved by ‘the finance director’."),
        ("Poland, 95 EUR", "| Country | Ceiling |\n|---|---|\n| Poland | 95 EUR |\n| Canada | 175 EUR |", "| Poland | 95 EUR |"),
        ("年假最多可结转五天", "说明。员工未休完的年假 最多可结转五天，至次年。其他。", "员工未休完的年假 最多可结转五天，至次年。"),
        ("The forms are blue.", SENTENCE, None),
        ("10 days", "It is 10 days.", None),
        ("working day", SENTENCE, None),
        ("", SENTENCE, None),
    ],
)  # fmt: skip
def test_a_quote_is_widened_to_its_sentence_or_row(quote: str, text: str, found: str | None) -> None:
    place = locate(quote, text)
    assert (text[place[0] : place[1]] if place else None) == found


LINKED = "Ask the [travel desk](https://desk.example.org/a_b) before _booking_ a flight.\n\n- Enter the dates.\n\n```\nassay book\n```\n\n- Wait for the code.\n\nThe user needs **all** rights:\n\n    - READ\n    - WRITE\n"


@pytest.mark.parametrize(
    ("quote", "count"),
    [
        ("Ask the travel desk before booking a flight.", 1),
        ("Enter the dates. ... Wait for the code.", 2),
        ("- Enter the dates.\n- Wait for the code.", 2),
        ("Enter the dates. … Wait for the invoice.", 0),
        # The points of a nested list are short, and stand far from the line that leads to them.
        ("The user needs all rights:\n\n- READ\n- WRITE", 1),
        ("The user needs all rights:\n\n- READ\n- DELETE", 0),
        ("The user needs all rights ... WRITE", 2),
        ("", 0),
    ],
)
def test_a_quote_is_found_without_its_links_and_in_its_parts(quote: str, count: int) -> None:
    places = locate_all(quote, LINKED)
    assert len(places) == count
    assert all(LINKED[start:end].strip() for start, end in places)


def test_what_is_around_a_passage_comes_in_whole_lines() -> None:
    text = "first line\nsecond line\nthird line\nfourth line\nfifth line"
    start, end = text.index("third"), text.index("third") + 5
    assert text[slice(*around(text, start, end, 15))] == "second line\nthird line\n"
    prose = "One is long. Two is short. Three! Four is here and goes on."
    assert (
        prose[slice(*around(prose, prose.index("Three"), prose.index("Three") + 6, 17))].strip()
        == "Two is short. Three!"
    )
    assert text[slice(*around(text, start, end, 1000))] == text
    assert text[slice(*around(text, start, end, 0))] == "third"
