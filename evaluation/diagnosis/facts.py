"""What the verdicts of a result say, in the form the fourth question needs."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import ItemResult, Label, text_hash
from evaluation.diagnosis.answer_step import ReplyFacts
from evaluation.judging import premises_of


def reply_facts(result: ItemResult, top_k: int) -> ReplyFacts:
    """Labels of reference claims against the reply, of reply claims against the reference and against the context."""
    labels = {(v.claim, v.premise_hash): v.label for v in result.verdicts}
    reply, reference = text_hash(result.answer.text), text_hash(result.item.answer)
    context = text_hash(premises_of(result.item, result.answer, top_k).joined_context)

    def against(claims: Sequence[str], premise: str) -> list[Label | None]:
        return [labels.get((claim, premise)) for claim in claims]

    recall, support = against(result.reference_claims, reply), against(result.answer_claims, context)
    denied = "contradicted" in against(result.reference_claims, context)
    return ReplyFacts(
        text=result.answer.text,
        refused=bool(result.refused),
        reference_claims=result.reference_claims,
        answer_claims=result.answer_claims,
        recall=recall,
        precision=against(result.answer_claims, reference),
        support=support if any(support) else (),
        contradiction_in_context=denied,
    )
