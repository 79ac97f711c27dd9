"""The verdict matrix of one result, put together again from what is stored."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import ItemResult, Label, text_hash
from evaluation.judging import Premises, premises_of
from evaluation.metrics.claim_matrix import ClaimMatrix


def matrix_of(result: ItemResult, top_k: int) -> ClaimMatrix:
    """Labels by claim and premise; None where the judge gave none."""
    premises = premises_of(result.item, result.answer, top_k)
    label = {(v.claim, v.premise_hash): v.label for v in result.verdicts}

    def column(claims: Sequence[str], premise: str) -> list[Label | None]:
        key = text_hash(premise)
        return [label.get((claim, key)) for claim in claims]

    def rows(claims: Sequence[str]) -> list[list[Label | None]]:
        columns = [column(claims, passage) for passage in premises.passages]
        return [[one[i] for one in columns] for i in range(len(claims))]

    answers, references = result.answer_claims, result.reference_claims
    return ClaimMatrix(
        answer_vs_reference=column(answers, premises.reference),
        # A refusal or an empty reply states nothing: its verdicts are known without a judge.
        reference_vs_answer=column(references, premises.reply)
        if states_something(result)
        else ["neutral"] * len(references),
        answer_vs_passages=rows(answers),
        reference_vs_passages=rows(references),
        answer_vs_context=_joined(answers, premises, column(answers, premises.joined_context)),
        reference_vs_context=_joined(references, premises, column(references, premises.joined_context)),
        passages=premises.passages,
        retrieved=premises.retrieved,
        context=premises.retrieved if premises.context is None else premises.context,
    )


def states_something(result: ItemResult) -> bool:
    """Whether the reply can entail anything."""
    return bool(result.answer.text.strip()) and not result.answer.error and not result.refused


def _joined(claims: Sequence[str], premises: Premises, labels: list[Label | None]) -> list[Label | None] | None:
    """The joined context; one without text supports nothing."""
    return labels if premises.joined_context.strip() else ["neutral"] * len(claims)
