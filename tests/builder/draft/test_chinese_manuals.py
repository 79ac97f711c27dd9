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
        ("财务管理专业旨在培养熟练运用财务管理方法的复合型人才。", "财务管理专业的培养目标是什么？"),
        ("文档字符串支持 Markdown，能正确解析和显示其中的内容。", "文档字符串是否支持 Markdown？"),
        ("Note kicad_dra 文件由 KiCad 自动管理。", "kicad_dra 文件是由谁管理的？"),
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
        "当更改电路板编辑器的显示单位时，自动单位会导致标注单位发生变化。",
        "布线宽度永远不能低于在电路板设置对话框的约束部分中配置的最小布线宽度。",
        "使用 GFig 插件 GIMP 现在可以支持基本的向量图层了。",
        "从 KiCad 6.0 开始，版本是 1。",
        "拖动 (45 度模式) 命令热键 D 用于通过布线器拖动布线。",
        "布线器模式用于布置新的布线，但也用于拖动现有布线。",
        "将行距设置为 1.5 行。",
        "URL 表示法不允许使用某些特殊字符。",
        "br 命令行工具支持在备份端，或备份到存储的时候在服务端进行加密。",
        "自由党的主要支持者在墨尔本较为富裕的东部和郊区。",
        "multirow 支持合并多行单元格。",
        "「宏工具栏」包含用于创建、编辑和执行宏的命令。",
        "HAProxy 是由 C 语言编写的自由开放源码的软件。",
        "LATEX 默认为将单词之间的“空格”转化为水平间距。",
        "可以使用参数 docs_url 设置它的 URL。",
        "如果要解决以上挑战，请使用 tidb_scatter_region 变量。",
        '如果要了解 GC 配置的变化信息，请使用左侧导航栏中的 "版本选择器" 切换到本文档的历史版本。',
        "如果需要定义带有多个可选参数的命令，可以使用 xparse 宏包1。",
        "若需要编译源码，请直接用 qyxf-book.cls 文件编译，或下载最新版本 v2.3(5)。",
        "要定义其他多边形，请打开「三维效果对话框，并点击几何」选项卡。",
        "由于经济学是研究经济发展程度的，所以经济学的发展与经济的发展程度联系在一起。",
        "要打印图层，请使用 print_button_png 图标或“文件”菜单。",
        "要使用设计规则检查器，请点击顶部工具栏的 图标，或者从检查菜单中选择设计规则检查器。",
        "要修改数据绑定，请在列表中选择另一项目，然后点击「确定」。",
        "要在当前页面样式中添加页眉，请选择「显示页眉」，然后点击「确定」。",
        "如果要添加页眉，请选择「显示页眉」，然后点击「确定」。",
        "要对齐组合中的单个对象，请选择「格式 - 组合 - 编辑组合」双击以进入组合，并选择对象。",
    ],
)
def test_what_nobody_would_ask_is_left(sentence: str) -> None:
    assert asked(sentence) == []


@pytest.mark.parametrize(
    ("text", "template", "kept"),
    [
        ("# 模块\n\nNAME 是一个指定的 MPM 名称。\n\n使用参数 --with-mpm=NAME 编译。\n", "zh:definition", False),
        ("# 模块\n\nMPM 是一种处理请求的模块。\n\n使用参数 --with-mpm=NAME 编译。\n", "zh:definition", True),
        ("# 电路板设置\n\n电路板层页面用于启用或禁用技术层。\n\n在电路板层页面，可以将铜层指定为信号层。\n", "zh:use", False),
        ("# 电路板设置\n\n电路板层页面用于启用或禁用技术层。\n\n铜层是偶数。\n", "zh:use", True),
        ("# 集成开发环境\n\n左边的列用于在程序代码中设置断点。\n", "zh:use", False),
        ("# 线条样式手册\n\n线端同步化\n\n如果希望线条的两个箭头设置自动更新，请使用「格式 - 线条」菜单中的箭头设置。\n", "zh:if-do", False),
        ("# 线条样式手册\n\n- 同步：更新两个箭头。如果希望线条样式的箭头设置自动更新，请使用「格式 - 线条」菜单中的箭头设置。\n", "zh:if-do", False),
        ("# 线条样式手册\n\n- 箭头设置：同时更新。如果希望线条样式的箭头设置自动更新，请使用「格式 - 线条」菜单中的箭头设置。\n", "zh:if-do", True),
        ("# 线条样式手册\n\n箭头设置\n\n如果希望线条的两个箭头设置自动更新，请使用「格式 - 线条」菜单中的箭头设置。\n", "zh:if-do", True),
        ("# 效力与定义\n\n前封面文字最多可以包含 5 个单词。\n", "zh:number", False),
        ("# 封面\n\n前封面文字最多可以包含 5 个单词。\n", "zh:number", True),
    ],
)  # fmt: skip
def test_what_leans_on_its_place_is_left(text: str, template: str, kept: bool) -> None:
    assert any(c.template == template for c in drafted(text, "a.md")) is kept


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
