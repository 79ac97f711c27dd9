"""What the votes behind a run's verdicts say: how stable they are, and each metric as one voter alone would have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.judges.panel import SEPARATOR
from core.records import ItemResult, Judge, Judging, Label, Run, Verdict
from core.stats.intervals import Interval, wilson
from evaluation.correctness import correctness_of
from evaluation.matrix import matrix_of
from evaluation.metrics.correctness import correct_value
from evaluation.metrics.item_values import CLAIMS, claim_values

CHEAP_FIRST = "cheap-first"


def judging_of(run: Run, results: Sequence[ItemResult]) -> Judging | None:
    """How sure the judge of a run was of itself; None where every verdict is a single judge's single word."""
    screen = _screen(run.judge)
    verdicts = [verdict for result in results for verdict in result.verdicts]
    voted = [verdict for verdict in verdicts if _is_voted(verdict, screen)]
    if not voted and not screen:
        return None
    names = voters(run.judge, max((len(verdict.votes) for verdict in voted), default=0))
    by_voter = [_means(run, results, place, screen) for place in range(len(names))]
    tried = [_tried(result, screen) for result in results] if screen else []
    shares = [(sum(same), len(same)) for same in tried if same]
    interval = agreement_interval(shares) if shares else None
    return Judging(
        verdicts=len(verdicts),
        voted=len(voted),
        unstable=sum(len(set(verdict.votes)) > 1 for verdict in voted),
        voters=names,
        by_voter={name: tuple(means.get(name) for means in by_voter) for name in (by_voter[0] if by_voter else ())},
        screened=sum(verdict.judge == screen for verdict in verdicts) if screen else 0,
        tried=sum(n for _, n in shares),
        tried_items=len(shares),
        confirmed=sum(same for same, _ in shares),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
    )


def voters(judge: Judge | None, votes: int) -> tuple[str, ...]:
    """Who stands behind each vote: the members of a panel by their models, else the repeats by number."""
    members = judge.version.split(SEPARATOR) if judge and judge.provider == "panel" else []
    if members and len(members) == votes:
        return tuple(member.rpartition("#")[0].rpartition("/")[2] or member for member in members)
    return tuple(f"{n}" for n in range(1, votes + 1))


def disputed(result: ItemResult) -> list[Verdict]:
    """Verdicts of an item on which the votes differ, the most divided first."""
    found = [v for v in result.verdicts if len(set(v.votes)) > 1 and not v.judge.startswith("person:")]
    return sorted(found, key=lambda verdict: verdict.agreement)


def judging_notes(judging: Judging | None) -> tuple[str, ...]:
    """What a person should know of it, in sentences."""
    if judging is None:
        return ()
    notes = []
    if judging.voted:
        notes.append(
            f"The votes differ on {judging.unstable} of {judging.voted} verdicts ({len(judging.voters)} votes each)."
        )
    if judging.screened:
        notes.append(f"Cheap first: {judging.screened} of {judging.verdicts} verdicts were decided without the model.")
    if judging.tried and judging.low is not None and judging.high is not None:
        notes.append(
            f"Cheap first: on {judging.tried} of these in {judging.tried_items} items drawn beforehand the model said the "
            f"same {judging.confirmed} times ({judging.confirmed / judging.tried:.1%}, 95 % interval {judging.low:.1%} to "
            f"{judging.high:.1%})."
        )
    return tuple(notes)


def is_judging_note(note: str) -> bool:
    """Whether a run's note is one of these, which are made again when a run is closed again."""
    stopped = note.startswith("The judge failed on ") and "in a row, so the run was stopped" in note
    return stopped or note.startswith(("Cheap first: ", "The votes differ on "))


def agreement_interval(shares: Sequence[tuple[int, int]]) -> Interval:
    """Wilson interval of pooled agreement, with the observations worth less the more they hang together by item.

    `shares` are (agreeing, all) by item. The variance is that of a ratio over clusters (Cochran, Sampling Techniques,
    section 3.12); where it shows no spread, only the number of items counts.
    """
    n, k = sum(m for _, m in shares), len(shares)
    p = sum(a for a, _ in shares) / n
    spread = sum((a - p * m) ** 2 for a, m in shares)
    if k < 2 or spread == 0:
        return wilson(p * k, k)
    worth = min(n, p * (1 - p) * n * n * (k - 1) / (k * spread))
    return wilson(p * worth, worth)


def _screen(judge: Judge | None) -> str:
    """The id of the judge that decides first, where there is one."""
    return judge.version.split(SEPARATOR)[0] if judge and judge.provider == CHEAP_FIRST else ""


def _is_voted(verdict: Verdict, screen: str) -> bool:
    return bool(verdict.votes) and verdict.judge != screen and not verdict.judge.startswith("person:")


def _tried(result: ItemResult, screen: str) -> list[bool]:
    """For each screened verdict that the model tried too, whether it said the same."""
    return [v.votes[0] == v.votes[1] for v in result.verdicts if v.judge == screen and len(v.votes) == 2]


def _means(run: Run, results: Iterable[ItemResult], place: int, screen: str) -> dict[str, float | None]:
    """The mean of every claim metric, and the share correct, with the vote at this place in each label's stead."""
    found: dict[str, list[float]] = {}
    for result in results:
        if not any(_is_voted(verdict, screen) for verdict in result.verdicts):
            alone = dict(result.values)
        else:
            alone = _values(run, _as_voted(result, place, screen))
        for name in _NAMES:
            value = alone.get(name)
            if result.values.get(name) is not None and value is not None:
                found.setdefault(name, []).append(value)
    return {name: sum(values) / len(values) for name, values in found.items()}


def _as_voted(result: ItemResult, place: int, screen: str) -> ItemResult:
    def alone(verdict: Verdict) -> Verdict:
        if not _is_voted(verdict, screen) or place >= len(verdict.votes):
            return verdict
        label: Label = verdict.votes[place]
        return verdict.model_copy(update={"label": label})

    return result.model_copy(update={"verdicts": tuple(alone(verdict) for verdict in result.verdicts)})


def _values(run: Run, result: ItemResult) -> dict[str, float | None]:
    matrix = matrix_of(result, run.top_k)
    values = {name: v.value for name, v in claim_values(matrix, answered=not result.answer.error).items()}
    settled = result.correctness if result.reasons.get("correctness") == "by a person" else None
    label, _ = correctness_of(result, matrix, result.reasons.get("reply_kind", ""), settled)
    return {**values, "correct": correct_value(label, "").value}


_NAMES = (*CLAIMS, "correct")
