"""The command `compare`."""

from __future__ import annotations

import typer

from commands.options import AsJson, Workspace, show, verb


@verb
def compare(old: str, new: str, workspace: Workspace = None, json_: AsJson = False) -> None:
    """Compare two runs item by item; exit 1 when the newer one regressed."""
    from verbs import show as words
    from verbs.comparing import compare as run

    result = run(workspace, old, new)
    show(result, json_, lambda: words.comparison(result))
    if result["regressed"]:
        raise typer.Exit(1)
