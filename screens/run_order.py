"""What a new run is to be: golden set, how much of it, how, beside the system that is chosen later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from verbs.evaluating import EvaluationOrder

Start = Callable[[list[tuple[str, str]]], None]


@dataclass(frozen=True)
class Choice:
    """What a run needs beside its system."""

    set: str
    top_k: int
    mode: str
    sample: int
    seed: int
    guidance: bool = False

    def order(self, system: str, name: str = "") -> EvaluationOrder:
        """The whole order for a system."""
        return EvaluationOrder(**asdict(self), system=system, name=name or system)

    def params(self, system: str, name: str) -> dict[str, Any]:
        """The same as a job's parameters."""
        return {**asdict(self), "system": system, "name": name}
