"""Which tables are asked about, by what name, in what words, and how much of a batch they may fill."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate, Span
from builder.draft.chinese.cells import cell_zh, is_mixed
from builder.draft.comparisons import compare_rows
from builder.draft.english.cells import cell_en, told_en
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.spread import mark_of, spread
from builder.draft.tables import cells_of, tables_of


def asked(text: str, name: str = "manual.md") -> list[str]:
    made = candidates_of(setting_of(outline(document_of(name, text)), Rarity(9, {})))
    return [c.question for c in made if c.template.endswith(":cell")]


def test_a_table_with_an_empty_head_is_not_asked_about() -> None:
    text = "# 手册\n\n## 键盘命令\n\n|  |  |\n| --- | --- |\n| F1 | 放大 |\n| F2 | 缩小 |\n"
    assert asked(text) == []


def test_keys_held_down_name_no_column() -> None:
    text = "# 手册\n\n## 浏览\n\n| 按键 | 功能 | + Command 键 Ctrl 键 |\n| --- | --- | --- |\n| (Home) | 移到行首 | 移到文首 |\n| END | 移到行尾 | 移到文尾 |\n| END 在表格中 | 移到格尾 | 移到表尾 |\n| 方向键 | 移动一格 | 移动一词 |\n"
    view = outline(document_of("手册.md", text))
    facts = [(f.entity, f.attribute) for t in tables_of(view) for f in cells_of(view, t)]
    assert facts == [("方向键", "功能")]


_TWO = "| Key | Selection effect |\n| --- | --- |\n| Shift | Add items |\n| Ctrl | Toggle items |\n\n{}\n\n| Key | Selection effect |\n| --- | --- |\n| Alt | Remove items |\n| Tab | Highlight nets |\n"


def test_two_tables_of_one_section_are_told_apart_or_left_out() -> None:
    same = "# Editor\n\n## Selection\n\nClick an item while a key is held.\n\n" + _TWO.format("Then drag.")
    assert tables_of(outline(document_of("a.md", same))) == []
    named = "# Editor\n\n## Selection\n\nKeys for clicking\n\n" + _TWO.format("The table lists the keys for dragging:")
    assert [t.caption for t in tables_of(outline(document_of("a.md", named)))] == [
        "Keys for clicking",
        "keys for dragging",
    ]


def test_a_lead_that_points_at_its_table_is_not_its_name() -> None:
    text = "# 查看文件\n\n从子菜单中选择一项，下表描述了这些项目：\n\n| 项目 | 作用 |\n| --- | --- |\n| 紧凑布局 | 缩小项目之间的距离 |\n| 排列 | 按名称排列项目 |\n"
    assert [t.caption for t in tables_of(outline(document_of("a.md", text)))] == ["查看文件"]


def test_a_breadcrumb_before_a_table_is_not_its_name() -> None:
    text = "# 2021年甲省分数线\n\n2021年度分数线\n首页/ 各专业分数线\n\n| 专业名称 | 最高分 | 最低分 |\n| --- | --- | --- |\n| 法学 | 632 | 630 |\n| 社会学 | 620 | 611 |\n"
    assert [t.caption for t in tables_of(outline(document_of("a.md", text)))] == ["2021年甲省分数线"]


@pytest.mark.parametrize(
    ("row", "question", "answer"),
    [
        (("Shift", "Modifier key", "Effect", "Disable snapping."), "What is Shift used for?", "Shift is used to disable snapping."),
        (("toupper", "Name", "Description", "Converts to upper case"), "What does toupper do?", "toupper converts to upper case."),
        (("--all", "Option", "Purpose", "List every file"), "What is the --all option used for?", "The --all option is used to list every file."),
        (("Green, blinking", "Signal", "Meaning", "update running"), "What does “Green, blinking” mean?", "“Green, blinking” means “update running”."),
        (("Redo", "Action", "Description", "Redo last edit"), "", ""),
        (("tstamps", "Element", "Description", "timestamp of the component."), "", ""),
        (("-ne", "Name", "Description", "Integer inequality"), "", ""),
        (("Find Next", "Command", "Description", "Repeat the last search. This goes on from the cursor."),
         "What does the “Find Next” command do?", "The “Find Next” command repeats the last search. This goes on from the cursor."),
        (("Sync", "Command", "Description", "Perform a save, commit all data. Only while changed."), "", ""),
        (("Play", "Command", "Description", "Start a round, as described in the section called “Rounds”"), "", ""),
        (("Manual", "Command", "Description", "Display the text (this document)."), "", ""),
        (("Drop", "Command", "Description", "Remove the account. Deleting an Account."), "", ""),
        (("Actions → Play Mines", "Command", "Description", "Play a game of Mines"), "", ""),
        (("%t", "Escape", "Description", "The archive of the package"), "What does the %t escape stand for?", "The %t escape stands for the archive of the package."),
        (("%C", "Escape", "Description", "A somewhat more verbose description of the state"), "", ""),
    ],
)  # fmt: skip
def test_what_a_row_does_is_asked_and_told_in_a_sentence(row: tuple[str, str, str, str], question: str, answer: str) -> None:  # fmt: skip
    assert told_en(*row) == (question, answer)


@pytest.mark.parametrize(
    ("row", "question"),
    [
        (("Redo", "Action", "Default Hotkey", "Ctrl+Y"), "What is the default hotkey for the “Redo” action?"),
        (("timeout", "Parameter", "Default", "30 s"), "What is the default value of the timeout parameter?"),
        (("Impress", "Application", "Extensions", ".otp, .pot"), "What are the extensions of Impress?"),
        (("Ledger", "System", "Owner", "Anna Berg"), "Who is the owner of Ledger?"),
        (("Rock", "Board", "Speed", "1x4"), ""),
        (("E02", "Code", "Remedy", "check plug, replace probe"), ""),
        (("mod_a, mod_b", "Module", "Maintainer", "Anna Berg"), ""),
        (("%N", "Escape", "Size", "The length of the name"), ""),
    ],
)
def test_the_kind_of_column_decides_the_english_question(row: tuple[str, str, str, str], question: str) -> None:
    assert cell_en(*row)[0] == question


def test_a_key_behind_a_name_and_a_heading_as_long_as_a_sentence_stay_out_of_the_question() -> None:
    rows = "| Menu item | Description |\n|---|---|\n| {} ( Ctrl+Page Down ) | Move to the end of the register. |\n| Go to Date | Pick another day. |\n"
    text = "# Register window\n\n## Register menu with actions that repair, split, move and post entries\n\n" + rows
    assert (
        asked(text.format("Blank Entry"))[0]
        == "According to “Register window”, what is the “Blank Entry” menu item used for?"
    )
    text = text.replace("Description", "Default Hotkey").replace("Move to the end of the register.", "F5")
    assert asked(text.format("Blank Entry")) == []


def test_no_english_words_in_a_chinese_question() -> None:
    assert cell_zh("New Project", "Action", "Default Hotkey", "Ctrl+N", False) == (
        "“New Project”的默认快捷键是什么？",
        "“New Project”的默认快捷键是 Ctrl+N。",
    )
    assert is_mixed("开启", "Supported Platforms", "Linux")
    assert is_mixed("开启", "结果", "Keeps the wheel running")
    assert not is_mixed("TiDB", "QPS", "100")


def test_marks_without_width_and_menu_dots_are_left_out() -> None:
    text = "# 工程\n\n## 快捷操作\n\n| Action | Hotkey |\n| --- | --- |\n| New Project…\u200b | Ctrl+N |\n| Quit | Ctrl+Q |\n"
    view = outline(document_of("工程.md", text))
    assert [f.entity for t in tables_of(view) for f in cells_of(view, t)] == ["New Project", "Quit"]


def drafted(number: int, document: str, table: int | None) -> Candidate:
    return Candidate(
        question=f"{number}?", answer="x", claims=("x",), spans=(Span(document, number, number + 1),), kind="factual",
        subkind="table_cell" if table is not None else "number", language="en", score=0.8, template="en:cell",
        notes=(mark_of(document, table),) if table is not None else (),
    )  # fmt: skip


def drawn(candidates: list[Candidate], batch: int) -> list[Candidate]:
    kept: list[Candidate] = []
    for candidate in spread(iter(candidates), kept, batch, batch):
        kept.append(candidate)
        if len(kept) == batch:
            break
    return kept


def test_a_table_gives_at_most_a_tenth_of_a_batch() -> None:
    assert len(drawn([drafted(n, "a", 0) for n in range(40)], 30)) == 3


def test_tables_and_documents_wait_while_others_have_drafts() -> None:
    tables = [drafted(n, f"d{n}", n) for n in range(40)]
    prose = [drafted(100 + n, "a" if n < 20 else f"p{n}", None) for n in range(40)]
    kept = drawn([*tables, *prose], 30)
    assert sum(bool(c.notes) for c in kept) == 10
    assert sum(c.spans[0].document_id == "a" for c in kept) == 6
    assert len(drawn(tables, 30)) == 30


def test_a_unit_in_a_head_goes_with_every_figure() -> None:
    """Columns that name their unit are what was measured, though the section is called "Hotel rates"."""
    text = "# Travel policy\n\n## Hotel rates\n\n| City | Hotel limit (EUR) | Meals (EUR) |\n| --- | --- | --- |\n| Paris | 160 | 55 |\n| Berlin | 130 | 45 |\n| Lisbon | 110 | 40 |\n"
    setting = setting_of(outline(document_of("travel.md", text)), Rarity(9, {}))
    answers = [c.answer for c in candidates_of(setting) if c.template.endswith(":cell")]
    assert "The hotel limit for Paris is 160 EUR." in answers and not any("under" in a for a in answers)
    ranked = [c for c in compare_rows(setting) if c.template == "en:compare-rows"]
    assert ranked and all(c.answer.count(" EUR") == 2 for c in ranked)
    assert all(claim.endswith(" EUR.") for c in ranked for claim in c.claims)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        # A chapter of a manual is not cited for a row; a page is.
        ("# Chapter 16. Importing\n\nEach type has its own.\n\n| Type | KMyMoney type |\n| --- | --- |\n| MONEYMRKT | Savings |\n| CREDIT | Card |\n", 0),
        ("# Type map\n\nEach type has its own.\n\n| Type | KMyMoney type |\n| --- | --- |\n| MONEYMRKT | Savings |\n| CREDIT | Card |\n", 2),
        ("# Formats\n\nTable 1. Field Type Values\n\n| Field Type | Value |\n| --- | --- |\n| Table | 8 |\n| Rating | 14 |\n", 0),
    ],
)  # fmt: skip
def test_a_manual_is_not_cited_for_a_row_of_a_table(text: str, asked: int) -> None:
    setting = setting_of(outline(document_of("map.md", text)), Rarity(9, {}))
    assert len([c for c in candidates_of(setting) if c.template == "en:cell"]) == asked
