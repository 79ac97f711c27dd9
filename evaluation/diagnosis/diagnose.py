"""One answer through the four questions, in order, to one primary tag and the further ones that apply."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from core.records import Answer, Failure, Item, Step, Tag
from evaluation.diagnosis.answer_step import Cause, ReplyFacts, why_not_answered
from evaluation.diagnosis.retrieval_steps import WHOLE, in_context, in_knowledge_base, in_top_k
from evaluation.diagnosis.what_to_try import what_to_try

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
    failure = _tagged(known, answer, facts, top_k)
    return failure.model_copy(update={"advice": what_to_try(failure, known.item)})


def _tagged(known: Evidenced, answer: Answer, facts: ReplyFacts, top_k: int) -> Failure:
    item = known.item
    if answer.error:
        return _system_error(item, answer)
    if item.expected_reply == "refuse":
        return _should_have_refused(item, facts)
    if not item.evidence:
        causes = why_not_answered(item, facts)
        steps = (*_unasked("in_knowledge_base", "in_top_k", "in_context"), _last_step(causes, facts))
        return _from_causes(item, causes, steps, ())
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
        found = _with_alternatives(ranked.step, facts)
        steps = (base.step, found, *_unasked("in_context", "why_not_answered"))
        sure = _doubted(0.95, facts)
        return Failure(item_id=item.id, tag="FP2", subtype=_how_missed(ranked.step), steps=steps, confidence=sure)
    if placed.failed:
        tag, subtype, sure = _context_tag(ranked.step, placed.step)
        found = _with_alternatives(placed.step, facts)
        if ranked.step.answer == "unknown":
            found = _not_ruled_out(found, ("FP2",))
        steps = (base.step, ranked.step, found, *_unasked("why_not_answered"))
        return Failure(item_id=item.id, tag=tag, subtype=subtype, steps=steps, confidence=_doubted(sure, facts))
    causes = why_not_answered(item, replace(facts, context_known=placed.step.answer != "unknown"))
    unknown = [tag for tag, step in (("FP2", ranked.step), ("FP3", placed.step)) if step.answer == "unknown"]
    if unknown == ["FP2"]:
        unknown = []  # the context carried the ground truth, however it was found
    last = _not_ruled_out(_last_step(causes, facts), tuple(unknown))
    return _from_causes(item, causes, (base.step, ranked.step, placed.step, last), tuple(unknown))


def _with_alternatives(step: Step, facts: ReplyFacts) -> Step:
    """The step with the passages that answer as well: the gold may be what is at fault."""
    if not facts.alternatives:
        return step
    return step.model_copy(update={"details": {**step.details, "alternatives": list(facts.alternatives)}})


def _doubted(sure: float, facts: ReplyFacts) -> float:
    return round(sure * (0.5 if facts.alternatives else 1.0), 3)


def _not_ruled_out(step: Step, tags: tuple[str, ...]) -> Step:
    return step.model_copy(update={"details": {**step.details, "not_ruled_out": list(tags)}}) if tags else step


def _from_causes(item: Item, causes: list[Cause], steps: tuple[Step, ...], open_: tuple[str, ...]) -> Failure:
    first = causes[0]
    also = tuple(dict.fromkeys(c.tag for c in causes[1:] if c.tag != first.tag))
    # Where the system did not show its list or its context, an earlier cause cannot be ruled out.
    sure = first.confidence * (0.5 if open_ else 1.0)
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


def _system_error(item: Item, answer: Answer) -> Failure:
    step = Step(
        question="why_not_answered", answer="unknown", proof=f"The system failed on this item: {answer.error[:300]}"
    )
    steps = (*_unasked("in_knowledge_base", "in_top_k", "in_context"), step)
    return Failure(item_id=item.id, tag="unknown", subtype="system_error", steps=steps, confidence=1.0)


def _last_step(causes: list[Cause], facts: ReplyFacts) -> Step:
    proof = " ".join(cause.proof for cause in causes)
    noise = {"noise": list(facts.noise)} if facts.noise else {}
    return Step(
        question="why_not_answered",
        answer="yes",
        proof=proof,
        details={**noise, **causes[0].details, "proofs": [cause.proof for cause in causes]},
    )


def _unasked(*questions: str) -> tuple[Step, ...]:
    return tuple(Step(question=q, answer="not_asked", proof=_NOT_ASKED) for q in questions)  # type: ignore[arg-type]
