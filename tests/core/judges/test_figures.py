"""Figures that agree once rounding, scale and percent signs are set aside, and those that do not."""

from __future__ import annotations

import pytest

from core.judges.embedded import EmbeddedJudge
from core.judges.figures import alike, form_asked, gives
from core.text.quantities import Quantity, find_quantities

MILLIONS = "What were the current liabilities at the end of 2017? Answer in USD millions."
ROUND = "What is the return on assets? Round your answer to two decimal places."
WAN = "2023年的营业收入是多少万元？"
YI = "2023年营收多少？（以亿元计）"


def _only(text: str) -> Quantity:
    found = find_quantities(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("reply", "claim", "question", "expected"),
    [
        ("$5,466,312,000", "$5466.00", MILLIONS, True),
        ("$5,466.3 million", "$5466.00", MILLIONS, True),
        ("$5,466", "$5466.00", "", True),
        ("$5,566,312,000", "$5466.00", MILLIONS, False),
        ("$5,466,312,000", "$5466.00", "What were the liabilities?", False),
        ("20.2%", "20%", "", True),
        ("20.2%", "21%", "", False),
        ("4.18%", "4.2%", "", True),
        ("4.2%", "4.18%", "", False),
        ("$1,824 million", "$1.8 bn", "", True),
        ("$1,874 million", "$1.8 bn", "", False),
        ("0.01424", "0.01", ROUND, True),
        ("0.01424", "0.01", "What is the return on assets?", False),
        ("42%", "0.42", "", True),
        ("0.42", "42%", "", True),
        ("24 months", "2 years", "", True),
        ("61 months", "5 years", "", False),
        ("15 days", "14 days", "", False),
        ("160 USD", "160 EUR", "", False),
        ("3500万元", "3500", WAN, True),
        ("3.5亿元", "3.5", YI, True),
        ("3.48亿元", "3.5亿元", "", True),
        ("3.48亿元", "3.4亿元", "", False),
        ("12.34%", "12.3%", "", True),
        ("0.5", "50%", "占比是多少？", True),
        ("15天", "16天", "", False),
        ("2024年", "2023年", "", False),
    ],
)  # fmt: skip
def test_gives(reply: str, claim: str, question: str, expected: bool) -> None:
    assert gives(_only(reply), _only(claim), form_asked(question)) is expected


def test_the_rounded_one_of_two_does_not_deny_the_other() -> None:
    exact, rounded = _only("$381.6 million"), _only("$382.00")
    assert alike(rounded, exact, form_asked(MILLIONS))
    assert alike(exact, rounded, form_asked(MILLIONS))
    assert not alike(exact, _only("$395.00"), form_asked(MILLIONS))


@pytest.mark.parametrize(
    ("question", "scale", "rounded"),
    [
        (MILLIONS, 1e6, False), (ROUND, 1.0, True), (WAN, 1e4, False), (YI, 1e8, False),
        ("What is the amount (in thousands)?", 1e3, False), ("How many millions of users are there?", 1.0, False),
        ("请四舍五入保留两位小数，毛利率是多少？", 1.0, True), ("单位：百万元，净利润是多少？", 1e6, False),
        ("以上海为例，房租是多少？", 1.0, False),
    ],
)  # fmt: skip
def test_form_asked(question: str, scale: float, rounded: bool) -> None:
    found = form_asked(question)
    assert (found.scale, found.rounded) == (scale, rounded)


DERIVED = (
    "Current assets are $19,815 million. Current liabilities are $13,997 million. "
    "The net working capital is therefore $5,818 million."
)
DERIVED_ZH = "流动资产为19,815万元，流动负债为13,997万元，因此净营运资本为5,818万元。"


@pytest.mark.parametrize(
    ("reference", "question", "reply", "expected"),
    [
        ("$5818.00", "What is the net working capital, current assets less current liabilities, in USD millions?", DERIVED, "entailed"),
        ("$5918.00", "What is the net working capital, current assets less current liabilities, in USD millions?", DERIVED, "contradicted"),
        ("5818", "净营运资本（流动资产减流动负债）是多少万元？", DERIVED_ZH, "entailed"),
        ("The tax rate went from 20% in FY2021 to 23% in FY 2022.", "How did the tax rate change between FY2021 and FY2022?",
         "The tax rate was 20.2% in FY2021. For FY2022, the tax rate was 23%, an increase of 2.8 percentage points.", "entailed"),
        ("It decreased.", "Did the risk decrease in 2023 compared with 2022?", "Yes, it fell by $7 million.", "entailed"),
        ("It decreased.", "Did the risk decrease in 2023 compared with 2022?", "No, it rose by $7 million.", "contradicted"),
        ("风险下降了。", "2023年的风险下降了吗？", "是的，平均值减少了700万元。", "entailed"),
    ],
)  # fmt: skip
def test_a_key_figure_in_a_long_reply(reference: str, question: str, reply: str, expected: str) -> None:
    judge = EmbeddedJudge()
    claims = judge.split(reference, question)
    assert [verdict.label for verdict in judge.states(claims, reply, question)] == [expected]


def test_steps_that_lead_to_the_figure_are_not_contradicted_by_it() -> None:
    judge = EmbeddedJudge()
    question = "What is the net working capital, current assets less current liabilities, in USD millions?"
    labels = [v.label for v in judge.states(judge.split(DERIVED, question), "$5818.00", question)]
    assert "contradicted" not in labels
    wrong = DERIVED.replace("$5,818", "$5,318")
    assert "contradicted" in [v.label for v in judge.states(judge.split(wrong, question), "$5818.00", question)]


def test_a_fiscal_year_is_its_year() -> None:
    assert [(q.kind, q.unit) for q in find_quantities("FY2022, FY 2021")] == [("date", "2022"), ("date", "2021")]
