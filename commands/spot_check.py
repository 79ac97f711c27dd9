"""The command `spot-check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Seed, Workspace, show, verb


@verb
def spot_check(
    run: Annotated[str, typer.Argument(help="Run id.")],
    subject: Annotated[
        str, typer.Option("--subject", help="What of the judge is checked: correctness, verdict, refusal or tag.")
    ] = "correctness",
    half_width: Annotated[
        float, typer.Option("--half-width", help="Interval asked for: 0.05 is ± 5 points.", min=0.005, max=0.5)
    ] = 0.05,
    seed: Seed = 0,
    export: Annotated[Path | None, typer.Option("--export", help="The sample, blind, as JSONL to label.")] = None,
    labels: Annotated[Path | None, typer.Option("--labels", help="Take the labels of this JSONL file.")] = None,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Whose labels they are.")] = "",
    calibration: Annotated[
        Path | None, typer.Option("--calibration", help="What people labelled, beside the judge, as JSONL.")
    ] = None,
    enter: Annotated[
        bool,
        typer.Option(
            "--enter", help="Let the labels enter the run as rulings, those taken back leave it, and score it again."
        ),
    ] = False,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Check a sample of the judge's word by people: agreement, and the metric corrected by their labels."""
    from verbs import show_trust as words
    from verbs.spot_checking import spot_check as run_check

    result = run_check(workspace, run, subject, half_width, seed, reviewer, export, labels, calibration, enter)
    show(result, json_, lambda: words.spot_check(result))
