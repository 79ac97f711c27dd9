"""Refusals are told from answers, part-answers and statements that merely contain a negation."""

from __future__ import annotations

import pytest

from core.judges.refusal import refuses
from core.text.refusals import is_refusal

REFUSALS = [
    "I don't know.",
    "I'm sorry, but the provided documents do not mention the dress code.",
    "The context does not contain enough information to answer this question.",
    "There is no information about this in the handbook.",
    "I could not find an answer in the knowledge base. Please contact HR.",
    "The passages do not say when it was built. They only mention its location.",
    "This is not specified in the documents.",
    "Unable to determine from the given context.",
    "Unfortunately, I cannot answer that based on the material.",
    "I do not have access to that information.",
    "The policy does not specify a deadline.",
    "Unknown",
    "The notice only points to a separate guide, which is not among the documents. No amount is given.",
    "资料里没有这个型号，所以查不到它的参数。",
    "制度里没有写具体天数，只说另行制定。",
    "文档中未提及相关规定。",
    "抱歉，根据提供的资料无法回答该问题。",
    "资料中没有找到相关信息，建议咨询人力资源部。",
    "我不知道。",
    "知识库里没有关于宠物的规定。",
    "文中并未说明该项目的开始时间。",
    "暂无相关内容。",
    "无法确定，文档没有提供具体金额。",
    "给定的上下文中没有提到退款期限，因此无法给出答案。",
    "目前没有这方面的规定，文档中未找到相关内容。",
]
ANSWERS = [
    "No further approval is given once the trip has begun, so ask first.",
    "找不到发票时，可用存根复印件报销，金额50%。",
    "The warranty lasts two years.",
    "No, interns are not allowed to work remotely.",
    "The policy does not cover accidental damage.",
    "Alcohol is never reimbursed.",
    "There is no fee for returns.",
    "Employees cannot carry over more than five days.",
    "The documents do not give a reason, but the fee was raised to 20 euros in 2023 for all business customers.",
    "It is not available on ChromeOS.",
    "No.",
    "酒水费用不予报销。",
    "实习生不能远程办公。",
    "没有，试用期员工不享受年假。",
    "公司不生产家用电器。",
    "信息安全部门负责处理丢失的电脑。",
    "文档没有说明原因，但费用从2023年起上调为每月20元，适用于所有企业客户。",
    "未拆封的产品可以在30天内退货。",
    "不需要审批。",
]


@pytest.mark.parametrize("reply", REFUSALS)
def test_refusals(reply: str) -> None:
    signal = is_refusal(reply)
    assert signal.refused
    assert signal.where is not None
    assert 0 < signal.strength <= 1
    assert refuses("", reply)


@pytest.mark.parametrize("reply", ANSWERS)
def test_answers(reply: str) -> None:
    assert not is_refusal(reply).refused
    assert not refuses("", reply)


def test_an_empty_reply_is_missing_rather_than_refused() -> None:
    assert not is_refusal("  ").refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Sorry, the company's turnover for 2024 is not in the knowledge base.", True),
        ("That figure isn't in the documents I have.", True),
        ("抱歉，2024年的营业额不在知识库中。", True),
        ("The badge desk is not in the main building but in the annex.", False),
        ("食堂不在总部大楼内，在隔壁园区。", False),
    ],
)
def test_what_is_not_in_the_material_is_a_refusal(text: str, refused: bool) -> None:
    assert is_refusal(text).refused is refused
