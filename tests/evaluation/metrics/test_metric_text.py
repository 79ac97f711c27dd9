from __future__ import annotations

import pytest

from core.records import Answer
from evaluation.metrics.item_values import text_values
from evaluation.metrics.system import system_values
from evaluation.metrics.text_overlap import bleu, exact_match, rouge_l, token_f1


@pytest.mark.parametrize(
    "text", ["The annual leave is five days. It lapses in March.", "年假共五天，三月作废。", "VPN 每天 8 小时"]
)
def test_the_same_text_scores_one(text: str) -> None:
    assert {name: value.value for name, value in text_values(text, text).items()} == pytest.approx(
        dict.fromkeys(("exact_match", "token_f1", "rouge_l", "chrf", "bleu"), 1.0)
    )


def test_unrelated_or_missing_text() -> None:
    assert token_f1("猫在睡觉", "five days").value == 0.0
    assert all(value.value == 0.0 for value in text_values("", "five days").values())
    assert all(value.reason == "no reference answer" for value in text_values("five", " ").values())


def test_chinese_is_not_dropped() -> None:
    assert rouge_l("年假有五天", "年假是五天").value == pytest.approx(0.8)
    assert token_f1("年假有五天", "年假是五天").value == pytest.approx(0.8)


def test_the_whole_text_is_scored() -> None:
    reference = "The office opens at nine. The canteen closes at two in the afternoon."
    wrong_second = "The office opens at nine. Nobody knows anything about dogs or cats here."
    assert bleu(wrong_second, reference).value < 0.6


def test_exact_match_looks_past_form() -> None:
    assert exact_match("The Nile.", "nile").value == 1.0
    assert exact_match("ＡＢＣ", "abc").value == 1.0
    assert exact_match("the", "a").value == 0.0
    assert exact_match("五天", "五 天。").value == 1.0


def test_system_values() -> None:
    good = system_values(Answer(item_id="1", text="x", latency=1.5, context=("one two", "三四")))
    assert (good["latency_p95"].value, good["error_rate"].value) == (1.5, 0.0)
    assert good["context_tokens"].value > 0
    assert good["cost"].reason == "not measured"
    failed = system_values(Answer(item_id="1", error="timeout", latency=30.0))
    assert (failed["latency_p50"].value, failed["error_rate"].value) == (None, 1.0)
    assert system_values(None)["error_rate"].value == 1.0
