"""What a spot-check found: agreement of judge and people, where they differ, and the metric as people's labels correct it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from annotate.spot_check import COUNTED, LABELS, confidence_band
from core.records import Score, SpotCheck, SpotDecision, Subject, Unit
from core.stats.agreement import agreement
from core.stats.intervals import wilson
from core.stats.ppi import Ppi
from core.stats.ppi_weighted import Observation, ppi_weighted

STRATA: dict[str, Callable[[Unit], str]] = {
    "metric": lambda unit: unit.metric,
    "label": lambda unit: unit.label,
    "confidence": lambda unit: confidence_band(unit.confidence),
    "language": lambda unit: unit.language,
    "kind": lambda unit: unit.kind,
}
JUDGE = "judge"


@dataclass(frozen=True)
class Stratum:
    """Agreement of judge and people within one stratum, with a 95 % Wilson interval."""

    by: str
    name: str
    n: int
    agree: int
    low: float
    high: float


@dataclass(frozen=True)
class Corrected:
    """One metric: as the judge has it on all units, and as people's labels correct it (None without a label)."""

    metric: str
    judge: float
    n_judge: int
    people: Ppi | None


@dataclass(frozen=True)
class Difference:
    """A unit on which judge and person differ."""

    unit: Unit
    label: str
    reviewers: tuple[str, ...]
    comment: str


@dataclass(frozen=True)
class Findings:
    """Everything a spot-check says. `settled` is each unit's label; `disputed` are units on which people differ."""

    check: SpotCheck
    settled: Mapping[str, str]
    disputed: tuple[str, ...]
    agreement: tuple[Score, ...]
    between_people: tuple[Score, ...]
    confusion: Mapping[tuple[str, str], int]
    strata: tuple[Stratum, ...]
    corrected: tuple[Corrected, ...]
    differences: tuple[Difference, ...]

    @property
    def commonest(self) -> str:
        """The label that plans are made for: the one metrics count, for tags the one given most."""
        labels = list(self.settled.values())
        fallback = max(sorted(set(labels)), key=labels.count) if labels else ""
        return COUNTED.get(self.check.subject, fallback)


def findings(check: SpotCheck, units: Sequence[Unit], words: Sequence[SpotDecision], seed: int = 0) -> Findings:
    """Compare; `units` are all units of the check, `words` people's standing labels, oldest first.

    A unit on which people differ counts only once a third label, or one taken back, gives a majority.
    """
    by_id = {unit.id: unit for unit in units}
    given: dict[str, list[SpotDecision]] = defaultdict(list)
    for word in words:
        if word.unit_id in by_id:
            given[word.unit_id].append(word)
    settled = {unit: label for unit, label in settled_labels(words).items() if unit in by_id}
    pairs = {JUDGE: {unit: by_id[unit].label for unit in settled}, "people": settled}
    confusion: dict[tuple[str, str], int] = defaultdict(int)
    for unit, label in settled.items():
        confusion[by_id[unit].label, label] += 1
    people: dict[str, dict[str, str]] = defaultdict(dict)
    for word in words:
        people[word.reviewer][word.unit_id] = word.label
    labels = LABELS[check.subject]
    return Findings(
        check=check,
        settled=settled,
        disputed=tuple(unit for unit in given if unit not in settled),
        agreement=tuple(agreement(pairs, labels, seed=seed)) if settled else (),
        between_people=tuple(agreement(people, labels, seed=seed)) if len(people) > 1 else (),
        confusion=dict(confusion),
        strata=tuple(agreement_by_stratum([(by_id[unit], label) for unit, label in settled.items()])),
        corrected=tuple(_corrected(check.subject, units, settled)),
        differences=tuple(_differences(by_id, settled, given)),
    )


def _majority(labels: Sequence[str]) -> str:
    """The label more people gave than any other; empty when there is none."""
    counts = sorted({label: labels.count(label) for label in labels}.items(), key=lambda pair: -pair[1])
    return "" if len(counts) > 1 and counts[0][1] == counts[1][1] else counts[0][0]


def settled_labels(words: Sequence[SpotDecision]) -> dict[str, str]:
    """The label of each unit on which people agree, or most of them do."""
    given: dict[str, list[str]] = defaultdict(list)
    for word in words:
        given[word.unit_id].append(word.label)
    majority = {unit: _majority(labels) for unit, labels in given.items()}
    return {unit: label for unit, label in majority.items() if label}


def agreement_by_stratum(pairs: Sequence[tuple[Unit, str]]) -> list[Stratum]:
    """How often people gave the judge's label, in each stratum; pairs are a unit and people's label."""
    found = []
    for by, name_of in STRATA.items():
        groups: dict[str, list[bool]] = defaultdict(list)
        for unit, label in pairs:
            groups[name_of(unit)].append(unit.label == label)
        for name, agreed in sorted(groups.items()):
            found.append(Stratum(by, name, len(agreed), sum(agreed), *wilson(sum(agreed), len(agreed))))
    return found


def _corrected(subject: Subject, units: Sequence[Unit], settled: Mapping[str, str]) -> list[Corrected]:
    """Each metric the units feed; for tags, the share of each tag among the failures."""
    if subject == "tag":
        used = {unit.label for unit in units} | set(settled.values())
        return [_one(tag, units, settled, tag) for tag in LABELS["tag"] if tag in used]
    names = sorted({unit.metric for unit in units})
    return [_one(name, [u for u in units if u.metric == name], settled, COUNTED[subject]) for name in names]


def _one(metric: str, units: Sequence[Unit], settled: Mapping[str, str], counted: str) -> Corrected:
    seen = [
        Observation(
            float(unit.label == counted), float(settled[unit.id] == counted) if unit.id in settled else None,
            unit.weight, unit.item_id,
        )
        for unit in units
    ]  # fmt: skip
    judge = sum(one.prediction * one.weight for one in seen) / sum(one.weight for one in seen)
    some = any(one.label is not None for one in seen)
    return Corrected(metric, judge, len(seen), ppi_weighted(seen) if some else None)


def _differences(
    by_id: Mapping[str, Unit], settled: Mapping[str, str], given: Mapping[str, Sequence[SpotDecision]]
) -> list[Difference]:
    return [
        Difference(
            by_id[unit], label, tuple(word.reviewer for word in given[unit]),
            " / ".join(word.comment for word in given[unit] if word.comment),
        )
        for unit, label in settled.items() if by_id[unit].label != label
    ]  # fmt: skip
