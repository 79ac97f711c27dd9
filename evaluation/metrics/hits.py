"""Whether and when the first gold turns up: hit rate, reciprocal rank, all groups, duplicates."""

from __future__ import annotations

from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.ranking import Ranking
from evaluation.metrics.reasons import NO_GOLD, NO_PASSAGES


def hit_rate(ranking: Ranking, k: int | None = None) -> MetricValue:
    """1 when any gold is complete within the first k, else 0. Also known as success@k."""
    if not ranking.total:
        return undefined(NO_GOLD)
    return MetricValue(float(ranking.found_within(k) > 0))


def mrr(ranking: Ranking, k: int | None = None) -> MetricValue:
    """1 / rank of the first gold; 0 when none is found (within the first k, if given)."""
    if not ranking.total:
        return undefined(NO_GOLD)
    for rank, new in enumerate(ranking.found[:k], start=1):
        if new:
            return MetricValue(1.0 / rank)
    return MetricValue(0.0)


def all_groups_recall(ranking: Ranking, k: int | None = None) -> MetricValue:
    """1 when every group of evidence is complete within the first k, else 0: what a multi-hop question needs."""
    if not ranking.total:
        return undefined(NO_GOLD)
    return MetricValue(float(ranking.found_within(k) == ranking.total))


def duplicate_rate(ranking: Ranking) -> MetricValue:
    """Share of listed passages that repeat an earlier one; 0 to 1."""
    if not ranking.listed:
        return undefined(NO_PASSAGES)
    return MetricValue(ranking.repeats / ranking.listed)


_NO_GOLD = both(
    "The item has no gold evidence; questions that should be refused are left out and counted.",
    "条目没有标准证据；应当拒答的问题不计入，但会列出数量。",
)

DECLARED = (
    Metric(
        id="hit_rate@k",
        family="retrieval",
        names=both("Hit rate", "命中率"),
        sentence=both(
            "Share of questions with at least one piece of gold evidence among the first k passages.",
            "前 k 个段落中至少出现一处标准证据的问题所占比例。",
        ),
        needs=("gold", "retrieved"),
        undefined=_NO_GOLD,
        citation="trec_eval m_success.c; equal to Success@k of ir_measures",
        cutoff=True,
    ),
    Metric(
        id="mrr",
        family="retrieval",
        names=both("Mean reciprocal rank", "平均倒数排名"),
        sentence=both(
            "How early the first gold evidence comes: 1 divided by its rank, 0 when it is not retrieved.",
            "第一处标准证据出现得有多早：取其名次的倒数，没有检索到则为 0。",
        ),
        needs=("gold", "retrieved"),
        undefined=_NO_GOLD,
        citation="trec_eval m_recip_rank.c; Voorhees, TREC-8 Question Answering Track, 1999",
        cutoff=True,
    ),
    Metric(
        id="all_groups_recall@k",
        family="retrieval",
        names=both("All evidence found", "证据齐全率"),
        sentence=both(
            "Share of questions for which every needed group of evidence is among the first k passages.",
            "前 k 个段落中集齐全部所需证据组的问题所占比例。",
        ),
        needs=("gold", "retrieved"),
        undefined=_NO_GOLD,
        citation="Assay; the conjunctive reading of recall@k for multi-hop questions",
        cutoff=True,
    ),
    Metric(
        id="duplicate_rate",
        family="retrieval",
        names=both("Duplicate rate", "重复率"),
        sentence=both(
            "Share of retrieved passages that repeat an earlier one; repeats count once, at their first rank.",
            "检索到的段落中与前面重复的比例；重复段落只按首次出现的名次计一次。",
        ),
        needs=("retrieved",),
        undefined=both("Nothing was retrieved.", "没有检索到任何内容。"),
        citation="Assay",
        direction="lower",
    ),
)
