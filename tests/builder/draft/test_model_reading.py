"""Drafts read again by a model: what it finds, what it denies, and what it leaves to an expert; in both languages."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from test_checks import EN, GOOD_EN, GOOD_ZH, ZH, scene, span_of

from builder.draft.candidates import Candidate, Slots
from builder.draft.checks import Scene
from builder.draft.checks.read_back import READ_BACK
from builder.draft.checks.same_answer import covers, same_answer
from builder.draft.judging import examine
from builder.draft.model.reading import Nearest, Reader, Reading
from core.errors import ModelError
from core.records import NearPassage, SearchTrace

HOP = Candidate(
    question="Who approves leave requests, and what is the notice period in Canada?",
    answer="The line manager approves leave requests; the notice period in Canada is 2 weeks.",
    claims=("Leave requests are approved by the line manager.", "The notice period in Canada is 2 weeks."),
    spans=(span_of("Leave requests are approved by the line manager."), span_of("| Canada | 18 | 2 weeks |", 1)),
    kind="multi_hop", subkind="aggregation", language="en", score=0.9, template="model:hops.en",
)  # fmt: skip


class Model:
    """Replies as scripted, the last one again and again; an error stands for a failed call."""

    model = name = "scripted"

    def __init__(self, *replies: dict[str, Any] | ModelError) -> None:
        self.replies, self.prompts = list(replies), []

    def complete_many(self, calls: Any) -> list[Any]:
        return [self._one(call) for call in calls]

    def _one(self, call: Any) -> Any:
        self.prompts.append(call.prompt)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return reply if isinstance(reply, ModelError) else SimpleNamespace(parsed=call.schema.model_validate(reply))


def read(candidate: Candidate, *replies: dict[str, Any] | ModelError) -> tuple[Any, Model]:
    model = Model(*replies)
    return READ_BACK.run(candidate, scene(reader=Reader(model))), model


@pytest.mark.parametrize(
    ("draft", "answer"),
    [
        (GOOD_EN, "Up to 5 days."),
        (GOOD_EN, "They may carry 5 unused days into the next year."),
        (GOOD_ZH, "最多五天。"),
        (GOOD_ZH, "年假最多可结转五天。"),
    ],
)
def test_the_same_answer_passes(draft: Candidate, answer: str) -> None:
    outcome, model = read(draft, {"answer": answer})
    assert outcome.passed and len(model.prompts) == 1
    # The model sees the question and the evidence, and not the answer as it was drafted.
    assert draft.question in model.prompts[0] and draft.claims[0] in model.prompts[0]


@pytest.mark.parametrize(
    ("draft", "reply", "said"),
    [
        (GOOD_EN, {"answer": ""}, "found no answer"),
        (GOOD_EN, {"answer": "The text does not say how many days may be carried."}, "found no answer"),
        (GOOD_EN, {"answer": "Employees may carry up to 12 unused days into the next year."}, "answers otherwise"),
        (GOOD_EN, {"answer": "5 days", "natural": "no"}, "nobody would ask"),
        (GOOD_ZH, {"answer": ""}, "found no answer"),
        (GOOD_ZH, {"answer": "最多可结转十五天。"}, "answers otherwise"),
        (GOOD_ZH, {"answer": "五天", "clear": False}, "cannot tell what"),
    ],
)
def test_what_the_model_cannot_confirm_is_dropped(draft: Candidate, reply: dict[str, Any], said: str) -> None:
    outcome, _ = read(draft, reply)
    assert not outcome.passed and not outcome.flag and said in outcome.reason


def test_a_question_that_is_not_clear_is_asked_with_its_topic_once() -> None:
    vague = replace(GOOD_EN, question="Up to how many unused days may be carried over?", topic="Annual leave policy")
    replies = {"answer": "5 days", "clear": False}, {"answer": "5 days", "clear": True}
    verdict = examine(vague, scene(reader=Reader(Model(*replies))))
    assert not verdict.dropped_by and verdict.repaired and "nnual leave policy" in verdict.candidate.question


def test_a_multi_hop_question_that_one_passage_answers_is_dropped() -> None:
    both = {"answer": HOP.answer}
    dropped, _ = read(HOP, both, both)
    assert not dropped.passed and "One passage alone" in dropped.reason
    halves = {"answer": "The line manager approves them."}, {"answer": "The notice period in Canada is 2 weeks."}
    kept, model = read(HOP, both, *halves)
    assert kept.passed and len(model.prompts) == 3


def refusal(document: Any, language: Any, template: str = "model:absent.en") -> Candidate:
    near = NearPassage(document_id=document.id, source="leave.md", start=0, end=len(document.text), text=document.text, score=1.0)  # fmt: skip
    return Candidate(
        question="Who approves a sabbatical?" if language == "en" else "长假由谁批准？", answer="", claims=(), spans=(), kind="unanswerable",
        subkind="missing_attribute", language=language, score=0.9, template=template, expected_reply="refuse",
        slots=Slots(entity="sabbatical", attribute=("sign off",)),
        trace=SearchTrace(fingerprint="f", method="hybrid + slots", depth=24, verified=False, reason="", nearest=(near,)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("document", "language", "quote"),
    [(EN, "en", "Submit the request to your line manager."), (ZH, "zh", "申请长假需要提交以下材料")],
)
def test_a_refusal_is_dropped_when_a_passage_answers_in_words_it_holds(
    document: Any, language: str, quote: str
) -> None:
    asked = refusal(document, language)
    dropped, _ = read(asked, {"passage": 1, "quote": quote})
    assert not dropped.passed and quote in dropped.reason
    # A quote that stands nowhere proves nothing either way, so a person has to look.
    open_, _ = read(asked, {"passage": 1, "quote": "The board approves every sabbatical 董事会批准."})
    assert open_.passed and open_.repaired.trace.verified is False
    none, _ = read(asked, {"passage": 0})
    assert none.passed and none.repaired.trace.verified is True


def test_what_a_model_asks_in_vain_stays_unverified_until_it_is_read() -> None:
    written, _ = read(refusal(EN, "en"), ModelError("no reply"))
    assert written.passed and written.repaired.trace.verified is False and "must look" in written.repaired.trace.reason
    ruled, _ = read(refusal(EN, "en", "en:missing"), ModelError("no reply"))
    assert ruled.passed and ruled.repaired is None


def test_without_a_reader_and_after_failures_nothing_is_read() -> None:
    assert READ_BACK.run(GOOD_EN, scene()).passed
    model = Model(ModelError("down"))
    here: Scene = scene(reader=Reader(model))
    for number in range(6):
        assert READ_BACK.run(replace(GOOD_EN, question=f"{number} {GOOD_EN.question}"), here).passed
    assert len(model.prompts) == 3


def test_read_ahead_is_not_paid_twice() -> None:
    model = Model({"answer": "Up to 5 days."})
    here = scene(reader=Reader(model))
    here.reader.ahead([GOOD_EN, GOOD_ZH, refusal(EN, "en")], here)
    assert READ_BACK.run(GOOD_EN, here).passed and len(model.prompts) == 2


def test_readings_in_odd_shapes_are_understood() -> None:
    assert Reading.model_validate({"answer": None, "clear": "否", "natural": "true"}).clear is False
    assert Reading.model_validate({"answer": ["a", "b"]}).answer == "a\nb"
    assert Nearest.model_validate({"passage": "passage 2", "quote": None}).passage == 2
    assert Nearest.model_validate({"passage": "none"}).passage == 0


@pytest.mark.parametrize(
    ("question", "truth", "reply", "same"),
    [
        ("When must expense reports be handed in?", "Within 10 working days.", "They must be submitted within 10 working days.", True),
        ("When must expense reports be handed in?", "Within 10 working days.", "Within 20 working days.", False),
        ("May leave be carried over?", "Yes, up to 5 days.", "No, leave expires.", False),
        ("May leave be carried over?", "Leave may be carried over.", "Yes.", True),
        ("Who approves travel?", "The finance director approves travel.", "The Travel Desk.", False),
        ("谁批准出差？", "财务总监批准出差。", "由财务总监批准。", True),
        ("年假最多结转几天？", "最多结转五天。", "最多结转九天。", False),
    ],
)  # fmt: skip
def test_same_answer(question: str, truth: str, reply: str, same: bool) -> None:
    assert same_answer(question, truth, reply) is same


def test_covers_asks_for_everything_the_answer_adds() -> None:
    assert covers(HOP.question, HOP.answer, HOP.answer)
    assert not covers(HOP.question, HOP.answer, "The line manager.")
