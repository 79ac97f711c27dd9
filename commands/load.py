"""The command `load`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb
from verbs.progress import progress_line


@verb
def load(
    folder: Annotated[Path, typer.Argument(help="Folder (or one file) of documents.")],
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Load documents into a knowledge base (made if missing) and chunk them; one report per file."""
    from verbs import show as words
    from verbs.loading import load as run

    reports = run(workspace, kb, folder, progress_line)
    show([r.model_dump(mode="json") for r in reports], json_, lambda: words.load_reports(reports))
    if not any(r.status != "refused" for r in reports):
        raise typer.Exit(3)
