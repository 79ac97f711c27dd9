"""One candidate through all checks, with one repair before a drop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.draft.candidates import Candidate
from builder.draft.checks import ALL_CHECKS, Check, Scene
from core.records import CheckResult


@dataclass(frozen=True)
class Verdict:
    """What became of a candidate: kept (perhaps repaired, perhaps flagged), or dropped by a check with its reason."""

    candidate: Candidate
    results: tuple[CheckResult, ...]
    dropped_by: str = ""
    reason: str = ""
    repaired: bool = False
    flagged: bool = False


def examine(candidate: Candidate, scene: Scene, checks: Sequence[Check] = ALL_CHECKS) -> Verdict:
    """Run the checks in order; a check that fails may hand back a better version once, which starts over."""
    repaired = False
    while True:
        verdict = _one_round(candidate, scene, checks)
        if not verdict.dropped_by or repaired or verdict.candidate is candidate:
            return replace(verdict, repaired=repaired, candidate=candidate if verdict.dropped_by else verdict.candidate)
        candidate, repaired = verdict.candidate, True


def _one_round(candidate: Candidate, scene: Scene, checks: Sequence[Check]) -> Verdict:
    """One pass; on a failure `candidate` is the proposed repair, or the same object when there is none."""
    results: list[CheckResult] = []
    flagged = False
    current = candidate
    for check in checks:
        outcome = check.run(current, scene)
        results.append(CheckResult(check=check.id, passed=outcome.passed, reason=outcome.reason, doubt=outcome.doubt))
        if outcome.passed:
            current = outcome.repaired or current
        elif outcome.flag:
            flagged = True
        else:
            return Verdict(outcome.repaired or candidate, tuple(results), check.id, outcome.reason)
    return Verdict(current, tuple(results), flagged=flagged)
