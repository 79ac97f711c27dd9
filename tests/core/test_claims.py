"""Replies are cut into statements that can be checked one by one."""

from __future__ import annotations

import pytest

from core.claims import answer_part, split_claims, yes_or_no

CASES = [
    ("15 days", "How long is probation?", ["How long is probation? 15 days"]),
    ("是", "是否可以带宠物？", ["是否可以带宠物？ 是"]),
    ("北京", "总部在哪里？", ["总部在哪里？ 北京"]),
    (
        "试用期为三个月，期间工资为正式工资的80%；转正后享受年假15天。",
        "",
        ["试用期为三个月", "期间工资为正式工资的80%", "转正后享受年假15天"],
    ),
    (
        "According to the documents, employees get 15 days of leave [1], and the leave must be used by March 31. "
        "Let me know if you have questions!",
        "",
        ["employees get 15 days of leave", "the leave must be used by March 31"],
    ),
    (
        "**退款政策**：\n\n- 7天内可无理由退款[1]\n- 超过7天需支付10%手续费\n",
        "",
        ["7天内可无理由退款", "超过7天需支付10%手续费"],
    ),
    (
        "| 型号 | 价格 | 保修 |\n|---|---|---|\n| X200 | 1,299元 | 2年 |\n| X210 Pro | 1,599元 | 3年 |",
        "",
        ["X200 — 价格: 1,299元, 保修: 2年", "X210 Pro — 价格: 1,599元, 保修: 3年"],
    ),
    (
        "Sure! The VPN supports up to 5 devices; it costs $10 per month.",
        "",
        ["The VPN supports up to 5 devices", "it costs $10 per month"],
    ),
    ("员工如果连续旷工3天，公司有权解除劳动合同。", "", ["员工如果连续旷工3天，公司有权解除劳动合同"]),
    ("The documents do not mention this.", "", []),
    ("文档中未提及该规定。", "", []),
    ("", "", []),
    ("您好！希望以上内容对您有帮助。", "", []),
]


@pytest.mark.parametrize(("text", "question", "claims"), CASES)
def test_splitting(text: str, question: str, claims: list[str]) -> None:
    assert split_claims(text, question) == claims


def test_splitting_is_deterministic_and_without_duplicates() -> None:
    text = "The fee is 5 euros. The fee is 5 euros. 费用为5欧元。"
    assert split_claims(text) == ["The fee is 5 euros", "费用为5欧元"] == split_claims(text)


@pytest.mark.parametrize(
    ("text", "reply"), [("Yes", True), ("no.", False), ("是的", True), ("不可以", False), ("没有", False), ("15", None)]
)
def test_bare_replies(text: str, reply: bool | None) -> None:
    assert yes_or_no(text) is reply


def test_the_answer_part_leaves_out_the_question_or_one_of_several():
    both = "Who paints the fence? When is it painted?"
    assert answer_part(f"{both} Ada, in May", both) == "Ada, in May"
    assert answer_part("When is it painted? in May", both) == "in May"
    assert answer_part("谁负责？ 行政部", "何时开始？谁负责？") == "行政部"
    assert answer_part("The fence is painted in May", both) == "The fence is painted in May"


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("电子签章的效力等同于实体印章，由法务部统一管理。", ["电子签章的效力等同于实体印章", "电子签章的效力由法务部统一管理"]),
        ("员工申请的年假为15天，由部门经理审批。", ["员工申请的年假为15天", "员工申请的年假由部门经理审批"]),
        ("员工每年有15天年假。（见《休假制度》）", ["员工每年有15天年假"]),
        ("Staff get 15 days. (see the leave policy)", ["Staff get 15 days"]),
    ],
)  # fmt: skip
def test_a_verb_inside_a_name_is_no_verb_and_a_pointer_no_claim(text: str, claims: list[str]) -> None:
    assert split_claims(text) == claims
