"""Too general and too specific: replies without the value, and rules worked out for one case."""

from __future__ import annotations

import pytest

from core.records import Evidence, Item
from evaluation.diagnosis.answer_step import ReplyFacts, why_not_answered
from evaluation.diagnosis.values import other_value, stays_general
from evaluation.diagnosis.worked_case import worked_case


@pytest.mark.parametrize(
    ("reply", "reference", "worked"),
    [
        ("On an opened box worth 500 EUR we keep back 50 EUR.", "The fee is 10 %.", True),
        ("For a drive of 100 km with one colleague you'd get 42 EUR.", "0.38 EUR per kilometre, plus 0.04 EUR for each passenger.", True),
        ("With a probe of 4 mm the tip must be at least 60 mm deep.", "By at least 15 times its diameter.", True),
        ("If your holiday starts on 1 August, ask by 4 July.", "Four weeks ahead.", True),
        ("A lost taxi receipt of 18 EUR can be claimed.", "Items up to 50 EUR.", True),
        ("看一次门诊花1300元，可以赔800元。", "免赔额300元，赔付比例80%。", True),
        ("像上个月连上12个夜班的小李，一共拿到740元。", "每班45元，连续满10个的另加200元。", True),
        ("如果孩子8月1日出生，要在11月1日之前休完。", "须在分娩后3个月内使用。", True),
        # Other values in place of the right ones are no case of the rule.
        ("A fee of 35 % is deducted.", "The fee is 10 %.", False),
        ("每次能借14天，到期可以续借两次。", "一次7天，可以续借1次。", False),
        ("The ceiling rose by 25 EUR, from 95 to 120 EUR.", "By 15 EUR, from 95 to 110 EUR.", False),
        ("You may claim up to 18 EUR.", "Items up to 50 EUR.", False),
        ("由办公室在14个工作日内决定，另收手续费700美元。", "提前2天申请，由分管副总批准。", False),
    ],
)  # fmt: skip
def test_a_rule_worked_out_for_one_case(reply, reference, worked):
    assert (worked_case(reply, "What is the rule?", reference) is not None) is worked


@pytest.mark.parametrize(
    ("reply", "question", "reference", "around", "copied", "general"),
    [
        ("It's a bundle of loggers with a gateway.", "What's inside SK3?", "Three TL200 Pro and one G4.", "the logger bundle, one gateway", False, True),
        ("It's a bundle of loggers with a gateway.", "What's inside SK3?", "Three TL200 Pro and one G4.", "the logger bundle, one gateway", True, False),
        ("住宿有限额，跟职级和城市级别有关。", "P6去北京住宿最多报多少？", "550元。", "职级 一线城市 住宿限额", False, True),
        ("The head of Legal is told by e-mail.", "Who has to be called, and how fast?", "The officer, within one hour.", "", False, False),
    ],
)  # fmt: skip
def test_words_beside_the_ground_truth_count_unless_the_reply_was_copied(
    reply, question, reference, around, copied, general
):
    assert stays_general(reply, question, reference, around, copied) is general


def test_a_quoted_name_in_place_of_another_contradicts():
    assert other_value("没写密级的按“机密”管理。", ["未标明级别的按“内部”级管理。"], "按“内部”级管理") == (
        "机密",
        "内部",
    )
    assert other_value("按“内部”级管理。", ["未标明级别的按“内部”级管理。"], "按“内部”级管理") is None


def item(**fields: object) -> Item:
    gold = Evidence(document_id="d", start=0, end=20, quote="The fee is 10 % of it.")
    base = {"id": "i", "kb_id": "k", "question": "What is the fee?", "question_language": "en", "kind": "factual",
            "answer": "10 %.", "claims": ("The fee is 10 %.",), "evidence": (gold,)}  # fmt: skip
    return Item.model_validate({**base, **fields})


def said(text: str, precision: str = "contradicted", claim: str = "") -> ReplyFacts:
    return ReplyFacts(text, False, ("The fee is 10 %.",), (claim or text,), ("neutral",), (precision,))  # type: ignore[arg-type]


def test_a_worked_case_is_too_specific_before_it_is_a_contradiction():
    causes = why_not_answered(item(), said("On a box worth 500 EUR we keep back 50 EUR."))
    assert (causes[0].tag, causes[0].subtype) == ("FP6", "too_specific") and "50 EUR" in causes[0].proof
    assert why_not_answered(item(), said("A fee of 35 % is deducted."))[0].tag == "FP4"


def test_a_value_that_is_missing_altogether_is_a_matter_of_content_before_form():
    causes = why_not_answered(item(expected_format="number"), said("It is a certain amount.", "neutral"))
    assert causes[0].tag == "FP6" and "FP5" in [cause.tag for cause in causes]
    assert why_not_answered(item(expected_format="json"), said("It is a certain amount.", "neutral"))[0].tag == "FP5"


def test_a_statement_of_the_reference_never_denies_it():
    facts = ReplyFacts(
        "The fee is 10 %.", False, ("The fee is 10 %.", "It is due at once."), ("The fee is 10 %",), ("entailed", "neutral"), ("contradicted",)
    )  # fmt: skip
    assert why_not_answered(item(), facts)[0].tag == "FP7"


@pytest.mark.parametrize("expected", ["ask_back", "correct_premise", "report_conflict"])
def test_another_reply_that_was_expected_is_named_even_where_there_is_evidence(expected):
    cause = why_not_answered(item(expected_reply=expected), said("The fee is 10 %.", "entailed"))[0]
    assert (cause.tag, cause.subtype) == ("FP4", f"not_{expected}")
