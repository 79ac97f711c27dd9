"""From low metrics to what to try: each starting line read by its interval, each cause shown by the run's own items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import BadCall
from core.records import ItemResult, Record, Run, Score
from core.stats.intervals import Interval
from core.stats.reading import Side, Verdict, read_threshold
from evaluation.experiments.measure import STARTING_LINES
from evaluation.guide_causes import CAUSES, best_rank
from evaluation.metrics.declared import metric

# Where a new system should start from, on top of the retrieval lines; each editable.
LINES: dict[str, float] = {
    **STARTING_LINES, "claim_recall": 0.80, "faithfulness": 0.90, "hallucination": 0.10, "answer_recall": 0.80,
    "context_utilization": 0.70, "refusal_recall": 0.85, "over_refusal": 0.10, "correct": 0.80,
}  # fmt: skip
EXAMPLES = 3


class Cause(Record):
    """One likely cause: `n` of the `of` items that lower the metric show it; `ranks` are where their evidence stands."""

    id: str
    n: int
    of: int
    examples: tuple[str, ...]
    ranks: tuple[int, int] | None = None
    of_prompt: bool = False


class Guidance(Record):
    """One line: the metric, its limit, how it reads, the n that would decide it, and the causes, commonest first."""

    metric: str
    limit: float
    side: Side
    verdict: Verdict
    value: float | None
    low: float | None
    high: float | None
    n: int
    n_to_decide: int | None
    reason: str
    causes: tuple[Cause, ...]
    unexplained: int = 0


class Lowered(Record):
    """How many of the items that lower a metric show a cause."""

    metric: str
    n: int
    of: int


class Overall(Record):
    """A cause with every line it stands behind, the one it explains most of first."""

    id: str
    lowers: tuple[Lowered, ...]
    examples: tuple[str, ...]
    ranks: tuple[int, int] | None = None


class Guide(Record):
    """All lines of a run, and the causes behind those not met, weightiest first.

    `withheld`: a retrieval line is missed, so advice on the prompt is not given yet; its causes are named only.
    """

    lines: tuple[Guidance, ...]
    causes: tuple[Overall, ...] = ()
    withheld: bool
    withheld_causes: tuple[str, ...] = ()


def guide(run: Run, results: Sequence[ItemResult], lines: Mapping[str, float] = LINES) -> Guide:
    """Read every line the run has a score for; causes are looked for where a line is not met."""
    scores = {score.metric: score for score in run.scores}
    read = [_guidance(scores[name], limit, results) for name, limit in lines.items() if name in scores]
    withheld = any(g.verdict == "missed" and metric(g.metric).family == "retrieval" for g in read)
    hidden: dict[str, None] = {}
    if withheld:
        hidden = {c.id: None for g in read for c in g.causes if c.of_prompt}
        read = [g.model_copy(update={"causes": tuple(c for c in g.causes if not c.of_prompt)}) for g in read]
    return Guide(lines=tuple(read), causes=_overall(read), withheld=withheld, withheld_causes=tuple(hidden))


def checked_lines(lines: Mapping[str, float]) -> dict[str, float]:
    """The lines as given; BadCall for an unknown metric or a limit outside the metric's range."""
    for name, limit in lines.items():
        low, high = metric(name).range
        if not low <= limit <= (limit if high is None else high):
            raise BadCall(f"The line of {name} must lie between {low:g} and {high:g}, not {limit:g}.")
    return dict(lines)


def _overall(read: Sequence[Guidance]) -> tuple[Overall, ...]:
    """Each cause once; a missed line weighs more than an undecided one, then the number of items."""
    places: dict[str, list[tuple[Guidance, Cause]]] = {}
    for line in read:
        for cause in line.causes:
            places.setdefault(cause.id, []).append((line, cause))
    weight = {name: max((line.verdict == "missed", cause.n) for line, cause in found) for name, found in places.items()}
    made = []
    for name in sorted(places, key=lambda n: weight[n], reverse=True):
        found = sorted(places[name], key=lambda pair: -pair[1].n / pair[1].of)
        largest = max((cause for _, cause in found), key=lambda cause: cause.n)
        lowers = tuple(Lowered(metric=line.metric, n=cause.n, of=cause.of) for line, cause in found)
        made.append(Overall(id=name, lowers=lowers, examples=largest.examples, ranks=largest.ranks))
    return tuple(made)


def _guidance(score: Score, limit: float, results: Sequence[ItemResult]) -> Guidance:
    declared = metric(score.metric)
    side: Side = "at_least" if declared.direction == "higher" else "at_most"
    interval = Interval(score.low, score.high) if score.low is not None and score.high is not None else None
    reading = read_threshold(score.value, interval, limit, side, score.n_used)
    short = [] if reading.verdict == "met" else _short(score.metric, side, results)
    causes = _causes(score.metric, short)
    named = {i for found in causes.values() for i in found}
    return Guidance(
        metric=score.metric, limit=limit, side=side, verdict=reading.verdict, value=score.value, low=score.low,
        high=score.high, n=score.n_used, n_to_decide=reading.n_to_decide, reason=score.reason,
        causes=tuple(_cause(name, found, short) for name, found in causes.items()),
        unexplained=sum(r.item.id not in named for r in short),
    )  # fmt: skip


def _short(spec: str, side: Side, results: Sequence[ItemResult]) -> list[ItemResult]:
    """The items that keep the metric from its best value."""
    known = [(r, r.values.get(spec)) for r in results]
    if side == "at_least":
        return [r for r, value in known if value is not None and value < 1.0]
    return [r for r, value in known if value is not None and value > 0.0]


def _causes(spec: str, short: Sequence[ItemResult]) -> dict[str, list[str]]:
    base = spec.partition("@")[0]
    found = {
        name: [r.item.id for r in short if cause.shows(r)] for name, cause in CAUSES.items() if base in cause.lowers
    }
    return {name: ids for name, ids in sorted(found.items(), key=lambda pair: -len(pair[1])) if ids}


def _cause(name: str, ids: Sequence[str], short: Sequence[ItemResult]) -> Cause:
    wanted = set(ids)
    ranks = [rank for r in short if r.item.id in wanted and (rank := best_rank(r))] if name == "below_k" else []
    return Cause(
        id=name, n=len(ids), of=len(short), examples=tuple(ids[:EXAMPLES]),
        ranks=(min(ranks), max(ranks)) if ranks else None, of_prompt=CAUSES[name].of_prompt,
    )  # fmt: skip
