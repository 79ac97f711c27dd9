"""Normalised discounted cumulative gain with graded relevance."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.ranking import Ranking
from evaluation.metrics.reasons import NO_GOLD

Gain = Literal["linear", "exponential"]
_DISCOUNTS = tuple(1.0 / math.log2(rank + 1) for rank in range(1, 2049))


def ndcg(ranking: Ranking, k: int | None = None, gain: Gain = "linear") -> MetricValue:
    """DCG@k over the DCG@k of the ideal order of all gold; 0 to 1.

    Gains are linear as in trec_eval; `exponential` is 2^grade − 1 (Burges et al. 2005). The ideal is cut at k but
    never at the length of the retrieved list, so a short list is not excused.
    """
    if not ranking.total:
        return undefined(NO_GOLD)
    return MetricValue(_dcg(ranking.gains[:k], gain) / _dcg(ranking.ideal[:k], gain))


def ndcg_exponential(ranking: Ranking, k: int | None = None) -> MetricValue:
    """`ndcg` with gains of 2^grade − 1; the same as the linear one where grades are 0 and 1."""
    return ndcg(ranking, k, "exponential")


def _dcg(gains: Iterable[float], gain: Gain) -> float:
    total = 0.0
    for position, value in enumerate(gains):
        if value:
            worth = value if gain == "linear" else 2.0**value - 1.0
            total += worth * (_DISCOUNTS[position] if position < 2048 else 1.0 / math.log2(position + 2))
    return total


DECLARED = (
    Metric(
        id="ndcg@k",
        family="retrieval",
        names=both("nDCG", "归一化折损累计增益"),
        sentence=both(
            "How well the first k passages are ordered, with grades, compared with the best possible order of all "
            "gold; one passage that completes several groups counts as if they had come one after another.",
            "前 k 个段落的排序质量（含分级），与全部标准证据的最佳排序相比；一个段落补全多组证据时按先后出现计。",
        ),
        needs=("gold", "retrieved"),
        undefined=both("The item has no gold evidence.", "条目没有标准证据。"),
        citation="trec_eval m_ndcg_cut.c (linear gain); Järvelin and Kekäläinen 2002",
        cutoff=True,
    ),
    Metric(
        id="ndcg_exp@k",
        family="retrieval",
        names=both("nDCG (exponential)", "归一化折损累计增益（指数）"),
        sentence=both(
            "nDCG with gains of 2^grade − 1, which weighs the highest grades more; equal to nDCG where grades are 0 "
            "and 1.",
            "以 2 的等级次方减 1 为增益的 nDCG，更看重最高等级；等级只有 0 和 1 时与 nDCG 相同。",
        ),
        needs=("gold", "retrieved"),
        undefined=both("The item has no gold evidence.", "条目没有标准证据。"),
        citation="Burges et al. 2005; ranx ndcg_burges",
        cutoff=True,
    ),
)
