"""The command `judge`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Seed, Workspace, say, show, verb
from core.errors import BadCall


@verb
def judge(
    pairs: Annotated[Path | None, typer.Option("--pairs", help="JSONL rows of claim and premise.")] = None,
    fit: Annotated[bool, typer.Option("--fit", help="Fit the embedded judge to the knowledge base.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Go back to the judge as shipped.")] = False,
    guard: Annotated[
        Path | None,
        typer.Option("--guard", help="JSONL rows of claim, premise and label by people, on which --fit must gain."),
    ] = None,
    seed: Seed = 0,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Label claim and premise pairs with the workspace's judge; or fit that judge to the knowledge base."""
    if sum((pairs is not None, fit, reset)) != 1:
        raise BadCall("Say one of --pairs FILE, --fit and --reset.")
    if guard is not None and not fit:
        raise BadCall("--guard goes with --fit: it names labels by people that decide whether a fit is used.")
    if pairs is not None:
        _label(pairs, workspace, json_)
        return
    from verbs.fitting import fit_judge, fitted_in_words, reset_judge

    if fit:
        result = fit_judge(workspace, kb, seed, guard)
        show(result, json_, lambda: fitted_in_words(result))
        return
    done = reset_judge(workspace)
    words = "Back to the judge as shipped" if done["reset"] else "The judge was as shipped already"
    show(done, json_, lambda: f"{words}: {done['judge']}")


def _label(pairs: Path, workspace: Path | None, json_: bool) -> None:
    from core.judges.pairs import judge_pairs
    from verbs.evaluating import judge_for
    from verbs.workspace import open_workspace

    for row in judge_pairs(pairs, judge_for(open_workspace(workspace))):
        say(json.dumps(row, ensure_ascii=False) if json_ else f"{row['label']:<13}{row['confidence']:.2f}")
