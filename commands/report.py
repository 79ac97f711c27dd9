"""The command `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Workspace, show, verb


@verb
def report(
    run: Annotated[str, typer.Argument(help="Run id, or a beginning of it.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File to write; its ending says how: .html, .md, .csv or .jsonl.")
    ],
    language: Annotated[str, typer.Option("--language", help="en or zh.")] = "en",
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Write a finished run to a file: one self-contained HTML page, Markdown for a pull request, CSV or JSONL."""
    from verbs.results import report_run

    result = report_run(workspace, run, out, language)
    show(result, json_, lambda: f"{result['items']} items of run {result['run']} written to {result['path']}")
