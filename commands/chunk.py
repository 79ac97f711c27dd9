"""The command `chunk`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb
from verbs.progress import progress_line


@verb
def chunk(
    workspace: Workspace = None,
    kb: Kb = None,
    chunking: Annotated[str, typer.Option("--chunking", help="Such as markdown:256:32 or sentence:512:64.")] = "",
    json_: AsJson = False,
) -> None:
    """Cut documents into chunks with exact offsets; sets the workspace's chunking."""
    from verbs import show as words
    from verbs.loading import rechunk

    report = rechunk(workspace, kb, chunking, progress_line)
    show(report, json_, lambda: words.chunk_report(report))
