"""What a metric is, and what one yields for one item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Need = Literal["gold", "retrieved", "context", "reference", "answer", "judge"]
Family = Literal["retrieval", "ragas", "ragchecker", "refusal", "text", "system", "correctness"]
Summary = Literal["mean", "p50", "p95"]


class MetricValue(NamedTuple):
    """A value, or None and the reason why there is none."""

    value: float | None
    reason: str = ""


def undefined(reason: str) -> MetricValue:
    """No value, for this reason."""
    return MetricValue(None, reason)


@dataclass(frozen=True, slots=True)
class Metric:
    """One declared metric; the documentation, the screens' help and the command line are rendered from it.

    `range` is (lowest, highest), None where unbounded. `cutoff` says whether `@k` may follow the id; without it
    the whole list counts. `version` rises whenever the same input would yield another value, and runs whose
    versions differ are not compared. `summary` is how items become one number.
    """

    id: str
    family: Family
    names: Mapping[str, str]
    sentence: Mapping[str, str]
    needs: tuple[Need, ...]
    undefined: Mapping[str, str]
    citation: str
    range: tuple[float, float | None] = (0.0, 1.0)
    direction: Literal["higher", "lower"] = "higher"
    version: int = 1
    cutoff: bool = False
    summary: Summary = "mean"
    k: int | None = None

    @property
    def bounded(self) -> bool:
        """Whether values lie between 0 and 1, so that intervals are clipped there."""
        return self.range == (0.0, 1.0)


def both(en: str, zh: str) -> dict[str, str]:
    """The same words in both languages."""
    return {"en": en, "zh": zh}
