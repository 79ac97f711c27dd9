"""Drafts read again by a model: what it finds, what it denies, and what it leaves to an expert; in both languages."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from kb import document_of
from test_checks import EN, GOOD_EN, GOOD_ZH, ZH, scene, span_of

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.checks import Scene
from builder.draft.checks.form import SELF_CONTAINED
from builder.draft.checks.grounding import ANSWERABLE, GROUNDED
from builder.draft.checks.read_back import READ_BACK
from builder.draft.checks.same_answer import covers, same_answer
from builder.draft.judging import examine
from builder.draft.model.reading import Nearest, Reader, Reading, Readings
from builder.draft.refusals.absence import trace_to_read
from builder.draft.refusals.matching import Aims
from core.errors import ModelError
from core.records import Chunk, NearPassage, SearchTrace

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
        if isinstance(reply, ModelError):
            return reply
        if call.schema is Readings:
            reply = {"readings": [{"n": n + 1, **reply} for n in range(call.prompt.count('<data name="question_'))]}
        return SimpleNamespace(parsed=call.schema.model_validate(reply))


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


def test_a_question_that_is_not_clear_is_asked_in_better_words_once() -> None:
    vague = replace(GOOD_EN, question="Up to how many unused days may be carried over?", topic="Annual leave policy")
    better = "How many unused days of annual leave may be carried over?"
    unclear = {"answer": "5 days", "clear": False, "better": better}
    model = Model(unclear)
    verdict = examine(vague, scene(reader=Reader(model)))
    assert not verdict.dropped_by and verdict.repaired and verdict.candidate.question == better
    # The reader's own words are not read again, yet they pass the other checks.
    assert len(model.prompts) == 1
    dangling = Model({**unclear, "better": "What does this document say about unused days?"})
    assert examine(vague, scene(reader=Reader(dangling))).dropped_by == "self_contained"
    # Without better words the draft is dropped.
    assert examine(vague, scene(reader=Reader(Model({**unclear, "better": ""})))).dropped_by == "read_back"


LATER = "Up to 5 unused days may be carried over.\nDays carried over are lost on 31 March.\nThe office is blue."


@pytest.mark.parametrize(
    ("missing", "passes"),
    [
        ("Days carried over are lost on 31 March.", False),
        # Words that stand nowhere, and what the answer says already, count for nothing.
        ("Days carried over are lost on 1 May.", True),
        ("Up to 5 unused days may be carried over.", True),
        ("none", True),
    ],
)
def test_an_answer_that_leaves_out_what_its_page_says_is_dropped(missing: str, passes: bool) -> None:
    document = document_of("later.md", LATER)
    answer = "Up to 5 unused days may be carried over."
    made = replace(GOOD_EN, question="How many days may be carried over?", answer=answer, claims=(answer,), spans=(Span(document.id, 0, len(answer)),))  # fmt: skip
    model = Model({"answer": answer, "missing": missing})
    here = Scene(document=lambda _: document, reader=Reader(model))
    outcome = READ_BACK.run(made, here)
    assert outcome.passed is passes and "The office is blue." in model.prompts[0]
    assert passes or missing in outcome.reason and outcome.repaired is None


def test_what_is_missing_is_put_in_with_its_evidence() -> None:
    document = document_of("later.md", LATER)
    answer = "Up to 5 unused days may be carried over."
    made = replace(GOOD_EN, question="How many days of leave may be carried over?", answer=answer, claims=(answer,), spans=(Span(document.id, 0, len(answer)),))  # fmt: skip
    full = "Up to 5 unused days may be carried over. They are lost on 31 March."
    model = Model({"answer": answer, "missing": "Days carried over are lost on 31 March.", "full": full})
    here = Scene(document=lambda _: document, reader=Reader(model))
    verdict = examine(made, here, (GROUNDED, READ_BACK))
    assert not verdict.dropped_by and verdict.repaired and len(model.prompts) == 1
    assert verdict.candidate.answer == full and len(verdict.candidate.claims) == 2
    assert [here.quote(span) for span in verdict.candidate.spans] == LATER.splitlines()[:2]


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
    # Its word counts without a quote too: another question costs less than an expert's minute.
    unquoted, _ = read(asked, {"passage": 1, "quote": ""})
    assert not unquoted.passed and document.text[:20] in unquoted.reason
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
    # One call for each language.
    assert READ_BACK.run(GOOD_EN, here).passed and len(model.prompts) == 2


def test_several_are_read_in_one_call_and_a_pair_is_never_read_beside_its_halves() -> None:
    facts = [replace(GOOD_EN, question=f"{GOOD_EN.question[:-1]} in branch {n}?") for n in range(5)]
    model = Model({"answer": HOP.answer})
    here = scene(reader=Reader(model))
    here.reader.ahead([*facts, HOP], here)
    asked = [prompt.count('<data name="question_') for prompt in model.prompts]
    assert sorted(asked) == [1, 1, 2, 4]
    assert all(prompt.count(HOP.question) <= 1 for prompt in model.prompts)


def test_readings_out_of_order_go_to_their_questions() -> None:
    class Shuffled(Model):
        def _one(self, call: Any) -> Any:
            rows = [{"n": 2, "answer": "9 days"}, {"n": 1, "answer": "Up to 5 days."}]
            return SimpleNamespace(parsed=Readings.model_validate({"readings": rows}))

    here = scene(reader=Reader(Shuffled({})))
    other = replace(GOOD_EN, question="What else is said of unused days?")
    here.reader.ahead([GOOD_EN, other], here)
    assert here.reader.reading(GOOD_EN, here).answer == "Up to 5 days."
    assert here.reader.reading(other, here).answer == "9 days"


@pytest.mark.parametrize(
    ("numbers", "kept"), [((1, 3), 2), ((0, 0, 0), 3), ((1, 1, 2), 3), ((0, 0), 0), ((1, 7), 0), ((), 0)]
)
def test_a_reply_that_leaves_questions_out_is_taken_as_far_as_it_is_sure(numbers: tuple[int, ...], kept: int) -> None:
    class Partly(Model):
        def _one(self, call: Any) -> Any:
            self.prompts.append(call.prompt)
            return SimpleNamespace(parsed=Readings(readings=[Reading(n=n, answer="Up to 5 days.") for n in numbers]))

    model = Partly({})
    here = scene(reader=Reader(model))
    asked = [replace(GOOD_EN, question=f"{GOOD_EN.question[:-1]} in branch {n}?") for n in range(3)]
    here.reader.ahead(asked, here)
    for one in asked:
        here.reader.reading(one, here)
    # What was left out is asked for by itself.
    assert len(model.prompts) == 1 + 3 - kept


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


def test_a_model_that_reads_has_the_word_on_what_its_and_there_mean() -> None:
    asked = replace(GOOD_EN, template="model:draft.en", question="Which port does the gateway use for its readings?")
    assert not SELF_CONTAINED.run(asked, scene()).passed
    assert SELF_CONTAINED.run(asked, scene(reader=Reader(Model({})))).passed
    # What points at the text is wrong whoever reads it.
    told = replace(asked, question="Which port is named in this document for the gateway?")
    assert not SELF_CONTAINED.run(told, scene(reader=Reader(Model({})))).passed


@pytest.mark.parametrize(("document", "language", "quote"), [(EN, "en", "line manager"), (ZH, "zh", "书面申请")])
def test_what_is_read_for_a_refusal_holds_the_nearest_and_those_with_words_of_an_answer(
    document: Any, language: Any, quote: str
) -> None:
    asked = replace(refusal(document, language), slots=Slots(entity="sabbatical" if language == "en" else "长假", attribute=(re.escape(quote),)))  # fmt: skip
    telling = Chunk(id="t", kb_id="kb", document_id=document.id, chunking="c", position=9, start=0, end=len(document.text), text=document.text)  # fmt: skip
    dull = [telling.model_copy(update={"id": f"d{n}", "text": f"Row {n} of another page."}) for n in range(12)]

    def search(query: str, k: int) -> list[Any]:
        found = [*dull, telling] if query == asked.question else [telling]
        assert query == asked.question or quote in query
        return [SimpleNamespace(chunk=chunk, rank=n, score=1.0) for n, chunk in enumerate(found)]

    trace = trace_to_read(asked, search, "f", lambda _: "leave.md", lambda _: document.title)
    assert len(trace.nearest) == 8 and [n.text for n in trace.nearest].index(document.text) == 4


def test_one_prompt_may_write_all_refusals() -> None:
    aims = Aims([], 8, random.Random(1))
    for number in range(4):
        made = replace(refusal(EN, "en"), question=f"Question {number}?", slots=Slots(entity=f"thing {number}"), notes=(f"document:{number}",))  # fmt: skip
        assert aims.choose([made], lambda _: (0.5, 0.5), False) is not None
        aims.taken(made, None)


@pytest.mark.parametrize(
    "said", ["The text does not say what the notice period in Canada is.", "文字没有说明加拿大的通知期。"]
)
def test_half_an_answer_that_names_what_it_lacks_is_not_the_whole(said: str) -> None:
    both = {"answer": HOP.answer}
    half = {"answer": f"{HOP.answer.split(';')[0]}; the notice period in Canada of 2 weeks. {said}"}
    assert not read(HOP, both, {"answer": half["answer"].replace(said, "")})[0].passed
    assert read(HOP, both, half, half)[0].passed


def test_what_is_missing_is_looked_at_before_better_words() -> None:
    vague = {
        "answer": "Up to 5 days.",
        "clear": False,
        "better": "How many unused days of annual leave may be carried over?",
    }
    model = Model({**vague, "answer": ""}, vague)
    verdict = examine(GOOD_EN, scene(reader=Reader(model)))
    assert verdict.dropped_by == "read_back" and "found no answer" in verdict.reason and len(model.prompts) == 1


class Denies:
    """A judge that takes every claim for contradicted, and no passage for an answer."""

    record = SimpleNamespace(provider="embedded")

    def entails(self, claims: Any, passages: Any, question: str) -> Any:
        denied = SimpleNamespace(label="contradicted", confidence=0.9, reason="'not' on one side", judge="denies")
        return [[denied] for _ in claims]

    def answers(self, question: str, passages: Any) -> Any:
        return [0.0 for _ in passages]


def test_where_a_model_reads_the_embedded_judge_has_no_say() -> None:
    headed = replace(GOOD_EN, tags=("from_heading",))
    without, with_reader = scene(judge=Denies()), scene(judge=Denies(), reader=Reader(Model({})))
    assert not GROUNDED.run(GOOD_EN, without).passed and GROUNDED.run(GOOD_EN, with_reader).passed
    assert not ANSWERABLE.run(headed, without).passed and ANSWERABLE.run(headed, with_reader).passed


def test_an_answer_may_be_in_another_language_than_the_words_it_rests_on() -> None:
    document = document_of("preview.md", "# 预览文件\n\n选中文件。To view a preview full-screen, press F or F11.")
    start = document.text.index("To view")
    answer = "按 F 或 F11 可以全屏查看预览。"
    made = Candidate(
        question="预览文件时按什么键可以全屏查看？", answer=answer, claims=(answer,), spans=(Span(document.id, start, len(document.text)),),
        kind="factual", subkind="procedure", language="zh", score=0.9, template="model:draft.zh",
    )  # fmt: skip
    assert not GROUNDED.run(made, Scene(document=lambda _: document)).passed
    here = Scene(document=lambda _: document, reader=Reader(Model({})))
    assert GROUNDED.run(made, here).passed
    # Keys and numbers must stand there all the same.
    wrong = replace(made, answer="按 F12 可以全屏查看预览。", claims=("按 F12 可以全屏查看预览。",))
    assert not GROUNDED.run(wrong, here).passed
