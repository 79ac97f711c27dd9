"""Long replies that decline are told from long answers with a gap in them."""

from __future__ import annotations

import pytest

from core.text.refusals import is_refusal

DECLINING = [
    "To calculate the ratio, we need the cost of goods sold and the average inventory. The cost of goods sold was 24,576 million "
    "dollars in 2021. The inventory is not provided in the context. Therefore, I cannot calculate the ratio for 2021.",
    "很抱歉，根据我掌握的资料，我无法提供该赛事的具体信息。请注意，相关信息可能会发生变化，建议关注官方消息。",
]
ANSWERING = [
    "Unfortunately, we do not offer refunds after 30 days.",
    "很抱歉，超过30天不能退货。",
    "很抱歉，2008年北京奥运会没有美式足球项目。",
    "The refund takes 14 days. I could not find whether shipping is refunded.",
]


@pytest.mark.parametrize("reply", DECLINING)
def test_declines(reply: str) -> None:
    assert is_refusal(reply).refused


@pytest.mark.parametrize("reply", ANSWERING)
def test_answers(reply: str) -> None:
    assert not is_refusal(reply).refused
