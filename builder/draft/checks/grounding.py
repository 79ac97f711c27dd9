"""Checks of a draft against its evidence."""

from __future__ import annotations

import re

from builder.draft.candidates import FROM_HEADING, Candidate
from builder.draft.checks.base import PASSED, Check, Outcome, Scene
from builder.draft.checks.bounds import turned_bound
from builder.draft.checks.strange import strange_in
from builder.draft.markup import plain
from core.errors import AssayError
from core.records import Verdict
from core.text.language import has_han
from core.text.tokens import content_words

# Share of a claim's (question's) content words that must stand in the evidence; lists and tables carry words of their lead-in.
_CLAIM_COVER = 0.6
# A model words more freely; where it is read again, that decides, for a page may hold two languages.
_WRITTEN_COVER = 0.5
_QUESTION_COVER = 0.5
_ANSWERS = 0.4
# A judge at least this unsure is named to the reviewer.
_DOUBTFUL = 0.5
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# What asks for a number, and what may be one, in figures or words.
_COUNTS = re.compile(r"\bhow (?:many|much|long|often)\b|多少|几(?:个|天|次|年|小时|分钟|人)|多久", re.IGNORECASE)
_NUMERAL = re.compile(
    r"\d|[一二三四五六七八九十百千万亿两半零无每不]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|dozen|"
    r"hundred|thousand|million|once|twice|every|each|daily|weekly|monthly|yearly|annually|until|as long|no|none|unlimited|all|any)\b",
    re.IGNORECASE,
)


def _grounded(candidate: Candidate, scene: Scene) -> Outcome:
    if candidate.expected_reply == "refuse":
        return PASSED
    if not candidate.spans:
        return Outcome(False, "There is no evidence.")
    for span in candidate.spans:
        text = scene.document(span.document_id).text
        if not 0 <= span.start < span.end <= len(text) or not text[span.start : span.end].strip():
            return Outcome(False, "The evidence does not lie in the document.")
    if turned_bound(candidate.question, " ".join(scene.premise(span) for span in candidate.spans)):
        return Outcome(False, "The question asks for an upper or lower bound, and the evidence gives the opposite one.")
    premises = [scene.context(span) for span in candidate.spans]
    whole = " ".join(premises)
    written = candidate.by_model
    least = 0.0 if scene.is_read(candidate) else _WRITTEN_COVER if written else _CLAIM_COVER
    for claim in candidate.claims or (candidate.answer,):
        problem = _unsupported(claim, whole, candidate, least)
        if problem:
            return Outcome(False, problem)
    return _judged(candidate, scene, premises)


def _unsupported(claim: str, premise: str, candidate: Candidate, least: float) -> str:
    """Why a claim does not follow from the premise by its words, numbers and names; empty when it does."""
    have = plain(premise)
    # Words of the question are no news; a model words freely and may translate.
    model = candidate.by_model
    strange = strange_in(plain(claim), f"{have} {_NUMBER.sub(' ', candidate.question)}", model)
    if strange:
        return f"The answer says {strange}, which the evidence does not."
    words = content_words(plain(claim))
    if not words:
        return ""
    there = set(content_words(have))
    cover = sum(w in there for w in words) / len(words)
    # Words of another language cannot be compared; numbers above can.
    if has_han(claim) != has_han(premise) and not (has_han(claim) and has_han(premise)):
        return ""
    if cover < least:
        return f"Only {cover:.0%} of the answer's words stand in the evidence."
    return ""


def _judged(candidate: Candidate, scene: Scene, premises: list[str]) -> Outcome:
    """A judge's contradiction overrules matching words; its neutral does not, since the words were checked."""
    # A model that reads has the word, for it knows a "not" that changes nothing.
    if scene.judge is None or not candidate.claims or scene.reads:
        return PASSED
    try:
        rows = scene.judge.entails(list(candidate.claims), ["\n".join(premises)], candidate.question)
    except AssayError:
        return PASSED
    doubt, doubted = 0.0, ""
    for claim, row in zip(candidate.claims, rows, strict=True):
        if row and row[0].label == "contradicted" and row[0].confidence >= 0.7:
            return Outcome(False, f"The evidence contradicts “{claim[:80]}” ({row[0].reason or row[0].judge}).")
        if row and _doubt(row[0]) > doubt:
            doubt, doubted = _doubt(row[0]), claim
    if doubt < _DOUBTFUL:
        return Outcome(True, doubt=doubt)
    return Outcome(True, f"The judge is not sure that the evidence says “{doubted[:80]}”.", doubt=doubt)


def _doubt(verdict: Verdict) -> float:
    """How likely the judge holds it that the evidence does not say the claim."""
    return round(1 - verdict.confidence if verdict.label == "entailed" else verdict.confidence, 3)


def _answerable(candidate: Candidate, scene: Scene) -> Outcome:
    if candidate.expected_reply == "refuse":
        return PASSED
    if candidate.by_model and _COUNTS.search(candidate.question) and not _NUMERAL.search(candidate.answer):  # fmt: skip
        return Outcome(False, "The question asks how much or how many, and the answer gives no number.")
    if scene.is_read(candidate):
        return PASSED
    asked = [w for w in content_words(candidate.question) if w not in _QUESTION_WORDS]
    if not asked:
        return PASSED
    have = set(content_words(" ".join(scene.context(span) for span in candidate.spans)))
    cover = sum(w in have for w in asked) / len(asked)
    if candidate.by_model and has_han(candidate.question) != any(has_han(w) for w in have):
        return PASSED
    if cover < _QUESTION_COVER:
        return Outcome(False, f"The evidence is about something else: it holds {cover:.0%} of the question's words.")
    # What stands under a heading need not answer; the model that reads, or else the judge, has the last word there.
    if scene.judge is not None and not scene.reads and FROM_HEADING in candidate.tags:
        try:
            likely = scene.judge.answers(
                candidate.question, [" ".join(scene.premise(span) for span in candidate.spans)]
            )[0]
        except AssayError:
            return PASSED
        doubt = round(1 - likely, 3)
        if likely < _ANSWERS:
            return Outcome(False, f"The passage hardly answers the question (judged {likely:.2f}).", doubt=doubt)
        reason = "The judge is not sure that the passage answers the question." if doubt >= _DOUBTFUL else ""
        return Outcome(True, reason, doubt=doubt)
    return PASSED


_QUESTION_WORDS = frozenset(
    "多少 什么 哪个 哪些 谁 如何 怎么 怎样 是否 能否 应该 怎么做 时候 作用 发生 为什么 分别 区别 根据 表 更 哪 do accord tabl differ "
    "mani much long often apply differenc rule polici stand 规定".split()
)


def _right_kind(candidate: Candidate, scene: Scene) -> Outcome:
    if candidate.kind == "unanswerable":
        if candidate.expected_reply == "refuse" and candidate.trace is None:
            return Outcome(False, "No search shows that the answer is missing.")
        return PASSED
    groups = {span.group for span in candidate.spans}
    if candidate.kind == "factual":
        return PASSED if len(groups) == 1 else Outcome(False, "A factual question needs one passage, this one several.")
    if len(groups) < 2:
        return Outcome(False, "A multi-hop question needs at least two passages.")
    return _each_needed(candidate, scene)


def _each_needed(candidate: Candidate, scene: Scene) -> Outcome:
    """Multi-hop only if no single group's passages support every claim."""
    if len(candidate.claims) < 2:
        return Outcome(False, "A multi-hop answer needs a claim from each passage.")
    for group in sorted({span.group for span in candidate.spans}):
        text = " ".join(scene.premise(span) for span in candidate.spans if span.group == group)
        if all(_carried(claim, text) for claim in candidate.claims):
            return Outcome(False, "One of the passages answers the whole question.")
    return PASSED


def _carried(claim: str, text: str) -> bool:
    words = [w for w in content_words(claim) if len(w) > 1 or w.isdigit()]
    have = set(content_words(text))
    return bool(words) and sum(w in have for w in words) / len(words) >= 0.9


GROUNDED = Check(
    "grounded",
    "Grounded",
    "有据可依",
    "The answer follows from a verbatim quote of the document.",
    "答案可由文档原文逐字引文推出。",
    _grounded,
)
ANSWERABLE = Check(
    "answerable_from_evidence", "Answerable from the evidence", "仅凭证据可答",
    "The evidence alone is enough to answer.", "只看证据就能回答。", _answerable,
)  # fmt: skip
RIGHT_KIND = Check(
    "right_kind", "Right kind", "类型正确",
    "A multi-hop question really needs all its passages; a refusal comes with the search that found nothing.",
    "多跳问题确实需要每一段证据；应拒答的问题附有检索记录。", _right_kind,
)  # fmt: skip
