"""One question asked of two things beside each other, and of all rows that share a value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate, Span
from builder.draft.comparisons import compare_rows
from builder.draft.same_question import same_question
from builder.draft.setting import Rarity, Setting, setting_of
from builder.draft.sources import candidates_of
from tests.builder.draft.kb import document_of


def setting(text: str, name: str = "a.md") -> Setting:
    return setting_of(outline(document_of(name, text)), Rarity(99, {}))


def fact(question: str, answer: str, subject: str = "", template: str = "en:use", start: int = 0) -> Candidate:
    return Candidate(
        question=question, answer=answer, claims=(answer,), spans=(Span("d", start, start + 40),), kind="factual", subkind="definition",
        language="zh" if template.startswith("zh") else "en", score=0.8, template=template, subject=subject,
    )  # fmt: skip


def joined(*facts: Candidate) -> list[str]:
    return [c.question for c in same_question([replace(f, spans=(Span("d", 100 * n, 100 * n + 40),)) for n, f in enumerate(facts)])]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "names", "together"),
    [
        ("What does the “{}” menu item do?", ("Open", "Close"), "What do the “Open” and “Close” menu items do?"),
        ("What does the {} button do?", ("red", "blue"), "What do the red button and the blue button do?"),
        (
            "For the shed, what is {} used for?",
            ("a rake", "a hoe"),
            "For the shed, what are a rake and a hoe used for?",
        ),
        ("What does {} allow you to do?", ("Chat", "Mail"), "What do Chat and Mail allow you to do?"),
        ("What does {} mean?", ("E02", "E03"), "What do E02 and E03 mean?"),
        ("What are the sizes of {}?", ("cups", "jugs"), "What are the sizes of cups and of jugs?"),
        ("What is the price for {}?", ("tea", "milk"), "What is the price for tea and for milk?"),
    ],
)
def test_two_english_questions_that_differ_in_the_name_become_one(
    question: str, names: tuple[str, str], together: str
) -> None:
    facts = [fact(question.format(n), f"{n} has its own answer.", n) for n in names]
    assert joined(*facts) == [together]


@pytest.mark.parametrize(
    ("question", "names", "together"),
    [
        ("参数 {} 的作用是什么？", ("-p", "-q"), "参数 -p 和 -q 的作用分别是什么？"),
        ("仓库手册中，{}的单价是多少？", ("茶叶", "茶杯"), "仓库手册中，茶叶和茶杯的单价分别是多少？"),
        ("{} 组件的 CPU 是多少？", ("Ada", "Bob"), "Ada 和 Bob 组件的 CPU 分别是多少？"),
        ("命令 {} 有什么用途？", ("tea log", "tea brew"), "命令 tea log 和 tea brew 分别有什么用途？"),
        ("要{}，可以用什么快捷键？", ("放大", "缩小"), "要放大和缩小，分别可以用什么快捷键？"),
    ],
)
def test_two_chinese_questions_that_differ_in_the_name_become_one(
    question: str, names: tuple[str, str], together: str
) -> None:
    facts = [fact(question.format(n), f"{n}有自己的说明。", n, "zh:cell") for n in names]
    assert joined(*facts) == [together]


def test_controls_are_named_in_the_answer_and_paired_only_where_named_alike() -> None:
    asked = "在「页边」中，「{}」有什么作用？"
    left, right, other = (
        fact(asked.format(name), told, template="zh:control")
        for name, told in (
            ("左边距", "输入到左边缘的间距。"),
            ("右边距", "输入到右边缘的间距。"),
            ("预览", "显示页面。"),
        )
    )
    (made,) = same_question(
        [replace(f, spans=(Span("d", n * 90, n * 90 + 9),)) for n, f in enumerate((left, other, right))]
    )
    assert made.question == "在「页边」中，「左边距」和「右边距」分别有什么作用？"
    assert made.answer == "左边距：输入到左边缘的间距。\n右边距：输入到右边缘的间距。"
    assert {s.group for s in made.spans} == {0, 1} and made.kind == "multi_hop"


def test_what_is_not_one_question_of_two_things_is_not_joined() -> None:
    use = "What is {} used for?"
    tea = fact(use.format("tea"), "Tea is drunk.", "tea")
    assert joined(tea, fact("What does milk allow you to do?", "Milk allows you to cook.", "milk")) == []
    assert joined(tea, fact(use.format("tea or milk"), "Either is drunk.", "tea or milk")) == []
    assert joined(tea, fact(use.format("milk"), "For its use see below.", "milk")) == []
    far = replace(fact(use.format("milk"), "Milk is drunk.", "milk"), spans=(Span("d", 9000, 9040),))
    assert list(same_question([tea, far])) == []
    tab, kind = (
        fact(use.format("the milk tab"), "The milk tab is white.", "the milk tab"),
        fact(use.format("the tea tab"), "The tea tab is brown.", "the tea tab"),
    )
    (made,) = same_question([tab, replace(kind, spans=far.spans)])
    assert made.question == "What are the milk tab and the tea tab used for?"
    letters = [
        fact(f"What does {n} stand for?", f"{n} has a long name.", n, "en:acronym") for n in ("FSA", "PLM", "HSA")
    ]
    assert joined(*letters) == ["What do FSA and HSA stand for?"]
    state = [fact(f"“{n}”状态表示什么？", f"{n}：任务的一个状态。", n, "zh:term") for n in ("stop-a", "stop-b")]
    assert joined(*state) == []


def test_a_column_of_a_table_gives_one_pair_and_a_table_two() -> None:
    rows = "".join(f"| {part} | {maker} | {place} | {price} 元 |\n" for part, maker, place, price in (
        ("主轴", "远东轴承厂", "沈阳", 12), ("皮带", "华南橡胶厂", "广州", 30), ("齿轮", "江北齿轮厂", "重庆", 41), ("弹簧", "城西弹簧厂", "成都", 7)))  # fmt: skip
    table = setting(
        f"# 维护手册\n\n## 备件\n\n| 部件 | 供应商 | 产地 | 单价 |\n| --- | --- | --- | --- |\n{rows}", "维护手册.md"
    )
    made = [c.question for c in same_question(candidates_of(table))]
    assert len(made) == 2 and all("分别" in q for q in made)
    assert made[0].startswith("根据《维护手册》中“备件”一节的表格，") and "的供应商分别是什么？" in made[0]


def shared(text: str, name: str = "a.md") -> list[Candidate]:
    return [c for c in compare_rows(setting(text, name)) if c.template.endswith("rows-sharing")]


def test_rows_that_share_a_value_are_asked_for_in_english() -> None:
    rows = "".join(f"| {tool} | {login} |\n" for tool, login in (("Booker", "staff badge"), ("Ledger", "staff badge"), ("Mailer", "one-time code"), ("Planner", "fingerprint")))  # fmt: skip
    (made,) = shared(f"# Internal guide\n\n## Office tools\n\n| Name | Login method |\n| --- | --- |\n{rows}")
    assert made.question.endswith("which tools have staff badge as their login method?")
    assert made.answer == "Booker and Ledger have staff badge as their login method."
    assert [s.group for s in made.spans] == [0, 1]


def test_rows_that_share_a_value_are_asked_for_in_chinese_unless_another_cell_holds_it_too() -> None:
    head = "# 部署手册\n\n## 生产环境\n\n| 组件 | 内存 |\n| --- | --- |\n| 网关 | 8 GB |\n| 缓存 | 8 GB |\n| 索引 | 32 GB |\n"
    (made,) = shared(f"{head}| 存储 | 64 GB |\n", "部署手册.md")
    assert made.question == "根据《部署手册》中“生产环境”一节的表格，哪些组件的内存是 8 GB？"
    assert made.answer == "网关、缓存的内存是 8 GB。"
    # "8 GB（测试时）" has 8 GB as well: the two would not be all.
    assert shared(f"{head}| 存储 | 8 GB（测试时） |\n", "部署手册.md") == []
    assert shared(f"{head.replace('| 缓存 | 8', '| 缓存 | 16')}| 存储 | 64 GB |\n", "部署手册.md") == []


def test_a_cell_that_holds_a_placeholder_in_angle_brackets_is_no_fact() -> None:
    rows = "| -p | 将进程号写入 `<pid-file>` |\n| -q | 以安静模式启动进程 |\n| -v | 显示当前的版本信息 |\n"
    made = candidates_of(setting(f"# 代理手册\n\n## 启动命令\n\n| 参数 | 说明 |\n| --- | --- |\n{rows}", "代理手册.md"))
    asked = [c.question for c in made if c.template == "zh:cell"]
    assert any("-q" in q for q in asked) and not any("-p" in q for q in asked)


def test_headings_that_name_tasks_have_no_use_and_a_definition_is_no_attribute() -> None:
    acts = [fact(f"“{n}”的作用是什么？", f"{n}的步骤。", n, "zh:use") for n in ("设置主机别名", "删除主机别名")]
    assert joined(*acts) == []
    things = [fact(f"“{n}”的作用是什么？", f"{n}的说明。", n, "zh:use") for n in ("主机面板", "别名列表")]
    assert joined(*things) == ["“主机面板”和“别名列表”的作用分别是什么？"]
    clicks = [fact(f"{n}的定义是什么？", f"{n}有自己的说明。", n, "zh:cell") for n in ("单击左键", "单击中键")]
    assert joined(*clicks) == []
