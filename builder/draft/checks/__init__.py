"""The checks every draft passes, each a small record with a reason a person can read."""

from __future__ import annotations

from builder.draft.checks.ambiguity import NOT_AMBIGUOUS
from builder.draft.checks.base import Check, Outcome, Scene
from builder.draft.checks.difficulty import DIFFICULTY
from builder.draft.checks.duplicates import NO_NEAR_DUPLICATE
from builder.draft.checks.form import NO_LEAK, NOT_COPIED, RIGHT_LANGUAGE, SELF_CONTAINED, WELL_FORMED
from builder.draft.checks.grounding import ANSWERABLE, GROUNDED, RIGHT_KIND
from builder.draft.checks.read_back import READ_BACK

# What a question shows by itself.
QUESTION_CHECKS: tuple[Check, ...] = (RIGHT_LANGUAGE, WELL_FORMED, SELF_CONTAINED)

# What can be said of a draft without the others; a model is told what fails here, and may mend it.
WRITTEN_CHECKS: tuple[Check, ...] = (*QUESTION_CHECKS, NO_LEAK, NOT_COPIED, GROUNDED, RIGHT_KIND, ANSWERABLE)

# What is known of a draft before a model reads it.
UNREAD_CHECKS: tuple[Check, ...] = (*WRITTEN_CHECKS, NO_NEAR_DUPLICATE)

# Cheap checks first; those that search, embed or ask a model come last.
ALL_CHECKS: tuple[Check, ...] = (*UNREAD_CHECKS, NOT_AMBIGUOUS, READ_BACK, DIFFICULTY)

# What a change of wording can break.
FORM_CHECKS: tuple[Check, ...] = (RIGHT_LANGUAGE, WELL_FORMED, NO_LEAK)

__all__ = [
    "ALL_CHECKS",
    "FORM_CHECKS",
    "QUESTION_CHECKS",
    "UNREAD_CHECKS",
    "WRITTEN_CHECKS",
    "Check",
    "Outcome",
    "Scene",
]
