"""Chinese questions over tables: natural words, units, captions, and first rows that are data."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.chinese.cells import cell_zh, row_name_zh, with_unit
from builder.draft.comparisons import compare_rows
from builder.draft.gather import unambiguous
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.tables import tables_of


def asked(text: str, name: str = "维护手册.md") -> list[str]:
    made = candidates_of(setting_of(outline(document_of(name, text)), Rarity(9, {})))
    return [c.question for c in made if c.template == "zh:cell"]


@pytest.mark.parametrize(
    ("row", "question"),
    [
        (("approx", "输入的命令", "含义", "约等于", False), "命令 approx 的含义是什么？"),
        (("数据库", "类别", "负责部门", "信息部", False), "数据库的负责部门是哪个部门？"),
        (("导入", "阶段", "耗时", "58m 42s", False), "导入的耗时是多少？"),
        (("北京分部", "机构", "地址", "长安街一号", False), "北京分部的地址是哪里？"),
        (("插入新的一行", "操作", "快捷键", "Ctrl+I", False), "要插入新的一行，可以用什么快捷键？"),
        (("LLVM", "名称", "版本", "17.0 及以上", False), "LLVM 的版本是哪个？"),
        (("主轴", "部件", "「 材质 」", "碳钢", False), "主轴的材质是什么？"),
        (("公章", "印章", "可否外带", "须经审批", False), "公章可否外带？"),
        (("默认滚动值", "选项", "语法", "指定滚动条的默认值，重置表单时使用该值。", False), "“默认滚动值”有什么作用？"),
        (("移除多余的布线", "设置", "描述", "自动删除在当前布线中创建的回路。", False), "“移除多余的布线”有什么作用？"),
        (("方向", "选项", "语法", "指定滚动条的方向，即水平或垂直。", False), "“方向”有什么作用？"),
        (("Ctrl", "快捷键", "效果", "关闭网格捕捉", False), "Ctrl 快捷键有什么作用？"),
        (("SUM", "函数", "语法", "SUM(数值1; 数值2)", False), "SUM 函数的语法是什么？"),
        (("1分钟", "采样间隔", "电池寿命", "8个月", False), "采样间隔为 1分钟时，电池寿命是多少？"),
        (("631/udp", "端口", "名称", "打印服务", False), "631/udp 端口的名称是什么？"),
        (("一级", "级别", "响应时间", "10分钟", False), "级别为一级时，响应时间是多久？"),
        # What a description says beside the point, a state, a row that is one, a list of pages.
        (("Pad_Number", "属性", "说明", "焊盘的编号，可以是字符串", False), ""),
        (("Clearance", "属性", "说明", "为焊盘设置的铜间隙覆盖", False), ""),
        (("允许微孔", "设置", "描述", "在使用布线器放置微孔之前，必须启用此设置。", False), ""),
        (("U盘", "升级方式", "说明", "将升级包写入 FAT32 格式的 U 盘", False), ""),
        (("分区表", "类型", "预切分", "自动", False), ""),
        (("打开", "格式", "查找模式", "返回「Feb」而不是「2」", False), ""),
        (("就近读取数据的最佳实践", "文档", "描述", "通过就近读取减少延迟", False), ""),
    ],
)
def test_the_kind_of_column_decides_the_question(row: tuple[str, str, str, str, bool], question: str) -> None:
    assert cell_zh(*row)[0] == question


def test_a_value_that_is_a_saying_follows_a_colon() -> None:
    assert cell_zh("Columns", "类型", "最大限制", "默认为 1017，最大可调至 4096", False)[1].startswith(
        "Columns 的最大限制：默认为"
    )
    assert cell_zh("Net", "属性", "数据类型", "integer", False)[1] == "Net 属性的数据类型是 integer。"


def test_a_measure_without_unit_says_nothing() -> None:
    assert with_unit("安装大小（MB）", "2539") == "2539 MB"
    assert with_unit("最大限制（默认值）", "8192") == "8192"
    assert with_unit("安装大小", "2539") == ""


def test_a_row_named_by_a_phrase_takes_its_noun_in_front() -> None:
    assert row_name_zh("imap2", "不安全的服务") == "服务 imap2"
    assert row_name_zh("gitk", "软件包") == "gitk 软件包"


def test_a_first_row_that_is_data_heads_nothing() -> None:
    keys = "# 键盘\n\n| Alt + F4 | 关闭窗口 |\n| --- | --- |\n| Alt + F7 | 移动窗口 |\n| Alt + F8 | 缩放窗口 |\n"
    told = "# 键盘\n\n| Tab | 在控件之间移动焦点。 |\n| --- | --- |\n| F10 | 打开菜单 |\n| F6 | 切换窗格 |\n"
    codes = "# 预置\n\n| firmware | hw/lookup |\n| --- | --- |\n| theme | debian/theme |\n| locale | debian/locale |\n"
    assert all(not list(tables_of(outline(document_of("a.md", text)))) for text in (keys, told, codes))


def test_years_and_products_head_columns() -> None:
    text = "# 销量\n\n| 产品 | 2021年 | 2022年 |\n| --- | --- | --- |\n| 水泵 | 30台 | 41台 |\n| 阀门 | 12台 | 19台 |\n"
    assert list(tables_of(outline(document_of("a.md", text))))


def test_a_first_row_over_the_whole_table_is_no_header() -> None:
    text = "# 维护手册\n\n## 服务\n\n说明。\n\n| 服务列表 | | |\n| --- | --- | --- |\n| 服务 | 普通名称 | 域名 |\n| 中央日志 | rsyslog | syslog |\n"
    assert "根据《维护手册》中“服务”一节的表格，中央日志的普通名称是什么？" in asked(text)


def test_a_table_is_called_by_its_caption() -> None:
    text = "# 维护手册\n\n## 概况\n\n说明。\n\n表 3.2. 备件清单\n\n| 部件 | 供应商 |\n| --- | --- |\n| 主轴 | 远东轴承厂 |\n| 皮带 | 华南橡胶厂 |\n"
    assert "根据《维护手册》中“备件清单”表，主轴的供应商是什么？" in asked(text)


def test_links_samples_and_foreign_sentences_are_left_out() -> None:
    text = "# 维护手册\n\n## 部件\n\n| 部件 | 相关文档 | 负责人 | 用途 |\n| --- | --- | --- | --- |\n| 主轴 | [说明](a.md) | 张工 | Keeps the wheel running all day |\n| 皮带 | [说明](b.md) | 李工 | 传动 |\n"
    assert not [q for q in asked(text) if "文档" in q or "主轴的用途" in q]
    sample = "# 维护手册\n\n## 部署示例\n\n| 节点 | 内存 |\n| --- | --- |\n| 一号 | 16 GB |\n| 二号 | 32 GB |\n"
    assert asked(sample) == []


def test_two_rows_are_compared_by_what_their_column_counts() -> None:
    text = "# 维护手册\n\n## 备件\n\n| 部件 | 供应商 | 库存数量 |\n| --- | --- | --- |\n| 主轴 | 远东轴承厂 | 12 |\n| 皮带 | 华南橡胶厂 | 30 |\n"
    made = {c.template: c for c in compare_rows(setting_of(outline(document_of("维护手册.md", text)), Rarity(9, {})))}
    assert made["zh:compare-rows"].question.endswith("哪个的库存数量更多？")


def test_one_question_with_two_answers_on_a_page_is_dropped() -> None:
    text = "# 备份命令手册\n\n## 备份\n\n当进度条达到 100% 时，表示备份完成。\n\n## 恢复\n\n当进度条达到 100% 时，表示恢复完成。\n"
    made = candidates_of(setting_of(outline(document_of("备份命令手册.md", text)), Rarity(9, {})))
    assert all(c.score < 0.72 for c in made if c.subkind == "condition")
    places = "# 面板\n\n数据目录位于 data/db。\n\n## 第二类\n\n数据目录位于 data/raft。\n"
    found = candidates_of(setting_of(outline(document_of("面板.md", places)), Rarity(9, {})))
    assert found and unambiguous(found) == []


@pytest.mark.parametrize(
    ("row", "question"),
    [
        (("周", "视图", "亮点", "显示这一周每天的日程安排", False), "周视图的亮点是什么？"),
        (("周", "", "亮点", "显示这一周每天的日程安排", False), ""),
        (("明天提醒", "按钮", "说明", "提醒设置为1天或2天前", False), ""),
    ],
)
def test_short_rows_take_their_head_and_states_are_no_uses(row: tuple[str, str, str, str, bool], question: str) -> None:
    assert cell_zh(*row)[0] == question
