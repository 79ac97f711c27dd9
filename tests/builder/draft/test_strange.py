"""What an answer says and its evidence does not is found, whatever it is; what is only put otherwise is let pass."""

from __future__ import annotations

import pytest

from builder.draft.checks.strange import strange_in
from builder.draft.markup import is_clean, plain

TABLE = "Warranty Price (EUR) TL200 24 months 48 G4 36 months 60"
TEXT = "The Travel Desk answers within two working days. BR 会通过 REPLACE INTO 语句写入 12 张系统表。"


@pytest.mark.parametrize(
    ("claim", "strange"),
    [
        ("The warranty is 24 years.", "24 years"),
        ("The price of the TL200 is 49 EUR.", "49"),
        ("The price of the TL300 is 48 EUR.", "300"),
        ("Lindqvist answers within two working days.", "Lindqvist"),
        ("The Travel Desk answers within six working days.", "six working days"),
        ("BR 会通过 Marlow INTO 语句写入 12 张系统表。", "Marlow"),
        ("BR 会通过 REPLACE INTO 语句写入 15 张系统表。", "15"),
        ("BR 会通过“云栖”写入 12 张系统表。", "云栖"),
    ],
)
def test_a_changed_answer_is_strange(claim: str, strange: str) -> None:
    assert strange in strange_in(claim, f"{TABLE} {TEXT}", False)


@pytest.mark.parametrize(
    "claim",
    [
        "The warranty of the TL200 is 24 months.",
        "The price of the TL200 is 48 EUR.",
        "1. The Travel Desk answers within two working days.",
        "According to the table, the price is 60 EUR.",
        "BR 会通过 REPLACE INTO 语句写入 12 张系统表。",
    ],
)
def test_what_the_evidence_says_is_not(claim: str) -> None:
    assert strange_in(claim, f"{TABLE} {TEXT}", False) == ""


def test_a_model_may_open_its_sentences_as_it_likes() -> None:
    claim = "Travellers get an answer within two working days."
    assert strange_in(claim, "The desk answers within two working days.", True) == ""
    assert strange_in(claim, "The desk answers within two working days.", False) == "Travellers"


def test_a_question_that_tells_one_point_of_a_list_leaks() -> None:
    from builder.draft.candidates import Candidate
    from builder.draft.checks.base import Scene
    from builder.draft.checks.form import _no_leak

    draft = Candidate(
        question="要使用 TestClient，先要安装 httpx，对吗？", answer="要使用 TestClient，先要安装 httpx。\n导入 TestClient。", claims=(), spans=(),
        kind="factual", subkind="list", language="zh", score=0.9, template="test",
    )  # fmt: skip
    scene = Scene(document=lambda _: None)  # type: ignore[arg-type, return-value]
    assert "gives a point of its answer away" in _no_leak(draft, scene).reason
    from dataclasses import replace

    assert _no_leak(replace(draft, question="使用 TestClient 要做哪些准备？"), scene).passed
    # "Move a window with the mouse:" over its steps names the task that is asked about.
    led = "Move a window with the mouse:\n1. Drag its title.\nMove a window with the keyboard:\n1. Press Alt+F7."
    asked = "How do you move a window with the mouse, and how do you move a window with the keyboard?"
    assert _no_leak(replace(draft, question=asked, answer=led, language="en"), scene).passed


def test_addresses_and_what_the_reader_fills_in_are_no_tags() -> None:
    assert plain("Write to <help@example.org>, see <https://example.org/a>.") == "Write to help@example.org, see https://example.org/a."  # fmt: skip
    for kept in ("Run `unpack <file>` first.", "Use the <placeholder> value.", "Type `<b>` for bold."):
        assert "<" in plain(kept) and not is_clean(plain(kept))
    assert plain('<abbr title="x">API</abbr> <SimpleTab><b>bold</b></SimpleTab> <br/>end') == "API bold end"
    assert plain("See :ref:`the guide <guide-label>` and `their site <https://example.org>`_.") == "See the guide and their site."  # fmt: skip
