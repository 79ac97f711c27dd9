"""The command `load`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb
from verbs.progress import progress_line


@verb
def load(
    folder: Annotated[Path, typer.Argument(help="Folder (or one file) of documents.", readable=False)],
    workspace: Workspace = None,
    kb: Kb = None,
    rows: Annotated[
        bool, typer.Option("--rows", help="The file holds passages cut already (id, text, document); ids are kept.")
    ] = False,
    password: Annotated[
        str, typer.Option("--password", envvar="ASSAY_PDF_PASSWORD", help="Opens protected PDFs.", show_envvar=True)
    ] = "",
    json_: AsJson = False,
) -> None:
    """Load documents into a knowledge base (made if missing) and chunk them; one report per file."""
    from verbs import show as words
    from verbs.loading import load as run

    reports = run(workspace, kb, folder, progress_line, rows=rows, password=password)
    show([r.model_dump(mode="json") for r in reports], json_, lambda: words.load_reports(reports))
    if not any(r.status != "refused" for r in reports):
        raise typer.Exit(3)
