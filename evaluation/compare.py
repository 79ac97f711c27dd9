"""Comparing two runs: paired by item, with intervals, so that a gate can tell a regression from noise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from core.records import ItemResult, Record, Run
from core.stats.intervals import Floats, Statistic
from core.stats.paired import holm, mean_of, paired_delta
from evaluation.false_alarm import FalseAlarm, plain_false_alarm
from evaluation.metrics.aggregate import QUANTILES
from evaluation.metrics.declared import metric
from evaluation.metrics.metric import Metric
from evaluation.movement import Movement, movement
from evaluation.unlike import Unlike, unlike_between, why_not_compared

Rule = Literal["significant", "plain"]
RULES: tuple[Rule, ...] = ("significant", "plain")
Verdict = Literal["better", "worse", "undecided"]
# The plain rule: no metric may fall by more than this, on its scale from 0 to 1 …
POINTS = 0.03
# … and these two may not both fall at all.
NEVER_BOTH = ("ndcg@10", "faithfulness")
ALPHA = 0.05


class MetricDelta(Record):
    """One metric on the items both runs share; `delta` is b − a, with a 95 % paired bootstrap interval.

    `p` is from a permutation of sides, `p_adjusted` is Holm's over the gated metrics. Time, cost and tokens have no
    fixed scale and stand outside the gate: they are shown with their own p. `better` and `worse` name items.
    `n_to_decide` estimates the items needed for a verdict should the difference stay.
    """

    metric: str
    value_a: float
    value_b: float
    delta: float
    low: float | None
    high: float | None
    p: float
    p_adjusted: float
    verdict: Verdict
    gated: bool = True
    n_used: int
    n_skipped: int
    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()
    n_to_decide: int | None = None


class NotCompared(Record):
    """A metric both runs cannot be compared on, and why."""

    metric: str
    reason: str


class Comparison(Record):
    """Run b against run a. `gained` and `lost` are items that became, or stopped being, correct.

    `regressed` follows `rule`; `by_rule` gives the reasons of both rules, empty where a rule saw no regression.
    """

    rule: Rule
    regressed: bool
    reasons: tuple[str, ...]
    by_rule: dict[Rule, tuple[str, ...]]
    plain_false_alarm: FalseAlarm
    unlike: tuple[Unlike, ...]
    deltas: tuple[MetricDelta, ...]
    not_compared: tuple[NotCompared, ...]
    n_common: int
    n_changed: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    movement: Movement


Pair = tuple[ItemResult, ItemResult]


def compare(
    results_a: Sequence[ItemResult],
    results_b: Sequence[ItemResult],
    metric_ids: Sequence[str],
    run_a: Run | None = None,
    run_b: Run | None = None,
    rule: Rule = "significant",
    points: float = POINTS,
    alpha: float = ALPHA,
    resamples: int = 2000,
    seed: int = 0,
) -> Comparison:
    """Compare b (new) with a (old) on the items whose scoring hashes agree.

    With both runs given, what is unlike between them is named, and metrics that it touches are not compared. The
    significant rule calls b regressed when a gated metric is worse after Holm's correction; the plain rule when a
    gated metric fell by more than `points`, or nDCG@10 and faithfulness both fell.
    """
    old = {r.item.id: r for r in results_a}
    new = {r.item.id: r for r in results_b}
    shared = [item for item in old if item in new]
    pairs = {i: (old[i], new[i]) for i in shared if old[i].item.scoring_hash == new[i].item.scoring_hash}
    deltas, skipped = _deltas(pairs, metric_ids, run_a, run_b, alpha, resamples, seed)
    by_rule: dict[Rule, tuple[str, ...]] = {
        "significant": tuple(significant_losses(deltas)),
        "plain": tuple(plain_losses(deltas, points)),
    }
    return Comparison(
        rule=rule,
        regressed=bool(by_rule[rule]),
        reasons=by_rule[rule],
        by_rule=by_rule,
        plain_false_alarm=_false_alarm(pairs, deltas, points, resamples, seed),
        unlike=unlike_between(run_a, run_b) if run_a and run_b else (),
        deltas=deltas,
        not_compared=skipped,
        n_common=len(pairs),
        n_changed=len(shared) - len(pairs),
        only_a=tuple(i for i in old if i not in new),
        only_b=tuple(i for i in new if i not in old),
        gained=tuple(i for i, pair in pairs.items() if _correct(pair) == (False, True)),
        lost=tuple(i for i, pair in pairs.items() if _correct(pair) == (True, False)),
        movement=movement(pairs),
    )


def _deltas(
    pairs: Mapping[str, Pair], metric_ids: Sequence[str], run_a: Run | None, run_b: Run | None, alpha: float,
    resamples: int, seed: int,
) -> tuple[tuple[MetricDelta, ...], tuple[NotCompared, ...]]:  # fmt: skip
    """A delta for each metric that both runs can be compared on, and the reasons for the others."""
    raw: list[MetricDelta] = []
    skipped: list[NotCompared] = []
    for spec in dict.fromkeys(metric_ids):
        reason = why_not_compared(metric(spec), run_a, run_b) if run_a and run_b else ""
        found = None if reason else _delta(metric(spec), pairs, resamples, seed)
        if found is None:
            skipped.append(NotCompared(metric=spec, reason=reason or "no item has a value in both runs"))
        else:
            raw.append(found)
    adjusted = holm({delta.metric: delta.p for delta in raw if delta.gated})
    judged = (_judged(d, adjusted.get(d.metric, d.p), alpha, len(adjusted) if d.gated else 1) for d in raw)
    return tuple(judged), tuple(skipped)


def _false_alarm(
    pairs: Mapping[str, Pair], deltas: Sequence[MetricDelta], points: float, trials: int, seed: int
) -> FalseAlarm:
    losses: dict[str, dict[str, float]] = {}
    for delta in (d for d in deltas if d.gated):
        sign = -1.0 if metric(delta.metric).direction == "higher" else 1.0
        values = {i: (a.values.get(delta.metric), b.values.get(delta.metric)) for i, (a, b) in pairs.items()}
        losses[delta.metric] = {i: sign * (b - a) for i, (a, b) in values.items() if a is not None and b is not None}
    return plain_false_alarm(losses, points, NEVER_BOTH, trials, seed)


def significant_losses(deltas: Sequence[MetricDelta]) -> list[str]:
    """One sentence for each metric that is worse beyond chance."""
    return [
        f"{d.metric} went from {d.value_a:.3f} to {d.value_b:.3f} over {d.n_used} items (p = {d.p_adjusted:.3f}, Holm)"
        for d in deltas
        if d.gated and d.verdict == "worse"
    ]


def plain_losses(deltas: Sequence[MetricDelta], points: float = POINTS) -> list[str]:
    """One sentence for each breach of the plain rule; metrics without a fixed scale (time, cost) are not judged."""
    losses = {d.metric: _loss(d) for d in deltas if d.gated}
    # Differences of decimal fractions: 0.80 − 0.77 must not count as more than 0.03.
    reasons = [
        f"{name} is {loss * 100:.1f} points worse, more than {points * 100:g}"
        for name, loss in losses.items()
        if loss > points + 1e-9
    ]
    if all(losses.get(name, 0.0) > 1e-12 for name in NEVER_BOTH):
        reasons.append(" and ".join(NEVER_BOTH) + " are both down")
    return reasons


def is_gated(declared: Metric) -> bool:
    """Whether a rule may judge the metric: time, cost and tokens have no fixed scale."""
    return declared.range[1] is not None


def _loss(delta: MetricDelta) -> float:
    """How much worse b is, whichever way the metric points."""
    return -delta.delta if metric(delta.metric).direction == "higher" else delta.delta


def _delta(declared: Metric, pairs: Mapping[str, Pair], resamples: int, seed: int) -> MetricDelta | None:
    values = {item: (a.values.get(declared.id), b.values.get(declared.id)) for item, (a, b) in pairs.items()}
    both = {item: (a, b) for item, (a, b) in values.items() if a is not None and b is not None}
    if not both:
        return None
    left, right = [a for a, _ in both.values()], [b for _, b in both.values()]
    statistic = _statistic(declared)
    found = paired_delta(left, right, statistic, resamples=resamples, seed=seed)
    rises = {item for item, (a, b) in both.items() if b > a}
    falls = {item for item, (a, b) in both.items() if b < a}
    up, down = (rises, falls) if declared.direction == "higher" else (falls, rises)
    return MetricDelta(
        metric=declared.id,
        value_a=float(statistic(np.asarray(left, dtype=np.float64))),
        value_b=float(statistic(np.asarray(right, dtype=np.float64))),
        delta=found.delta,
        low=found.interval.low if found.interval else None,
        high=found.interval.high if found.interval else None,
        p=found.p,
        p_adjusted=found.p,
        verdict="undecided",
        gated=is_gated(declared),
        n_used=len(both),
        n_skipped=len(pairs) - len(both),
        better=tuple(item for item in both if item in up),
        worse=tuple(item for item in both if item in down),
    )


def _judged(delta: MetricDelta, p_adjusted: float, alpha: float, compared: int) -> MetricDelta:
    verdict: Verdict = "undecided"
    if p_adjusted < alpha and delta.delta != 0:
        verdict = "worse" if _loss(delta) > 0 else "better"
    needed = _n_to_decide(delta, alpha, compared) if verdict == "undecided" else None
    return delta.model_copy(update={"p_adjusted": p_adjusted, "verdict": verdict, "n_to_decide": needed})


def _n_to_decide(delta: MetricDelta, alpha: float, compared: int) -> int | None:
    """About how many items would decide at the strictest level Holm's correction asks for, if the difference stays."""
    if delta.delta == 0 or delta.low is None or delta.high is None:
        return None
    from scipy import stats

    strict, plain = (float(stats.norm.ppf(1 - level / 2)) for level in (alpha / max(1, compared), ALPHA))
    half = (delta.high - delta.low) / 2
    return max(delta.n_used + 1, math.ceil(delta.n_used * (half * strict / plain / abs(delta.delta)) ** 2))


def _statistic(declared: Metric) -> Statistic:
    q = QUANTILES.get(declared.summary)
    if q is None:
        return mean_of

    def quantile(rows: Floats) -> Floats:
        return np.asarray(np.quantile(rows, q, axis=-1))

    return quantile


def _correct(pair: Pair) -> tuple[bool | None, bool | None]:
    known = [None if r.correctness == "undefined" else r.correctness == "correct" for r in pair]
    return known[0], known[1]
