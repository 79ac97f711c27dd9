"""Which items of a golden set each stress test uses, and which runs were made by one."""

from __future__ import annotations

import re

from core.errors import BadCall
from core.records import Item, Release

_RUN = re.compile(r"stress (?:noise \(|position \(|wording \(|perfect context:|no context:|refusal:)")
NEEDED = {
    "noise": "expects an answer and carries evidence",
    "position": "expects an answer and carries evidence",
    "perfect": "expects an answer and carries evidence",
    "none": "expects an answer",
    "refusal": "expects a refusal",
    "paraphrase": "expects an answer or a refusal",
}


def is_stress_run(system: str) -> bool:
    """Whether a run of that name was made by a stress test; such runs are left out of ordinary lists."""
    return _RUN.match(system) is not None


def items_of(release: Release, test: str) -> tuple[Item, ...]:
    """The items a test asks, in the order of the set."""
    if test == "refusal":
        return tuple(i for i in release.items if i.expected_reply == "refuse")
    if test == "paraphrase":
        return tuple(i for i in release.items if i.expected_reply in ("answer", "refuse"))
    answering = (i for i in release.items if i.expected_reply == "answer")
    return tuple(answering if test == "none" else (i for i in answering if i.evidence))


def runnable(release: Release) -> list[str]:
    """The tests that find items in this set."""
    return [test for test in NEEDED if items_of(release, test)]


def check_has_items(release: Release, test: str) -> None:
    """BadCall when the set has no item for the test, naming the tests that can still be run."""
    if items_of(release, test):
        return
    advice = "draft some (unanswerable kinds) and release again" if test == "refusal" else "add some and release again"
    still = ", ".join(runnable(release)) or "none of the tests"
    raise BadCall(
        f"{release.name}@{release.version} has no item that {NEEDED[test]}, so the {test} test cannot be run: {advice}. "
        f"What can still be run on it: {still}."
    )
