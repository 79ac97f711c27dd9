"""The command `runs`."""

from __future__ import annotations

from commands.options import AsJson, Kb, Workspace, show, verb


@verb
def runs(workspace: Workspace = None, kb: Kb = None, json_: AsJson = False) -> None:
    """List the runs of a workspace, newest first."""
    from verbs import show as words
    from verbs.evaluating import list_runs

    result = list_runs(workspace, kb)
    show(result, json_, lambda: words.runs(result))
