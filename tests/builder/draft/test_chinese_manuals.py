"""What manuals tell in single sentences, their reStructuredText, and the two scripts: each case stood in a draft that was refused, or was missed."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.chinese.base import is_dangling
from builder.draft.chinese.facts import questions_of
from builder.draft.chinese.script import as_in, in_traditional, own_pairs
from builder.draft.markup import is_clean, plain
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of


def asked(sentence: str) -> list[str]:
    return [one.question for one in questions_of(sentence)]


def drafted(text: str, name: str = "a.txt") -> list[Candidate]:
    return [c for c in candidates_of(setting_of(outline(document_of(name, text)), Rarity(9, {}))) if c.score >= 0.72]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("若要创建新工程，请使用 文件 菜单中的 新建工程 命令，或按 Ctrl+N。", "如何创建新工程？"),
        ("Note 在用新版本的 KiCad 打开设计之前，请确保保存一个备份。", "在用新版本的 KiCad 打开设计之前，应该做什么？"),
        ("文件属性窗口用于显示文件类型、文件大小和修改时间。", "文件属性窗口有什么用途？"),
        ("现代版本的 KiCad 可以打开在早期版本中创建的文件，但只能写入最新格式。", "现代版本的 KiCad 能否打开在早期版本中创建的文件？"),
    ],
)  # fmt: skip
def test_what_manuals_tell_is_asked(sentence: str, question: str) -> None:
    assert question in asked(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "TiDB 支持的 TLS/SSL 协议版本为 TLSv1.2 和 TLSv1.3。",
        "TiDB 分区表的性能开销取决于分区数量和索引类型。",
        "TiCDC 可以通过配置项中的 filter.rules 项完成。",
        "在使用备份恢复功能之前，需要先了解 BR 工具与其他功能的兼容性。",
        "为了激活给定的键盘布局，使用 keyb=KB 选项。",
        "由于不能分配足够的 17 MB 内存用来生成分析器，普通的 LISP 杂乱地转储了内核文件。",
        "如果文件并没有指定一个本授权的版本号码，你就可以选择任何一个曾出版的版本。",
    ],
)
def test_what_nobody_would_ask_is_left(sentence: str) -> None:
    assert asked(sentence) == []


def test_names_of_controls_stand_in_quotes() -> None:
    (found,) = questions_of("若要创建新工程，请使用 文件 菜单中的 新建工程 命令，或按 Ctrl+N。")
    assert "“文件”菜单中的“新建工程”命令" in found.statement


def test_this_licence_points_back_but_a_version_does_not() -> None:
    assert is_dangling("一个本授权的版本号码") and not any(
        map(is_dangling, ("基本功能", "脚本文件", "版本系统", "副本服务"))
    )


_RST = """.. _intro:

======
使用
======

.. note::

    配置项用于 :code:`rqalpha run`，见 :ref:`intro-config`。

绘制回测结果
============

如果运行完回测后，还需要再次绘制回测结果，可以运行以下命令:

.. code-block:: bash

    $ rqalpha plot result.pkl
"""


def test_restructured_text_is_read_as_it_is_meant() -> None:
    view = outline(document_of("a.txt", _RST))
    assert [view.text(b.start, b.end) for b in view.blocks if b.kind == "heading"] == ["使用", "绘制回测结果"]
    assert [b.kind for b in view.blocks if b.kind != "heading"] == ["paragraph", "paragraph", "code"]
    (made,) = (c for c in drafted(_RST) if c.template == "zh:how-prose")
    assert made.question.endswith("如何绘制回测结果？") and made.answer.endswith("命令:\n$ rqalpha plot result.pkl")
    assert plain("设为 :code:`a` 或 `站点 <http://a.b>`_") == "设为 a 或 站点" and not is_clean(
        plain("见 :ref:`intro`")
    )


def test_a_document_keeps_its_own_characters() -> None:
    text = "將游標移至后里，一隻貓只在台北與臺南裡。"
    assert in_traditional(f"{text}什么是游标？", own_pairs(text)) == f"{text}什麼是游標？"
    assert in_traditional(text, own_pairs(text)) == text
    assert as_in("后里在什么", "后里在裡面。") == "后里在什麼"


def test_a_draft_is_in_one_language() -> None:
    text = "# 套用數位簽名\n\nIf you are using Linux, macOS or Solaris, you must install a recent version of Thunderbird. The file is for you and it will be saved.\n"
    assert not any("數位" in c.question for c in drafted(text, "a.md"))


def test_steps_with_menus_in_brackets_are_whole() -> None:
    text = "# 格式手冊\n\n## 旋轉文字方向\n\n1. 選擇[格式] - [儲存格]。\n2. 按一下[對齊]標籤。\n3. 拖曳滑鼠來改變方向，並按一下[確定]。\n"
    (made,) = (c for c in drafted(text, "a.md") if c.template == "zh:how-steps")
    assert made.question.endswith("如何旋轉文字方向？") and "[儲存格]" in made.answer
