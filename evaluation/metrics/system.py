"""What an answer took: time, money, context, and whether it came at all."""

from __future__ import annotations

from core.records import Answer
from core.text.tokens import count_tokens
from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.reasons import NO_ANSWER, NOT_MEASURED


def system_values(answer: Answer | None) -> dict[str, MetricValue]:
    """The system metrics of one item; a failed item has no latency of an answer but counts as an error."""
    failed = answer is None or bool(answer.error)
    if answer is None or failed:
        missing = dict.fromkeys(("latency_p50", "latency_p95", "cost", "context_tokens"), undefined(NO_ANSWER))
        return {**missing, "error_rate": MetricValue(1.0)}
    return {
        "latency_p50": _measured(answer.latency),
        "latency_p95": _measured(answer.latency),
        "cost": _measured(answer.cost),
        "context_tokens": context_tokens(answer),
        "error_rate": MetricValue(0.0),
    }


def context_tokens(answer: Answer) -> MetricValue:
    """About how many tokens entered the prompt, by core's estimate."""
    if answer.context is None:
        return undefined(NOT_MEASURED)
    texts = [answer.context] if isinstance(answer.context, str) else answer.context
    return MetricValue(float(sum(count_tokens(text) for text in texts)))


def _measured(number: float | None) -> MetricValue:
    return undefined(NOT_MEASURED) if number is None else MetricValue(float(number))


_NOT_MEASURED = both("The system did not report it, or gave no answer.", "系统没有报告，或没有给出回答。")
_OPEN: tuple[float, float | None] = (0.0, None)

DECLARED = (
    Metric(
        id="latency_p50",
        family="system",
        names=both("Median latency", "延迟中位数"),
        sentence=both("Seconds within which half of the answers came.", "一半回答在多少秒内返回。"),
        needs=("answer",),
        undefined=_NOT_MEASURED,
        citation="50th percentile, linear interpolation",
        range=_OPEN,
        direction="lower",
        summary="p50",
    ),
    Metric(
        id="latency_p95",
        family="system",
        names=both("95th percentile latency", "延迟 95 分位"),
        sentence=both("Seconds within which 95 of 100 answers came.", "95% 的回答在多少秒内返回。"),
        needs=("answer",),
        undefined=_NOT_MEASURED,
        citation="95th percentile, linear interpolation",
        range=_OPEN,
        direction="lower",
        summary="p95",
    ),
    Metric(
        id="cost",
        family="system",
        names=both("Cost per answer", "每次回答成本"),
        sentence=both(
            "Mean cost of one answer, in the currency the system reports.", "每次回答的平均成本，币种以系统报告为准。"
        ),
        needs=("answer",),
        undefined=_NOT_MEASURED,
        citation="Mean of what the system reports",
        range=_OPEN,
        direction="lower",
    ),
    Metric(
        id="context_tokens",
        family="system",
        names=both("Context size", "上下文长度"),
        sentence=both("Mean number of tokens that entered the prompt (estimated).", "进入提示词的平均词元数（估算）。"),
        needs=("context",),
        undefined=_NOT_MEASURED,
        citation="Assay: 1.3 per Latin word, 0.8 per Han character",
        range=_OPEN,
        direction="lower",
    ),
    Metric(
        id="error_rate",
        family="system",
        names=both("Error rate", "出错率"),
        sentence=both(
            "Share of the questions for which the system gave no usable answer.", "系统没有给出可用回答的问题比例。"
        ),
        needs=("answer",),
        undefined=both("No question was asked.", "没有提出任何问题。"),
        citation="Assay",
        direction="lower",
    ),
)
