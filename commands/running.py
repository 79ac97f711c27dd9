"""Running Assay: demo, app, work."""

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


@verb
def app_(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port on localhost.")] = 8501,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    workspace: Workspace = None,
) -> None:
    """Open the app on localhost with the sample knowledge bases ready."""
    from verbs.serve import serve

    raise typer.Exit(serve(workspace, port, browser))


@verb
def work(workspace: Workspace = None) -> None:
    """Run queued jobs until none is left (the app starts this by itself)."""
    from core.jobs import run_next
    from verbs.jobs import HANDLERS
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    while run_next(store, HANDLERS):
        pass
