"""Correct, partial, wrong or undefined: the rule over verdicts, other expected replies, and a person's word above all."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from core.records import CorrectnessLabel, ExpectedReply, ItemResult
from evaluation.expected_format import check_format
from evaluation.metrics.claim_matrix import ClaimMatrix, entails
from evaluation.metrics.correctness import RULE, correctness_label, undefined_reason
from evaluation.metrics.reasons import JUDGE_ERROR

# How many of the reference's claims an other expected reply must state to count as given without any word of it.
STATED = 0.5
SETTINGS: dict[str, Any] = {
    "rule": {**RULE, "form": "a correct answer that misses the form asked for is partial"},
    "stated_share_of_other_replies": STATED,
}

_SIGNS: dict[ExpectedReply, re.Pattern[str]] = {
    "ask_back": re.compile(
        r"\b(?:which (?:one|of|version|model|plan|product|type|kind)|do you mean|did you mean|are you asking|could you (?:please )?"
        r"(?:clarify|specify|tell)|can you (?:clarify|specify)|please (?:clarify|specify)|it depends on which)\b"
        r"|请问(?:您)?(?:是|指|说|问|想)|是指|指的是(?:哪|什么)|哪一?(?:种|个|款|类|项|份|版|年)|请(?:说明|明确|告知|补充|具体|确认)|想问的是|取决于(?:哪|您)",
        re.IGNORECASE,
    ),
    "correct_premise": re.compile(
        r"\b(?:there is no|there are no|no such|does not exist|do(?:es)? not (?:offer|have|provide|allow|apply)|is not (?:correct|true|accurate|the case)|"
        r"isn['’]t (?:correct|true|accurate)|incorrect|actually|in fact|contrary to|misunderstanding|never)\b"
        r"|并没有|并不|并非|不存在|没有(?:这|该|所谓|提供|规定)|实际上|事实上|有误|不正确|不准确|不属实|前提|而不是|不是.{0,20}而是|误解|从未",
        re.IGNORECASE,
    ),
    "report_conflict": re.compile(
        r"\b(?:conflict|contradict|disagree|inconsisten|discrepan|differ(?:s|ent)? (?:between|from|in)|two (?:different|versions)|whereas|on the other hand|"
        r"one (?:document|source|page|version) .{0,80}(?:another|the other))"
        r"|不一致|矛盾|冲突|不同(?:的)?(?:说法|规定|版本)|两(?:种|个|份)(?:说法|规定|版本|文件)|说法不一|出入|(?:一份|一处|旧版).{0,60}(?:另一|新版)|但(?:是)?(?:另一|在另)",
        re.IGNORECASE,
    ),
}


class Given(NamedTuple):
    """Whether the expected kind of reply came, by whom that was told, and how sure (0 to 1)."""

    given: bool | None
    by: str
    confidence: float


def reply_given(result: ItemResult, matrix: ClaimMatrix, kind: str = "") -> Given:
    """For `correct_premise`, `ask_back` and `report_conflict`: by the judge that can tell, else by words and claims."""
    expected = result.item.expected_reply
    if result.answer.error or not result.answer.text.strip():
        return Given(False, "rule", 1.0)
    if kind:
        return Given(kind == expected, "judge", 0.8)
    if result.refused:
        return Given(False, "rule", 0.8)
    signs = _SIGNS[expected].search(result.answer.text) is not None
    stated = [entails(label) for label in matrix.reference_vs_answer]
    if expected != "ask_back" and stated and None not in stated:
        share = sum(map(bool, stated)) / len(stated)
        # Words and claims that agree are surer than either alone.
        return Given(share >= STATED, "claims", 0.75 if signs == (share >= STATED) else 0.55)
    asks = expected == "ask_back" and result.answer.text.rstrip().endswith(("?", "？"))
    return Given(signs or asks, "words", 0.6)


def correctness_of(
    result: ItemResult, matrix: ClaimMatrix, kind: str = "", ruled: CorrectnessLabel | None = None
) -> tuple[CorrectnessLabel, str]:
    """The label, and a note: why it is undefined, or by whom it was told where that is not the rule over verdicts."""
    expected = result.item.expected_reply
    if ruled is not None:
        return ruled, "by a person"
    given = reply_given(result, matrix, kind) if expected not in ("answer", "refuse") else None
    label = correctness_label(
        matrix,
        expected,
        refused=result.refused,
        error=bool(result.answer.error),
        reply_given=given.given if given else None,
    )
    if label == "undefined":
        return label, undefined_reason(matrix) if expected == "answer" else JUDGE_ERROR
    form = check_format(result.item.expected_format, result.answer.text) if expected == "answer" else None
    if label == "correct" and form is not None and form.ok is False:
        # The right content in the wrong form is not what was asked for, and FP5 would never be seen otherwise.
        return "partial", f"not in the form asked for: expected {form.expected}, found {form.found}"
    return label, f"by {given.by}, confidence {given.confidence:g}" if given else ""
