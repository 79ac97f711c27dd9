"""Values put in place of others, replies that stay general, and evidence that was cut on its way into the context."""

from __future__ import annotations

import pytest

from core.records import Answer, Evidence, Item, Passage
from evaluation.diagnosis.retrieval_steps import in_context
from evaluation.diagnosis.values import coarser_value, other_value, stays_general


@pytest.mark.parametrize(
    ("reply", "missing", "known", "found"),
    [
        ("The G4 handles 50 loggers and the other one handles 60 loggers.", "The LTE handles 80 loggers.", "50 and 80 loggers", ("60", "80")),
        ("硕士定P5，博士定P7。", "博士入职定级为P6。", "硕士定P4，博士定P6", ("P5", "P6")),
        ("The G4 handles 50 loggers.", "The LTE handles 80 loggers.", "50 and 80 loggers", None),
        ("最多补卡3次。", "补卡须在5个工作日内申请。", "最多3次，5个工作日内申请", None),
    ],
)  # fmt: skip
def test_another_value_in_place_of_a_missing_one(reply, missing, known, found):
    got = other_value(reply, [missing], known)
    assert (got is None) == (found is None)
    if got and found:
        assert got[0].startswith(found[0]) and got[1].startswith(found[1])


@pytest.mark.parametrize(
    ("reply", "question", "reference", "general"),
    [
        (
            "You owe a part of the price, a smaller share later.",
            "What share of the price do I owe?",
            "70 % within 12 months.",
            True,
        ),
        ("You pay back 60 % of the price.", "What share of the price do I owe?", "70 % within 12 months.", False),
        ("The canteen serves soup on Fridays.", "What share of the price do I owe?", "70 % within 12 months.", False),
        (
            "出省用车需要提前申请，由领导批准。",
            "开公车去外省要提前多久申请，找谁批？",
            "提前2天申请，由分管副总批准。",
            True,
        ),
        ("You pay it back.", "What do I owe?", "The price.", False),
    ],
)
def test_a_general_reply_speaks_of_the_matter_without_its_values(reply, question, reference, general):
    assert stays_general(reply, question, reference) is general


def test_a_phrase_of_the_evidence_elsewhere_does_not_hide_a_cut():
    quote = "the data protection officer is called within one hour"
    item = Item(
        id="i", kb_id="k", question="Who is called?", question_language="en", kind="factual",
        evidence=(Evidence(document_id="d", start=0, end=len(quote), quote=quote),),
    )  # fmt: skip
    other = "Requests go to the data protection officer in writing."
    listed = (Passage(id="1", text=quote), Passage(id="2", text=other))
    assert in_context(item, Answer(item_id="i", retrieved=listed, context=(other,)), 5).failed == {0}
    assert in_context(item, Answer(item_id="i", retrieved=listed, context=(quote,)), 5).failed == frozenset()
    # A chunk that never held more than this was not cut on the way.
    assert in_context(item, Answer(item_id="i", retrieved=listed[1:], context=(other,)), 5).failed == frozenset()


@pytest.mark.parametrize(
    ("reply", "missing", "question", "found"),
    [
        ("The trip costs between 100 and 200 EUR.", "The trip costs 160 EUR.", "What does the trip cost?", "100 and 200 EUR"),
        ("It takes 3 to 5 weeks.", "It takes four weeks.", "How long does it take?", "3 to 5 weeks"),
        ("More than 10 days.", "Staff get 15 days.", "How many days do staff get?", "10 days"),
        ("The plant opened in 2021.", "The plant opened on 12 March 2021.", "When did the plant open?", "2021"),
        ("住宿标准为300至600元。", "住宿标准为每晚500元。", "住宿标准是多少？", "300至600元"),
        ("超过10天。", "年假为15天。", "年假有几天？", "10天"),
        ("该厂于2021年投产。", "该厂于2021年3月12日投产。", "该厂何时投产？", "2021年"),
        # Another value, another limit in place of a limit, the question's own number, and a plain value beside a range.
        ("The trip costs between 200 and 300 EUR.", "The trip costs 160 EUR.", "What does the trip cost?", None),
        ("Within 5 days.", "Claims are made within 3 days.", "How soon?", None),
        ("More than 7 years count.", "It is 9 years.", "What holds after 7 years?", None),
        ("Eight weeks, because that is what applies between one and three months.", "It is two months.", "How long?", None),
        ("不超过5天。", "须在3天内提交。", "须在几天内提交？", None),
    ],
)  # fmt: skip
def test_a_coarser_value_in_place_of_a_missing_one(reply, missing, question, found):
    got = coarser_value(reply, [missing], question)
    assert (got and got[0].strip()) == found


@pytest.mark.parametrize(
    ("reply", "general"),
    [
        ("It's a bundle of loggers with a gateway at a package price.", True),
        ("套装按优惠价出售，有一定的折扣。", True),
        ("It costs 500 EUR at a package price.", False),
    ],
)
def test_a_measure_without_its_value_is_general(reply, general):
    assert stays_general(reply, "What is in the SK3 kit?", "Three TL200 Pro and one G4 for 890 EUR.") is general
