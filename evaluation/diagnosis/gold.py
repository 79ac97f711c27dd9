"""What the golden set says against what the passages say: gold that is incomplete, and right answers without it."""

from __future__ import annotations

from dataclasses import dataclass

from core.records import ItemResult, Passage, text_hash
from core.text.names import find_codes
from core.text.quantities import find_quantities
from evaluation.judging import premises_of
from evaluation.metrics.evidence_gain import COVER, evidence_in_texts


@dataclass(frozen=True)
class Alternative:
    """A passage that holds none of the ground truth and states all of the reference; `rank` counts from 1."""

    rank: int
    text: str
    source: str
    document_id: str | None
    start: int | None
    end: int | None


@dataclass(frozen=True)
class WithoutEvidence:
    """A right answer whose evidence was not in the context: `shares` of each group that were."""

    item_id: str
    shares: dict[int, float]


def alternatives(result: ItemResult, top_k: int) -> list[Alternative]:
    """Passages of the top K that answer as well as the gold does, best rank first; the judge's word and every value agree."""
    item = result.item
    if item.expected_reply != "answer" or not item.evidence or not result.reference_claims:
        return []
    labels = {(v.claim, v.premise_hash): v.label for v in result.verdicts}
    found = []
    for rank, passage in enumerate((result.answer.retrieved or ())[:top_k], 1):
        key = text_hash(passage.text)
        states_all = all(labels.get((claim, key)) == "entailed" for claim in result.reference_claims)
        if states_all and not _carries_gold(result, passage) and _has_values(result, passage.text):
            source = passage.source or ""
            found.append(Alternative(rank, passage.text, source, passage.document_id, passage.start, passage.end))
    return found


def without_evidence(result: ItemResult, top_k: int) -> WithoutEvidence | None:
    """A right answer that its context does not explain: what the model knew by itself, and may not know tomorrow.

    None where the context is unknown and no list stands in for it, and where the context states the answer all the same.
    """
    item, answer = result.item, result.answer
    if result.correctness != "correct" or item.expected_reply != "answer" or not item.evidence:
        return None
    if answer.context is None and answer.retrieved is None:
        return None
    texts = answer.context if answer.context is not None else [p.text for p in (answer.retrieved or ())[:top_k]]
    shares = evidence_in_texts(item.evidence, texts)
    if all(shares.get(group, 0.0) >= COVER for group in item.groups):
        return None
    key = text_hash(premises_of(item, answer, top_k).joined_context)
    labels = {(v.claim, v.premise_hash): v.label for v in result.verdicts}
    if all(labels.get((claim, key)) == "entailed" for claim in result.reference_claims):
        return None
    return WithoutEvidence(item.id, {group: round(shares.get(group, 0.0), 3) for group in item.groups})


def _carries_gold(result: ItemResult, passage: Passage) -> bool:
    for one in result.item.evidence:
        if passage.document_id == one.document_id and passage.start is not None and passage.end is not None:
            if passage.start < one.end and one.start < passage.end:
                return True
        elif any(share > 0 for share in evidence_in_texts([one], [passage.text]).values()):
            return True
    return False


def _has_values(result: ItemResult, text: str) -> bool:
    """Whether every value of the reference that the question does not give stands in the passage."""
    asked = {(q.kind, q.value, q.unit) for q in find_quantities(result.item.question)}
    held = {(q.kind, q.value, q.unit) for q in find_quantities(text)}
    wanted = {(q.kind, q.value, q.unit) for claim in result.reference_claims for q in find_quantities(claim)}
    codes = {code for claim in result.reference_claims for code in find_codes(claim)}
    return wanted - asked <= held and all(code in text or code in result.item.question for code in codes)
