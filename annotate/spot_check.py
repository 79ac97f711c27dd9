"""Checking a judge by sample: how many units, which ones, and a person's label on each.

The order of the units is seeded and stratified by metric, the judge's label and confidence, language and kind: every
beginning of it takes about the same share of each stratum, and each unit is as likely as any other to be in it.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from core.clock import Clock, new_id
from core.errors import BadCall
from core.records import CorrectnessLabel, Label, SpotCheck, SpotDecision, Subject, Tag, Unit
from core.stats.planner import half_width_of, labels_needed
from core.store import Store, spot_checks

HALF_WIDTH = 0.05
# How a judge's labels go with a person's before anything is known of it; a plan made later uses what was found.
ASSUMED_CORRELATION = 0.5
LABELS: dict[Subject, tuple[str, ...]] = {
    "verdict": get_args(Label),
    "refusal": ("refused", "answered"),
    "correctness": tuple(label for label in get_args(CorrectnessLabel) if label != "undefined"),
    "tag": get_args(Tag),
}
# The label a metric counts; the metrics of tags are the tags themselves.
COUNTED = {"verdict": "entailed", "refusal": "refused", "correctness": "correct"}


def counted(unit: Unit, label: str) -> float:
    """What a label adds to the unit's metric: 1 or 0."""
    return float(label == COUNTED[unit.subject])


def confidence_band(confidence: float | None) -> str:
    """A judge's confidence as one of three strata, or `unknown`."""
    if confidence is None:
        return "unknown"
    return "low" if confidence < 0.7 else "middle" if confidence < 0.9 else "high"


def stratum(unit: Unit) -> tuple[str, ...]:
    """What a sample is balanced by."""
    return unit.metric, unit.label, confidence_band(unit.confidence), unit.language, unit.kind


def ordered(units: Sequence[Unit], seed: int) -> list[Unit]:
    """All units in a seeded order of which every beginning is a proportional sample of the strata."""
    rng = random.Random(seed)
    groups: dict[tuple[str, ...], list[Unit]] = defaultdict(list)
    for unit in sorted(units, key=lambda one: one.id):
        groups[stratum(unit)].append(unit)
    placed: list[tuple[float, str, Unit]] = []
    for _, members in sorted(groups.items()):
        rng.shuffle(members)
        start = rng.random()
        placed += [((rank + start) / len(members), unit.id, unit) for rank, unit in enumerate(members)]
    return [unit for _, _, unit in sorted(placed, key=lambda one: one[:2])]


@dataclass(frozen=True)
class SamplePlan:
    """How many of `total` units to label in all for ± `half_width` on every metric they feed.

    Where even all of them do not suffice, `reach` is the half width that labelling all gives for the metric that is
    known least well; else it equals `half_width`. `have` are labelled already.
    """

    half_width: float
    size: int
    total: int
    have: int
    reach: float

    @property
    def more(self) -> int:
        """Units still to be labelled."""
        return max(0, self.size - self.have)

    @property
    def sentence(self) -> str:
        """The plan in words."""
        if self.reach > self.half_width:
            return (
                f"All {self.total} units, {self.more} more, give about ± {self.reach * 100:.0f} points; ± "
                f"{self.half_width * 100:g} needs a run with more questions."
            )
        return f"{self.more} more labels for ± {self.half_width * 100:g} points ({self.size} of {self.total} units in all)."


def plan(
    units: Sequence[Unit], half_width: float = HALF_WIDTH, have: int = 0, correlation: float = ASSUMED_CORRELATION
) -> SamplePlan:
    """How many labels every metric needs; tags are planned for the commonest one."""
    total, size, reach = len(units), 0, half_width
    groups: dict[str, list[str]] = defaultdict(list)
    for unit in units:
        groups[unit.metric].append(unit.label)
    for labels in groups.values():
        target = COUNTED.get(units[0].subject) or max(sorted(set(labels)), key=labels.count)
        share, n = labels.count(target) / len(labels), len(labels)
        wanted = labels_needed(
            share, half_width=half_width, have=round(have * n / total), unlabelled=n - round(have * n / total),
            correlation=correlation,
        )  # fmt: skip
        # The sample takes the same share of every metric's units.
        size = max(size, math.ceil(wanted.cheapest * total / n))
        if wanted.cheapest > n:
            reach = max(reach, half_width_of(share, n))
    return SamplePlan(half_width, min(size, total), total, have, reach)


def start(
    store: Store, run_id: str, kb_id: str, subject: Subject, judge: str, units: Sequence[Unit], *,
    half_width: float, seed: int, left_out: int, rng: random.Random, clock: Clock,
) -> SpotCheck:  # fmt: skip
    """Draw the sample that the interval asked for needs; a run's subject is drawn once and can only be lengthened."""
    if not units:
        raise BadCall(f"Run {run_id} has nothing of the subject {subject!r} that a person could check: choose another.")
    wanted = plan(units, half_width)
    check = SpotCheck(
        id=new_id(rng), run_id=run_id, kb_id=kb_id, subject=subject, judge=judge, half_width=half_width,
        size=wanted.size, total=len(units), seed=seed, left_out=left_out, created=clock(),
    )  # fmt: skip
    return spot_checks.create(store, check, ordered(units, seed))


def decide(
    store: Store, check: SpotCheck, unit: Unit, label: str, reviewer: str, *,
    rng: random.Random, clock: Clock, comment: str = "", seconds: float | None = None,
) -> bool:  # fmt: skip
    """A person's label on a unit; False when that person has labelled it already, and nothing is written then."""
    if label not in LABELS[check.subject]:
        raise BadCall(f"{label!r} is no label of {check.subject}: expected one of {', '.join(LABELS[check.subject])}.")
    return spot_checks.decide(store, _word(check, unit, label, reviewer, rng, clock, comment, seconds))


def take_back(store: Store, check: SpotCheck, unit: Unit, reviewer: str, *, rng: random.Random, clock: Clock) -> bool:
    """Take back a person's own label on a unit; False when there is none."""
    return spot_checks.decide(store, _word(check, unit, "", reviewer, rng, clock))


def mine(store: Store, check: SpotCheck, reviewer: str) -> dict[str, SpotDecision]:
    """One person's standing labels by unit, oldest first."""
    return {d.unit_id: d for d in spot_checks.standing(store, check.id) if d.reviewer == reviewer}


def _word(
    check: SpotCheck, unit: Unit, label: str, reviewer: str, rng: random.Random, clock: Clock,
    comment: str = "", seconds: float | None = None,
) -> SpotDecision:  # fmt: skip
    if not reviewer.strip():
        raise BadCall("A label carries the name of the person who gives it: type yours first.")
    return SpotDecision(
        id=new_id(rng), check_id=check.id, unit_id=unit.id, reviewer=reviewer.strip(), label=label,
        comment=comment.strip(), judge_label=unit.label, seconds=seconds, time=clock(),
    )  # fmt: skip
