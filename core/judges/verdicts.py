"""From features to a label: the hard checks have the last word over the weighed ones."""

from __future__ import annotations

from dataclasses import dataclass

from core.judges.features import NAMES, Findings
from core.judges.near_copy import Change
from core.records import Label

_AT = {name: position for position, name in enumerate(NAMES)}
# How much of the claim the premise must speak of before a differing detail contradicts it, rather than being another matter.
_SAME_MATTER = 0.45


@dataclass(frozen=True)
class Decision:
    """A label with its confidence, the chance of support behind it, and the reason when a hard check decided."""

    label: Label
    confidence: float
    support: float
    reason: str = ""


def decide(found: Findings, chance: float) -> Decision:
    """Label one pair from its findings and the logistic model's chance of support."""
    if found.answers_no:
        return _no(found, chance)
    about = max(found.values[_AT["cover_best"]], found.values[_AT["cosine"]])
    about = max(about, found.values[_AT["soft_best"]] - 0.2)
    objection = _objection(found)
    if objection and (about >= _SAME_MATTER or found.changed):
        support = 0.1 * chance
        return Decision("contradicted", min(0.95, 0.5 + 0.5 * float(about)), support, objection)
    if objection or found.quantities.absent:
        absent = ", ".join(q.text for q in found.quantities.absent)
        support = min(0.3, chance) * 0.5
        return Decision("neutral", 1 - support, support, objection or f"not in the passage: {absent}")
    label: Label = "entailed" if chance >= 0.5 else "neutral"
    return Decision(label, max(chance, 1 - chance), chance)


def _no(found: Findings, chance: float) -> Decision:
    """A bare "no" holds when the passage speaks against the question's statement, fails when it supports it."""
    objection = _objection(found)
    if objection:
        return Decision("entailed", 0.7, 0.7, objection)
    if chance >= 0.6:
        return Decision("contradicted", chance, 1 - chance, "the passage supports what the claim denies")
    return Decision("neutral", 0.5 + abs(chance - 0.5), 0.4 * (1 - chance), "")


def _objection(found: Findings) -> str:
    """What in the claim speaks against the premise, as a sentence; empty without any."""
    if found.changed:
        return _changed(found.changed)
    if found.quantities.conflicting:
        ours, theirs = found.quantities.conflicting[0]
        return f"claim has {ours.text}, passage has {theirs.text}"
    if found.opposed:
        return f"claim has {found.opposed[0]}, passage has {found.opposed[1]}"
    if found.negated:
        return f"{found.negated!r} is negated on one side only"
    return ""


def _changed(change: Change) -> str:
    if change.kind == "negation":
        return f"{change.ours or change.theirs!r} is on one side only"
    return f"claim has {change.ours}, passage has {change.theirs}"
