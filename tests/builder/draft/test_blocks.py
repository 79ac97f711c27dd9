"""Blocks slice exactly, and markup is taken away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kb import LEAVE_EN, LEAVE_ZH, document_of

from builder.draft.blocks import outline
from builder.draft.markup import plain
from builder.draft.topic import clean_heading
from builder.load.headings import heading_spans
from core.records import Document


@pytest.mark.parametrize("text", [LEAVE_EN, LEAVE_ZH])
def test_kinds_of_blocks(text: str) -> None:
    view = outline(document_of("a.md", text))
    kinds = [b.kind for b in view.blocks]
    assert kinds.count("table") == 1
    assert kinds.count("list") == 1
    table = next(b for b in view.blocks if b.kind == "table")
    for row in table.rows:
        for cell in row:
            assert text[cell.start : cell.end] == cell.text


def test_front_matter_and_code_are_no_prose() -> None:
    text = "---\ntitle: A\n---\n# B\n\n```\n- not a list\n```\n\ntext here\n"
    view = outline(document_of("a.md", text))
    assert [b.kind for b in view.blocks] == ["heading", "code", "paragraph"]


@given(st.text(alphabet=st.sampled_from(list("ab 中文。|#-1.\n`>*[]()")), max_size=300))
@settings(max_examples=150, deadline=None)
def test_offsets_stay_inside_and_in_order(text: str) -> None:
    view = outline(document_of("a.md", "# t\n" + text))
    last = 0
    for block in view.blocks:
        assert last <= block.start <= block.end <= len(view.document.text)
        last = block.start
        for item in block.items:
            assert block.start <= item.start <= item.end <= block.end
        for row in block.rows:
            for cell in row:
                assert view.document.text[cell.start : cell.end] == cell.text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("see [the **form**](http://x/y_(z)) now", "see the form now"),
        ("`tidb_gc_life_time` 的*默认*值", "tidb_gc_life_time 的默认值"),
        ("跨行的\n中文", "跨行的中文"),
        ('a &amp; b {% page "x" %}', "a & b x"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("<b>run</b> ctl:v<CLUSTER_VERSION> pd", "run ctl:v<CLUSTER_VERSION> pd"),
    ],
)
def test_plain(raw: str, shown: str) -> None:
    assert plain(raw) == shown


def test_code_an_item_announces_belongs_to_its_list() -> None:
    text = (
        "# 部署\n\n- 安装软件包：\n\n```\napt install web\n```\n- 运行服务\n\n说明完毕。\n\n```\nweb --version\n```\n"
    )
    kinds = [(b.kind, len(b.items)) for b in outline(document_of("a.md", text)).blocks]
    assert kinds == [("heading", 0), ("list", 2), ("paragraph", 0), ("code", 0)]


def test_nested_points_are_parted_on_one_line() -> None:
    assert plain("支持两种方式：\n    - 本地部署\n    - 云端部署") == "支持两种方式： 本地部署；云端部署"
    assert plain("Run:\n\n    ```shell\n    web start\n    ```\n") == "Run: web start"


@pytest.mark.parametrize(
    ("text", "questions", "bodies"),
    [
        ("Q: How do I get a card?\nA: Ask the desk.\n\nQ2. Who pays?\n\n**A:** The team pays.\n", ["How do I get a card?", "Who pays?"], ["Ask the desk.", "The team pays."]),
        ("**Can I travel by train?**\n\nYes, by train too.\n", ["Can I travel by train?"], ["Yes, by train too."]),
        ("1、问：谁可以申请？\n答：员工可以申请。\n", ["谁可以申请？"], ["员工可以申请。"]),
        ("The desk asks: who pays?\n\nA: is a letter here.\n", [], ["The desk asks: who pays?", "A: is a letter here."]),
    ],
)  # fmt: skip
def test_a_line_that_asks_is_a_heading_and_its_answer_loses_its_label(
    text: str, questions: list[str], bodies: list[str]
) -> None:
    view = outline(document_of("faq.md", text))
    heads = [clean_heading(view.text(b.start, b.end)) for b in view.blocks if b.kind == "heading"]
    assert heads == questions
    assert [view.text(b.start, b.end) for b in view.blocks if b.kind == "paragraph"] == bodies


def headed(text: str) -> Document:
    return document_of("a.md", text).model_copy(update={"headings": heading_spans(text)})


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Who may come?\n---\nEverybody may come.\n", ["heading", "paragraph"]),
        ("Who may come?\n=============\n\nEverybody may come.\n", ["heading", "paragraph"]),
        (
            "====== Pages ======\n\nA page is a file.\n\n===== Links =====\nA link leads on.\n",
            ["heading", "paragraph"] * 2,
        ),
        ("== Pages ==\nA page is a file.\n=== Links ===\nA link leads on.\n", ["heading", "paragraph"] * 2),
        ("**Ownership of assets**\n\nAssets are owned by a person.\n", ["heading", "paragraph"]),
        ("**Note**\n\nAssets are owned by a person.\n", ["paragraph", "paragraph"]),
        ("**Assets are owned by a person.**\n\nThey are listed.\n", ["paragraph", "paragraph"]),
        ("**资产归属**\n\n资产归个人所有。\n", ["heading", "paragraph"]),
    ],
)
def test_headings_of_other_hands(text: str, kinds: list[str]) -> None:
    assert [b.kind for b in outline(headed(text)).blocks] == kinds


def test_levels_of_wiki_headings_follow_the_document() -> None:
    deep_first = "====== Pages ======\n\nx\n\n===== Links =====\n\ny\n"
    few_first = "== Pages ==\n\nx\n\n=== Links ===\n\ny\n"
    for text in (deep_first, few_first):
        assert [s.label for s in heading_spans(text)] == ["Pages", "Pages > Links"]
        levels = [b.level for b in outline(headed(text)).blocks if b.kind == "heading"]
        assert levels == [1, 2]


def test_tabs_and_rules_of_tables_are_no_headings() -> None:
    for line in ('=== "Python 3.10+"', "=====  =====", "== =="):
        assert heading_spans(f"# Types\n\n{line}\n\nUse them.\n") == heading_spans(
            "# Types\n\n" + "x" * len(line) + "\n\nUse them.\n"
        )


def test_marks_of_wikis_are_not_shown() -> None:
    assert plain("Start the link with ''+'' or see [[Help:Links|the links page]] and [[Plugins]].") == (
        "Start the link with + or see the links page and Plugins."
    )
    assert plain("It's the users' page, isn't it?") == "It's the users' page, isn't it?"
