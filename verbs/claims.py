"""The claims of an item with every verdict on them, in the form a person reads: label, quote, where it was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.records import ItemResult, Label, Verdict, text_hash
from evaluation.judging import Premises, premises_of

Against = Literal["truth", "context", "answer"]


@dataclass(frozen=True)
class ClaimVerdict:
    """One claim against one text. `quote` is the place that decided it, `rank` that of its passage in the list."""

    against: Against
    label: Label | None
    quote: str = ""
    reason: str = ""
    confidence: float | None = None
    rank: int | None = None


@dataclass(frozen=True)
class ClaimRow:
    """A claim with its verdicts."""

    claim: str
    verdicts: tuple[ClaimVerdict, ...]


def claim_rows(result: ItemResult, top_k: int) -> tuple[list[ClaimRow], list[ClaimRow]]:
    """Claims of the answer (against ground truth and context) and of the ground truth (against answer and context)."""
    premises = premises_of(result.item, result.answer, top_k)
    labels = {(v.claim, v.premise_hash): v for v in result.verdicts}
    truth: tuple[Against, str] = ("truth", premises.reference)
    answer: tuple[Against, str] = ("answer", premises.reply)
    context: tuple[Against, str] = ("context", premises.joined_context)

    def rows(claims: tuple[str, ...], *against: tuple[Against, str]) -> list[ClaimRow]:
        return [
            ClaimRow(
                claim, tuple(_verdict(claim, name, text, labels, premises) for name, text in against if text.strip())
            )
            for claim in claims
        ]

    return rows(result.answer_claims, truth, context), rows(result.reference_claims, answer, context)


def _verdict(
    claim: str, against: Against, text: str, labels: dict[tuple[str, str], Verdict], premises: Premises
) -> ClaimVerdict:
    found = labels.get((claim, text_hash(text)))
    if found is None:
        return ClaimVerdict(against, None)
    quote, rank = found.quote, None
    if against == "context":
        for place, passage in enumerate(premises.passages):
            single = labels.get((claim, text_hash(passage)))
            if single and single.label == found.label != "neutral" and place in premises.retrieved:
                quote, rank = quote or single.quote, premises.retrieved.index(place) + 1
                break
    return ClaimVerdict(against, found.label, quote, found.reason, found.confidence, rank)
