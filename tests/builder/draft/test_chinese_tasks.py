"""How a task is done, asked in Chinese: whole steps, prose that orders, and no heading that only names a thing."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.chinese.acts import is_done, names_act, tells_how
from builder.draft.chinese.tasks import from_sections
from builder.draft.lists import lead_question_zh, lists_of
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of


def drafted(text: str, name: str = "编辑器手册.md") -> list[Candidate]:
    return list(from_sections(setting_of(outline(document_of(name, text)), Rarity(9, {}))))


STEPS = "1. 选择“插入”菜单。\n2. 点击“图片”，然后选中文件。\n3. 点击“确定”。\n"


def test_numbered_steps_under_an_action_are_the_answer() -> None:
    (found,) = drafted(f"# 编辑器手册\n\n## 插入图片\n\n{STEPS}")
    assert found.question == "根据《编辑器手册》，如何插入图片？" and found.template == "zh:how-steps"
    assert found.answer.splitlines()[1] == "2. 点击“图片”，然后选中文件。"
    assert len(found.claims) == 3


def test_steps_keep_their_commands_on_lines_of_their_own() -> None:
    text = "# 部署服务\n\n1. 安装软件包：\n\n    ```shell\n    apt install web\n    ```\n\n2. 运行启动命令：\n\n    ```shell\n    webctl start\n    ```\n"
    (found,) = drafted(text)
    assert "apt install web" in found.answer.splitlines() and "```" not in found.answer


@pytest.mark.parametrize(
    "section",
    [
        f"## 插入图片\n\n{STEPS}\n也可以这样做：\n\n1. 打开侧栏。\n2. 选择“图库”。\n",
        f"## 插入图片\n\n{STEPS}\n然后执行以下命令：\n\n```\nsave --all\n```\n",
        "## 插入图片\n\n1. Open the Insert menu and then press the button.\n2. 点击“图片”，然后选中文件。\n3. 点击“确定”。\n",
        "## 插入图片\n\n1. 扫描：识别图片中的文字内容。\n2. 缩放：让图片适合页面的宽度。\n3. 裁剪：去掉图片四周的白边。\n",
        "## 插入图片\n\n插入图片可以让文档更加生动，读者也更容易理解内容。\n",
        "## 插入图片\n\n可以插入的图片有以下几种：\n\n- 照片\n- 图表\n- 图标\n",
        f"## 图片格式\n\n{STEPS}",
        "## 插入图片\n\n1. 点击工具栏的 图标。\n2. 点击“图片”，然后选中文件。\n3. 点击“确定”。\n",
        "## 插入图片\n\n1. 选择“插入”双击打开列表。\n2. 点击“图片”，然后选中文件。\n3. 点击“确定”。\n",
        "## 插入图片\n\n1. 按 命令Ctrl+F6 组合键。\n2. 点击“图片”，然后选中文件。\n3. 点击“确定”。\n",
        f"## 关闭保护\n\n{STEPS}\n## 其他\n\n### 关闭保护\n\n{STEPS}",
    ],
)
def test_what_is_no_whole_way_is_left_out(section: str) -> None:
    assert drafted(f"# 编辑器手册\n\n{section}") == []


def test_a_sentence_that_announces_steps_names_the_task() -> None:
    (found,) = drafted(f"# 图片\n\n图片可以来自文件。\n\n要把图片移动到另一页，请执行以下步骤：\n\n{STEPS}")
    assert found.question == "如何把图片移动到另一页？"


def test_a_section_named_alike_elsewhere_says_where() -> None:
    asked = [c.question for c in drafted(f"# 编辑器手册\n\n## 索引对话框\n\n### 插入条目\n\n{STEPS}")]
    assert asked == ["在索引对话框中，如何插入条目？"]


def test_an_icons_words_are_no_part_of_the_answer() -> None:
    (found,) = drafted(
        "# 编辑器手册\n\n## 选择组合中的对象\n\n图标\n\n双击任意一个对象进入组合，然后在其中点击要选择的那个对象。\n"
    )
    assert found.answer == "双击任意一个对象进入组合，然后在其中点击要选择的那个对象。"


@pytest.mark.parametrize(
    ("heading", "body", "taken"),
    [
        ("服务支持会话超时吗？", "支持。会话在三十分钟后超时，管理员可以修改。", True),
        ("服务支持会话超时吗？", "会话是用户登录之后的一段时间，管理员看得到全部会话。", False),
        ("什么是快照？", "快照是某一时刻全部数据的副本，只能读取。", True),
        ("什么是快照？", "很多用户都问过这个问题，我们在论坛里回答。", False),
        ("怎么知道安装了哪些软件包？", "要知道安装的所有软件包，请执行", False),
        ("怎么知道安装了哪些软件包？", "要知道安装的所有软件包，请执行以下命令：\n\n```\npkg list\n```", True),
    ],
)
def test_a_heading_that_asks_is_answered_whole(heading: str, body: str, taken: bool) -> None:
    found = drafted(f"# 常见问题\n\n## {heading}\n\n{body}\n")
    assert bool(found) is taken
    assert all("pkg list" in c.answer for c in found if "pkg list" in body)


@pytest.mark.parametrize("text", ["配置密码复杂度策略", "在单面打印机上打印小册子", "启用和停用插件"])
def test_acts(text: str) -> None:
    assert names_act(text)


def test_a_change_is_an_act() -> None:
    assert names_act("更改颜色", loose=True)


def test_an_act_is_one_the_page_speaks_of() -> None:
    assert is_done("创建模板", "") and is_done("备份数据", "管理员可以备份全部数据。")
    assert not is_done("自定义规则语法", "自定义设计规则语言基于表达式，规则语法很简单。")


@pytest.mark.parametrize(
    "text",
    [
        "配置文件",
        "备份频率",
        "安装要求",
        "用户权限",
        "打印机错误",
        "支持的语言",
        "批量导入",
        "备份恢复功能相关知识",
        "高于 500V 的电压值",
    ],
)
def test_things_are_no_acts(text: str) -> None:
    assert not names_act(text, loose=True)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("要启动服务，执行 webctl start 命令。", True),
        ("点击右上角的齿轮按钮，然后关闭开关。", True),
        ("学生可以使用自己的用户名登录，教师有特殊的权限。", False),
        ("缩容是指将某个节点下线，通过命令标记它的状态。", False),
        ("将其他文档的内容插入到当前文档的光标位置。", False),
    ],
)
def test_prose_must_order(text: str, how: bool) -> None:
    assert tells_how(text) is how


def test_a_name_with_underscores_is_whole() -> None:
    from builder.draft.topic import clean_heading

    assert clean_heading("使用 SHARD_ROW_ID_BITS") == "使用 SHARD_ROW_ID_BITS"
    assert clean_heading("怎样修理自行车链条_百度知道") == "怎样修理自行车链条"


@pytest.mark.parametrize(
    ("section", "question"),
    [
        ("## 忘记登录口令\n\n{steps}", "根据《编辑器手册》，忘记登录口令怎么办？"),
        ("## 若要調整曲線，請：\n\n1. 選取一條曲線。\n2. 透過按一下 [繪圖] 列開啟工具。\n3. 拖曳控點至新的位置。\n", "根据《编辑器手册》，如何調整曲線？"),
        ("## 启用登录\n\n> 注意：需要管理员。\n\n{steps}", "根据《编辑器手册》，如何启用登录？"),
        ("## 使用索引工具的方法\n\n{steps}", "根据《编辑器手册》，如何使用索引工具？"),
        ("## 以网页格式导出动画\n\n{steps}", "根据《编辑器手册》，如何以网页格式导出动画？"),
        ("## 停用登录\n\n1. 在单点登录 (Single Sign On Area Here) 区域下关闭登录。\n2. 点击更新 (Update)。\n", "根据《编辑器手册》，如何停用登录？"),
    ],
)  # fmt: skip
def test_headings_of_tasks_in_other_words_are_asked(section: str, question: str) -> None:
    assert [c.question for c in drafted(f"# 编辑器手册\n\n{section.format(steps=STEPS)}")] == [question]


@pytest.mark.parametrize(
    "section",
    [
        "## 选择路径\n\n打开「选择路径」对话框，在其中可以选择一个路径，并将它保存为默认。\n",
        "## 編輯物件\n\n使用 ENTER 鍵，可以啟動選取的 OLE 圖形並顯示它的工具列。\n",
        "## 以正常模式重新启动\n\n选择「以正常模式重新启动」会放弃所有变更，结束安全模式并再次启动程序。\n",
        "## 向上移动\n\n点击「向上移动」按钮，将选中的控件在 Tab 键轮换顺序中上移一个位置。\n",
        "## 修改过滤条件\n\n可按时间范围、SQL 关键字、SQL 类型等条件修改过滤条件。如下所示，默认显示最近 100 条。\n",
        "## 備份檔案格式\n\n點擊「格式」按鈕，然後選擇「備份」，最後將檔案複製到 USB。\n".replace(
            "檔案格式", "文件结构"
        ),
        "## 儲存格背景中的圖形\n\n1. 選取圖形。\n2. 選擇 [插入] 功能表。\n3. 按一下 [開啟]。\n",
        "## 要为选项指定哪个数值？\n\n为选中的选项字段选择数字或文字作为引用值。\n",
    ],
)
def test_what_a_button_does_is_not_how_a_task_is_done(section: str) -> None:
    assert drafted(f"# 编辑器手册\n\n{section}") == []


def test_the_link_to_the_head_of_a_page_is_no_part_of_a_list() -> None:
    view = outline(
        document_of("处理器.md", "# 处理器\n\n标准发行版中内置的处理器有：\n\n- 静态文件处理器\n- 脚本处理器 top\n")
    )
    (found,) = lists_of(view, "zh")
    assert found.items == ("静态文件处理器", "脚本处理器")


def test_a_lead_in_that_speaks_to_its_reader_is_put_as_a_question() -> None:
    listed = lead_question_zh("在 位置 菜单里，您可以访问下列项目")
    assert listed is not None and listed.question == "在 位置 菜单里，可以访问哪些项目？"
    asked = {lead: found and found.question for lead in ("在设计分区表时，请参考以下建议", "您只需要考虑下面这些因素", "若完成了配置，你可使用以下步骤完成登录") for found in [lead_question_zh(lead)]}  # fmt: skip
    assert list(asked.values()) == ["在设计分区表时，应参考哪些建议？", "只需要考虑哪些因素？", None]


def test_several_ways_are_no_steps() -> None:
    ways = "1. 在列表中点击“删除”。\n2. 在编辑页面点击“更多”，选择“删除”。\n"
    assert drafted(f"# 编辑器手册\n\n## 删除文章\n\n你可以通过以下方式删除该文章：\n\n{ways}") == []
    assert drafted(f"# 编辑器手册\n\n## 删除文章\n\n按以下步骤删除文章：\n\n{ways}") != []


RULE = "# 差旅费管理办法（2025版）\n\n## 报销期限\n\n出差结束后二十天内提交报销单，超过四十五天的不予报销。\n\n"


def rules_asked(text: str) -> list[tuple[str, str]]:
    setting = setting_of(outline(document_of("a.md", text)), Rarity(1, {}))
    return [(c.question, c.answer) for c in candidates_of(setting) if c.template == "zh:policy"]


def test_a_section_of_a_rule_is_asked_about_and_answered_whole() -> None:
    asked = (
        "《差旅费管理办法（2025版）》对报销期限有哪些规定？",
        "出差结束后二十天内提交报销单，超过四十五天的不予报销。",
    )
    assert rules_asked(RULE) == [asked]
    # No rule: a manual, a notice; no matter: a time, a reader, a whole of it; part of it stands below; nothing binds.
    for old, new in (
        ("差旅费管理办法（2025版）", "网关用户手册"),
        ("差旅费管理办法（2025版）", "关于出差的通知"),
        ("## 报销期限", "## 出差前"),
        ("## 报销期限", "## 管理员须知"),
        ("## 报销期限", "## 基本原则"),
        ("不予报销。\n", "不予报销。\n\n### 例外\n\n总经理除外。\n"),
        (
            "出差结束后二十天内提交报销单，超过四十五天的不予报销。",
            "财务部在三楼，报销单是蓝色的，大家都很喜欢它的颜色。",
        ),
    ):
        assert rules_asked(RULE.replace(old, new)) == [], (old, new)


def test_a_version_in_front_of_a_sentence_is_no_mark_of_a_list_and_a_clause_number_is() -> None:
    view = outline(
        document_of("a.md", "# 固件\n\n4.0.0更换了安全启动证书，不能降回旧版本。\n\n3.1 公司实行每周五天工作制。\n")
    )
    assert [b.kind for b in view.blocks] == ["heading", "paragraph", "list"]
    (item,) = view.blocks[2].items
    assert view.text(item.start, item.end) == "公司实行每周五天工作制。"


def made_of(section: str, title: str = "相册|../common/album.svg|") -> list[Candidate]:
    return [c for c in drafted(f"# {title}\n\n{section}", "album.md") if c.question]


def test_an_icon_within_a_step_leaves_no_hole() -> None:
    steps = "### 重命名相册\n\n1. 在相册界面上，右键单击相册。\n2. 选择 {}，输入名称。\n\n![1|main](jpg/main.png)\n"
    assert made_of(steps.format("![rename](icon/rename.svg)")) == []
    (named,) = made_of(steps.format("![重命名](icon/rename.svg)"))
    assert "选择 重命名，输入名称" in named.answer
    (whole,) = made_of(steps.format("**重命名**"))
    assert whole.question == "如何重命名相册？" and whole.answer.count("\n") == 1


def test_points_under_a_step_are_no_steps() -> None:
    section = "### 收藏照片\n\n1. 在相册界面上，右键单击照片。\n2. 选择一种方式：\n - 点击 **收藏**。\n - 点击 **喜欢**。\n3. 点击 **确定**。\n"
    (made,) = made_of(section)
    assert [line[:2] for line in made.answer.splitlines() if line[:1].isdigit()] == ["1.", "2.", "3."]


@pytest.mark.parametrize(
    ("heading", "asked"),
    [
        ("运行相册", []),
        ("设置为壁纸", []),
        ("打印队列", []),
        ("旋转照片", ["如何旋转照片？"]),
        ("查看快捷键", ["如何查看快捷键？"]),
    ],
)
def test_what_a_manual_of_a_program_is_asked(heading: str, asked: list[str]) -> None:
    section = f"## 操作介绍\n\n### {heading}\n\n1. 在主界面上，右键单击照片。\n2. 选择 **{heading[2:]}**。\n"
    assert [c.question for c in made_of(section)] == asked


def test_a_task_under_an_act_is_not_glued_to_it() -> None:
    assert (
        made_of("## 照片管理\n\n### 批量导出文件\n\n1. 右键单击文件。\n2. 选择 **导出**。\n", "照片管理的方法与技巧")
        == []
    )
