"""The command `backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Workspace, show, verb


@verb
def backup(
    file: Annotated[Path, typer.Argument(help="New ZIP file; unpacked, it is a workspace again.")],
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Copy a workspace to one file while it is in use; search indexes are left out and made anew when needed."""
    from core.errors import BadCall
    from verbs.backing_up import backup as run
    from verbs.workspace import default_workspace

    folder = workspace or default_workspace()
    if not (folder / "assay.db").exists():
        raise BadCall(f"{folder} is no workspace (it holds no assay.db): name one with --workspace.")
    result = run(folder, file)
    show(result, json_, lambda: f"{result['files']} files ({result['bytes']:,} bytes) in {result['backup']}")
