"""Replies that are neither an answer nor a refusal: those that were wanted, and those that miss the question."""

from __future__ import annotations

from collections.abc import Callable

from core.records import CorrectnessLabel, ExpectedReply
from core.text.tokens import content_words
from evaluation.metrics.correctness import correct_value
from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.reasons import JUDGE_ERROR, NO_ANSWER, OTHER_REPLY

# A shorter reply may name what was asked for without a word of the question.
_WORDS = 5
_FAR = 0.3
REPLIES: dict[ExpectedReply, str] = {
    "correct_premise": "premise_corrected",
    "ask_back": "asked_back",
    "report_conflict": "conflict_reported",
}


def other_reply_values(expected: ExpectedReply, label: CorrectnessLabel) -> dict[str, MetricValue]:
    """Whether the kind of reply the item expects was given: one metric for each such kind, none for other items."""
    name = REPLIES.get(expected)
    return {name: correct_value(label, JUDGE_ERROR)} if name else {}


def off_topic(
    question: str,
    reply: str,
    refused: bool | None,
    expected: ExpectedReply,
    similarity: Callable[[], float | None],
) -> MetricValue:
    """1 for a reply of some length that shares no content word with the question and is far from it in meaning.

    A refusal is never off topic. `similarity` is the cosine of reply and question, asked for only where words do not
    settle it; where it cannot be had, words decide alone.
    """
    if expected not in ("answer", "refuse"):
        return undefined(OTHER_REPLY)
    if not reply.strip():
        return undefined(NO_ANSWER)
    said = set(content_words(reply))
    if refused or len(said) < _WORDS or said & set(content_words(question)):
        return MetricValue(0.0)
    cosine = similarity()
    return MetricValue(float(cosine is None or cosine < _FAR))


def _declare(id: str, names: dict[str, str], sentence: dict[str, str]) -> Metric:
    return Metric(
        id, "refusal", names, sentence, ("gold", "answer", "judge"),
        both("No item expects this reply, or the judge gave no verdict.", "没有条目要求这种回复，或评判模型没有给出结论。"),
        "Assay; false premises: CREPE (arXiv 2211.17257), asking back: CLAMBER (arXiv 2405.12063)",
    )  # fmt: skip


DECLARED = (
    _declare(
        "premise_corrected",
        both("Premise corrected", "纠正前提率"),
        both(
            "Share of the questions with a false premise whose reply corrects it.",
            "前提有误的问题中，回复纠正了前提的比例。",
        ),
    ),
    _declare(
        "asked_back",
        both("Asked back", "反问率"),
        both(
            "Share of the questions with several readings whose reply asks which one is meant.",
            "有多种理解的问题中，回复反问所指的比例。",
        ),
    ),
    _declare(
        "conflict_reported",
        both("Conflict reported", "指出矛盾率"),
        both(
            "Share of the questions on which the documents disagree whose reply says so.",
            "文档说法不一的问题中，回复指出矛盾的比例。",
        ),
    ),
    Metric(
        id="off_topic",
        family="refusal",
        names=both("Off-topic replies", "答非所问率"),
        sentence=both(
            "Share of the replies, refusals aside, that have nothing to do with the question in words or in meaning.",
            "除拒答外，用词和语义都与问题无关的回复所占比例。",
        ),
        needs=("answer",),
        undefined=both("No reply came, or another kind of reply is expected.", "没有回复，或此题要求另一种回复。"),
        citation="Assay; the third outcome beside answer and refusal",
        direction="lower",
    ),
)
