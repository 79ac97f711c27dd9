"""The command `guide`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Workspace, show, verb


@verb
def guide(
    run: Annotated[str, typer.Argument(help="Run id, or a beginning of it.")],
    line: Annotated[
        list[str] | None,
        typer.Option("--line", help="Set a line, as METRIC=LIMIT (repeatable); it is kept in the workspace."),
    ] = None,
    language: Annotated[str, typer.Option("--language", help="en or zh.")] = "en",
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Each metric against its starting line: met, missed or undecided; likely causes by the run's own items; what to try."""
    from verbs import show as words
    from verbs.guiding import guide_as_json

    result = guide_as_json(workspace, run, language, tuple(line or ()))
    show(result, json_, lambda: words.guide(result))
