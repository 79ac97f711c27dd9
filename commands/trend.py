"""The command `trend`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb


@verb
def trend(
    metric: Annotated[str, typer.Argument(help="Metric id, such as ndcg@10 or faithfulness.")],
    set_: Annotated[str, typer.Option("--set", help="Golden set by name; runs of all its versions count.")],
    system: Annotated[str, typer.Option("--system", help="Only runs of the system of this name.")] = "",
    kb: Kb = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """A metric over the runs of a golden set: values with intervals, breaks in the line, what changed in between."""
    from verbs import show as words
    from verbs.trending import trend_of

    result = trend_of(workspace, set_, metric, system, kb)
    show(result, json_, lambda: words.trend(result))
