"""Retrieval measured in characters: recall, precision and overlap of the retrieved text with the evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from core.records import Passage
from evaluation.metrics.evidence_gain import Coverage, covered_shares
from evaluation.metrics.metric import Metric, MetricValue, Need, both, undefined
from evaluation.metrics.reasons import NO_OFFSETS
from evaluation.metrics.spans import Interval, length


class Characters(NamedTuple):
    """Distinct characters: of the needed evidence, of it retrieved, retrieved that are evidence, retrieved at all."""

    needed: int
    needed_found: int
    evidence_found: int
    retrieved: int


def count_characters(coverage: Coverage, k: int | None = None) -> Characters:
    """Count over the first k passages; of each group the best covered alternative is needed."""
    best = _best_alternatives(coverage, k)
    parts = [(j, part) for row in coverage.covered[:k] for j, part in enumerate(row)]
    needed = _total(coverage, ((j, (coverage.evidence[j].start, coverage.evidence[j].end)) for j in best))
    needed_found = _total(coverage, ((j, part) for j, part in parts if j in best))
    evidence_found = _total(coverage, parts)
    retrieved = max(_retrieved(coverage.passages[:k]), evidence_found)
    return Characters(needed, needed_found, evidence_found, retrieved)


def span_recall(coverage: Coverage, k: int | None = None) -> MetricValue:
    """Needed evidence characters that were retrieved / needed evidence characters; 0 to 1.

    A group counts with the share of its best covered alternative, weighted by the length of its shortest one: with
    weights that depend on what was retrieved, a longer list could lower recall.
    """
    best: dict[int, float] = {}
    weight: dict[int, int] = {}
    for one, share in zip(coverage.evidence, covered_shares(coverage.evidence, coverage.covered[:k]), strict=True):
        best[one.group] = max(share, best.get(one.group, 0.0))
        size = one.end - one.start
        weight[one.group] = min(size, weight.get(one.group, size))
    if not weight:
        return undefined(NO_OFFSETS)
    return MetricValue(sum(best[group] * size for group, size in weight.items()) / sum(weight.values()))


def span_precision(coverage: Coverage, k: int | None = None) -> MetricValue:
    """Retrieved characters that are evidence / retrieved characters; 0 when nothing was retrieved."""
    counts = count_characters(coverage, k)
    if not counts.needed:
        return undefined(NO_OFFSETS)
    return MetricValue(counts.evidence_found / counts.retrieved if counts.retrieved else 0.0)


def span_iou(coverage: Coverage, k: int | None = None) -> MetricValue:
    """Characters in both the needed evidence and the retrieved text / characters in either; 0 to 1."""
    counts = count_characters(coverage, k)
    if not counts.needed:
        return undefined(NO_OFFSETS)
    return MetricValue(counts.needed_found / (counts.needed + counts.retrieved - counts.needed_found))


def _best_alternatives(coverage: Coverage, k: int | None) -> frozenset[int]:
    """Positions of the evidence covered best in each group; the first of several."""
    shares = covered_shares(coverage.evidence, coverage.covered[:k])
    best: dict[int, int] = {}
    for j, one in enumerate(coverage.evidence):
        if one.group not in best or shares[j] > shares[best[one.group]]:
            best[one.group] = j
    return frozenset(best.values())


def _total(coverage: Coverage, parts: Iterable[tuple[int, Interval | None]]) -> int:
    """Distinct characters over all documents."""
    by_document: dict[str, list[Interval]] = defaultdict(list)
    for j, part in parts:
        if part is not None:
            by_document[coverage.evidence[j].document_id].append(part)
    return sum(length(intervals) for intervals in by_document.values())


def _retrieved(passages: tuple[Passage, ...]) -> int:
    """Distinct characters retrieved; texts without offsets cannot be seen to overlap and are simply added."""
    by_document: dict[str, list[Interval]] = defaultdict(list)
    loose = 0
    for passage in passages:
        if passage.document_id is not None and passage.start is not None and passage.end is not None:
            by_document[passage.document_id].append((passage.start, passage.end))
        else:
            loose += len(passage.text)
    return loose + sum(length(intervals) for intervals in by_document.values())


_NEEDS: tuple[Need, ...] = ("gold", "retrieved")
_UNDEFINED = both("The item has no gold evidence.", "条目没有标准证据。")
_CITATION = "Smith and Troynikov, Evaluating Chunking Strategies, Chroma 2024, in characters; overlaps counted once"

DECLARED = (
    Metric(
        id="span_recall@k",
        family="retrieval",
        names=both("Character recall", "字符召回率"),
        sentence=both(
            "Share of the characters of the needed evidence that the first k passages contain.",
            "所需证据的字符中被前 k 个段落包含的比例。",
        ),
        needs=_NEEDS,
        undefined=_UNDEFINED,
        citation=_CITATION,
        cutoff=True,
    ),
    Metric(
        id="span_precision@k",
        family="retrieval",
        names=both("Character precision", "字符精确率"),
        sentence=both(
            "Share of the characters of the first k passages that belong to evidence: low when chunks are too large.",
            "前 k 个段落的字符中属于证据的比例；分块过大时偏低。",
        ),
        needs=_NEEDS,
        undefined=_UNDEFINED,
        citation=_CITATION,
        cutoff=True,
    ),
    Metric(
        id="span_iou@k",
        family="retrieval",
        names=both("Character overlap (IoU)", "字符重合度（IoU）"),
        sentence=both(
            "Characters shared by the needed evidence and the first k passages, divided by the characters of both.",
            "所需证据与前 k 个段落共有的字符数，除以两者合并后的字符数。",
        ),
        needs=_NEEDS,
        undefined=_UNDEFINED,
        citation=_CITATION,
        cutoff=True,
    ),
)
