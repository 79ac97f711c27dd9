"""Two cases set apart by one limit: a claim is held against its own case, in both languages."""

from __future__ import annotations

import pytest

from core.judges.cases import bounds, case_of, of_the_case, told_of_the_other
from core.judges.embedded import EmbeddedJudge
from core.judges.terms import terms_of

SICK_ZH = "每个自然年度内，累计不超过五天的病假按基本工资的100%发放；超过五天的部分，按基本工资的70%发放，且不低于当地最低工资标准的80%。"
SICK_EN = (
    "Sick leave of up to five days a year is paid at 100% of base salary; sick leave beyond five days is paid at 70% of "
    "base salary."
)
ORDERS = "订单金额不满50元的，运费6元。订单金额满50元的，运费2元。"
REFUND = "Within 30 days of purchase customers get a refund of 100 %; after 30 days they get a refund of 50 %."
REVIEW = "项目金额不超过20万元的，由两名评审人审核；超过20万元的，由五名评审人审核。"
SERVICE = "Staff with less than 10 years of service receive 20 days of leave. Staff with 10 years of service or more receive 25 days."


@pytest.fixture(scope="module")
def judge() -> EmbeddedJudge:
    return EmbeddedJudge()


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (SICK_ZH, "超过5天的病假按基本工资的70%发放"),
        (SICK_ZH, "不超过5天的病假按基本工资的100%发放"),
        (SICK_EN, "Sick leave of more than 5 days is paid at 70% of base salary."),
        (SICK_EN, "Sick leave of up to 5 days is paid at 100% of base salary."),
        (ORDERS, "订单满50元的运费为2元"),
        (REFUND, "After 30 days customers get a refund of 50 %."),
        (REVIEW, "项目金额超过20万元的由五名评审人审核"),
        (SERVICE, "Staff with more than 10 years of service receive 25 days of leave."),
    ],
)
def test_what_stands_in_its_own_case_is_no_contradiction(judge: EmbeddedJudge, premise: str, claim: str) -> None:
    assert judge.entails([claim], [premise])[0][0].label == "entailed"


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (SICK_ZH, "超过5天的病假按基本工资的100%发放"),
        (SICK_ZH, "不超过5天的病假按基本工资的70%发放"),
        (SICK_ZH, "超过5天的病假按基本工资的60%发放"),
        (SICK_EN, "Sick leave beyond five days is paid at 100% of base salary."),
        (SICK_EN, "Sick leave of up to 5 days is paid at 70% of base salary."),
        (ORDERS, "订单满50元的运费为6元"),
        (REFUND, "After 30 days customers get a refund of 100 %."),
        (REVIEW, "项目金额超过20万元的由两名评审人审核"),
        (SERVICE, "Staff with more than 10 years of service receive 20 days of leave."),
    ],
)
def test_the_value_of_the_other_case_contradicts(judge: EmbeddedJudge, premise: str, claim: str) -> None:
    assert judge.entails([claim], [premise])[0][0].label == "contradicted"


def test_limits_and_sides() -> None:
    found = [(bound.quantity.text, bound.side) for bound in bounds("满3年不满10年的，5天以内提交；10年以上的除外。")]
    assert found == [("3年", "above"), ("10年", "below"), ("5天", "below"), ("10年", "above")]
    sides = [
        bound.side for bound in bounds("Up to 5 days, over 7 days, 9 days or more, no more than 3 days, after 2 days")
    ]
    assert sides == ["below", "above", "above", "below", "above"]


def test_no_cases_are_seen_where_the_premise_or_the_claim_does_not_set_two() -> None:
    assert case_of("Leave beyond five days is unpaid.", "Leave beyond five days is unpaid. Rest is paid.") is None
    both = "Up to five days are paid at 100%, more than five days at 70%."
    assert case_of(both, SICK_EN) is None


def test_a_value_of_the_case_and_words_of_the_other() -> None:
    claim = "超过5天的病假按基本工资的100%发放"
    case = case_of(claim, SICK_ZH)
    assert case and case.own.startswith("超过五天的部分") and not case.first
    wrong = of_the_case(claim, case)
    assert wrong and [quantity.text for quantity in wrong] == ["100%", "70%"]
    decided = "Claims below 1,000 EUR are decided by the team lead. Claims of 1,000 EUR and above are decided by the director."
    for who, other in (("team lead", False), ("director", True)):
        claim = f"Claims below 1,000 EUR are decided by the {who}."
        case = case_of(claim, decided)
        assert case and case.first and told_of_the_other(claim, case, terms_of(claim).words) is other


def test_a_value_in_a_row_is_not_of_something_else_because_running_text_fits_better(judge: EmbeddedJudge) -> None:
    table = (
        "| 等级 | 含义 | 绩效系数 |\n| --- | --- | --- |\n| S | 远超预期 | 1.8 |\n| A | 超出预期 | 1.3 |\n\n"
        "绩效奖金＝月基本工资×奖金月数×绩效系数。职能岗位半年度绩效等级的奖金月数为1，研发岗位为1.5。"
    )
    assert judge.entails(["绩效等级A的绩效系数为1.3"], [table])[0][0].label != "contradicted"
