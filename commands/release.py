"""The command `release`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, Kb, Seed, Workspace, show, verb


@verb
def release(
    name: Annotated[str, typer.Argument(help="Name of the golden set.")],
    knowingly: Annotated[str, typer.Option("--knowingly", help="Release in spite of missed gates: why.")] = "",
    licence: Annotated[str, typer.Option("--licence", help="Licence of the set, for its card.")] = "",
    personal_data: Annotated[str, typer.Option("--personal-data", help="Note on personal data, for its card.")] = "",
    small: Annotated[bool, typer.Option("--small", help="A small set: 50 items instead of 150.")] = False,
    route: Annotated[
        str, typer.Option("--route", help="decided: a person decides every item; sampled: a seeded share of them.")
    ] = "decided",
    sample_share: Annotated[float, typer.Option("--sample-share", help="Share to review on the sampled route.")] = 0.1,
    confidence: Annotated[float, typer.Option("--confidence", help="How sure the reject rate's bound must be.")] = 0.8,
    held_out: Annotated[float, typer.Option("--held-out", help="Share of items held out; 0 makes no splits.")] = 0.0,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Release the accepted items as an immutable version; the version number follows from what changed."""
    from verbs import show as words
    from verbs.releasing import ReleaseChoices
    from verbs.releasing import release as run

    result = run(
        workspace, kb, name, golden=golden, knowingly=knowingly,
        notes={"licence": licence, "personal_data": personal_data},
        choices=ReleaseChoices(small, route, sample_share, seed, confidence, held_out),
    )  # fmt: skip
    show(result, json_, lambda: words.release(result))
    if not result["released"]:
        raise typer.Exit(1)
