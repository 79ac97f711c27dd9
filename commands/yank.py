"""The command `yank`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, Workspace, show, verb


@verb
def yank(
    version: Annotated[str, typer.Argument(help="NAME@VERSION.")],
    reason: Annotated[str, typer.Option("--reason", help="Why it should not be used; everyone who opens it sees it.")],
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Mark a released version as not to be used; its files stay, so that old runs can still be read."""
    from verbs.releasing import yank as run

    result = run(workspace, golden, version, reason)
    show(result, json_, lambda: f"{result['yanked']} is yanked: {result['reason']}")
