"""The command `diff`."""

from __future__ import annotations

from commands.options import AsJson, Golden, Workspace, show, verb


@verb
def diff(old: str, new: str, golden: Golden = None, workspace: Workspace = None, json_: AsJson = False) -> None:
    """What changed between two versions (NAME@A NAME@B) and what it means for comparing scores."""
    from verbs.releasing import diff as run

    result, text = run(workspace, golden, old, new)
    show(result, json_, lambda: text)
