"""Claims of imported answers are statements, or the answer alone; never a question with its answer behind it."""

from __future__ import annotations

import pytest

from builder.questions.claims import claims_of


@pytest.mark.parametrize(
    ("question", "answer", "claims"),
    [
        ("TiDB 怎么备份？", "推荐用 BR 备份", ("推荐用 BR 备份",)),
        ("X200断网后数据保留多少天？", "7天", ("X200断网后数据保留7天。",)),
        ("清华大学位于哪里？", "北京市海淀区", ("清华大学位于北京市海淀区。",)),
        ("员工可以远程办公吗？", "可以", ("员工可以远程办公。",)),
        ("员工可以远程办公吗？", "不可以", ("不可以",)),
        ("预算是多少元？", "不限", ("不限",)),
        ("What is the price of the P30?", "48 EUR", ("The price of the P30 is 48 EUR.",)),
        ("Who approves trips abroad?", "The department head", ("The department head approves trips abroad.",)),
        ("How many days of leave do staff receive?", "15 days", ("15 days",)),
        ("What happens first?", "Open the lid and press the key. Then wait for 5 seconds.", ("Open the lid and press the key", "wait for 5 seconds")),
        ("Is it open?", "The office is open from Monday to Friday.", ("The office is open from Monday to Friday",)),
    ],
)  # fmt: skip
def test_claims_are_clean(question: str, answer: str, claims: tuple[str, ...]) -> None:
    assert claims_of(answer, question) == claims
    assert not any("?" in claim or "？" in claim for claim in claims_of(answer, question))
