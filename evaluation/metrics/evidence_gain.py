"""Retrieval measured in groups of evidence: what each passage of a ranked list brings.

Gold is a span of a document, so the same golden set scores any chunk size and any outside system. A group is
complete at the first rank where the passages so far cover at least half of the characters of one of its
alternatives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.alignment import SIMILAR, align_passage, folded
from core.records import Evidence, Passage
from evaluation.metrics.ranking import Ranking, spread_gains, without_repeats
from evaluation.metrics.spans import Interval, clipped, length

COVER = 0.5


@dataclass(frozen=True, slots=True)
class AlignmentRule:
    """When a passage counts: how similar (0 to 100) foreign text must be, and the share of the evidence to be covered."""

    similarity: float = SIMILAR
    share: float = COVER


DEFAULT_RULE = AlignmentRule()


@dataclass(frozen=True, slots=True)
class Coverage:
    """A ranked list of passages laid over an item's evidence.

    `passages` are the distinct passages in rank order; `covered[i][j]` is what passage i carries of evidence j, as
    an interval of the evidence's document. `complete[i]` counts groups first complete at rank i+1.
    """

    evidence: tuple[Evidence, ...]
    passages: tuple[Passage, ...]
    covered: tuple[tuple[Interval | None, ...], ...]
    complete: tuple[int, ...]
    groups: int
    listed: int
    share: float = COVER

    def groups_complete(self, k: int | None = None) -> frozenset[int]:
        """Numbers of the groups complete within the first k passages."""
        return complete_groups(self.evidence, self.covered[:k], self.share)

    def ranking(self) -> Ranking:
        """The list as gains by rank, for the rank metrics."""
        return Ranking(
            relevant=tuple(self._relevant(i) for i in range(len(self.passages))),
            found=self.complete,
            gains=spread_gains(self.complete, len(self.passages)),
            ideal=(1.0,) * self.groups,
            listed=self.listed,
            repeats=self.listed - len(self.passages),
        )

    def _relevant(self, i: int) -> bool:
        """Shares at least half of the shorter of passage and evidence, or completes a group."""
        size = len(self.passages[i].text) or _span_length(self.passages[i])
        for evidence, part in zip(self.evidence, self.covered[i], strict=True):
            shorter = min(evidence.end - evidence.start, size)
            if part and shorter and (part[1] - part[0]) >= self.share * shorter:
                return True
        return self.complete[i] > 0


def cover(
    evidence: Iterable[Evidence],
    passages: Sequence[Passage],
    documents: Collection[str] | None = None,
    rule: AlignmentRule = DEFAULT_RULE,
) -> Coverage:
    """Lay a ranked list over an item's evidence; repeats count once, at their first rank.

    `documents` are the ids whose offsets can be trusted (those of the knowledge base); without it, any passage with
    document and offsets is. All other passages are aligned by text.
    """
    gold = tuple(e for e in evidence if e.end > e.start)
    kept = tuple(passages[i] for i in without_repeats(_key(p, documents) for p in passages))
    covered = tuple(tuple(_part(e, p, documents, rule.similarity) for e in gold) for p in kept)
    done: frozenset[int] = frozenset()
    complete: list[int] = []
    for rank in range(1, len(kept) + 1):
        now = complete_groups(gold, covered[:rank], rule.share) if any(covered[rank - 1]) else done
        complete.append(len(now) - len(done))
        done = now
    return Coverage(gold, kept, covered, tuple(complete), len({e.group for e in gold}), len(passages), rule.share)


def complete_groups(
    evidence: Sequence[Evidence], covered: Iterable[Sequence[Interval | None]], threshold: float = COVER
) -> frozenset[int]:
    """Groups of which one alternative is covered by at least the threshold."""
    shares = covered_shares(evidence, covered)
    return frozenset(e.group for e, share in zip(evidence, shares, strict=True) if share >= threshold)


def covered_shares(evidence: Sequence[Evidence], covered: Iterable[Sequence[Interval | None]]) -> list[float]:
    """Share of each evidence's characters that the passages carry together; 0 to 1."""
    rows = list(covered)
    shares: list[float] = []
    for j, one in enumerate(evidence):
        parts = [part for row in rows if (part := row[j]) is not None]
        shares.append(length(parts) / (one.end - one.start))
    return shares


def ranking_of_evidence(
    evidence: Iterable[Evidence], passages: Sequence[Passage], documents: Collection[str] | None = None
) -> Ranking:
    """`cover(...)` as gains by rank."""
    return cover(evidence, passages, documents).ranking()


def evidence_in_texts(evidence: Iterable[Evidence], texts: Sequence[str] | str) -> Mapping[int, float]:
    """For each group, the largest share of one alternative that the texts (or one prompt) carry together."""
    gold = tuple(e for e in evidence if e.end > e.start)
    pieces = [texts] if isinstance(texts, str) else list(texts)
    passages = [Passage(id="", text=text) for text in pieces]
    rows = [tuple(_part(e, p, ()) for e in gold) for p in passages]
    best: dict[int, float] = {}
    for one, share in zip(gold, covered_shares(gold, rows), strict=True):
        best[one.group] = max(share, best.get(one.group, 0.0))
    return best


def has_offsets(passage: Passage, documents: Collection[str] | None) -> bool:
    """Whether the passage's own offsets are to be believed."""
    if passage.document_id is None or passage.start is None or passage.end is None:
        return False
    return documents is None or passage.document_id in documents


def _key(passage: Passage, documents: Collection[str] | None) -> str:
    if has_offsets(passage, documents):
        return f"span\0{passage.document_id}\0{passage.start}\0{passage.end}"
    # Systems that know no chunks use one id for many texts, so the text decides.
    return f"text\0{folded(passage.text).text}" if passage.text.strip() else f"id\0{passage.id}"


def _span_length(passage: Passage) -> int:
    if passage.start is None or passage.end is None:
        return 0
    return passage.end - passage.start


def _part(
    evidence: Evidence, passage: Passage, documents: Collection[str] | None, similar: float = SIMILAR
) -> Interval | None:
    """What the passage carries of the evidence, in the evidence's document."""
    if has_offsets(passage, documents):
        if passage.document_id != evidence.document_id:
            return None
        assert passage.start is not None and passage.end is not None
        inside = clipped([(passage.start, passage.end)], (evidence.start, evidence.end))
        return inside[0] if inside else None
    found = align_passage(passage.text, evidence, similar)
    if found is None:
        return None
    if found.fraction >= 1.0:
        return evidence.start, evidence.end
    start = evidence.start + found.start
    return start, min(evidence.end, evidence.start + found.end)
