"""The command `stress`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, Seed, TopK, Workspace, show, verb
from verbs.progress import progress_line


@verb
def stress(
    target: Annotated[str, typer.Argument(help="Run id, or a system as for evaluate.")],
    test: Annotated[str, typer.Option("--test", help="noise, refusal, position, paraphrase, perfect or none.")],
    set_: Annotated[str, typer.Option("--set", help="Golden set, where a system is named.")] = "",
    top_k: TopK = 5,
    sample: Annotated[int, typer.Option("--sample", min=0, help="Only a sample of this size.")] = 0,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Put a system under one stress: noise and contradiction, refusal, position of the evidence, wording."""
    from verbs import show as words
    from verbs.stressing import stress as run

    result = run(
        workspace, target, test, set_=set_, golden=golden, top_k=top_k, sample=sample, seed=seed, progress=progress_line
    )
    show(result, json_, lambda: words.tree(result))
