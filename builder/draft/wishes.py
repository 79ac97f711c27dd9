"""What may be asked of drafts beside their number: mix, style, voice, difficulty, language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.draft.checks.difficulty import LEVELS
from builder.draft.mix import UNANSWERABLE, check_mix
from builder.draft.styles import STYLES
from core.errors import BadCall


@dataclass(frozen=True)
class Wishes:
    """Shares per unanswerable kind and per style (empty: the usual ones); persona needs a model; empty words ask for nothing."""

    mix: Mapping[str, float] = field(default_factory=dict)
    styles: Mapping[str, float] = field(default_factory=dict)
    persona: str = ""
    difficulty: str = ""
    language: str = ""

    def check(self) -> None:
        """BadCall in one sentence when something does not exist."""
        check_mix(self.mix, tuple(UNANSWERABLE), "The unanswerable mix")
        check_mix(self.styles, STYLES, "The styles")
        if self.difficulty and self.difficulty not in LEVELS:
            raise BadCall(f"{self.difficulty!r} is no difficulty: choose {', '.join(LEVELS)}, or leave it out.")
        if self.language and self.language not in ("en", "zh"):
            raise BadCall(f"{self.language!r} cannot be drafted in: choose en or zh, or leave it out.")
