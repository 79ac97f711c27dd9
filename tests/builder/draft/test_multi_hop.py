"""Two facts of one thing or one page asked together, and the pairs that are none."""

from __future__ import annotations

from dataclasses import replace

from builder.draft.candidates import Candidate, Span
from builder.draft.multi_hop import define_and_use, pairs_of


def fact(question: str, template: str, subkind: str, start: int, subject: str = "", value: str = "", score: float = 0.8) -> Candidate:  # fmt: skip
    answer = f"The answer at {start}." if template.startswith("en") else f"第 {start} 处的回答。"
    return Candidate(
        question=question, answer=answer, claims=(answer,), spans=(Span("d", start, start + 50),), kind="factual", subkind=subkind,
        language="zh" if template.startswith("zh") else "en", score=score, template=template, subject=subject, value=value or answer,
    )  # fmt: skip


def test_a_thing_is_asked_about_with_its_best_fact_however_it_is_spelt() -> None:
    keys = fact("What does Sticky keys allow you to do?", "en:enabling", "definition", 0, "Sticky keys")
    weak = fact("When must sticky keys be off?", "en:if-do", "condition", 300, score=0.5)
    task = fact("How do you turn on sticky keys?", "en:how-steps", "procedure", 600)
    (made,) = define_and_use([keys], [weak, task])
    assert made.question == "What does Sticky keys allow you to do, and how do you turn on sticky keys?"
    assert made.claims == keys.claims + task.claims and [s.group for s in made.spans] == [0, 1]
    near = fact("How do you turn on sticky keys?", "en:how-steps", "procedure", 60)
    assert list(define_and_use([keys], [near])) == []


def test_a_use_is_left_out_that_lacks_its_steps_or_its_page_or_says_a_long_name_again() -> None:
    key = fact("What is the fingerprint of a key?", "en:definition", "definition", 0, "The fingerprint of a key")

    def use(question: str, template: str = "en:how-steps", document: str = "d") -> Candidate:
        return replace(fact(question, template, "procedure", 600), spans=(Span(document, 600, 650),))

    look = "How do you look at the fingerprint of a key on Keys?"
    assert list(define_and_use([key], [use(look), use("How do you copy a fingerprint of a key name?")])) == []
    (made,) = define_and_use([key], [use("How do you copy the fingerprint of a key to a file?")])
    assert made.question == "What is the fingerprint of a key, and how do you copy it to a file?"
    chat = fact("What is Chat?", "en:definition", "definition", 0, "Chat")
    assert list(define_and_use([chat], [use("How do you open Chat?", "en:how-to")])) == []
    assert list(define_and_use([chat], [use("According to “Rooms”, how do you open Chat?")])) == []
    led = replace(chat, question="According to “Apps”, what does Chat allow you to do?")
    assert list(define_and_use([led], [use("How do you open Chat?", document="other")])) == []
    (made,) = define_and_use([led], [use("According to “Apps”, how do you open Chat?")])
    assert made.question == "According to “Apps”, what does Chat allow you to do, and how do you open Chat?"
    zh = fact("根据《应用》，聊天是什么？", "zh:definition", "definition", 0, "聊天")
    other = replace(fact("如何打开聊天？", "zh:how-steps", "procedure", 600), spans=(Span("other", 600, 650),))
    assert list(define_and_use([zh], [other])) == []
    (made,) = define_and_use(
        [fact("关于密码管理，密码策略的作用是什么？", "zh:use", "definition", 0, "密码策略")],
        [fact("关于密码管理，密码策略支持哪些功能？", "zh:list", "list", 600)],
    )
    assert made.question == "关于密码管理，密码策略的作用是什么，支持哪些功能？"


def test_two_cases_of_one_thing_are_asked_together_but_not_one_case_in_two_wordings() -> None:
    def case(text: str, start: int) -> Candidate:
        return fact(text, "zh:if-do", "condition", start)

    line, slope = (
        case(f"如果希望布线从{way}开始，应该怎么做？", start) for way, start in (("水平线段", 0), ("对角线", 300))
    )
    assert [c.question for c in pairs_of([line, slope])] == [
        "如果希望布线从水平线段开始，应该怎么做；如果希望布线从对角线开始，又应该怎么做？"
    ]
    again = case("如果希望让布线从水平线段开始，应该怎么做？", 300)
    assert list(pairs_of([line, again])) == []


def test_two_figures_of_one_sort_are_asked_together_unless_they_are_one() -> None:
    blood = fact("How many hours of paid leave can you get for blood donation?", "en:quantity", "number", 0)
    jury = fact("How many hours of paid leave can you get for jury duty?", "en:quantity", "number", 500)
    (made,) = pairs_of([blood, jury])
    assert made.question == "How many hours of paid leave can you get for blood donation and for jury duty?"
    owner = fact("Who must approve the paid leave for blood donation?", "en:who-by", "person", 900)
    assert list(pairs_of([blood, owner])) == []
    one, two = (
        fact(f"可以使用哪个语句查看{what}？", "zh:which", "name", start, value=value)
        for what, start, value in (("任务进度", 0, "SHOW JOBS"), ("任务历史", 400, "SHOW HISTORY"))
    )
    assert [c.template for c in pairs_of([one, two])] == ["zh:two-facts"]
    same = fact("可以使用哪个语句查看任务历史？", "zh:which", "name", 400, value="SHOW JOBS")
    assert list(pairs_of([one, same])) == []
