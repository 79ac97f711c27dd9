"""What the verdicts of a result say, in the form the fourth question needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from core.records import ItemResult, Label, text_hash
from evaluation.diagnosis.answer_step import ReplyFacts
from evaluation.diagnosis.gold import alternatives
from evaluation.judging import premises_of
from evaluation.metrics.evidence_gain import COVER, evidence_in_texts


def reply_facts(result: ItemResult, top_k: int) -> ReplyFacts:
    """Labels of reference claims against the reply, of reply claims against the reference and against the context."""
    labels = {(v.claim, v.premise_hash): v.label for v in result.verdicts}
    reply, reference = text_hash(result.answer.text), text_hash(result.item.answer)
    premises = premises_of(result.item, result.answer, top_k)
    context = text_hash(premises.joined_context)
    holding = [text_hash(text) for text in premises.passages if _holds_gold(result, text)]

    def against(claims: Sequence[str], premise: str) -> list[Label | None]:
        return [labels.get((claim, premise)) for claim in claims]

    recall, support = against(result.reference_claims, reply), against(result.answer_claims, context)

    def beside(claim: str) -> Label | None:
        found = [labels.get((claim, key)) for key in holding]
        return "entailed" if "entailed" in found else next((label for label in found if label), None)

    denied = "contradicted" in against(result.reference_claims, context)
    precision = against(result.answer_claims, reference)
    inside = range(len(premises.passages)) if premises.context is None else premises.context
    bare = [(place, premises.passages[place]) for place in inside if not _holds_gold(result, premises.passages[place])]
    wrong = [c for c, label in zip(result.answer_claims, precision, strict=True) if label == "contradicted"]
    return ReplyFacts(
        text=result.answer.text,
        refused=bool(result.refused),
        reference_claims=result.reference_claims,
        answer_claims=result.answer_claims,
        recall=recall,
        precision=precision,
        support=support if any(support) else (),
        beside_gold=[beside(claim) for claim in result.answer_claims] if holding else (),
        contradiction_in_context=denied,
        misled_by=[
            {"rank": place + 1, "text": text[:300]}
            for place, text in bare
            if any(labels.get((claim, text_hash(text))) == "entailed" for claim in wrong)
        ],
        noise=(len(bare), len(inside)) if bare else None,
        alternatives=[asdict(one) for one in alternatives(result, top_k)],
    )


def _holds_gold(result: ItemResult, text: str) -> bool:
    return any(share >= COVER for share in evidence_in_texts(result.item.evidence, [text]).values())
