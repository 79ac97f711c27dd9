"""A claim that only resembles the others a reply states is not stated."""

from __future__ import annotations

import pytest

from core.judges.own_words import only_others

KEEPS = (
    "The card is blocked in the app.",
    "The controller is told on the same day.",
    "Payments are disputed within 45 days.",
)
ZH = ("恢复出厂的方法是按住RST键5秒。", "恢复出厂会清除配置和历史数据。", "恢复出厂前应事先导出数据。")


@pytest.mark.parametrize(
    ("claims", "missing", "reply", "question", "expected"),
    [
        (KEEPS, 2, f"{KEEPS[0]} {KEEPS[1]}", "What do I do when my card is gone?", True),
        (ZH, 1, f"{ZH[0]}{ZH[2]}", "怎么恢复出厂？", True),
        # The claim's own words are there, in another order.
        (KEEPS, 2, "Dispute payments, within 45 days, and block the card in the app.", "What do I do?", False),
        # Other words are there, which may well paraphrase it.
        (KEEPS, 2, f"{KEEPS[0]} Contest whatever you do not recognise before the deadline.", "What do I do?", False),
        (ZH, 1, f"{ZH[0]}注意里面的内容都会丢掉。", "怎么恢复出厂？", False),
        # Nothing but the values, as in a short reply.
        (("The P35 fits freezers.", "The P35 costs 94 EUR."), 0, "P35, 94 EUR", "Which probe fits freezers, at what price?", False),
        (KEEPS, 0, "", "What?", False),
    ],
)  # fmt: skip
def test_only_others(claims, missing, reply, question, expected):
    others = [claim for i, claim in enumerate(claims) if i != missing]
    assert only_others(claims[missing], others, reply, question) is expected
