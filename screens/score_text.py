"""Scores as text: never a bare number, always with n and interval, or with the reason why there is none."""

from __future__ import annotations

from core.records import Score
from evaluation.metrics.declared import metric
from evaluation.metrics.metric import Metric
from evaluation.metrics.reasons import reason_in
from screens.words import language, words


def metric_name(spec: str) -> str:
    """The metric's name in the reader's language."""
    return metric(spec).names[language()]


def short_name(spec: str) -> str:
    """The name where room is short: the usual abbreviation if the metric has one."""
    base, _, k = spec.partition("@")
    usual = {"mrr": "MRR", "ndcg": "nDCG", "map": "MAP"}.get(base)
    return f"{usual}@{k}" if usual and k else usual or metric_name(spec)


def metric_help(spec: str) -> str:
    """One sentence on the metric, which way is better, when it is undefined, and its source."""
    declared = metric(spec)
    way = words(f"evaluate.{declared.direction}_better")
    return f"{declared.sentence[language()]} {way} {declared.undefined[language()]} ({declared.citation})"


def number(value: float | None, declared: Metric) -> str:
    """A value in the metric's own scale; a dash where there is none."""
    if value is None:
        return "–"
    if declared.range[1] is not None:
        return f"{value:.2f}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def interval(score: Score) -> str:
    """The 95 % interval, or a dash."""
    if score.low is None or score.high is None:
        return "–"
    declared = metric(score.metric)
    return f"{number(score.low, declared)}–{number(score.high, declared)}"


def reason(score: Score) -> str:
    """Why there is no value, or what was left out, in the reader's language."""
    return reason_in(score.reason, language())


def with_n(score: Score) -> str:
    """Interval and n in one short line."""
    if score.value is None:
        return reason(score)
    return f"{interval(score)} · n={score.n_used}"


def cell(score: Score | None) -> str:
    """A table cell: value, interval and n; the reason where there is no value."""
    if score is None:
        return "–"
    if score.value is None:
        return f"– ({reason(score)})" if score.reason else "–"
    return f"{number(score.value, metric(score.metric))} ({interval(score)}) n={score.n_used}"
