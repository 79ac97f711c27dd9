"""The command `experiment`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, GoldenSet, Seed, Workspace, show, verb
from verbs.progress import progress_line


@verb
def experiment(
    name: Annotated[str, typer.Argument(help="retrievers, chunks or contextual.")],
    set_: GoldenSet,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Compare the built-in retrievers, a grid of chunkings, or chunks with and without a contextual prefix."""
    from verbs import show as words
    from verbs.experimenting import experiment as run

    result = run(workspace, name, set_, golden=golden, seed=seed, progress=progress_line)
    show(result, json_, lambda: words.tree(result))
