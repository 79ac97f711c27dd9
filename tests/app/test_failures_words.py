"""Every sentence that diagnosis stores is told again in Chinese, with its own numbers and words carried over."""

from __future__ import annotations

import pytest

from core.records import Failure, Item, Step
from evaluation.diagnosis.answer_step import ReplyFacts, why_not_answered
from evaluation.diagnosis.what_to_try import what_to_try
from screens import retold as module
from screens.retold import retold


@pytest.fixture(autouse=True)
def chinese(monkeypatch):
    monkeypatch.setattr(module, "language", lambda: "zh")


def item(**fields: object) -> Item:
    base = {"id": "i", "kb_id": "k", "question": "补卡几次？", "question_language": "zh", "kind": "factual", "answer": "3次。",
            "claims": ("每月最多补卡3次。", "第四次起按事假处理。")}  # fmt: skip
    return Item.model_validate({**base, **fields})


def step(question: str, **details: object) -> Step:
    return Step(question=question, answer="no", proof="", details=details)  # type: ignore[arg-type]


FAILURES = [
    Failure(item_id="i", tag="FP1", subtype="should_have_refused"),
    Failure(item_id="i", tag="FP1", subtype="not_in_base", steps=(step("in_knowledge_base", missing=[{"source": "甲.md"}]),)),
    Failure(item_id="i", tag="FP2", steps=(step("in_top_k", top_k=5, ranks={"0": 8}),)),
    Failure(item_id="i", tag="FP2", steps=(step("in_top_k", top_k=5, ranks={"0": None}),)),
    Failure(item_id="i", tag="FP3", steps=(step("in_context", cut=[0], shares={"0": 0.4}),)),
    Failure(item_id="i", tag="FP3", steps=(step("in_top_k", ranks={"0": 2}),)),
    Failure(item_id="i", tag="FP3"),
    Failure(item_id="i", tag="FP4", subtype="refused", steps=(step("why_not_answered", noise=[4, 5]),)),
    Failure(item_id="i", tag="FP4", subtype="refused"),
    Failure(item_id="i", tag="FP4", subtype="contradicted_by_context", steps=(step("why_not_answered", misled_by=[{"rank": 2}]),)),
    Failure(item_id="i", tag="FP4", subtype="invented", steps=(step("why_not_answered", noise=[4, 5]),)),
    Failure(item_id="i", tag="FP4", subtype="silent"),
    Failure(item_id="i", tag="FP4", subtype="not_ask_back"),
    Failure(item_id="i", tag="FP5", subtype="form"),
    Failure(item_id="i", tag="FP5", subtype="language"),
    Failure(item_id="i", tag="FP6", subtype="too_general"),
    Failure(item_id="i", tag="FP6", subtype="too_specific"),
    Failure(item_id="i", tag="FP7", steps=(step("why_not_answered", missing=["一"]),)),
]  # fmt: skip


@pytest.mark.parametrize("failure", FAILURES, ids=lambda f: f"{f.tag}-{f.subtype}-{len(f.steps)}")
def test_what_to_try_is_told_in_chinese(failure):
    said = what_to_try(failure, item(expected_format="json"))
    assert said and retold(said) != said
    for number in (c for c in said if c.isdigit()):
        assert number in retold(said)


@pytest.mark.parametrize(
    ("fields", "reply"),
    [
        ({"expected_format": "json"}, ReplyFacts("补卡3次。", False, ("一",), ("二",), ("entailed",), ("entailed",))),
        ({}, ReplyFacts("You may do it three times every month.", False, ("一",), ("二",), ("entailed",), ("entailed",))),
        ({}, ReplyFacts("", False, ("一",), (), ("neutral",), ())),
        ({}, ReplyFacts("没有查到。", True, ("一",), (), ("neutral",), ())),
        ({}, ReplyFacts("最多补5次。", False, ("每月最多补卡3次。",), ("最多补5次",), ("neutral",), ("contradicted",))),
        ({}, ReplyFacts("最多补5次。", False, ("每月最多补卡3次。",), ("最多补5次",), ("neutral",), ("neutral",))),
        ({}, ReplyFacts("补卡3次。", False, ("一", "二"), ("补卡3次",), ("entailed", "neutral"), ("entailed",))),
        ({}, ReplyFacts("视情况而定。", False, ("一",), ("二",), ("neutral",), ("neutral",))),
        ({}, ReplyFacts("可以补卡。", False, ("一",), ("二",), ("neutral",), ("entailed",))),
        ({}, ReplyFacts("次数有限。", False, ("一",), ("二",), ("neutral",), ("neutral",), ("neutral",))),
        ({}, ReplyFacts("食堂周五有汤。", False, ("一",), ("二",), ("neutral",), ("neutral",), ("entailed",))),
        ({"expected_reply": "ask_back"}, ReplyFacts("3次。", False, ("一",), ("二",), ("neutral",), ("neutral",))),
    ],
)  # fmt: skip
def test_proofs_of_the_fourth_question_are_told_in_chinese(fields, reply):
    for cause in why_not_answered(item(**fields), reply):
        assert retold(cause.proof) != cause.proof, cause.proof
