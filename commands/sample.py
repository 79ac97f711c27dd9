"""The command `sample`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Kb, Seed, Workspace, show, verb
from core.errors import BadCall

STRATEGY = "document, folder, heading, language, uniform, clustered, long_tail, lacking or picked."
PICK = "A chunk id, a document (hr/leave.md, hr/*) or a heading (hr/leave.md#Sick leave); repeatable."


@verb
def sample(
    n: Annotated[int, typer.Option("--n", "-n", help="How many chunks.")] = 50,
    strategy: Annotated[str, typer.Option("--strategy", help=STRATEGY)] = "",
    pick: Annotated[list[str] | None, typer.Option("--pick", help=PICK)] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Instead: what the items cover, by document, section and topic.")
    ] = False,
    seed: Seed = 0,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Show the seeded sample of chunks that drafting would draw, and what was left out; or what the set covers."""
    from verbs import loading
    from verbs import show as words

    if coverage:
        if pick or strategy:
            raise BadCall("--coverage looks at the whole knowledge base: leave out --strategy and --pick.")
        found = loading.coverage(workspace, kb, seed)
        show(found, json_, lambda: words.coverage(found))
        return
    chosen = strategy or ("picked" if pick else "document")
    result = loading.sample(workspace, kb, n, chosen, seed, tuple(pick or ()))
    show(result, json_, lambda: words.sample(result))
