"""The verdict matrix every claim metric is arithmetic over, with three-valued logic for missing verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.records import Label
from evaluation.metrics.metric import MetricValue, undefined
from evaluation.metrics.ranking import without_repeats
from evaluation.metrics.reasons import judge_error

Labels = Sequence[Label | None]
# True, False, or None when the judge gave no verdict that settles it.
Truth = bool | None


@dataclass(frozen=True)
class ClaimMatrix:
    """Labels of claims against premises; None where the judge gave none.

    Answer claims j: `answer_vs_reference[j]`, `answer_vs_passages[j][k]`, `answer_vs_context[j]` (the joined context).
    Reference claims i: `reference_vs_answer[i]`, `reference_vs_passages[i][k]`, `reference_vs_context[i]`.
    `passages` names the columns k: texts, ids or hashes; repeats are dropped, keeping the first. `retrieved` lists
    the columns that were retrieved, in rank order, and `context` those that entered the prompt; both default to all
    columns. The joined context is optional: without it, a claim is supported when one passage of the context
    entails it.
    """

    answer_vs_reference: Labels = ()
    reference_vs_answer: Labels = ()
    answer_vs_passages: Sequence[Labels] = ()
    reference_vs_passages: Sequence[Labels] = ()
    answer_vs_context: Labels | None = None
    reference_vs_context: Labels | None = None
    passages: Sequence[str] = ()
    retrieved: Sequence[int] | None = None
    context: Sequence[int] | None = None

    def __post_init__(self) -> None:
        answers, references, width = len(self.answer_vs_reference), len(self.reference_vs_answer), len(self.passages)
        for name, height in (("answer_vs_passages", answers), ("reference_vs_passages", references)):
            rows = getattr(self, name)
            if not rows and not width:
                object.__setattr__(self, name, ((),) * height)
            elif len(rows) != height or any(len(row) != width for row in rows):
                raise ValueError(f"{name} must have {height} rows of {width} labels, one for each claim and passage")
        for name, labels, height in (
            ("answer_vs_context", self.answer_vs_context, answers),
            ("reference_vs_context", self.reference_vs_context, references),
        ):
            if labels is not None and len(labels) != height:
                raise ValueError(f"{name} must have {height} labels, one for each claim")

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """Distinct retrieved columns in rank order."""
        return self._distinct(self.retrieved)

    @cached_property
    def in_context(self) -> tuple[int, ...]:
        """Distinct columns that entered the prompt."""
        return self._distinct(self.context)

    @cached_property
    def answer_correct(self) -> tuple[Truth, ...]:
        """For each answer claim, whether the reference entails it."""
        return tuple(entails(label) for label in self.answer_vs_reference)

    @cached_property
    def reference_answered(self) -> tuple[Truth, ...]:
        """For each reference claim, whether the answer entails it."""
        return tuple(entails(label) for label in self.reference_vs_answer)

    @cached_property
    def answer_supported(self) -> tuple[Truth, ...]:
        """For each answer claim, whether the context (joined, or one passage of it) entails it."""
        return self._supported(self.answer_vs_passages, self.answer_vs_context)

    @cached_property
    def reference_in_context(self) -> tuple[Truth, ...]:
        """For each reference claim, whether the context (joined, or one passage of it) entails it."""
        return self._supported(self.reference_vs_passages, self.reference_vs_context)

    @cached_property
    def reference_retrieved(self) -> tuple[Truth, ...]:
        """For each reference claim, whether one retrieved passage entails it."""
        return tuple(any_of(entails(row[k]) for k in self.ranked) for row in self.reference_vs_passages)

    def passage_relevant(self, column: int) -> Truth:
        """Whether the passage entails at least one claim of the reference."""
        return any_of(entails(row[column]) for row in self.reference_vs_passages)

    def supported_by(self, claim: int, columns: Iterable[int]) -> Truth:
        """Whether one of these passages entails the answer claim."""
        return any_of(entails(self.answer_vs_passages[claim][k]) for k in columns)

    def _distinct(self, columns: Sequence[int] | None) -> tuple[int, ...]:
        chosen = list(range(len(self.passages)) if columns is None else columns)
        return tuple(chosen[i] for i in without_repeats(self.passages[k] for k in chosen))

    def _supported(self, rows: Sequence[Labels], joined: Labels | None) -> tuple[Truth, ...]:
        found: list[Truth] = []
        for claim, row in enumerate(rows):
            verdicts = [entails(row[k]) for k in self.in_context]
            if joined is not None:
                verdicts.append(entails(joined[claim]))
            found.append(any_of(verdicts))
        return tuple(found)


def entails(label: Label | None) -> Truth:
    """Neutral and contradicted are both "not entailed"; a missing label stays unknown."""
    return None if label is None else label == "entailed"


def any_of(values: Iterable[Truth]) -> Truth:
    """True when one is true, else unknown when one is unknown, else False."""
    unknown = False
    for value in values:
        if value:
            return True
        unknown = unknown or value is None
    return None if unknown else False


def all_of(*values: Truth) -> Truth:
    """False when one is false, else unknown when one is unknown, else True."""
    if any(value is False for value in values):
        return False
    return None if any(value is None for value in values) else True


def no(value: Truth) -> Truth:
    """The opposite; unknown stays unknown."""
    return None if value is None else not value


def share(values: Sequence[Truth], when_empty: str) -> MetricValue:
    """Share of True; undefined when empty or when the judge left one open (verdicts are never padded)."""
    if not values:
        return undefined(when_empty)
    missing = sum(value is None for value in values)
    if missing:
        return undefined(judge_error(missing, len(values)))
    return MetricValue(sum(map(bool, values)) / len(values))


def combine(first: MetricValue, second: MetricValue, formula: Callable[[float, float], float]) -> MetricValue:
    """The formula of two values; undefined for the reason of the first that is undefined."""
    if first.value is None:
        return first
    if second.value is None:
        return second
    return MetricValue(formula(first.value, second.value))
