"""Average precision, normalised in the two ways in use: by all gold, and by what was retrieved."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.ranking import Ranking
from evaluation.metrics.reasons import NO_GOLD, NO_PASSAGES, judge_error


def average_precision(ranking: Ranking, k: int | None = None) -> MetricValue:
    """Sum of precision at each gold rank (within the first k), divided by all gold; 0 to 1."""
    if not ranking.total:
        return undefined(NO_GOLD)
    pairs = [(t, rank) for t, rank in ranking.found_ranks() if k is None or rank <= k]
    return MetricValue(sum(t / rank for t, rank in pairs) / ranking.total)


def average_precision_retrieved(ranking: Ranking, k: int | None = None) -> MetricValue:
    """Sum of precision at each gold rank, divided by the gold that was found; 0 when none was.

    Finding one of five needed pieces at rank 1 scores 1: it says how well the finds are ranked, not whether they
    are enough.
    """
    if not ranking.total:
        return undefined(NO_GOLD)
    pairs = [(t, rank) for t, rank in ranking.found_ranks() if k is None or rank <= k]
    return MetricValue(sum(t / rank for t, rank in pairs) / len(pairs) if pairs else 0.0)


def context_precision(relevant: Sequence[bool | None]) -> MetricValue:
    """Average precision over relevant passages that were retrieved: Σ v_i·P@i / Σ v; 0 when none is relevant.

    `relevant` is one verdict per distinct passage in rank order. Finding one of five needed passages at rank 1
    scores 1, so it says how well relevant passages are ranked, not whether enough were found.
    """
    if not relevant:
        return undefined(NO_PASSAGES)
    missing = sum(v is None for v in relevant)
    if missing:
        return undefined(judge_error(missing, len(relevant)))
    hits, total = 0, 0.0
    for rank, verdict in enumerate(relevant, start=1):
        if verdict:
            hits += 1
            total += hits / rank
    return MetricValue(total / hits if hits else 0.0)


DECLARED = (
    Metric(
        id="map",
        family="retrieval",
        names=both("Mean average precision", "平均精度均值"),
        sentence=both(
            "Average of the precision at each rank where needed evidence turns up, with missing evidence as 0.",
            "在每处所需证据出现的名次上取精确率再平均，缺失的证据按 0 计。",
        ),
        needs=("gold", "retrieved"),
        undefined=both("The item has no gold evidence.", "条目没有标准证据。"),
        citation="trec_eval m_map.c, m_map_cut.c (divided by all gold, not by min(k, gold))",
        cutoff=True,
    ),
    Metric(
        id="map_retrieved",
        family="retrieval",
        names=both("Average precision of what was found", "已检出部分的平均精度"),
        sentence=both(
            "How well the needed evidence that was found is ranked; what was not found plays no part (it does in MAP).",
            "已检出的所需证据排得好不好；没有检出的不影响（MAP 则会计入）。",
        ),
        needs=("gold", "retrieved"),
        undefined=both("The item has no gold evidence.", "条目没有标准证据。"),
        citation="RAGAS context precision with gold evidence in place of verdicts: divided by what was found",
        cutoff=True,
    ),
    Metric(
        id="context_precision_no_reference",
        family="ragas",
        names=both("Context precision (no reference)", "上下文精确率（无参考）"),
        sentence=both(
            "Whether passages that support the answer given are ranked above the others; a wrong answer makes wrong "
            "passages look useful.",
            "支持所给回答的段落是否排在其他段落之前；回答错误时，错误的段落也会显得有用。",
        ),
        needs=("retrieved", "answer", "judge"),
        undefined=both(
            "The answer has no claims, nothing was retrieved, or a verdict is missing.",
            "回答中没有论断、没有检索到段落，或缺少评判。",
        ),
        citation="RAGAS LLMContextPrecisionWithoutReference (ContextUtilization there), without its 1e-10",
    ),
    Metric(
        id="context_precision",
        family="ragas",
        names=both("Context precision", "上下文精确率"),
        sentence=both(
            "Whether passages that support the reference answer are ranked above those that do not.",
            "支持参考答案的段落是否排在不支持的段落之前。",
        ),
        needs=("retrieved", "reference", "judge"),
        undefined=both(
            "Nothing was retrieved, or the judge gave no verdict on a passage.",
            "没有检索到段落，或评判模型没有对某个段落给出结论。",
        ),
        citation="RAGAS LLMContextPrecisionWithReference, without its 1e-10; DeepEval contextual_precision",
    ),
)
