"""What may be asked of drafts beside their number: mix, style, voice, difficulty, language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.draft.checks.difficulty import LEVELS
from builder.draft.mix import DETAILED, UNANSWERABLE, check_mix
from builder.draft.styles import STYLES
from core.errors import BadCall


@dataclass(frozen=True)
class Wishes:
    """Shares per unanswerable kind, per style and per kind in detail (empty: the usual ones); persona needs a model; empty words ask for nothing.

    `per_call` is how many drafts one call of a model is asked for (1 to 5); 0 leaves it to the model's size.
    """

    mix: Mapping[str, float] = field(default_factory=dict)
    styles: Mapping[str, float] = field(default_factory=dict)
    persona: str = ""
    difficulty: str = ""
    language: str = ""
    per_call: int = 0
    details: Mapping[str, float] = field(default_factory=dict)

    def check(self) -> None:
        """BadCall in one sentence when something does not exist."""
        check_mix(self.mix, tuple(UNANSWERABLE), "The unanswerable mix")
        check_mix(self.details, DETAILED, "The kinds in detail")
        check_mix(self.styles, STYLES, "The styles")
        if self.difficulty and self.difficulty not in LEVELS:
            raise BadCall(f"{self.difficulty!r} is no difficulty: choose {', '.join(LEVELS)}, or leave it out.")
        if not 0 <= self.per_call <= 5:
            raise BadCall(f"One call of a model writes 1 to 5 drafts (0 chooses by its size), not {self.per_call}.")
        if self.language and self.language not in ("en", "zh"):
            raise BadCall(f"{self.language!r} cannot be drafted in: choose en or zh, or leave it out.")
