"""The command `import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb


@verb
def import_(
    file: Annotated[Path, typer.Argument(help="File with questions.")],
    format: Annotated[str, typer.Option("--format", help="assay, or a format of `convert`.")] = "assay",
    accept: Annotated[bool, typer.Option("--accept", help="Take them as reviewed already.")] = False,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Name recorded with --accept.")] = "",
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Import questions made elsewhere; evidence is located in the knowledge base."""
    from verbs import show as words
    from verbs.reviewing import import_items

    result = import_items(workspace, kb, file, format, accept, reviewer)
    show(result, json_, lambda: words.imported(result))
