"""The command `review`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb


@verb
def review(
    export: Annotated[Path | None, typer.Option("--export", help="Queue to this .xlsx or .csv file.")] = None,
    apply: Annotated[Path | None, typer.Option("--apply", help="Apply the decisions in this file.")] = None,
    preview: Annotated[
        bool,
        typer.Option("--preview", help="With --apply: say what would be done, conflicts included, and do nothing."),
    ] = False,
    take: Annotated[
        str,
        typer.Option("--take", help="With --apply: items whose conflicts the file wins, by id with commas, or 'all'."),
    ] = "",
    decisions: Annotated[
        Path | None, typer.Option("--decisions", help="Every decision to this .jsonl, .csv or .xlsx file.")
    ] = None,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="Accept all undecided drafts.")] = False,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Who decides.")] = "",
    queue: Annotated[str, typer.Option("--queue", help="Which queue to export.")] = "all",
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Review by spreadsheet: export the drafts, import the decisions; without options, show the state."""
    from verbs import show as words
    from verbs.reviewing import review as run

    result = run(
        workspace, kb, export=export, apply=apply, preview=preview, take=take, decisions=decisions,
        accept_all=accept_all, reviewer=reviewer, queue=queue,
    )  # fmt: skip
    show(result, json_, lambda: words.review(result))
