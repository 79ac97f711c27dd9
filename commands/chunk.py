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
    chunking: Annotated[
        str, typer.Option("--chunking", help="Such as markdown:256:32, sentence:512:64 or own:my_module:my_splitter.")
    ] = "",
    preview: Annotated[
        str, typer.Option("--preview", help="Show where one document would be cut; stores nothing.")
    ] = "",
    json_: AsJson = False,
) -> None:
    """Cut documents into chunks with exact offsets; sets the workspace's chunking, unless one document is only previewed."""
    from verbs import show as words
    from verbs.loading import preview_chunks, rechunk

    if preview:
        cut = preview_chunks(workspace, kb, preview, chunking)
        show(cut, json_, lambda: words.chunk_preview(cut))
        return
    report = rechunk(workspace, kb, chunking, progress_line)
    show(report, json_, lambda: words.chunk_report(report))
