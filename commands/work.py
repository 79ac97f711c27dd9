"""The command `work`."""

from __future__ import annotations

from commands.options import Workspace, verb


@verb
def work(workspace: Workspace = None) -> None:
    """Run queued jobs until none is left (the app starts this by itself)."""
    from core.jobs import run_next
    from verbs.jobs import HANDLERS
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    while run_next(store, HANDLERS):
        pass
