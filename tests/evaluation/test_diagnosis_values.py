"""Values put in place of others, replies that stay general, and evidence that was cut on its way into the context."""

from __future__ import annotations

import pytest

from core.records import Answer, Evidence, Item, Passage
from evaluation.diagnosis.retrieval_steps import in_context
from evaluation.diagnosis.values import other_value, stays_general


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
