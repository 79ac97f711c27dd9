"""A metric over the runs of one golden set, in order of time: where the line breaks, and what changed in between."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Record, Run
from evaluation.metrics.declared import metric
from evaluation.metrics.metric import Metric
from evaluation.systems.baselines import BASELINES
from evaluation.unlike import Unlike, unlike_between, why_not_compared


class TrendPoint(Record):
    """One run: value with interval and counts, and how it stands to the run before.

    `breaks` says why the line must not be drawn from the point before; `changed` names what is unlike that run, and
    `confounded` that more than one thing is, so that a difference has no single cause.
    """

    run: str
    system: str
    release: str
    started: str
    value: float | None
    low: float | None
    high: float | None
    n_used: int
    n_skipped: int
    n_failed: int
    reason: str = ""
    breaks: tuple[str, ...] = ()
    changed: tuple[Unlike, ...] = ()
    confounded: bool = False


class Trend(Record):
    """The points of one metric, oldest first."""

    metric: str
    set: str
    points: tuple[TrendPoint, ...]


def trend(runs: Sequence[Run], set_name: str, spec: str) -> Trend:
    """The trend over finished runs of any version of the set that have the metric, oldest first."""
    declared = metric(spec)
    used = [r for r in runs if r.release.rpartition("@")[0] == set_name and any(s.metric == spec for s in r.scores)]
    used.sort(key=lambda r: (r.started, r.id))
    points = [_point(run, used[i - 1] if i else None, declared) for i, run in enumerate(used)]
    return Trend(metric=spec, set=set_name, points=tuple(points))


def _point(run: Run, before: Run | None, declared: Metric) -> TrendPoint:
    score = next(s for s in run.scores if s.metric == declared.id)
    changed = _changed(before, run, declared.id) if before else ()
    return TrendPoint(
        run=run.id, system=run.system, release=run.release, started=run.started, value=score.value, low=score.low,
        high=score.high, n_used=score.n_used, n_skipped=score.n_skipped, n_failed=score.n_failed, reason=score.reason,
        breaks=_breaks(before, run, declared) if before else (), changed=changed, confounded=_causes(changed) > 1,
    )  # fmt: skip


def _breaks(before: Run, run: Run, declared: Metric) -> tuple[str, ...]:
    found = [why_not_compared(declared, before, run)]
    if before.release_hash != run.release_hash or before.release != run.release:
        found.append(f"the golden set differs: {before.release} and {run.release}")
    return tuple(reason for reason in found if reason)


def _changed(before: Run, run: Run, spec: str) -> tuple[Unlike, ...]:
    """What is unlike, other metrics' versions left out; a judge with another prompt is one change, not two."""
    found = [one for one in unlike_between(before, run) if one.what in ("judge", f"version of {spec}") or _setting(one)]
    if any(one.what == "judge" for one in found):
        found = [one for one in found if one.what != "judge_prompt"]
    return tuple(found)


def _causes(changed: Sequence[Unlike]) -> int:
    """How many things changed; a name typed for a run only stands for the others, that of a built-in system is one."""
    others = [one for one in changed if one.what != "system"]
    built_in = any(one.what == "system" and {one.old, one.new} & {*BASELINES} for one in changed)
    return len(others) + (1 if built_in else 0)


def _setting(one: Unlike) -> bool:
    return not one.what.startswith("version of ")
