"""The command `app`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import Workspace, verb


@verb
def app_(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port on localhost.")] = 8501,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    workspace: Workspace = None,
) -> None:
    """Open the app on localhost with the sample knowledge bases ready."""
    from verbs.serve import serve

    raise typer.Exit(serve(workspace, port, browser))
