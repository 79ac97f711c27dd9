"""The command `diagnose`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, Seed, Workspace, show, verb
from core.errors import BadCall
from verbs.progress import progress_line


@verb
def diagnose(
    run: Annotated[str, typer.Argument(help="Run id (not with --inject).")] = "",
    inject: Annotated[
        bool, typer.Option("--inject", help="Make each fault on purpose, and see how it is tagged.")
    ] = False,
    set_: Annotated[str, typer.Option("--set", help="With --inject: golden set as NAME@VERSION.")] = "",
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """The failures of a run: tag, proof, table and advice; or, with --inject, how well the tags can be trusted."""
    from verbs import show as words

    if inject:
        from verbs.injecting import inject_faults

        if not set_:
            raise BadCall("--inject needs a golden set to make faults on: add --set NAME@VERSION.")
        made = inject_faults(workspace, set_, golden=golden, seed=seed, progress=progress_line)
        show(made, json_, lambda: words.injected(made))
        return
    from verbs.diagnosing import diagnosis

    if not run:
        raise BadCall("diagnose needs a run: `cli.py runs` lists them.")
    result = diagnosis(workspace, run)
    show(result, json_, lambda: words.diagnosis(result))
