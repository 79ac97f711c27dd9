"""A Python function in a child process: its folder, its prints, its faults."""

from __future__ import annotations

import time

import pytest

from core.errors import BadInput
from evaluation.systems.python_callable import PythonSystem
from tests.evaluation.stand_ins import answer_item

ITEM = answer_item(0)
CODE = """
import os, sys, time
import core  # the user's own, not Assay's
print("noise while loading")

def answer(question):
    print("noise", question)
    return {"text": core.NAME + " " + question, "retrieved": [{"id": "a", "text": "t"}], "context": ["t"]}

def with_context(question, context=None, item_id=None):
    return f"{item_id}: {context}"

def plain(question):
    return "ja 好"

def broken(question):
    raise ValueError("no luck")

def hung(question):
    time.sleep(30)

def dies(question):
    os._exit(3)

def odd(question):
    return {"retrieved": []}
"""


@pytest.fixture
def make(tmp_path):
    (tmp_path / "my_rag.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "core.py").write_text("NAME = 'mine'", encoding="utf-8")
    made = []

    def build(function, **more):
        made.append(PythonSystem("my_rag", function, tmp_path, **more))
        return made[-1]

    yield build
    for system in made:
        system.close()


def test_runs_in_the_users_folder_and_prints_do_not_matter(make):
    answer = make("answer").answer(ITEM)
    assert (answer.text, answer.retrieved[0].id, answer.context) == (
        f"mine {ITEM.question}",
        "a",
        ("t",),
    ) and answer.latency > 0


def test_text_and_context(make):
    assert make("plain").answer(ITEM).text == "ja 好"
    assert make("with_context").answer_from(ITEM, ["c"]).text == "item0: ['c']"


def test_faults(make):
    assert "ValueError: no luck (my_rag.py line" in make("broken").answer(ITEM).error
    assert "no answer" in make("odd").answer(ITEM).error
    hung = make("hung", timeout=0.5)
    begun = time.monotonic()
    assert "did not answer within 0.5 seconds" in hung.answer(ITEM).error
    # Given up at once, not when the function's own 30 seconds are over.
    assert time.monotonic() - begun < 20
    assert "did not answer" in hung.answer(ITEM).error  # a fresh process was started
    assert "ended unexpectedly" in make("dies").answer(ITEM).error


def test_what_cannot_be_loaded(make, tmp_path):
    with pytest.raises(BadInput, match="AttributeError"):
        make("absent")
    with pytest.raises(BadInput, match="ModuleNotFoundError.*nowhere"):
        PythonSystem("nowhere", "f", tmp_path)
