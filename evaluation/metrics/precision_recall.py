"""Precision, recall and F1 of a ranked list: at a cut-off, or of the whole list as a set."""

from __future__ import annotations

from evaluation.metrics.metric import Metric, MetricValue, Need, both, undefined
from evaluation.metrics.ranking import Ranking
from evaluation.metrics.reasons import NO_GOLD


def precision(ranking: Ranking, k: int | None = None) -> MetricValue:
    """Relevant passages in the first k, divided by k even when fewer were retrieved; 0 to 1.

    Without k the divisor is the number of distinct passages, and an empty list scores 0.
    """
    if not ranking.total:
        return undefined(NO_GOLD)
    divisor = k or len(ranking.relevant)
    return MetricValue(sum(ranking.relevant[:k]) / divisor if divisor else 0.0)


def recall(ranking: Ranking, k: int | None = None) -> MetricValue:
    """Gold found in the first k, divided by all gold; 0 to 1."""
    if not ranking.total:
        return undefined(NO_GOLD)
    return MetricValue(ranking.found_within(k) / ranking.total)


def f1(ranking: Ranking, k: int | None = None) -> MetricValue:
    """Harmonic mean of precision and recall at the same k; 0 when either is 0."""
    p, r = precision(ranking, k).value, recall(ranking, k).value
    if p is None or r is None:
        return undefined(NO_GOLD)
    return MetricValue(2 * p * r / (p + r) if p + r else 0.0)


_NEEDS: tuple[Need, ...] = ("gold", "retrieved")
_NO_GOLD = both("The item has no gold evidence.", "条目没有标准证据。")

DECLARED = (
    Metric(
        id="precision@k",
        family="retrieval",
        names=both("Precision", "精确率"),
        sentence=both(
            "Share of the first k passages that are relevant; a passage is relevant when it shares at least half "
            "of the shorter of the two with gold evidence, or completes a group.",
            "前 k 个段落中相关段落的比例；段落与标准证据重合不少于两者中较短者的一半，或补全了一组证据，即为相关。",
        ),
        needs=_NEEDS,
        undefined=_NO_GOLD,
        citation="trec_eval m_P.c (divided by k even when fewer were retrieved)",
        cutoff=True,
    ),
    Metric(
        id="recall@k",
        family="retrieval",
        names=both("Recall", "召回率"),
        sentence=both(
            "Share of the needed groups of evidence that the first k passages cover.",
            "前 k 个段落覆盖的所需证据组的比例。",
        ),
        needs=_NEEDS,
        undefined=_NO_GOLD,
        citation="trec_eval m_recall.c",
        cutoff=True,
    ),
    Metric(
        id="f1@k",
        family="retrieval",
        names=both("Retrieval F1", "检索 F1"),
        sentence=both(
            "Harmonic mean of precision and recall of the first k passages.",
            "前 k 个段落的精确率与召回率的调和平均。",
        ),
        needs=_NEEDS,
        undefined=_NO_GOLD,
        citation="ranx metrics/f1.py; trec_eval m_set_F.c without k",
        cutoff=True,
    ),
    Metric(
        id="context_precision_set",
        family="retrieval",
        names=both("Context precision (set)", "上下文精确率（集合）"),
        sentence=both(
            "Share of all distinct retrieved passages that are relevant by the gold evidence, whatever their rank.",
            "全部不重复的检索段落中，按标准证据判断为相关的比例，与名次无关。",
        ),
        needs=_NEEDS,
        undefined=_NO_GOLD,
        citation="RAGAS IDBasedContextPrecision, on non-empty sets; an empty list scores 0",
    ),
    Metric(
        id="context_recall_set",
        family="retrieval",
        names=both("Context recall (set)", "上下文召回率（集合）"),
        sentence=both(
            "Share of the gold evidence found anywhere in what was retrieved, whatever its rank.",
            "标准证据在全部检索结果中被找到的比例，与名次无关。",
        ),
        needs=_NEEDS,
        undefined=_NO_GOLD,
        citation="RAGAS IDBasedContextRecall, on non-empty sets",
    ),
    Metric(
        id="context_f1_set",
        family="retrieval",
        names=both("Context F1 (set)", "上下文 F1（集合）"),
        sentence=both(
            "Harmonic mean of context precision and context recall of the whole set that was retrieved.",
            "整个检索集合的上下文精确率与召回率的调和平均。",
        ),
        needs=_NEEDS,
        undefined=_NO_GOLD,
        citation="trec_eval m_set_F.c",
    ),
)
