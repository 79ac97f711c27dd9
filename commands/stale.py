"""The command `stale`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb


@verb
def stale(
    check: Annotated[bool, typer.Option("--check", help="Look at every item again first.")] = False,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """List the items that changed, vanished or new documents concern, with the span proposed instead."""
    from verbs.upkeep import stale_items, told

    result = stale_items(workspace, kb, check)
    show(result, json_, lambda: told(result))
