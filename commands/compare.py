"""The command `compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Workspace, show, verb


@verb
def compare(
    old: Annotated[
        str, typer.Argument(help="The run before; with one run only, that run is held against the baseline.")
    ],
    new: Annotated[
        str, typer.Argument(help="The run after (default: OLD is the new one, the baseline the old one).")
    ] = "",
    rule: Annotated[
        str,
        typer.Option(
            "--rule", help="significant: worse beyond chance after Holm's correction; plain: down more than 3 points."
        ),
    ] = "significant",
    metrics: Annotated[
        str, typer.Option("--metrics", help="Metric ids with commas between (default: the headline metrics).")
    ] = "",
    markdown: Annotated[
        Path | None, typer.Option("--markdown", help="Also write the comparison as Markdown, for a pull request.")
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Language of the Markdown: en or zh.")] = "en",
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Compare two runs item by item; exit 1 when the newer one regressed."""
    from verbs import show as words
    from verbs.comparing import compare as run

    result = run(workspace, old, new, rule, metrics, markdown, language)
    show(result, json_, lambda: words.comparison(result))
    if result["regressed"]:
        raise typer.Exit(1)
