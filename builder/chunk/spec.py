"""A chunking as it is typed and stored: "markdown:256:32", "sentence:512", "fixed:512:64", "semantic:256", "own", "own:my_module:split"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast, get_args

from core.errors import BadCall

Strategy = Literal["markdown", "sentence", "fixed", "semantic", "own"]
STRATEGIES: tuple[str, ...] = get_args(Strategy)
_SMALLEST = 16
_LARGEST = 8192
_HELP = 'for example "markdown:256:32", "sentence:512:64", "fixed:512:64", "semantic:256", "own" or "own:my_module:my_splitter"'
_SPLITTER = re.compile(r"own:([A-Za-z_][\w.]*:[A-Za-z_]\w*)", re.IGNORECASE)


@dataclass(frozen=True)
class Chunking:
    """Strategy, largest chunk and overlap, both in tokens; its text form is what it is parsed from.

    `splitter` is the `module:function` that cuts in place of the documents' own divisions.
    """

    strategy: Strategy = "markdown"
    size: int = 256
    overlap: int = 32
    splitter: str = ""

    def __post_init__(self) -> None:
        if self.strategy not in STRATEGIES:
            raise BadCall(f"Unknown chunking {self.strategy!r}: expected one of {', '.join(STRATEGIES)}, {_HELP}.")
        if self.strategy == "own":
            object.__setattr__(self, "size", 0)
            object.__setattr__(self, "overlap", 0)
            return
        if not _SMALLEST <= self.size <= _LARGEST:
            raise BadCall(f"A chunk of {self.size} tokens cannot be made: expected {_SMALLEST} to {_LARGEST}, {_HELP}.")
        if not 0 <= self.overlap <= self.size // 2:
            raise BadCall(
                f"An overlap of {self.overlap} tokens does not go with chunks of {self.size}: expected 0 to {self.size // 2}."
            )

    @classmethod
    def parse(cls, text: str) -> Chunking:
        """The chunking written so; BadCall says what is wrong with it."""
        custom = _SPLITTER.fullmatch(text.strip())
        if custom:
            return cls("own", splitter=custom.group(1))
        name, *numbers = text.strip().lower().split(":")
        if len(numbers) > 2 or not all(number.isascii() and number.isdigit() for number in numbers):
            raise BadCall(f"{text!r} is not a chunking: expected STRATEGY:SIZE:OVERLAP, {_HELP}.")
        size = int(numbers[0]) if numbers else 256
        overlap = int(numbers[1]) if len(numbers) > 1 else 0
        return DEFAULT if text.strip().lower() == "markdown" else cls(cast(Strategy, name), size, overlap)

    def __str__(self) -> str:
        if self.strategy == "own":
            return f"own:{self.splitter}" if self.splitter else "own"
        if self.strategy == "semantic" and not self.overlap:
            return f"semantic:{self.size}"
        return f"{self.strategy}:{self.size}:{self.overlap}"


DEFAULT = Chunking()


def as_chunking(chunking: Chunking | str) -> Chunking:
    """A chunking given as such or as text."""
    return Chunking.parse(chunking) if isinstance(chunking, str) else chunking
