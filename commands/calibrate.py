"""The command `calibrate`."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from commands.options import AsJson, Kb, Seed, Workspace, show, verb


@verb
def calibrate(
    judge: Annotated[str, Option("--judge", help="Judge by the beginning of its id (default: the newest).")] = "",
    probe: Annotated[str, Option("--probe", help="Run id: ask the judge again with the form changed only.")] = "",
    kb: Kb = None,
    seed: Seed = 0,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """How far a judge can be trusted: reliability, agreement by stratum, drift from other judges, probes for bias."""
    from verbs import show_trust as words
    from verbs.calibrating import calibration_of

    result = calibration_of(workspace, kb, judge, probe, seed)
    show(result, json_, lambda: words.calibration(result))
