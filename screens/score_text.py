"""Scores as text: never a bare number, always with n and interval, or with the reason why there is none."""

from __future__ import annotations

from core.records import Score
from evaluation.metrics.declared import metric
from evaluation.metrics.headline import SMALL_N
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
        return f"{value:z.2f}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def interval(score: Score) -> str:
    """The 95 % interval, or a dash."""
    if score.low is None or score.high is None:
        return "–"
    declared = metric(score.metric)
    return f"{number(score.low, declared)}–{number(score.high, declared)}"


def reason(score: Score) -> str:
    """Why there is no value, or what was left out, in the reader's language."""
    return reason_text(score.reason)


def reason_text(stored: str) -> str:
    """A stored reason in the reader's language."""
    return reason_in(stored, language())


def small_mark(n: int) -> str:
    """A sign beside a number of items too small for a narrow interval."""
    return " ⚠" if 0 < n < SMALL_N else ""


def with_n(score: Score) -> str:
    """Interval and n in one short line, and how many items the judge failed on."""
    if score.value is None:
        return reason(score)
    failed = f" · {words('results.judge_failed', n=score.n_failed)}" if score.n_failed else ""
    return f"{interval(score)} · n={score.n_used}{small_mark(score.n_used)}{failed}"


def cell(score: Score | None) -> str:
    """A table cell: value, interval and n; the reason where there is no value."""
    if score is None:
        return "–"
    if score.value is None:
        return f"– ({reason(score)})" if score.reason else "–"
    return f"{number(score.value, metric(score.metric))} ({interval(score)}) n={score.n_used}{small_mark(score.n_used)}"
