"""One answer through the four questions, in order, to one primary tag and the further ones that apply."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.records import Answer, Failure, Item, Step, Tag
from evaluation.diagnosis.answer_step import Cause, ReplyFacts, why_not_answered
from evaluation.diagnosis.retrieval_steps import WHOLE, in_context, in_knowledge_base, in_top_k

_NOT_ASKED = "An earlier question already explains the failure."


@dataclass(frozen=True)
class Evidenced:
    """What diagnosis knows of an item beside the answer.

    `resolved` says by position which evidence still stands in today's knowledge base; `documents` are the ids whose
    offsets can be trusted.
    """

    item: Item
    resolved: Mapping[int, bool]
    documents: Collection[str]


def diagnose(known: Evidenced, answer: Answer, facts: ReplyFacts, top_k: int) -> Failure:
    """Tag an answer that is not correct. The caller decides that it is not; rules decide why."""
    item = known.item
    if answer.error:
        return _system_error(item, answer)
    if item.expected_reply == "refuse":
        return _should_have_refused(item, facts)
    if not item.evidence:
        return _other_reply(item, facts)
    return _four_questions(known, answer, facts, top_k)


def _four_questions(known: Evidenced, answer: Answer, facts: ReplyFacts, top_k: int) -> Failure:
    item = known.item
    base = in_knowledge_base(item, known.resolved)
    if base.failed:
        steps = (base.step, *_unasked("in_top_k", "in_context", "why_not_answered"))
        return Failure(item_id=item.id, tag="FP1", subtype="not_in_base", steps=steps, confidence=0.98)
    ranked = in_top_k(item, answer, top_k, known.documents)
    placed = in_context(item, answer, top_k)
    if ranked.failed and not _in_context_anyway(ranked.failed, placed.step):
        steps = (base.step, ranked.step, *_unasked("in_context", "why_not_answered"))
        return Failure(item_id=item.id, tag="FP2", subtype=_how_missed(ranked.step), steps=steps, confidence=0.95)
    if placed.failed:
        tag, subtype, sure = _context_tag(ranked.step, placed.step)
        steps = (base.step, ranked.step, placed.step, *_unasked("why_not_answered"))
        return Failure(item_id=item.id, tag=tag, subtype=subtype, steps=steps, confidence=sure)
    causes = why_not_answered(item, facts)
    steps = (base.step, ranked.step, placed.step, _last_step(causes))
    unknown = [s.question for s in (ranked.step, placed.step) if s.answer == "unknown"]
    return _from_causes(item, causes, steps, halved=bool(unknown))


def _from_causes(item: Item, causes: list[Cause], steps: tuple[Step, ...], halved: bool) -> Failure:
    first = causes[0]
    also = tuple(dict.fromkeys(c.tag for c in causes[1:] if c.tag != first.tag))
    # Where the system did not show its list or its context, an earlier cause cannot be ruled out.
    sure = first.confidence * (0.5 if halved else 1.0)
    tag: Tag = first.tag  # type: ignore[assignment]
    return Failure(item_id=item.id, tag=tag, subtype=first.subtype, also=also, steps=steps, confidence=round(sure, 3))


def _in_context_anyway(missed: Collection[int], placed: Step) -> bool:
    """Context may carry whole what the ranked list does not (another source, a merged passage); a phrase does not count."""
    shares = placed.details.get("shares", {})
    return placed.answer != "unknown" and all(shares.get(str(group), 0.0) >= WHOLE for group in missed)


def _context_tag(ranked: Step, placed: Step) -> tuple[Tag, str, float]:
    if ranked.answer == "unknown":
        # Retrieved or not cannot be told apart without the list.
        return "FP3", "not_in_context_list_unknown", 0.5
    return "FP3", "cut" if placed.details.get("cut") else "dropped", 0.95


def _how_missed(ranked: Step) -> str:
    ranks = [rank for rank in ranked.details.get("ranks", {}).values() if rank]
    top_k = ranked.details.get("top_k", 0)
    if any(rank > top_k for rank in ranks):
        return "ranked_below_k"
    return "partly_retrieved" if ranked.answer == "partly" else "not_retrieved"


def _should_have_refused(item: Item, facts: ReplyFacts) -> Failure:
    nearest = item.trace.nearest[0].text[:200] if item.trace and item.trace.nearest else ""
    proof = "The whole knowledge base holds no answer to this question" + (
        f"; nearest passage: “{nearest}”." if nearest else "."
    )
    subtype = "should_have_refused"
    said = facts.answer_claims[0] if facts.answer_claims else facts.text
    steps = (
        Step(question="in_knowledge_base", answer="no", proof=proof),
        *_unasked("in_top_k", "in_context"),
        Step(question="why_not_answered", answer="yes", proof=f"It should have declined, but stated: “{said[:200]}”."),
    )
    return Failure(item_id=item.id, tag="FP1", subtype=subtype, steps=steps, confidence=0.95)


def _other_reply(item: Item, facts: ReplyFacts) -> Failure:
    """Items that expect a question back, a corrected premise or a reported conflict, and carry no evidence."""
    step = Step(
        question="why_not_answered",
        answer="yes",
        proof=f"The item expects the reply “{item.expected_reply}”, and the reply does not give it: “{facts.text[:200]}”.",
    )
    steps = (*_unasked("in_knowledge_base", "in_top_k", "in_context"), step)
    return Failure(item_id=item.id, tag="FP4", subtype=f"not_{item.expected_reply}", steps=steps, confidence=0.6)


def _system_error(item: Item, answer: Answer) -> Failure:
    step = Step(
        question="why_not_answered", answer="unknown", proof=f"The system failed on this item: {answer.error[:300]}"
    )
    steps = (*_unasked("in_knowledge_base", "in_top_k", "in_context"), step)
    return Failure(item_id=item.id, tag="unknown", subtype="system_error", steps=steps, confidence=1.0)


def _last_step(causes: list[Cause]) -> Step:
    proof = " ".join(cause.proof for cause in causes)
    return Step(question="why_not_answered", answer="yes", proof=proof, details=dict(causes[0].details))


def _unasked(*questions: str) -> tuple[Step, ...]:
    return tuple(Step(question=q, answer="not_asked", proof=_NOT_ASKED) for q in questions)  # type: ignore[arg-type]
