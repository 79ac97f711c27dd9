"""What the base answers is never drafted as unanswerable."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from kb import CHUNKING, GATEWAY_ZH, LEAVE_EN, TRAVEL_EN, document_of, make_base

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate, Slots
from builder.draft.refusals.absence import entity_pattern, scan, trace_of
from builder.draft.refusals.table_gaps import swapped_rows
from builder.draft.refusals.unanswerable import Entity, entities_of, missing_attributes
from builder.draft.setting import Rarity, setting_of
from core.store import chunks


def candidate(entity: str, attribute: str) -> Candidate:
    return Candidate(
        question=f"{entity} {attribute}?", answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_attribute",
        language="en", score=0.8, template="test", expected_reply="refuse", slots=Slots(entity=entity, attribute=(attribute,)),
    )  # fmt: skip


def test_scan_finds_planted_answers(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path)
    answered, missing, unknown = (
        candidate("X200", "上报|秒"),
        candidate("X200", "许可证|开源"),
        candidate("Z900", "price"),
    )
    found = scan(chunks.iterate(store, kb.id, CHUNKING), [answered, missing, unknown], lambda _: "")
    assert answered.key in found.betrayed
    assert missing.key not in found.betrayed and found.named[missing.key] >= 1
    assert unknown.key not in found.named


def test_swapped_rows_ask_for_rows_the_table_lacks() -> None:
    settings = [
        setting_of(outline(document_of(n, t)), Rarity(2, {})) for n, t in (("a.md", LEAVE_EN), ("b.md", TRAVEL_EN))
    ]
    made = list(swapped_rows(settings))
    assert made
    for one in made:
        assert one.slots.entity == "Malaysia" and "hotel ceiling" in one.question.lower()
        assert one.expected_reply == "refuse" and not one.spans


def test_attributes_fit_the_kind() -> None:
    product = Entity("X200", " X200 ", "product", "zh", "d", 0.8)
    questions = [c.question for c in missing_attributes([product])]
    assert any("许可证" in q for q in questions)
    # A part of a product has no licence of its own.
    assert not any("许可证" in c.question for c in missing_attributes([replace(product, kind="tool")]))
    assert not any("违反" in q for q in questions)
    assert all(re.search(r"X200", q) for q in questions)


class _Hit:
    def __init__(self, chunk: object, rank: int) -> None:
        self.chunk, self.rank, self.score = chunk, rank, 1.0 / rank


def test_without_a_judge_the_trace_says_an_expert_must_look(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path, {"x200.md": GATEWAY_ZH})
    hits = [_Hit(c, n) for n, c in enumerate(chunks.iterate(store, kb.id, CHUNKING), 1)]
    trace, top = trace_of(candidate("X200", "价格"), lambda q, k: hits, None, kb.fingerprint, lambda d: "x200.md")
    assert not trace.verified and "expert must look" in trace.reason and top == 0.0
    assert trace.nearest and trace.nearest[0].source == "x200.md"


def test_nobody_asks_attributes_of_a_page() -> None:
    """Pages of help were asked for a hotline, an author and how many had read them."""
    pages = {
        "a.md": "# Curves dialog\n\nClick the menu, then the button in the dialog. You must click again. Please click OK.\n",
        "b.md": "# 从文件导入公式\n\n点击菜单，在对话框中选择文件，然后点击按钮。请再次点击。\n",
        "c.md": "# Employment Verification\n\nAsk the desk for a letter. You must bring your pass. Please ask.\n",
        "d.md": "# Overview\n\nAll about it.\n",
    }
    for name, text in pages.items():
        assert entities_of(setting_of(outline(document_of(name, text)), Rarity(1, {})), []) == []


def test_a_part_of_a_model_number_is_no_product() -> None:
    board = "# A20-OLinuXino board\n\nYou need a card. Please ask. You must wait.\n"
    assert entities_of(setting_of(outline(document_of("a.md", board)), Rarity(1, {})), []) == []


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [("calendar", "Two calendars are shown.", True), ("party", "All parties agree.", True), ("form", "The format is fixed.", False), ("key", "a hot-key", False)],
)  # fmt: skip
def test_a_noun_is_found_in_its_plural_and_not_inside_a_word(name: str, text: str, named: bool) -> None:
    assert (entity_pattern(name).search(text) is not None) is named


def test_a_thing_is_found_by_another_word_for_it() -> None:
    assert entity_pattern("photo", ("picture",)).search("Rename the pictures.")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("从 v8.0 起新增 `--max-restore` 参数。", True),
        ("把max-restore调大。", True),
        ("X200边缘网关", False),
        ("the option no-max-restore is new", False),
        ("max-restore-count is new", False),
    ],
)
def test_a_name_is_found_as_a_word_of_its_own_in_either_script(text: str, named: bool) -> None:
    assert (entity_pattern("max-restore").search(text) is not None) is named
    assert entity_pattern("X200").search("X200边缘网关") is not None


def test_people_of_prose_are_asked_about_where_the_text_tells_of_their_lives() -> None:
    text = "# Steam\n\nJames Watt improved the engine in 1769. He died near Birmingham. Adam Smith cited him. The Rika Mansueto Library opened in 2011.\n"
    setting = setting_of(outline(document_of("a.md", text)), Rarity(1, {}))
    told = (
        "James Watt improved the engine in 1769.",
        "Adam Smith cited him.",
        "The Rika Mansueto Library opened in 2011.",
    )
    facts = [replace(candidate("", ""), claims=(claim,)) for claim in told]
    people = [e for e in entities_of(setting, [], facts) if e.kind == "person"]
    assert [e.name for e in people] == ["James Watt"]
    assert "Where was James Watt born?" in [c.question for c in missing_attributes(people)]


def test_a_page_about_events_of_any_sort_is_no_event() -> None:
    text = "# 事件\n\n事件是程序运行时发生的动作所触发的事件。\n"
    assert not entities_of(setting_of(outline(document_of("a.md", text)), Rarity(1, {})), [])


def test_a_page_in_another_language_is_asked_nothing() -> None:
    """Products named by a code on a page in Russian stopped the whole run."""
    text = "# Прибор\n\n| Product | Вес |\n|---|---|\n| TL200 | 5 |\n| TL210 | 6 |\n\nЭто описание приборов на русском языке, без перевода.\n"
    setting = setting_of(outline(document_of("a.md", text)), Rarity(1, {}))
    assert setting.language not in ("en", "zh") and entities_of(setting, []) == []
