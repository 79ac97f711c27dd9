"""The command `baseline`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Workspace, show, verb


@verb
def baseline(
    run: Annotated[str, typer.Argument(help="Run id, or a beginning of it.")],
    remove: Annotated[bool, typer.Option("--remove", help="Take the pin off this run.")] = False,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Pin a run as the baseline of its golden set: `compare RUN` then compares with it."""
    from verbs.comparing import pin_baseline

    result = pin_baseline(workspace, run, remove)
    show(result, json_, lambda: f"baseline of {result['set']}: {result['baseline'] or 'none'}")
