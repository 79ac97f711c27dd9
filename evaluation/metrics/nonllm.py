"""Context precision and recall by spelling alone: no judge, one similarity, one threshold in both."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from evaluation.metrics.average_precision import context_precision
from evaluation.metrics.metric import Metric, MetricValue, Need, both, undefined
from evaluation.metrics.ranking import without_repeats
from evaluation.metrics.reasons import NO_GOLD

THRESHOLD = 0.5


def nonllm_context_precision(retrieved: Sequence[str], gold: Sequence[str]) -> MetricValue:
    """Average precision where a passage is relevant at similarity ≥ 0.5 with some gold text; 0 to 1."""
    if not gold:
        return undefined(NO_GOLD)
    kept = [retrieved[i] for i in without_repeats(retrieved)]
    return context_precision([best_similarity(text, gold) >= THRESHOLD for text in kept])


def nonllm_context_recall(retrieved: Sequence[str], gold: Sequence[str]) -> MetricValue:
    """Gold texts that some passage resembles / gold texts; 0 when nothing was retrieved.

    RAGAS asks for more than 0.5 here and for at least 0.5 in precision (ragas #2777); we ask for at least in both.
    """
    if not gold:
        return undefined(NO_GOLD)
    found = sum(best_similarity(text, retrieved) >= THRESHOLD for text in gold)
    return MetricValue(found / len(gold))


def best_similarity(text: str, others: Sequence[str]) -> float:
    """Largest 1 − Levenshtein distance / length of the longer; 0 without others."""
    return max((Levenshtein.normalized_similarity(text, other) for other in others), default=0.0)


_NEEDS: tuple[Need, ...] = ("gold", "retrieved")

DECLARED = (
    Metric(
        id="nonllm_context_precision",
        family="ragas",
        names=both("Context precision (spelling)", "上下文精确率（字面）"),
        sentence=both(
            "Whether passages spelled like the gold text are ranked above the others.",
            "与标准文本字面相近的段落是否排在其他段落之前。",
        ),
        needs=_NEEDS,
        undefined=both("There is no gold text, or nothing was retrieved.", "没有标准文本，或没有检索到段落。"),
        citation="RAGAS NonLLMContextPrecisionWithReference (Levenshtein, at least 0.5)",
    ),
    Metric(
        id="nonllm_context_recall",
        family="ragas",
        names=both("Context recall (spelling)", "上下文召回率（字面）"),
        sentence=both(
            "Share of the gold texts that some retrieved passage is spelled like.",
            "标准文本中有检索段落与之字面相近的比例。",
        ),
        needs=_NEEDS,
        undefined=both("There is no gold text.", "没有标准文本。"),
        citation="RAGAS NonLLMContextRecall (Levenshtein, but at least instead of above 0.5)",
    ),
)
