"""What pages of dialogs and tools tell of their parts, and which pages tell of something else."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.chinese.controls import from_controls
from builder.draft.setting import Rarity, setting_of

PAGE = """# 缩进与间距

设置段落的缩进选项和间距选项。

要访问此命令...

选择「格式 - 段落 - 缩进与间距」选项卡。

## 缩进

### 第一行

按照您输入的缩进量缩进段落的第一行。要创建悬挂缩进，请输入一个负值。

图标

首行

### 自动缩进

根据字体大小和行距自动缩进段落。

### 在文字之前

输入段落与页边距之间的间距。

## 取消

点击「取消」关闭对话框，不保存所做的任何修改。
"""


def drafted(text: str) -> dict[str, Candidate]:
    return {c.question: c for c in from_controls(setting_of(outline(document_of("a.md", text)), Rarity(9, {})))}


def test_parts_are_asked_by_their_page_and_group_with_all_that_is_told() -> None:
    made = drafted(PAGE)
    assert set(made) == {
        "在「缩进与间距」选项卡的「缩进」部分，「第一行」有什么作用？",
        "在「缩进与间距」选项卡中，「自动缩进」有什么作用？",
        "在「缩进与间距」选项卡的「缩进」部分，「在文字之前」有什么作用？",
        "「缩进与间距」选项卡有什么作用？",
    }
    first = made["在「缩进与间距」选项卡的「缩进」部分，「第一行」有什么作用？"]
    assert first.answer == "按照您输入的缩进量缩进段落的第一行。要创建悬挂缩进，请输入一个负值。"
    assert len(first.claims) == 2 and "图标" not in first.answer
    assert made["「缩进与间距」选项卡有什么作用？"].answer == "设置段落的缩进选项和间距选项。"


def test_a_command_is_a_function_and_a_part_may_name_its_page() -> None:
    page = PAGE.replace("选择「格式 - 段落 - 缩进与间距」选项卡。", "选择「格式 - 段落」。").replace(
        "自动缩进", "缩进与间距 - 自动"
    )
    made = drafted(page)
    assert "「缩进与间距」功能有什么作用？" in made
    assert "「缩进与间距 - 自动」有什么作用？" in made


@pytest.mark.parametrize(
    "change",
    [
        ("输入段落与页边距之间的间距。", "输入间距。"),  # says no more than its name, and leaves fewer than three
        ("输入段落与页边距之间的间距。", "在标尺上要放置文字的地方点击。"),
        ("输入段落与页边距之间的间距。", "您可以输入段落与页边距之间的间距。"),
        ("输入段落与页边距之间的间距。", "切换「缩进」工具栏的可见性，可调整段落。"),
        ("输入段落与页边距之间的间距。", "输入段落段落段落与页边距段落与页边距之间的间距。"),
        ("输入段落与页边距之间的间距。", "列出可用于调整段落与页边距的命令。"),
        ("输入段落与页边距之间的间距。", "在 主机 面板的列表里选择一个别名，然后点 删除 按钮。"),
        ("### 在文字之前", "### 第一行"),
        ("## 取消", "```\nindent()\n```\n\n## 取消"),
        ("# 缩进与间距\n", "# 如何设置缩进？\n"),
    ],
)
def test_what_speaks_to_the_reader_shows_code_or_is_told_twice_is_left(change: tuple[str, str]) -> None:
    assert not [q for q in drafted(PAGE.replace(*change, 1)) if "第一行" in q]
