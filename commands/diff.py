"""The command `diff`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, Workspace, show, verb
from core.errors import BadCall


@verb
def diff(
    old: str,
    new: str,
    language: Annotated[str, typer.Option("--language", help="Language of the Markdown: en or zh.")] = "en",
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """What changed between two versions (NAME@A NAME@B) and what it means for comparing scores."""
    from verbs.releasing import diff as run

    if language not in ("en", "zh"):
        raise BadCall(f"The diff is written in en or zh, not {language!r}.")
    result, text = run(workspace, golden, old, new, language)
    show(result, json_, lambda: text)
