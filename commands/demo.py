"""The command `demo`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Seed, Workspace, show, verb
from verbs.progress import progress_line


@verb
def demo(
    language: Annotated[str, typer.Option("--language", help="en or zh.")] = "en",
    items: Annotated[int, typer.Option("--items", min=5, help="How many items to draft.")] = 40,
    seed: Seed = 7,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """The whole way on a sample knowledge base: load, draft, review, release, evaluate, diagnose."""
    from verbs import show as words
    from verbs.demo import demo as run

    result = run(workspace, language, items, seed, progress_line)
    show(result, json_, lambda: words.demo(result))
