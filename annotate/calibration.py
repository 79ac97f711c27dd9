"""How far a judge's confidence and labels can be trusted, from what people said of a sample of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotate.spot_check import LABELS
from core.records import Score, Subject, Unit
from core.stats.agreement import agreement
from core.stats.intervals import wilson
from core.stats.paired import paired_delta

BINS = (0.0, 0.6, 0.7, 0.8, 0.9, 1.0)
# Fewer pairs than this say nothing of a bias.
LEAST = 10


@dataclass(frozen=True)
class Labelled:
    """A unit with the label people settled on; `own` says that the judge's own engine wrote the reply."""

    unit: Unit
    people: str
    length: int = 0
    own: bool = False


@dataclass(frozen=True)
class Bin:
    """Units whose confidence lies in a range: their mean confidence, and how often people agreed, with Wilson's interval."""

    low: float
    high: float
    n: int
    confidence: float
    agree: float
    agree_low: float
    agree_high: float


@dataclass(frozen=True)
class Effect:
    """A bias as a difference of shares, with its n and 95 % interval; `value` is None with the reason where it has none."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    reason: str = ""
    details: str = ""


@dataclass(frozen=True)
class Drift:
    """Two judges on the same texts: how often they agree, and by how much more the second says `counted`."""

    subject: Subject
    counted: str
    n: int
    changed: int
    agreement: tuple[Score, ...]
    shift: float | None
    low: float | None
    high: float | None
    p: float | None


def reliability(units: Sequence[Labelled]) -> tuple[list[Bin], Effect]:
    """The reliability curve, and the expected calibration error: the mean distance of confidence and agreement."""
    known = [(one.unit.confidence, one.unit.label == one.people) for one in units if one.unit.confidence is not None]
    if not known:
        return [], Effect("calibration_error", None, reason="No labelled unit carries a confidence of the judge.")
    bins = []
    for low, high in pairwise(BINS):
        inside = [(c, right) for c, right in known if low <= c < high or (high == BINS[-1] and c == high)]
        if inside:
            n, agree = len(inside), sum(right for _, right in inside)
            bins.append(Bin(low, high, n, sum(c for c, _ in inside) / n, agree / n, *wilson(agree, n)))
    error = sum(one.n * abs(one.confidence - one.agree) for one in bins) / len(known)
    return bins, Effect("calibration_error", error, n=len(known))


def gap(units: Sequence[Labelled], counted: str) -> list[float]:
    """By unit: 1 where the judge alone gives the counted label, −1 where people alone do, else 0."""
    return [float(one.unit.label == counted) - float(one.people == counted) for one in units]


def two_groups(name: str, first: Sequence[float], second: Sequence[float], reason: str, seed: int = 0) -> Effect:
    """How much more the judge favours the first group than the second, beyond what people say; bootstrap within groups."""
    import numpy as np

    n = len(first) + len(second)
    if min(len(first), len(second)) < LEAST:
        return Effect(name, None, n=n, reason=reason)
    rng = np.random.default_rng(seed)
    a, b = np.sort(np.asarray(first)), np.sort(np.asarray(second))
    value = float(a.mean() - b.mean())
    if np.ptp(a) == 0 and np.ptp(b) == 0:
        bound = wilson(0, min(len(a), len(b))).high
        return Effect(name, value, max(-1.0, value - bound), min(1.0, value + bound), n)
    draws = rng.choice(a, (2000, len(a))).mean(axis=1) - rng.choice(b, (2000, len(b))).mean(axis=1)
    low, high = np.quantile(draws, [0.025, 0.975])
    return Effect(name, value, float(low), float(high), n)


def length_bias(units: Sequence[Labelled], counted: str, seed: int = 0) -> Effect:
    """Whether the judge favours long replies: the longer half against the shorter half of what people labelled."""
    ordered = sorted(units, key=lambda one: (one.length, one.unit.id))
    middle = len(ordered) // 2
    reason = f"{len(ordered)} labelled replies; at least {2 * LEAST} are needed, half of them long and half short."
    return two_groups("length", gap(ordered[middle:], counted), gap(ordered[:middle], counted), reason, seed)


def self_preference(units: Sequence[Labelled], counted: str, seed: int = 0) -> Effect:
    """Whether the judge favours replies its own engine wrote, against all others, beyond what people say of both."""
    own, others = [u for u in units if u.own], [u for u in units if not u.own]
    reason = f"{len(own)} labelled replies by the judge's own engine and {len(others)} by others; at least {LEAST} of each are needed."
    return two_groups("self_preference", gap(own, counted), gap(others, counted), reason, seed)


def flips(name: str, before: Sequence[bool], after: Sequence[bool], reason: str, seed: int = 0) -> Effect:
    """How the judge's label of the same content moves when only its form does: the shift of the counted share."""
    n = len(before)
    if n < LEAST:
        return Effect(name, None, n=n, reason=reason)
    found = paired_delta([float(x) for x in before], [float(x) for x in after], seed=seed)
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    bound = wilson(0, n).high
    low, high = found.interval or (-bound, bound)
    return Effect(name, found.delta, low, high, n, details=f"{changed} of {n}")


def drift(subject: Subject, counted: str, pairs: Sequence[tuple[str, str]], seed: int = 0) -> Drift | None:
    """Two judges' labels of the same texts; None without any."""
    if not pairs:
        return None
    first, second = ({f"{n:06d}": pair[side] for n, pair in enumerate(pairs)} for side in (0, 1))
    scores = agreement({"first": first, "second": second}, LABELS[subject], seed=seed, repeats=500)
    moved = flips("shift", [a == counted for a, _ in pairs], [b == counted for _, b in pairs], "", seed)
    p = paired_delta([float(a == counted) for a, _ in pairs], [float(b == counted) for _, b in pairs], seed=seed).p
    return Drift(
        subject,
        counted,
        len(pairs),
        sum(a != b for a, b in pairs),
        tuple(scores),
        moved.value,
        moved.low,
        moved.high,
        p,
    )
