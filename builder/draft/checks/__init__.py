"""The checks every draft passes, each a small record with a reason a person can read."""

from __future__ import annotations

from builder.draft.checks.ambiguity import NOT_AMBIGUOUS
from builder.draft.checks.base import Check, Outcome, Scene
from builder.draft.checks.difficulty import DIFFICULTY
from builder.draft.checks.duplicates import NO_NEAR_DUPLICATE
from builder.draft.checks.form import NO_LEAK, NOT_COPIED, RIGHT_LANGUAGE, SELF_CONTAINED, WELL_FORMED
from builder.draft.checks.grounding import ANSWERABLE, GROUNDED, RIGHT_KIND

# Cheap checks first; those that search or embed come last.
ALL_CHECKS: tuple[Check, ...] = (
    RIGHT_LANGUAGE, WELL_FORMED, SELF_CONTAINED, NO_LEAK, NOT_COPIED, GROUNDED, RIGHT_KIND, ANSWERABLE,
    NO_NEAR_DUPLICATE, NOT_AMBIGUOUS, DIFFICULTY,
)  # fmt: skip

# What a change of wording can break.
FORM_CHECKS: tuple[Check, ...] = (RIGHT_LANGUAGE, WELL_FORMED, NO_LEAK)

__all__ = ["ALL_CHECKS", "FORM_CHECKS", "Check", "Outcome", "Scene"]
