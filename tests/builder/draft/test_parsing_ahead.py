"""Sentences parsed in batches are parsed as they are alone."""

from __future__ import annotations

from typing import Any

import pytest

from builder.draft.english import grammar
from builder.draft.english.facts import questions_of, read_ahead

_SAID = [
    "Employees must submit the travel report within 14 days of the trip.",
    "Submit the travel report within 14 days of the trip to the Finance office.",
    "The Chicago office was opened in March 2011 by Harriet Cole, who had led the team in Boston.",
    "Short.",
    "If the account is locked, you can contact the help desk (before 17:00) or wait 30 minutes.",
]


def _as_read(doc: Any) -> list[tuple[Any, ...]]:
    return [(t.text, t.tag_, t.pos_, t.dep_, t.head.i, t.lemma_, t.ent_iob_, t.ent_type_) for t in doc]


@pytest.fixture(autouse=True)
def _nothing_parsed_yet() -> None:
    grammar.parsed.cache_clear()
    grammar.parse_ahead([])


def test_a_batch_gives_what_single_sentences_give() -> None:
    grammar.parse_ahead(_SAID)
    assert [_as_read(grammar.parsed(s)) for s in _SAID] == [_as_read(grammar.parser()(s)) for s in _SAID]


def test_what_was_read_ahead_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [list(questions_of(sentence)) for sentence in _SAID]
    grammar.parsed.cache_clear()
    read_ahead(_SAID)
    lone = []
    monkeypatch.setattr(grammar, "parser", lambda: lone.append)
    grammar.parsed(_SAID[0])
    grammar.parsed(_SAID[2])
    assert lone == []
    monkeypatch.undo()
    assert [list(questions_of(sentence)) for sentence in _SAID] == alone and any(alone)


def test_the_sentences_of_the_document_before_are_let_go() -> None:
    read_ahead(_SAID)
    read_ahead([])
    assert not grammar._ahead
