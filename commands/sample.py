"""The command `sample`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Kb, Seed, Workspace, show, verb


@verb
def sample(
    n: Annotated[int, typer.Option("--n", "-n", help="How many chunks.")] = 50,
    strategy: Annotated[str, typer.Option("--strategy", help="uniform, document, folder, clustered, …")] = "document",
    seed: Seed = 0,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Show the seeded sample of chunks that drafting would draw from, and what was left out."""
    from verbs import show as words
    from verbs.loading import sample as run

    result = run(workspace, kb, n, strategy, seed)
    show(result, json_, lambda: words.sample(result))
