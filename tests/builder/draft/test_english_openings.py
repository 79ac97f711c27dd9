"""English questions keep the capitals of names, and do not lean on what a reader has not read."""

from __future__ import annotations

import pytest

from builder.draft.anaphora import points_back
from builder.draft.refusals.kinds import kind_in_lead
from builder.draft.topic import lower_opening


@pytest.mark.parametrize(
    ("question", "text", "mended"),
    [
        ("What are alpha Centauri A and B?", "Alpha Centauri A and B are a pair.", "What are Alpha Centauri A and B?"),
        ("In what year did pontresina grow?", "Pontresina grew in 1850.", "In what year did Pontresina grow?"),
        ("When was The Australian soap first shown?", "The Australian soap was shown.", "When was the Australian soap first shown?"),
    ],
)  # fmt: skip
def test_capitals_follow_the_text(question: str, text: str, mended: str) -> None:
    assert lower_opening(question, text) == mended


def test_what_has_a_name_of_its_own_is_not_asked_about_by_its_noun() -> None:
    assert points_back("When was the album released by Elektra Records?", "", "") == "album"
    assert points_back("Who wrote the book of Kells?", "", "") == ""
    assert points_back("When must the form be submitted?", "", "") == ""


def test_an_apple_has_no_siblings() -> None:
    lead = "The Roxbury Russet is an apple cultivar, believed to be the oldest in the United States, grown by a writer."
    assert kind_in_lead("Roxbury Russet", lead, "en", True) != "person"
    assert kind_in_lead("Rhythmbox Music Player", "Rhythmbox Music Player is a music player.", "en", True) != "person"
    assert kind_in_lead("Ivan Combe", "Ivan Combe was an American inventor of soaps.", "en", True) == "person"
