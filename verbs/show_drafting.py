"""A drafting run as plain text for a person at the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.draft.funnel import Funnel
from builder.draft.refusals.hardness import GOAL

_METHODS = {"bm25": "words", "dense": "meaning"}


def estimate(guess: Mapping[str, Any]) -> str:
    """What a run would take."""
    money = "not known" if guess["cost"] is None else f"{guess['cost']:.2f}"
    calls = f"{guess['model_calls']} calls, {guess['tokens_in']} tokens in, {guess['tokens_out']} out, cost {money}"
    return "\n".join([f"{guess['items']} drafts: about {guess['seconds']:.0f} s, {calls}", *guess["basis"]])


def funnel(run: Funnel) -> str:
    """What was asked and made, what each check dropped with an example, how hard the refusals are, and what to do next."""
    lines = [f"{run.kept} of {run.wanted} drafts kept{_took(run)}: {_counts(run.by_kind) or 'none'}"]
    lines += [
        f"  {what}: {said}"
        for what, said in (
            ("by kind", _counts(run.by_subkind)),
            ("to be refused", run.refuse_wanted and f"{run.refuse} of {run.refuse_wanted}"),
            ("unverified, an expert must look", run.unverified),
            ("flagged for the reviewer", run.flagged),
        )
        if said
    ]
    lines.append(f"passages: {run.chunks_drawn} drawn{_left_out(run.chunks_left_out)}")
    lines += [f"short of {s.kind}: {s.made} of {s.wanted}; {s.reason}" for s in run.shortfalls]
    lines += [_dropped(run, check, n) for check, n in run.dropped.items()]
    lines += _hardness(run)
    lines.append(f"drafted by {run.generator}{_written(run)}")
    lines += [f"note: {note}" for note in run.notes]
    lines.append("next: review them with `cli.py app`, or `cli.py review --export FILE.xlsx`" if run.kept else "")
    return "\n".join(line for line in lines if line)


def _took(run: Funnel) -> str:
    calls = f", {run.calls} calls of the model" if run.calls else ""
    return "" if run.seconds is None else f" in {run.seconds:.0f} s{calls}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counts.items())


def _left_out(counts: Mapping[str, int]) -> str:
    return f"; left out: {_counts(counts)}" if any(counts.values()) else ""


def _dropped(run: Funnel, check: str, n: int) -> str:
    example = next(iter(run.dropped_examples.get(check, ())), None)
    shown = f": “{example['question']}” {example['reason']}" if example else ""
    return f"dropped by {check}: {n}{shown}"


def _hardness(run: Funnel) -> list[str]:
    told = []
    for row in run.hardness:
        by = f"told apart by {_METHODS.get(row.method, row.method)} (AUROC, goal {GOAL:g} or less)"
        if row.auroc is None or row.low is None or row.high is None:
            told.append(f"{by}: not known. {row.reason}")
        else:
            told.append(f"{by}: {row.auroc:.2f} [{row.low:.2f}, {row.high:.2f}]")
    return told


def _written(run: Funnel) -> str:
    return f"; the model wrote {run.written}, of which {run.written_kept} were kept" if run.written else ""
