"""Whether one reply is correct: the rule behind the headline number and behind what gets diagnosed."""

from __future__ import annotations

from core.records import CorrectnessLabel, ExpectedReply
from evaluation.metrics.claim_matrix import ClaimMatrix, entails
from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.reasons import JUDGE_ERROR, NO_REFERENCE_CLAIMS

RULE = {
    "correct": "every reference claim is entailed by the answer and no answer claim is contradicted by the reference",
    "partial": "some reference claims are entailed by the answer, or all are and an answer claim is contradicted",
    "wrong": "no reference claim is entailed by the answer, or no answer came",
    "other_reply": "correct when the expected kind of reply was given, otherwise wrong",
}


def correctness_label(
    matrix: ClaimMatrix,
    expected: ExpectedReply = "answer",
    refused: bool | None = False,
    error: bool = False,
    reply_given: bool | None = None,
) -> CorrectnessLabel:
    """The label of one reply, undefined when the judge left open what decides it.

    `reply_given` says for `correct_premise`, `ask_back` and `report_conflict` whether that reply was given.
    """
    if error:
        return "wrong"
    if expected != "answer":
        given = refused if expected == "refuse" else reply_given
        return "undefined" if given is None else ("correct" if given else "wrong")
    if refused:
        return "wrong"
    return _of_claims(matrix)


def correct_value(label: CorrectnessLabel, reason: str = NO_REFERENCE_CLAIMS) -> MetricValue:
    """The `correct` metric of one item: 1, 0, or undefined for a reason; partial is not correct."""
    return undefined(reason) if label == "undefined" else MetricValue(float(label == "correct"))


def undefined_reason(matrix: ClaimMatrix) -> str:
    """Why the label of an item expecting an answer is undefined."""
    return JUDGE_ERROR if matrix.reference_vs_answer else NO_REFERENCE_CLAIMS


def _of_claims(matrix: ClaimMatrix) -> CorrectnessLabel:
    stated = [entails(label) for label in matrix.reference_vs_answer]
    if not stated:
        return "undefined"
    contradicted = "contradicted" in matrix.answer_vs_reference
    if all(stated):
        if contradicted:
            return "partial"
        return "undefined" if None in matrix.answer_vs_reference else "correct"
    if any(stated):
        # An open verdict can only make it correct when no other one rules that out.
        return "partial" if False in stated or contradicted else "undefined"
    return "undefined" if None in stated else "wrong"


DECLARED = (
    Metric(
        id="correct",
        family="correctness",
        names=both("Correct", "正确率"),
        sentence=both(
            "Share of the questions that got the expected reply: for an answer, every claim of the reference and "
            "nothing that contradicts it.",
            "得到预期回复的问题比例；应作答的题要说出参考答案的全部论断，且没有与之矛盾的内容。",
        ),
        needs=("reference", "answer", "judge"),
        undefined=both(
            "The reference has no claims, or a verdict that decides is missing.",
            "参考答案没有论断，或缺少决定性的评判。",
        ),
        citation="Assay",
    ),
)
