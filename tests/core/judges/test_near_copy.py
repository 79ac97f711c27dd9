"""One changed detail in an otherwise copied sentence contradicts it, in both languages."""

from __future__ import annotations

import numpy as np
import pytest

from core.embeddings import encoder
from core.judges.features import NAMES
from core.judges.near_copy import changed_detail
from core.judges.premises import view_premises
from core.judges.refit import move
from core.judges.scorer import Scorer
from core.judges.terms import terms_of
from core.judges.vectors import Vectors


@pytest.mark.parametrize(
    ("claim", "premise", "kind"),
    [
        (
            "Invoices without an order number are not returned",
            "Goods come in. Invoices without an order number are returned.",
            "negation",
        ),
        ("离开座位无须锁屏", "离开座位须锁屏，系统在无操作五分钟后自动锁定。", "negation"),
        ("The office in Leeds opens at nine", "The office in Reading opens at nine.", "name"),
        ("王强担任公司总经理", "李明担任公司总经理，负责日常经营。", "name"),
        ("招待费自发生之日起六十天内报销", "招待费自发生之日起三十天内报销，不适用六十天的规定。", "quantity"),
    ],
)
def test_changes(claim: str, premise: str, kind: str) -> None:
    found = changed_detail(claim, terms_of(claim), view_premises([premise], Vectors(encoder()))[0])
    assert found is not None
    assert found.kind == kind


def test_a_part_of_a_sentence_is_no_change() -> None:
    view = view_premises(["Employees can carry over five days of leave until March."], Vectors(encoder()))[0]
    claim = "Employees can carry over five days."
    assert changed_detail(claim, terms_of(claim), view) is None


def test_a_strong_prior_keeps_the_shipped_weights() -> None:
    n = len(NAMES)
    before = Scorer(NAMES, (0.0,) * n, (1.0,) * n, (1.0,) * n, 0.0)
    rng = np.random.default_rng(1)
    table, labels = rng.normal(size=(80, n)), np.array([0.0, 1.0] * 40)
    far, near = move(before, table, labels, 0.1), move(before, table, labels, 1e6)
    assert max(abs(w - 1.0) for w in near.weights) < 0.01 < max(abs(w - 1.0) for w in far.weights)


def test_a_value_that_stands_further_on_in_the_sentence_is_no_change() -> None:
    claim = "管理员账号的口令每90天更换一次"
    premise = "管理员账号的口令规则更严格：不少于十六位，每九十天更换一次，并须使用硬件密钥登录。"
    view = view_premises([premise], Vectors(encoder()))[0]
    assert changed_detail(claim, terms_of(claim), view) is None
    found = changed_detail("管理员账号的口令每60天更换一次", terms_of("管理员账号的口令每60天更换一次"), view)
    assert found is not None and found.kind == "quantity"


def test_a_word_denied_in_one_cell_and_said_in_the_next_is_not_denied() -> None:
    from core.judges.embedded import EmbeddedJudge

    row = "| 错误码 | 原因 | 处理 |\n| --- | --- | --- |\n| E-305 | 终端未安装EDR或病毒库超过7天未更新 | 更新EDR，重启电脑 |"
    assert EmbeddedJudge().entails(["VPN错误码E-305的处理方法是更新EDR并重启电脑"], [row])[0][0].label != "contradicted"
