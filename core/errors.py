"""Errors a caller may handle. A message says what, where, expected, found and the next step, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence


class AssayError(Exception):
    """Base of every error Assay raises on purpose; `exit_code` is what the command line ends with."""

    exit_code = 3


class BadCall(AssayError):
    """The call itself was wrong: an unknown name, a bad option, a missing earlier step."""

    exit_code = 2


class BadInput(AssayError):
    """A file or rows handed to Assay cannot be used; `problems` lists all of them, not the first."""

    exit_code = 2

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        self.problems = tuple(problems)
        shown = "".join(f"\n  {problem}" for problem in self.problems[:20])
        rest = len(self.problems) - 20
        super().__init__(message + shown + (f"\n  … and {rest} more" if rest > 0 else ""))


class Refused(AssayError):
    """A document that cannot be read as text, with its reason; loading goes on with the others."""


class GateFailed(AssayError):
    """A release gate or a regression rule was not met."""

    exit_code = 1


class Conflict(AssayError):
    """The stored revision moved since it was read; nothing was written."""


class ModelError(AssayError):
    """A model endpoint failed, or its reply stayed unusable after the bounded repair."""


class Stopped(AssayError):
    """The user pressed stop; what was finished is kept."""
