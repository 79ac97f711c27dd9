"""The first three questions: is the ground truth in the knowledge base, in the top K, in the context."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.records import Answer, Evidence, Item, Step
from evaluation.metrics.evidence_gain import COVER, cover, evidence_in_texts

State = Literal["yes", "no", "partly"]

# A piece that stood whole in the list and has less than this left in the context was cut on the way.
WHOLE = 0.8
_SHOWN = 3


@dataclass(frozen=True)
class StepOutcome:
    """A step with the groups of evidence that failed it."""

    step: Step
    failed: frozenset[int]


def in_knowledge_base(item: Item, resolved: Mapping[int, bool]) -> StepOutcome:
    """Question 1, per group: `resolved` says which evidence (by position) still stands in its document today."""
    groups: dict[int, list[bool]] = {}
    for position, evidence in enumerate(item.evidence):
        groups.setdefault(evidence.group, []).append(resolved.get(position, False))
    gone = frozenset(group for group, found in groups.items() if not any(found))
    sources = sorted({e.source or e.document_id for e in item.evidence if e.group in gone})
    if not groups:
        return StepOutcome(
            Step(question="in_knowledge_base", answer="unknown", proof="The item names no evidence."), gone
        )
    if gone:
        proof = f"{len(gone)} of {len(groups)} pieces of ground truth no longer stand in {', '.join(sources)}."
        return StepOutcome(
            Step(question="in_knowledge_base", answer="no", proof=proof, details=_groups(item, gone)), gone
        )
    places = "; ".join(f"{e.source or e.document_id} [{e.start}–{e.end}]" for e in item.evidence)
    proof = f"All {len(groups)} pieces of ground truth stand in the knowledge base: {places}."
    return StepOutcome(Step(question="in_knowledge_base", answer="yes", proof=proof), gone)


def in_top_k(item: Item, answer: Answer, top_k: int, documents: Collection[str]) -> StepOutcome:
    """Question 2: did every group enter the top K, at what rank, and what stood above it."""
    wanted = frozenset(e.group for e in item.evidence)
    if answer.retrieved is None:
        proof = "The system gave no list of what it retrieved."
        return StepOutcome(Step(question="in_top_k", answer="unknown", proof=proof), frozenset())
    coverage = cover(item.evidence, answer.retrieved, documents)
    within = coverage.groups_complete(top_k)
    missed = wanted - within
    ranks = _ranks(coverage.evidence, coverage, wanted)
    details: dict[str, Any] = {
        "top_k": top_k,
        "ranks": {str(group): rank for group, rank in ranks.items()},
        "above": [
            {"rank": i + 1, "text": p.text[:200], "source": p.source}
            for i, p in enumerate(coverage.passages[: _above(ranks.values())])
        ],
        **_groups(item, missed),
    }
    listed = ", ".join(_rank_words(group, rank, len(coverage.passages)) for group, rank in sorted(ranks.items()))
    proof = f"Top {top_k} of {len(coverage.passages)} distinct passages: {listed}."
    state: State = "yes" if not missed else "no" if missed == wanted else "partly"
    return StepOutcome(Step(question="in_top_k", answer=state, proof=proof, details=details), missed)


def _above(ranks: Collection[int | None]) -> int:
    """How many passages to show: those above the ground truth found last, at most three; the top three if one is missing."""
    found = [rank for rank in ranks if rank]
    return min(_SHOWN, max(found) - 1) if found and len(found) == len(ranks) else _SHOWN


def in_context(item: Item, answer: Answer, top_k: int | None = None) -> StepOutcome:
    """Question 3: did every group reach the final context whole, or was it cut or dropped.

    A group is lost with less than half of it there, or with less than `WHOLE` where the top K carried more.
    """
    wanted = frozenset(e.group for e in item.evidence)
    if answer.context is None:
        proof = "The system did not say which texts entered its prompt."
        return StepOutcome(Step(question="in_context", answer="unknown", proof=proof), frozenset())
    shares = evidence_in_texts(item.evidence, answer.context)
    listed = evidence_in_texts(item.evidence, [p.text for p in (answer.retrieved or ())[:top_k]])
    lost = frozenset(
        group
        for group in wanted
        if (share := shares.get(group, 0.0)) < COVER or (share < WHOLE and listed.get(group, 0.0) >= WHOLE)
    )
    cut = {group: share for group, share in shares.items() if group in lost and share > 0}
    parts = ", ".join(f"ground truth {g + 1}: {shares.get(g, 0.0):.0%} of its characters" for g in sorted(wanted))
    proof = f"In the context: {parts}." + (" A piece was cut." if cut else "")
    details = {
        "shares": {str(g): round(shares.get(g, 0.0), 3) for g in wanted},
        "cut": sorted(cut),
        **_groups(item, lost),
    }
    state: State = "yes" if not lost else "no" if lost == wanted else "partly"
    return StepOutcome(Step(question="in_context", answer=state, proof=proof, details=details), lost)


def _groups(item: Item, groups: Collection[int]) -> dict[str, Any]:
    quotes = [
        {"group": e.group, "source": e.source, "quote": e.quote[:300]} for e in item.evidence if e.group in groups
    ]
    return {"missing": quotes} if quotes else {}


def _ranks(evidence: Sequence[Evidence], coverage: Any, wanted: Collection[int]) -> dict[int, int | None]:
    ranks: dict[int, int | None] = dict.fromkeys(sorted(wanted))
    for rank in range(1, len(coverage.passages) + 1):
        for group in coverage.groups_complete(rank):
            if ranks.get(group) is None:
                ranks[group] = rank
        if all(found is not None for found in ranks.values()):
            break
    return ranks


def _rank_words(group: int, rank: int | None, listed: int) -> str:
    where = f"at rank {rank}" if rank else f"nowhere in the {listed} listed"
    return f"ground truth {group + 1} {where}"
