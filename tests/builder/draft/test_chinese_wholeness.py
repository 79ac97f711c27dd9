"""Chinese questions are whole or not made: each case stood in a draft a reader refused."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft import sources
from builder.draft.blocks import outline
from builder.draft.chinese import facts as facts_zh
from builder.draft.chinese.grammar import has_predicate, is_nominal, is_person, is_run_on, tagged
from builder.draft.markup import without_lead
from builder.draft.setting import Rarity, setting_of
from builder.draft.topic import clean_heading, lower_opening


def asked(sentence: str) -> list[str]:
    return [one.question for one in facts_zh.questions_of(sentence)]


@pytest.mark.parametrize(
    "fragment",
    [
        "四年后的1962年世界杯。",
        "在1967年的系列剧《赛博人之墓》中。",
        "1968年文化大革命期间。",
        "百分之七十的以前的森林区域，以及从1970年以来被砍伐的土地。",
        "栉水母被认为是两侧对称动物的姐妹系。",
        "海南有线曾经传送过珠江台节目，但在2013年被迫取消。",
        "营业额较三年前约有八成增长。",
        "辽宁电视台也于2009年结束营业后退出。",
        "11月17日的祝圣仪式进行电视直播。",
        "由威廉·福克斯创立于1915年2月1日。",
        "格兰杰市场取代了最初建于1808年名为屠夫市场的早期市场。",
    ],
)
def test_half_a_sentence_is_not_asked_about(fragment: str) -> None:
    assert asked(fragment) == []


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("协约国于1930年撤离莱茵兰。", "协约国于哪一年撤离莱茵兰？"),
        ("年休假申请由直接主管审批。", "年休假申请由谁审批？"),
        ("员工未休完的年假最多可结转五天至次年。", "员工未休完的年假最多可结转多少天至次年？"),
        ("世界约有10%的大型油船由大宇公司出产。", "世界约有10%的大型油船由哪家公司出产？"),
        ("OAuth2 的设计目标是让后端独立于服务器验证用户身份。", "OAuth2 的设计目标是什么？"),
        ("五羊新城于1980年代由东华实业开发。", "五羊新城是由谁开发的？"),
        ("方素荣是第一个站出来起诉日本政府的“平顶山惨案”的幸存者。", "方素荣是谁？"),
    ],
)
def test_whole_sentences_are_asked_about(sentence: str, question: str) -> None:
    assert question in asked(sentence)


def test_a_number_right_behind_a_character_is_taken_whole() -> None:
    """ "長達6,500公里" gave "長達6,多少公里"."""
    found = asked("东非大裂谷全程长达6,500公里。") + asked("北京地区在不晚于1万年前已经进入新石器时代。")
    assert all("6,多少" not in question and "1多少" not in question and "1 多少" not in question for question in found)


def test_phrases_are_told_apart() -> None:
    assert is_nominal("用户数据电报协议") and is_nominal("年假申请")
    assert not is_nominal("长崎县内的壹岐、对马等地因为") and not is_nominal("一些移居者的落脚点")
    assert has_predicate("格陵兰岛签署了一项条约") and not has_predicate("以前亚马逊的森林区域")
    assert is_run_on("设计标准为全封闭，设计时速为120公里，什么时候通车？")
    assert not is_run_on("如果员工在年休假期间生病，应该怎么做？")
    assert is_person("一个英格兰职业足球球证") and not is_person("一种编程语言")
    assert tagged("年 假") == tagged("年 假")


def test_datelines_labels_and_sites_are_no_part_of_what_they_lead() -> None:
    assert without_lead("新华社北京3月3日电（记者刘欢）今年是抗战胜利70周年。").startswith("今年")
    assert without_lead("公司网站在2013年3月上线。") == "公司网站在2013年3月上线。"
    assert without_lead("Background Maca is an Andean plant.") == "Maca is an Andean plant."
    assert clean_heading("如何使用打印机_百度经验") == "如何使用打印机"
    assert clean_heading("（国际）各国外长商讨和平解决危机") == "各国外长商讨和平解决危机"


def test_a_word_keeps_the_capital_it_has_in_mid_sentence_only() -> None:
    text = "Breath hydrogen rose. We measured breath hydrogen near Oslo."
    assert (
        lower_opening("How long was Breath hydrogen measured near Oslo?", text)
        == "How long was breath hydrogen measured near Oslo?"
    )


def test_a_title_in_another_script_is_not_put_before_a_question() -> None:
    """ "关于 Warsaw，…" before a Chinese question about 华沙."""
    page = document_of("warsaw.txt", "波兰人队的主场位于市中心大街。\n").model_copy(update={"title": "Warsaw: Capital"})
    assert setting_of(outline(page), Rarity(1, {})).title == ""


def test_tables_are_read_once_whatever_the_number_of_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each drawn passage of a long report read all its tables again: five times the time."""
    text = "# Rates\n\n| Country | Hotel ceiling (EUR) |\n|---|---|\n| Norway | 180 |\n| Poland | 90 |\n"
    setting = setting_of(outline(document_of("a.md", text)), Rarity(1, {}))
    calls = []
    real = sources.tables_of
    monkeypatch.setattr(sources, "tables_of", lambda view: calls.append(1) or real(view))
    middle = text.index("| Poland")
    found = sources.candidates_in(setting, [(0, middle), (middle, len(text))])
    assert len(calls) == 1 and [len(part) for part in found] == [1, 1]


@pytest.mark.parametrize(
    "sentence",
    [
        "如果希望缩短时间，可以通过使用模板来提高效率。",
        "如果需要设置服务器，请记住系统要求有两块网卡。",
        "如果需要查看快捷键的相关信息，请跳转到可用的键盘快捷键。",
        "如果需要复制某个信息，可以点击右侧的按钮。",
        "如果需要修改构建文件，就要确保其支持安装目录变量。",
        "当设置为 learner 时，系统会选择只读副本执行读取操作。",
        "如果集群中存在计算节点，将 key-type 的值设置为 table。",
        "你可以通过设置变量 tcl_prompt1 和 tcl_prompt2 来改变提示符。",
        "对于长期版本时间是 5 年，对于短期版本则是 9 个月。",
        "系统只在事务写入不超过 256 个键值对时使用异步提交。",
        "厂商编号位于最右边的方括号里面。",
        "「Month」是一个整数，用来表示月份。",
        "Linux 是一种 Unix 的实施。",
        "预置文件是 debconf-set-selections 命令使用的格式。",
        "用户甚至不能查看文件夹里的文件。",
        "从技术角度来说，1 KB 是 1024 字节，1 MB 是 1024 KB。",
    ],
)
def test_what_a_manual_says_in_passing_is_not_asked(sentence: str) -> None:
    assert asked(sentence) == []


def test_a_wish_is_asked_about_once_and_a_state_of_things_is_not() -> None:
    wish, state = "如果希望自动更新插入的内容，请将文件作为链接插入。", "如果日期基准不同，请选择新的基准日期。"
    assert [one.template for text in (wish, state) for one in facts_zh.questions_of(text)] == ["zh:if-do"]
    act = "如果要恢复到任意时间点，请使用 tiup br restore point 命令。"
    assert [one.template for one in facts_zh.questions_of(act)] == ["zh:how-to"]


def test_an_answer_goes_on_where_its_sentence_does() -> None:
    text = "# 更新\n\n如果希望跳过版本检查，可以设置 --no-check 选项。但是请注意，恢复的数据可能不兼容。\n"
    (found,) = [c for c in sources.candidates_of(setting_of(outline(document_of("a.md", text)), Rarity(9, {}))) if c.template == "zh:how-to"]  # fmt: skip
    assert found.answer.endswith("恢复的数据可能不兼容。") and len(found.claims) == 2


def test_what_is_defined_before_is_not_defined_again() -> None:
    first, second = "apt 是一个管理软件包的命令行工具。", "apt 是一个使用终端界面的程序。"
    made = sources.candidates_of(
        setting_of(outline(document_of("a.md", f"# 软件包\n\n{first}{second}\n")), Rarity(9, {}))
    )
    scores = {c.answer: c.score for c in made if c.template == "zh:definition"}
    assert scores.get(second, 0.0) < 0.72 < scores[first]


def test_an_entry_of_an_index_is_no_sentence() -> None:
    assert asked("命令行 — evince 命令可以打开任意数量的文件，并处在指定的页面和模式。") == []
    assert asked("evince 命令可以打开任意数量的文件。")


def test_kinds_of_a_thing_are_no_parts_of_it() -> None:
    from builder.draft.chinese.rules import enumerations

    (kinds,) = enumerations("窗口主题包含浅色主题、深色主题和系统主题")
    assert kinds.question == "窗口主题包含哪几种？"
