"""The command `stale`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb


@verb
def stale(
    take: Annotated[
        list[str] | None, typer.Option("--take", help="Item id: take its proposed span over; repeatable.")
    ] = None,
    leave: Annotated[list[str] | None, typer.Option("--leave", help="Item id: leave it as it is; repeatable.")] = None,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Name recorded with --take and --leave.")] = "",
    check: Annotated[bool, typer.Option("--check", help="Look at every item again first.")] = False,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """List the items that changed, vanished or new documents concern, with the span proposed; take it over or leave it."""
    from verbs.upkeep import stale_items, told

    result = stale_items(workspace, kb, check, take=take or (), leave_them=leave or (), reviewer=reviewer)
    show(result, json_, lambda: told(result))
